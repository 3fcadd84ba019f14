/** Objects from the store, believed only when their bytes have the hash that was asked for. */
import type { BlobStore } from '../contract/contract.ts'
import type { Result } from '../contract/errors.ts'
import { fail, ok } from '../contract/errors.ts'
import { HISTORY_BATCH_OBJECTS, RECENT_OBJECTS_MAX_BYTES } from '../contract/limits.ts'
import { decodeDirectory } from './directory-object.ts'
import type { DirectoryObject } from './directory-object.ts'
import { sha256 } from './hash.ts'

/** Source of objects; `keep` gets each object whose hash proved right. */
export interface ObjectSource extends Pick<BlobStore, 'get'> {
  keep?(hash: string, data: Uint8Array): void
}

/** A SHA-256 in small hexadecimal digits. */
const HASH = /^[0-9a-f]{64}$/
const HINT = 'Another checkpoint, or a new import, still works.'

/** All or a failure: `corrupt` names the first object that is missing or damaged. */
export async function readObjects(
  blobs: ObjectSource,
  hashes: readonly string[],
): Promise<Result<ReadonlyMap<string, Uint8Array>>> {
  const found = new Map<string, Uint8Array>()
  const wanted = [...new Set(hashes)]
  const wrong = wanted.find((hash) => !HASH.test(hash))
  if (wrong !== undefined) {
    return fail('invalid', `"${wrong}" names no checkpoint; such a name has 64 hexadecimal digits.`)
  }
  const ask = (start: number) => {
    const batch = wanted.slice(start, start + HISTORY_BATCH_OBJECTS)
    const objects = blobs.get(batch)
    // Nobody may be left to hear of it once something else has failed.
    objects.catch(() => undefined)
    return { batch, objects }
  }
  let next = wanted.length > 0 ? ask(0) : undefined
  for (let start = HISTORY_BATCH_OBJECTS; next !== undefined; start += HISTORY_BATCH_OBJECTS) {
    const { batch } = next
    const objects = await next.objects
    next = start < wanted.length ? ask(start) : undefined
    const checked = await Promise.all(objects.map((data) => (data ? sha256(data) : undefined)))
    for (const [index, hash] of batch.entries()) {
      const data = objects[index]
      if (!data)
        return fail('corrupt', `The object ${hash} of that checkpoint is not stored.`, { hint: HINT })
      if (checked[index] !== hash) {
        return fail('corrupt', `The object ${hash} of that checkpoint is damaged.`, { hint: HINT })
      }
      found.set(hash, data)
    }
  }
  keepSome(blobs, found)
  return ok(found)
}

/** A whole tree would push out what is wanted when one goes back and forth between its states. */
function keepSome(blobs: ObjectSource, found: ReadonlyMap<string, Uint8Array>): void {
  const bytes = [...found.values()].reduce((sum, { length }) => sum + length, 0)
  if (bytes <= RECENT_OBJECTS_MAX_BYTES / 2) for (const [hash, data] of found) blobs.keep?.(hash, data)
}

export async function readDirectories(
  blobs: ObjectSource,
  hashes: readonly string[],
): Promise<Result<ReadonlyMap<string, DirectoryObject>>> {
  const objects = await readObjects(blobs, hashes)
  if (!objects.ok) return objects
  const directories = new Map<string, DirectoryObject>()
  for (const [hash, data] of objects.value) {
    const directory = decodeDirectory(data)
    if (!directory) {
      return fail('corrupt', `The object ${hash} is not a directory of a checkpoint.`, { hint: HINT })
    }
    directories.set(hash, directory)
  }
  return ok(directories)
}
