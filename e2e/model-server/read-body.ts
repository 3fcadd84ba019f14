import type { IncomingMessage } from 'node:http'
import { invalid, type ApiError } from './api-error.ts'
import { MAX_BODY_BYTES } from './limits.ts'

/** Reads on past the limit without keeping it, so that the answer reaches a client that is still sending. */
export async function readBody(request: IncomingMessage): Promise<Buffer | 'too-large' | 'gone'> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request) {
      const bytes = chunk as Buffer // no encoding is set, so Node gives buffers
      size += bytes.length
      if (size <= MAX_BODY_BYTES) chunks.push(bytes)
    }
  } catch {
    // The client went away while sending: there is nobody to answer, and the close event has recorded it.
    return 'gone'
  }
  return size > MAX_BODY_BYTES ? 'too-large' : Buffer.concat(chunks)
}

export function parseJson(
  raw: Buffer,
  contentType: string | undefined,
): { value: unknown; error?: ApiError } {
  if (!/^application\/json\b/i.test(contentType ?? '')) {
    return { value: undefined, error: invalid('Content-Type: must be application/json') }
  }
  try {
    const value: unknown = JSON.parse(raw.toString('utf8'))
    return { value }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { value: undefined, error: invalid(`The request body is not valid JSON: ${reason}`) }
  }
}
