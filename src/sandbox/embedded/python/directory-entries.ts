/** `getdents`: the entries of an open directory, so many as fit. */
import { Errno } from '../syscalls.ts'
import type { NamedStats } from '../syscalls.ts'
import type { Libc } from './libc.ts'

const ENTRY_BYTES = 280
const NAME_BYTES = 256
const TYPES: Readonly<Record<NamedStats['kind'], number>> = {
  fifo: 1,
  character: 2,
  directory: 4,
  file: 8,
  symlink: 10,
  socket: 12,
}

interface Place {
  readonly fd: number
  readonly buffer: number
  readonly size: number
}

/** Returns how many bytes were written; 0 at the end. */
export function listEntries({ heap, syscalls, directories }: Libc, { fd, buffer, size }: Place): number {
  const directory = directories.get(fd)
  if (directory === undefined) throw new Errno('ENOTDIR', 'getdents')
  const self = { kind: 'directory', ino: syscalls.fstat(fd).ino } as const
  const named = syscalls.scandir(directory.path)
  const all = [{ ...self, name: '.' }, { ...self, name: '..' }, ...named]
  const fitting = all.slice(directory.next, directory.next + Math.floor(size / ENTRY_BYTES))
  const { bytes, view } = heap
  for (const [index, { name, kind, ino }] of fitting.entries()) {
    const at = buffer + index * ENTRY_BYTES
    directory.next += 1
    view.setBigInt64(at, BigInt(ino), true)
    view.setBigInt64(at + 8, BigInt(directory.next * ENTRY_BYTES), true)
    view.setUint16(at + 16, ENTRY_BYTES, true)
    bytes[at + 18] = TYPES[kind]
    const written = heap.writeText(name, at + 19, NAME_BYTES - 1)
    bytes[at + 19 + written] = 0
  }
  return fitting.length * ENTRY_BYTES
}
