/** Rows of a dump: an address, then the same bytes in each of the wanted ways. */

export interface DumpFormat {
  /** Bytes of one value. */
  readonly size: number
  /** Columns of one value, the blank before it included. */
  readonly width: number
  readonly show: (value: DataView) => string
  /** `>text<` at the end of the row. */
  readonly trailer?: boolean
  /** The rows of `hexdump -C`: two halves, and `|text|`. */
  readonly canonical?: boolean
  /** Short rows are filled up with blanks. */
  readonly isFilled?: boolean
}

interface Layout {
  /** Address of the first byte. */
  readonly start: number
  /** Bytes of a row. */
  readonly width: number
  readonly address: (at: number) => string
  /** Rows that are the same as the one before are shown, not written as `*`. */
  readonly showsRepeats: boolean
}

export function dumpLines(bytes: Uint8Array, formats: readonly DumpFormat[], layout: Layout): string {
  const aligned = align(formats)
  const lines: string[] = []
  let before: Uint8Array | undefined
  let isStar = false
  for (let at = 0; at < bytes.length; at += layout.width) {
    const row = bytes.subarray(at, at + layout.width)
    const isSame =
      !layout.showsRepeats && row.length === layout.width && before !== undefined && equal(row, before)
    before = row
    if (isSame) {
      if (!isStar) lines.push('*\n')
      isStar = true
      continue
    }
    isStar = false
    for (const [index, format] of aligned.entries()) {
      const address = layout.address(layout.start + at)
      lines.push(`${index === 0 ? address : ' '.repeat(address.length)}${rowOf(row, format, layout.width)}\n`)
    }
  }
  return lines.join('')
}

/** Every format gets as many columns a byte as the widest one. */
function align(formats: readonly DumpFormat[]): readonly DumpFormat[] {
  const perBlock = 8
  const widest = Math.max(...formats.map(({ size, width }) => (width * perBlock) / size))
  return formats.map((format) => ({ ...format, width: (widest * format.size) / perBlock }))
}

function rowOf(row: Uint8Array, format: DumpFormat, width: number): string {
  const cells: string[] = []
  for (let at = 0; at < row.length; at += format.size) {
    const value = new Uint8Array(format.size)
    value.set(row.subarray(at, at + format.size))
    cells.push(format.show(new DataView(value.buffer)).padStart(format.width))
  }
  if (format.canonical) return canonicalRow(cells, row)
  const text = cells.join('')
  const filled = text.padEnd((width / format.size) * format.width)
  if (!format.trailer) return format.isFilled ? filled : text
  return `${filled}  >${printable(row)}<`
}

function canonicalRow(cells: readonly string[], row: Uint8Array): string {
  const text = ` ${cells.slice(0, 8).join('')}${cells.length > 8 ? ' ' : ''}${cells.slice(8).join('')}`
  return `${text.padEnd(50)}  |${printable(row)}|`
}

function printable(row: Uint8Array): string {
  return Array.from(row, (byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join('')
}

function equal(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}

const SIZES: Readonly<Record<string, number>> = { C: 1, S: 2, I: 4, L: 8 }
const FLOAT_SIZES: Readonly<Record<string, number>> = { F: 4, D: 8, '4': 4, '8': 8, '': 8 }
/** Digits of the largest value of so many bytes, with a sign for `d`. */
const DIGITS: Readonly<Record<string, readonly number[]>> = {
  o: [3, 6, 0, 11, 0, 0, 0, 22],
  u: [3, 5, 0, 10, 0, 0, 0, 20],
  d: [4, 6, 0, 11, 0, 0, 0, 20],
  x: [2, 4, 0, 8, 0, 0, 0, 16],
}

/** One of od's types, e.g. `x` of size `2`; undefined when there is none. */
export function formatOf(letter: string, size: string, trailer: boolean): DumpFormat | undefined {
  if (letter === 'a' || letter === 'c') {
    if (size !== '') return undefined
    return {
      size: 1,
      width: 4,
      show: (view) => (letter === 'a' ? named : escaped)(view.getUint8(0)),
      trailer,
    }
  }
  if (letter === 'f') {
    const bytes = FLOAT_SIZES[size]
    if (bytes === undefined) return undefined
    return { size: bytes, width: bytes === 4 ? 16 : 25, show: (view) => floatText(view, bytes), trailer }
  }
  const bytes = SIZES[size] ?? Number(size === '' ? 4 : size)
  const digits = DIGITS[letter]?.[bytes - 1]
  if (digits === undefined || digits === 0) return undefined
  return { size: bytes, width: digits + 1, show: (view) => integerText(view, letter, digits), trailer }
}

function integerText(view: DataView, letter: string, digits: number): string {
  const unsigned = view.byteLength === 8 ? view.getBigUint64(0, true) : BigInt(unsignedOf(view))
  if (letter === 'u') return String(unsigned)
  if (letter === 'd') return String(BigInt.asIntN(view.byteLength * 8, unsigned))
  return unsigned.toString(letter === 'o' ? 8 : 16).padStart(digits, '0')
}

function unsignedOf(view: DataView): number {
  if (view.byteLength === 1) return view.getUint8(0)
  return view.byteLength === 2 ? view.getUint16(0, true) : view.getUint32(0, true)
}

/** The shortest digits that give the same value, at most as many as the type has. */
function floatText(view: DataView, bytes: number): string {
  const value = bytes === 4 ? view.getFloat32(0, true) : view.getFloat64(0, true)
  if (Number.isNaN(value)) return view.getUint8(bytes - 1) & 0x80 ? '-nan' : 'nan'
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf'
  if (Object.is(value, -0)) return '-0'
  const most = bytes === 4 ? 9 : 17
  for (let digits = 1; digits <= most; digits += 1) {
    const text = value.toPrecision(digits)
    const back = bytes === 4 ? Math.fround(Number(text)) : Number(text)
    if (back === value || digits === most) return generalText(value, digits)
  }
  return String(value)
}

/** As C's `%g`. */
function generalText(value: number, digits: number): string {
  if (value === 0) return '0'
  const [mantissa = '', exponent = '0'] = value.toExponential(digits - 1).split('e')
  const power = Number(exponent)
  const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
  if (power >= -4 && power < digits) return trimmed(value.toFixed(Math.max(0, digits - 1 - power)))
  return `${trimmed(mantissa)}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}

const NAMES =
  'nul soh stx etx eot enq ack bel bs ht nl vt ff cr so si dle dc1 dc2 dc3 dc4 nak syn etb can em sub esc fs gs rs us sp'.split(
    ' ',
  )

function named(byte: number): string {
  const low = byte & 127
  return low === 127 ? 'del' : (NAMES[low] ?? String.fromCharCode(low))
}

const ESCAPES: Readonly<Record<number, string>> = {
  0: '\\0',
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
}

function escaped(byte: number): string {
  const escape = ESCAPES[byte]
  if (escape !== undefined) return escape
  return byte >= 32 && byte < 127 ? String.fromCharCode(byte) : byte.toString(8).padStart(3, '0')
}
