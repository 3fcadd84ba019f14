/** A kernel's end of a socket as promises: the kernel never blocks, and waits for what a pipe tells it. */
import { Errno } from '../syscalls.ts'
import type { ByteSink, ByteSource } from '../vfs/pipe.ts'

const READ_BYTES = 65_536

/** Empty at the end. */
export async function readSome(source: ByteSource): Promise<Uint8Array> {
  for (;;) {
    const data = source.tryRead(READ_BYTES)
    if (data !== undefined) return data
    await new Promise<void>((resolve) => source.whenReadable(resolve))
  }
}

/** False when nobody will read it. */
export async function writeAll(sink: ByteSink, data: Uint8Array): Promise<boolean> {
  try {
    for (let at = 0; at < data.length;) {
      const taken = sink.tryWrite(data.subarray(at))
      at += taken
      if (taken === 0) await new Promise<void>((resolve) => sink.whenWritable(resolve))
    }
    return true
  } catch (error) {
    if (error instanceof Errno) return false
    throw error
  }
}
