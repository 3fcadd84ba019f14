/** Reads a body that may never end. */
import { concatenate } from './bytes.ts'

/**
 * The whole stream, or undefined when it has more than `most` bytes: then it is cancelled, and nothing of it is kept.
 * Null, the body of an answer without one, is empty. Rejects with what the stream fails with.
 */
export async function readAtMost(
  stream: ReadableStream<Uint8Array> | null,
  most: number,
  /** Called for each piece, with the bytes that have come by then. */
  onPiece: (soFar: number) => void = () => undefined,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const pieces: Uint8Array[] = []
  let size = 0
  const reader = stream?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done || value === undefined) return concatenate(pieces)
    size += value.length
    onPiece(size)
    if (size > most) {
      await reader?.cancel()
      return undefined
    }
    pieces.push(value)
  }
}
