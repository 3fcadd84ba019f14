/** Makes functions of a WebAssembly module callable that it keeps to itself. */
const EXPORT_SECTION = 7
const FUNCTION = 0
const HEADER_BYTES = 8

/** `functions` are indices by the names to export them under. The rest of the module stays as it is. */
export function withExports(bytes, functions) {
  let place = HEADER_BYTES
  while (place < bytes.length) {
    const [size, start] = readNumber(bytes, place + 1)
    if (bytes[place] === EXPORT_SECTION) {
      const section = withEntries(bytes.subarray(start, start + size), functions)
      return Buffer.concat([
        bytes.subarray(0, place),
        Uint8Array.of(EXPORT_SECTION, ...numberBytes(section.length)),
        section,
        bytes.subarray(start + size),
      ])
    }
    place = start + size
  }
  throw new Error('The WebAssembly module has no exports to add to.')
}

function withEntries(section, functions) {
  const entries = Object.entries(functions)
  const [count, start] = readNumber(section, 0)
  const added = entries.flatMap(([name, index]) => {
    const text = new TextEncoder().encode(name)
    return [...numberBytes(text.length), ...text, FUNCTION, ...numberBytes(index)]
  })
  return Buffer.concat([
    Uint8Array.from(numberBytes(count + entries.length)),
    section.subarray(start),
    Uint8Array.from(added),
  ])
}

/** LEB128, without a sign: the number, and the place behind it. */
function readNumber(bytes, start) {
  let value = 0
  for (let place = start, shift = 0; ; place += 1, shift += 7) {
    value += (bytes[place] & 0x7f) * 2 ** shift
    if ((bytes[place] & 0x80) === 0) return [value, place + 1]
  }
}

function numberBytes(number) {
  const bytes = []
  for (let rest = number; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest % 128) | 0x80)
  }
}
