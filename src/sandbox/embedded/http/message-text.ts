/** HTTP messages as the bytes that go over a connection. */
import type { Header } from './message-reader.ts'

const ENCODER = new TextEncoder()

/** The first line and the headers, up to the empty line. Nothing in them can begin a line of its own. */
export function headBytes(firstLine: string, headers: readonly Header[]): Uint8Array {
  const lines = [firstLine, ...headers.map(([name, value]) => `${name}: ${value}`)]
  return latin1Bytes(`${lines.map((line) => line.replaceAll(/[\r\n\0]/g, ' ')).join('\r\n')}\r\n\r\n`)
}

/** One chunk of a body of unknown length. */
export function chunkBytes(data: Uint8Array): Uint8Array {
  const size = ENCODER.encode(`${data.length.toString(16)}\r\n`)
  const whole = new Uint8Array(size.length + data.length + 2)
  whole.set(size)
  whole.set(data, size.length)
  whole.set([13, 10], size.length + data.length)
  return whole
}

export const LAST_CHUNK = ENCODER.encode('0\r\n\r\n')

function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const code = character.charCodeAt(0)
    return code > 0xff ? 0x3f : code
  })
}

/** Meant for one connection only, or for the way the body is packed on it: never passed on. */
export function isHopByHop([name]: Header): boolean {
  return /^(connection|keep-alive|proxy-connection|transfer-encoding|te|trailer|upgrade|expect|content-length|host)$/i.test(
    name,
  )
}
