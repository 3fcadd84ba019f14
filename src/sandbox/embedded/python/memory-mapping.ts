/** `mmap` of files: a copy in the interpreter's memory, which is written back when the program says so. */
import { Errno } from '../syscalls.ts'
import { isOwnDescriptor, negative } from './libc.ts'
import type { Libc, Native, Natives } from './libc.ts'

const WRITABLE = 2
const SHARED = 1
const PAGE_BYTES = 65_536

type MapArguments = [
  length: number,
  protection: number,
  flags: number,
  fd: number,
  offset: bigint,
  allocated: number,
  result: number,
]

interface Mapping {
  /** Our own, because the program may close the one that it gave. */
  readonly fd: number
  readonly offset: number
}

/** `allocate` gives zeroed memory of the interpreter's, or 0. */
export function mappingCalls(
  { heap, syscalls }: Libc,
  allocate: (alignment: number, size: number) => number,
): Natives {
  const mappings = new Map<number, Mapping>()
  const writeBack = (pointer: number, length: number): void => {
    const mapping = mappings.get(pointer)
    if (mapping === undefined) return
    const end = Math.min(length, syscalls.fstat(mapping.fd).size - mapping.offset)
    if (end > 0) syscalls.write(mapping.fd, heap.bytes.slice(pointer, pointer + end), mapping.offset)
  }
  const map: Native = (...[length, protection, flags, fd, offset, allocated, result]: MapArguments) =>
    negative(() => {
      if (isOwnDescriptor(fd) || syscalls.fstat(fd).kind !== 'file') throw new Errno('ENODEV', 'mmap')
      const pointer = allocate(PAGE_BYTES, Math.ceil(length / PAGE_BYTES) * PAGE_BYTES)
      if (pointer === 0) throw new Errno('ENOMEM', 'mmap')
      heap.bytes.fill(0, pointer, pointer + length)
      for (let at = 0; at < length;) {
        const part = syscalls.read(fd, length - at, Number(offset) + at)
        if (part.length === 0) break
        heap.bytes.set(part, pointer + at)
        at += part.length
      }
      if ((flags & SHARED) !== 0 && (protection & WRITABLE) !== 0)
        mappings.set(pointer, { fd: syscalls.dup(fd, { from: 0 }), offset: Number(offset) })
      heap.view.setInt32(allocated, 1, true)
      heap.view.setUint32(result, pointer, true)
    })
  const sync: Native = (pointer: number, length: number) => negative(() => writeBack(pointer, length))
  const unmap: Native = (pointer: number, length: number) =>
    negative(() => {
      writeBack(pointer, length)
      const mapping = mappings.get(pointer)
      mappings.delete(pointer)
      if (mapping) syscalls.close(mapping.fd)
    })
  return { _mmap_js: map, _msync_js: sync, _munmap_js: unmap }
}
