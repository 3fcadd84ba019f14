/** `blob`: bytes that do not change, in memory or a file's as it was when the blob was made. */
import { concatenate } from '../../../contract/bytes.ts'
import { syscalls } from '../context.ts'
import type { NodeContext } from '../context.ts'
import { Errno } from '../../syscalls.ts'
import type { Binding } from './binding.ts'
import { bytesOf } from './buffer.ts'
import { absolute } from './fs/fs-paths.ts'

/** Throws `Errno` when its file cannot be read, or is another than it was. */
type Part = { readonly length: number; readonly read: () => Uint8Array }

type Pulled = (status: number, buffer?: ArrayBuffer) => void

const END = 0
const MORE = 1
const UNREADABLE = -1

class BlobHandle {
  readonly parts: readonly Part[]

  constructor(parts: readonly Part[]) {
    this.parts = parts
  }

  slice(start: number, end: number): BlobHandle {
    let at = 0
    const parts: Part[] = []
    for (const { length, read } of this.parts) {
      const from = Math.max(0, start - at)
      const to = Math.min(length, end - at)
      at += length
      if (from < to) parts.push({ length: to - from, read: () => read().subarray(from, to) })
    }
    return new BlobHandle(parts)
  }

  getReader(): { pull: (done: Pulled) => void } {
    let next = 0
    return {
      pull: (done) => {
        const part = this.parts[next++]
        if (!part) return done(END)
        try {
          done(MORE, part.read().slice().buffer)
        } catch (error) {
          if (!(error instanceof Errno)) throw error
          done(UNREADABLE)
        }
      },
    }
  }
}

function ofBytes(data: Uint8Array): Part {
  return { length: data.length, read: () => data }
}

function ofFile(context: NodeContext, path: string): Part {
  const { size, mtimeMs } = syscalls(context).stat(path)
  return {
    length: size,
    read: () => {
      const now = syscalls(context).stat(path)
      if (now.size !== size || now.mtimeMs !== mtimeMs) throw new Errno('ESTALE', 'read', path)
      return syscalls(context).readFile(path)
    },
  }
}

export function blob(context: NodeContext, binding: Binding): void {
  /** Blobs with an address from `URL.createObjectURL`, by their id. */
  const stored = new Map<string, readonly [handle: unknown, length: number, type: string]>()
  Object.assign(binding, {
    createBlob: (sources: readonly (BlobHandle | Uint8Array)[]) =>
      new BlobHandle(
        sources.flatMap((source) =>
          source instanceof BlobHandle ? source.parts : [ofBytes(bytesOf(source))],
        ),
      ),
    createBlobFromFilePath: (path: string) => {
      try {
        const part = ofFile(context, absolute(context, path))
        return [new BlobHandle([part]), part.length]
      } catch (error) {
        if (error instanceof Errno) return undefined
        throw error
      }
    },
    concat: (buffers: readonly (ArrayBuffer | ArrayBufferView)[]) =>
      concatenate(
        Array.from(buffers, (buffer) =>
          ArrayBuffer.isView(buffer)
            ? new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
            : new Uint8Array(buffer),
        ),
      ).buffer,
    storeDataObject: (id: string, handle: unknown, length: number, type: string) => {
      stored.set(id, [handle, length, type])
    },
    getDataObject: (id: string) => stored.get(id),
    revokeObjectURL: (url: string) => {
      stored.delete(url.replace(/^blob:nodedata:/, ''))
    },
  })
}
