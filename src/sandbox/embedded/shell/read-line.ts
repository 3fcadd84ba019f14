/** Reads a line for `read`: no more than requested, so that the next command finds the rest. */
import { SHELL_READ_BYTES } from '../../contract/limits.ts'
import { joinBytes } from './byte-string.ts'
import type { Descriptors } from './descriptors.ts'
import type { LineRequest } from './just-bash.ts'

const BACKSLASH = 92
const NEWLINE = 10

/** Up to and with the delimiter, or all there is; undefined when it does not come in time. */
export async function readLine(
  descriptors: Descriptors,
  fd: number,
  request: LineRequest,
): Promise<Uint8Array | undefined> {
  const deadline = request.timeoutMs === undefined ? undefined : performance.now() + request.timeoutMs
  const parts: Uint8Array[] = []
  for (;;) {
    const part = await next(descriptors, fd, deadline)
    if (part === undefined) {
      // Bytes read before the timeout stay for the next reader.
      descriptors.unread(fd, joinBytes(parts))
      return undefined
    }
    if (part.length === 0) return joinBytes(parts)
    parts.push(part)
    const read = parts.length === 1 ? part : joinBytes(parts)
    const end = endOf(read, request)
    if (end === undefined) continue
    descriptors.unread(fd, read.slice(end))
    return read.slice(0, end)
  }
}

async function next(
  descriptors: Descriptors,
  fd: number,
  deadline: number | undefined,
): Promise<Uint8Array | undefined> {
  if (deadline === undefined) return descriptors.read(fd, SHELL_READ_BYTES)
  return descriptors.readWithin(fd, SHELL_READ_BYTES, Math.max(0, deadline - performance.now()))
}

/** Bytes that the request takes of these; undefined: more are needed. */
function endOf(bytes: Uint8Array, { delimiter, characters, isRaw }: LineRequest): number | undefined {
  let count = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (delimiter !== undefined && byte === delimiter) return at + 1
    if (!isRaw && byte === BACKSLASH) {
      if (at + 1 >= bytes.length) return undefined
      at += 1
      if (bytes[at] === NEWLINE) continue
    }
    const isLast = at + 1 >= bytes.length || !isContinuation(bytes[at + 1] ?? 0)
    if (isLast) count += 1
    if (characters !== undefined && count >= characters && isWhole(bytes, at)) return at + 1
  }
  return undefined
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte < 0xc0
}

/** Whether the letter that ends here is complete in UTF-8. */
function isWhole(bytes: Uint8Array, end: number): boolean {
  let start = end
  while (start > 0 && isContinuation(bytes[start] ?? 0)) start -= 1
  const first = bytes[start] ?? 0
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1
  return end - start + 1 >= length
}
