/** The checksum of zip entries, eight bytes a step. */
const TABLES = makeTables()

export function crc32(data: Uint8Array): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = TABLES
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  let crc = -1
  let at = 0
  for (; at + 8 <= data.length; at += 8) {
    const low = view.getUint32(at, true) ^ crc
    const high = view.getUint32(at + 4, true)
    crc =
      look(t7, low & 0xff) ^
      look(t6, (low >>> 8) & 0xff) ^
      look(t5, (low >>> 16) & 0xff) ^
      look(t4, low >>> 24) ^
      look(t3, high & 0xff) ^
      look(t2, (high >>> 8) & 0xff) ^
      look(t1, (high >>> 16) & 0xff) ^
      look(t0, high >>> 24)
  }
  for (; at < data.length; at++) crc = (crc >>> 8) ^ look(t0, (crc ^ view.getUint8(at)) & 0xff)
  return (crc ^ -1) >>> 0
}

function look(table: Int32Array, index: number): number {
  return table[index] ?? 0 // a byte is always within the 256 entries
}

type Tables = readonly [
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
]

function makeTables(): Tables {
  const first = Int32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
    return crc
  })
  const after = (table: Int32Array) => table.map((crc) => (crc >>> 8) ^ look(first, crc & 0xff))
  const second = after(first)
  const third = after(second)
  const fourth = after(third)
  const fifth = after(fourth)
  const sixth = after(fifth)
  const seventh = after(sixth)
  return [first, second, third, fourth, fifth, sixth, seventh, after(seventh)]
}
