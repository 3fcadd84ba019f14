/** Details that `file` reports of images. */
import type { BytesReader } from './bytes-reader.ts'

const PNG_COLORS: Readonly<Record<number, string>> = {
  0: ' grayscale',
  2: '/color RGB',
  3: ' colormap',
  4: ' gray+alpha',
  6: '/color RGBA',
}
const PSD_MODES = ['bitmap', 'grayscale', 'indexed', 'RGB', 'CMYK', '', '', 'multichannel', 'duotone', 'lab']

/** From the signature on. */
export function describePng(file: BytesReader, at = 0): string {
  if (!file.has(at + 12, 'IHDR')) return 'PNG image data'
  const color = `${file.u8(at + 24)}-bit${PNG_COLORS[file.u8(at + 25)] ?? ''}`
  const interlaced = file.u8(at + 28) === 1 ? 'interlaced' : 'non-interlaced'
  return `PNG image data, ${file.u32(at + 16)} x ${file.u32(at + 20)}, ${color}, ${interlaced}`
}

export function describeJpeg(file: BytesReader): string {
  let text = 'JPEG image data'
  for (let at = 2; at + 4 <= file.bytes.length && file.u8(at) === 0xff;) {
    const marker = file.u8(at + 1)
    const length = file.u16(at + 2)
    if (marker === 0xe0 && file.has(at + 4, 'JFIF\0')) text += jfif(file, at)
    else if (marker === 0xe1 && file.has(at + 4, 'Exif\0\0')) {
      const isLittle = file.has(at + 10, 'II')
      const entries = file.u16(at + 18, isLittle)
      text += `, Exif standard: [TIFF image data, ${isLittle ? 'little' : 'big'}-endian, direntries=${entries}]`
    } else if (marker === 0xfe) text += `, comment: "${file.name(at + 4, length - 2)}"`
    else if (marker >= 0xc0 && marker <= 0xc2) {
      const kind = ['baseline', 'extended sequential', 'progressive'][marker - 0xc0] ?? ''
      const size = `${file.u16(at + 7)}x${file.u16(at + 5)}`
      return `${text}, ${kind}, precision ${file.u8(at + 4)}, ${size}, components ${file.u8(at + 9)}`
    } else if (marker === 0xda) return text
    at += 2 + length
  }
  return text
}

function jfif(file: BytesReader, at: number): string {
  const version = `${file.u8(at + 9)}.${String(file.u8(at + 10)).padStart(2, '0')}`
  const unit = [', aspect ratio', ', resolution (DPI)', ', resolution (DPCM)'][file.u8(at + 11)] ?? ''
  const density = `${file.u16(at + 12)}x${file.u16(at + 14)}`
  return `, JFIF standard ${version}${unit}, density ${density}, segment length ${file.u16(at + 2)}`
}

export function describeGif(file: BytesReader): string {
  return `GIF image data, version ${file.text(3, 3)}, ${file.u16(6, true)} x ${file.u16(8, true)}`
}

export function describeBmp(file: BytesReader): string {
  if (file.u32(14, true) !== 40) return 'PC bitmap'
  const signed = (at: number): number => Math.trunc(file.u32(at, true)) | 0
  const size = `${signed(18)} x ${signed(22)} x ${file.u16(28, true)}`
  const image = file.u32(34, true)
  const [x, y] = [file.u32(38, true), file.u32(42, true)]
  const resolution = x > 0 ? `, resolution ${x} x ${y} px/m` : ''
  const imageSize = image > 0 ? `, image size ${image}` : ''
  return `PC bitmap, Windows 3.x format, ${size}${imageSize}${resolution}, cbSize ${file.u32(2, true)}, bits offset ${file.u32(10, true)}`
}

export function describeIcon(file: BytesReader): string {
  const isCursor = file.u8(2) === 2
  const count = file.u16(4, true)
  let text = `MS Windows ${isCursor ? 'cursor' : 'icon'} resource - ${count} icon${count === 1 ? '' : 's'}`
  for (let at = 6; at < 6 + 16 * Math.min(count, 2); at += 16) {
    const side = (value: number): number => value || 256
    text += `, ${side(file.u8(at))}x${side(file.u8(at + 1))}`
    const data = file.u32(at + 12, true)
    if (file.has(data, '\x89PNG')) text += ` with ${describePng(file, data)}`
    if (isCursor) text += `, hotspot @${file.u16(at + 4, true)}x${file.u16(at + 6, true)}`
    else if (file.u16(at + 6, true) > 0) text += `, ${file.u16(at + 6, true)} bits/pixel`
  }
  return text
}

export function describeTiff(file: BytesReader): string {
  const isLittle = file.has(0, 'II')
  const directory = file.u32(4, isLittle)
  const count = file.u16(directory, isLittle)
  let text = `TIFF image data, ${isLittle ? 'little' : 'big'}-endian, direntries=${count}`
  for (let at = directory + 2; at < directory + 2 + 12 * count; at += 12) {
    const [tag, kind] = [file.u16(at, isLittle), file.u16(at + 2, isLittle)]
    const value = kind === 3 ? file.u16(at + 8, isLittle) : file.u32(at + 8, isLittle)
    if (tag === 0x1_00) text += `, width=${value}`
    if (tag === 0x1_01) text += `, height=${value}`
  }
  return text
}

export function describeWebp(file: BytesReader): string {
  const base = 'RIFF (little-endian) data, Web/P image'
  if (!file.has(12, 'VP8 ')) return base
  const scale = (value: number): string => ['[none]', '[5/4]', '[5/3]', '[2]'][value >> 14] ?? ''
  const [width, height] = [file.u16(26, true), file.u16(28, true)]
  const size = `${width & 0x3f_ff}x${height & 0x3f_ff}`
  return `${base}, VP8 encoding, ${size}, Scaling: ${scale(width)}x${scale(height)}, YUV color, decoders should clamp`
}

export function describePsd(file: BytesReader): string {
  const mode = PSD_MODES[file.u16(24)] ?? ''
  return `Adobe Photoshop Image, ${file.u32(18)} x ${file.u32(14)}, ${mode}, ${file.u16(12)}x ${file.u16(22)}-bit channel${file.u16(12) === 1 ? '' : 's'}`
}

export function describeNetpbm(file: BytesReader): string | undefined {
  const [, kind, width, height] = /^P([456])\s+(?:#[^\n]*\n\s*)*(\d+)\s+(\d+)\s/.exec(file.text(0, 200)) ?? []
  if (kind === undefined) return undefined
  const name = { 4: 'bitmap', 5: 'greymap', 6: 'pixmap' }[kind] ?? ''
  return `Netpbm image data, size = ${width ?? ''} x ${height ?? ''}, rawbits, ${name}`
}
