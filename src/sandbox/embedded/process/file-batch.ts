/** Several files of one directory in one answer: most programs that read one read those after it next. */
import { Errno, type NamedStats } from '../syscalls.ts'
import { statsOf } from '../vfs/stats.ts'
import type { Vfs } from '../vfs/vfs.ts'

export interface FileBatch {
  /** The files that follow in the directory's order, as many as fit. */
  readonly others: readonly NamedStats[]
  /** The bytes of the file that was asked for, then of each of `others`. */
  readonly data: Uint8Array
}

/** Throws `Errno` as `readFile` does. `maxBytes` is for the files that were not asked for. */
export function readBatch(vfs: Vfs, path: string, maxBytes: number): FileBatch {
  const first = vfs.readFile(path)
  const others: NamedStats[] = []
  const parts = [first]
  const { parent, name, node } = vfs.locate(path, 'link')
  if (node?.kind === 'file' && !path.endsWith('/')) {
    const all = parent.names()
    let left = maxBytes
    for (const next of all.slice(all.indexOf(name) + 1)) {
      const file = parent.entries.get(next)
      if (file?.kind !== 'file') continue
      if (file.size > left) break
      left -= file.size
      others.push({ name: next, ...statsOf(file) })
      parts.push(file.content())
    }
  }
  return { others, data: joined(parts, path) }
}

export function isFileBatch(value: unknown): value is FileBatch {
  return typeof value === 'object' && value !== null && 'data' in value && value.data instanceof Uint8Array
}

function joined(parts: readonly Uint8Array[], path: string): Uint8Array {
  const whole = allocate(
    parts.reduce((sum, { length }) => sum + length, 0),
    path,
  )
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** What the browser refuses is too much memory for the program, and no fault of the kernel. */
function allocate(bytes: number, path: string): Uint8Array {
  try {
    return new Uint8Array(bytes)
  } catch (error) {
    if (error instanceof RangeError) throw new Errno('ENOMEM', 'read', path)
    throw error
  }
}
