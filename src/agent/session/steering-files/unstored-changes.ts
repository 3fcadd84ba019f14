/**
 * Steering files that have changed since the session began, found without storing anything: on a full disk there is no checkpoint to
 * compare, and what is there can be exported all the same.
 */
import type { Sandbox, TreeChange, TreeFile } from '../../../sandbox/contract/contract.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { join, relativeTo, WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import { contentHash } from '../store/content-hash.ts'
import { fileOf, versionOf } from './file-version.ts'
import { steers } from './steers.ts'

/** `opened`: versions of the steering files that the session began with, by path. */
export async function unstoredChanges(
  sandbox: Sandbox,
  opened: ReadonlyMap<string, string>,
): Promise<Result<readonly TreeChange[]>> {
  const found = new Map<string, TreeFile>()
  const walked = await walk(sandbox, WORKSPACE_ROOT, found)
  if (!walked.ok) return walked
  const changes: TreeChange[] = []
  for (const [path, after] of found) {
    const original = opened.get(path)
    if (original === versionOf(after)) continue
    const before = original === undefined ? {} : beforeOf(original)
    changes.push({ path, change: original === undefined ? 'added' : 'modified', ...before, after })
  }
  for (const [path, version] of opened)
    if (!found.has(path)) changes.push({ path, change: 'removed', ...beforeOf(version) })
  return ok(changes)
}

function beforeOf(version: string): Pick<TreeChange, 'before'> {
  const file = fileOf(version)
  return file ? { before: { ...file, size: 0 } } : {}
}

/** A folder or a file that has gone meanwhile is passed over. */
async function walk(
  sandbox: Sandbox,
  directory: string,
  found: Map<string, TreeFile>,
): Promise<Result<void>> {
  const listed = await sandbox.list(directory)
  if (!listed.ok) return listed.error.kind === 'not_found' ? ok(undefined) : listed
  for (const { name, kind, mode, size } of listed.value) {
    const path = join(directory, name)
    if (kind === 'directory') {
      const inside = await walk(sandbox, path, found)
      if (!inside.ok) return inside
    } else if (steers(relativeTo(path, WORKSPACE_ROOT))) {
      const data = await contentOf(sandbox, path, kind)
      if (!data.ok && data.error.kind !== 'not_found') return data
      if (data.ok)
        found.set(relativeTo(path, WORKSPACE_ROOT), { kind, hash: await contentHash(data.value), mode, size })
    }
  }
  return ok(undefined)
}

/** A link's is its target. */
async function contentOf(
  sandbox: Sandbox,
  path: string,
  kind: TreeFile['kind'],
): Promise<Result<Uint8Array<ArrayBuffer>>> {
  if (kind === 'file') {
    const read = await sandbox.readFile(path)
    return read.ok ? ok(read.value.slice()) : read
  }
  const target = await sandbox.readLink(path)
  return target.ok ? ok(new TextEncoder().encode(target.value)) : target
}
