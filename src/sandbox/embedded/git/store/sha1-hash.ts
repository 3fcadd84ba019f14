/**
 * SHA-1, made for speed: the words of a block in one typed array, the five variables in turn instead of moved on each
 * step. About twice as fast as a general library's, and fast from the first file of a fresh worker on.
 */
const BLOCK = 64
const WORDS = new Int32Array(80)
const HASH = new Int32Array(5)
/** Bytes left over between two parts, and the padding. */
const rest = new Uint8Array(2 * BLOCK)
const restView = new DataView(rest.buffer)

/** The hash of the parts one after another. */
export function sha1(...parts: readonly Uint8Array[]): Uint8Array {
  HASH.set([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0])
  let held = 0
  let total = 0
  for (const part of parts) {
    total += part.length
    const taken = held === 0 ? 0 : Math.min(BLOCK - held, part.length)
    rest.set(part.subarray(0, taken), held)
    held += taken
    if (held === BLOCK) {
      addBlocks(restView, 0, BLOCK)
      held = 0
    }
    if (held > 0) continue
    const end = part.length - ((part.length - taken) % BLOCK)
    addBlocks(new DataView(part.buffer, part.byteOffset, part.length), taken, end)
    rest.set(part.subarray(end))
    held = part.length - end
  }
  return finish(held, total)
}

function finish(held: number, total: number): Uint8Array {
  const end = held < BLOCK - 8 ? BLOCK : 2 * BLOCK
  rest[held] = 0x80
  rest.fill(0, held + 1, end - 8)
  restView.setUint32(end - 8, Math.floor(total / 2 ** 29))
  restView.setUint32(end - 4, total * 8)
  addBlocks(restView, 0, end)
  const out = new Uint8Array(20)
  const view = new DataView(out.buffer)
  HASH.forEach((word, at) => view.setInt32(4 * at, word))
  return out
}

function addBlocks(data: DataView, from: number, to: number): void {
  const w = WORDS
  // One by one: taking an array apart goes through its iterator, which costs more than hashing a small file.
  let h0 = HASH[0] ?? 0
  let h1 = HASH[1] ?? 0
  let h2 = HASH[2] ?? 0
  let h3 = HASH[3] ?? 0
  let h4 = HASH[4] ?? 0
  for (let start = from; start < to; start += BLOCK) {
    for (let i = 0; i < 16; i += 1) w[i] = data.getInt32(start + 4 * i)
    for (let i = 16; i < 80; i += 1) {
      const word = (w[i - 3] ?? 0) ^ (w[i - 8] ?? 0) ^ (w[i - 14] ?? 0) ^ (w[i - 16] ?? 0)
      w[i] = (word << 1) | (word >>> 31)
    }
    let a = h0
    let b = h1
    let c = h2
    let d = h3
    let e = h4
    for (let i = 0; i < 20; i += 5) {
      e = (((a << 5) | (a >>> 27)) + (d ^ (b & (c ^ d))) + e + 0x5a827999 + (w[i] ?? 0)) | 0
      b = (b << 30) | (b >>> 2)
      d = (((e << 5) | (e >>> 27)) + (c ^ (a & (b ^ c))) + d + 0x5a827999 + (w[i + 1] ?? 0)) | 0
      a = (a << 30) | (a >>> 2)
      c = (((d << 5) | (d >>> 27)) + (b ^ (e & (a ^ b))) + c + 0x5a827999 + (w[i + 2] ?? 0)) | 0
      e = (e << 30) | (e >>> 2)
      b = (((c << 5) | (c >>> 27)) + (a ^ (d & (e ^ a))) + b + 0x5a827999 + (w[i + 3] ?? 0)) | 0
      d = (d << 30) | (d >>> 2)
      a = (((b << 5) | (b >>> 27)) + (e ^ (c & (d ^ e))) + a + 0x5a827999 + (w[i + 4] ?? 0)) | 0
      c = (c << 30) | (c >>> 2)
    }
    for (let i = 20; i < 40; i += 5) {
      e = (((a << 5) | (a >>> 27)) + (b ^ c ^ d) + e + 0x6ed9eba1 + (w[i] ?? 0)) | 0
      b = (b << 30) | (b >>> 2)
      d = (((e << 5) | (e >>> 27)) + (a ^ b ^ c) + d + 0x6ed9eba1 + (w[i + 1] ?? 0)) | 0
      a = (a << 30) | (a >>> 2)
      c = (((d << 5) | (d >>> 27)) + (e ^ a ^ b) + c + 0x6ed9eba1 + (w[i + 2] ?? 0)) | 0
      e = (e << 30) | (e >>> 2)
      b = (((c << 5) | (c >>> 27)) + (d ^ e ^ a) + b + 0x6ed9eba1 + (w[i + 3] ?? 0)) | 0
      d = (d << 30) | (d >>> 2)
      a = (((b << 5) | (b >>> 27)) + (c ^ d ^ e) + a + 0x6ed9eba1 + (w[i + 4] ?? 0)) | 0
      c = (c << 30) | (c >>> 2)
    }
    for (let i = 40; i < 60; i += 5) {
      e = (((a << 5) | (a >>> 27)) + ((b & c) | (d & (b | c))) + e - 0x70e44324 + (w[i] ?? 0)) | 0
      b = (b << 30) | (b >>> 2)
      d = (((e << 5) | (e >>> 27)) + ((a & b) | (c & (a | b))) + d - 0x70e44324 + (w[i + 1] ?? 0)) | 0
      a = (a << 30) | (a >>> 2)
      c = (((d << 5) | (d >>> 27)) + ((e & a) | (b & (e | a))) + c - 0x70e44324 + (w[i + 2] ?? 0)) | 0
      e = (e << 30) | (e >>> 2)
      b = (((c << 5) | (c >>> 27)) + ((d & e) | (a & (d | e))) + b - 0x70e44324 + (w[i + 3] ?? 0)) | 0
      d = (d << 30) | (d >>> 2)
      a = (((b << 5) | (b >>> 27)) + ((c & d) | (e & (c | d))) + a - 0x70e44324 + (w[i + 4] ?? 0)) | 0
      c = (c << 30) | (c >>> 2)
    }
    for (let i = 60; i < 80; i += 5) {
      e = (((a << 5) | (a >>> 27)) + (b ^ c ^ d) + e - 0x359d3e2a + (w[i] ?? 0)) | 0
      b = (b << 30) | (b >>> 2)
      d = (((e << 5) | (e >>> 27)) + (a ^ b ^ c) + d - 0x359d3e2a + (w[i + 1] ?? 0)) | 0
      a = (a << 30) | (a >>> 2)
      c = (((d << 5) | (d >>> 27)) + (e ^ a ^ b) + c - 0x359d3e2a + (w[i + 2] ?? 0)) | 0
      e = (e << 30) | (e >>> 2)
      b = (((c << 5) | (c >>> 27)) + (d ^ e ^ a) + b - 0x359d3e2a + (w[i + 3] ?? 0)) | 0
      d = (d << 30) | (d >>> 2)
      a = (((b << 5) | (b >>> 27)) + (c ^ d ^ e) + a - 0x359d3e2a + (w[i + 4] ?? 0)) | 0
      c = (c << 30) | (c >>> 2)
    }
    h0 = (h0 + a) | 0
    h1 = (h1 + b) | 0
    h2 = (h2 + c) | 0
    h3 = (h3 + d) | 0
    h4 = (h4 + e) | 0
  }
  HASH.set([h0, h1, h2, h3, h4])
}
