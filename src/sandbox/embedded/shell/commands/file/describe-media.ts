/** Details that `file` reports of audio and video. */
import type { BytesReader } from './bytes-reader.ts'

type Description = readonly [text: string, mime: string]

const BRANDS: Readonly<Record<string, Description>> = {
  avif: ['AVIF Image', 'image/avif'],
  heic: ['HEIF Image HEVC Main or Main Still Picture Profile', 'image/heic'],
  heix: ['HEIF Image HEVC Main 10 Profile', 'image/heic'],
  mif1: ['HEIF Image', 'image/heif'],
  isom: ['MP4 Base Media v1 [ISO 14496-12:2003]', 'video/mp4'],
  iso2: ['MP4 Base Media v2 [ISO 14496-12:2005]', 'video/mp4'],
  iso5: ['MP4 Base Media v5', 'video/mp4'],
  iso6: ['MP4 Base Media v6', 'video/mp4'],
  mp41: ['MP4 v1 [ISO 14496-1:ch13]', 'video/mp4'],
  mp42: ['MP4 v2 [ISO 14496-14]', 'video/mp4'],
  dash: ['MPEG v4 system, Dynamic Adaptive Streaming over HTTP', 'video/mp4'],
  'M4A ': ['Apple iTunes ALAC/AAC-LC (.M4A) Audio', 'audio/x-m4a'],
  'M4V ': ['Apple iTunes Video (.M4V) Video', 'video/x-m4v'],
  'qt  ': ['Apple QuickTime movie, Apple QuickTime (.MOV/QT)', 'video/quicktime'],
  '3gp5': ['MPEG v4 system, 3GPP', 'video/3gpp'],
  '3gp4': ['MPEG v4 system, 3GPP', 'video/3gpp'],
}

export function describeIsoMedia(file: BytesReader): Description {
  const [text, mime] = BRANDS[file.text(8, 4)] ?? ['', 'video/mp4']
  return [text === '' ? 'ISO Media' : `ISO Media, ${text}`, mime]
}

export function describeWave(file: BytesReader): string {
  const base = 'RIFF (little-endian) data, WAVE audio'
  if (!file.has(12, 'fmt ')) return base
  const format = { 1: 'Microsoft PCM', 3: 'IEEE Float', 6: 'ITU G.711 A-law', 7: 'ITU G.711 mu-law' }[
    file.u16(20, true)
  ]
  const bits = file.u16(34, true)
  const channels = channelsText(file.u16(22, true))
  return `${base}, ${format ?? 'unknown'}${bits > 0 ? `, ${bits} bit` : ''}, ${channels} ${file.u32(24, true)} Hz`
}

function channelsText(count: number): string {
  return count === 1 ? 'mono' : count === 2 ? 'stereo' : `${count} channels`
}

export function describeOgg(file: BytesReader): string {
  if (file.has(28, '\x01vorbis')) {
    const rate = file.u32(48, true)
    return `Ogg data, Vorbis audio, ${channelsText(file.u8(39))}, ${file.u32(40, true)} Hz${rate > 0 ? `, ~${rate} bps` : ''}`
  }
  if (file.has(28, 'OpusHead'))
    return `Ogg data, Opus audio, version 0.${file.u8(36)}, ${channelsText(file.u8(37))}, ${file.u32(40, true)} Hz (Input Sample Rate)`
  if (file.has(28, '\x7fFLAC')) return 'Ogg data, FLAC audio'
  return file.has(28, '\x80theora') ? 'Ogg data, Theora video' : 'Ogg data'
}

export function describeFlac(file: BytesReader): string {
  const packed = file.u32(18)
  const hertz = packed >>> 12
  const channels = ((packed >>> 9) & 7) + 1
  const bits = ((packed >>> 4) & 31) + 1
  const samples = (packed & 15) * 2 ** 32 + file.u32(22)
  const length = samples === 0 ? 'length unknown' : `${samples} samples`
  return `FLAC audio bitstream data, ${bits} bit, ${channelsText(channels)}, ${hertz / 1000} kHz, ${length}`
}

const LAYER3_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const LAYER3_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const HERTZ = [44.1, 48, 32]

/** Undefined: no sound begins there. */
export function describeMp3(file: BytesReader, at = 0): string | undefined {
  const [second, third] = [file.u8(at + 1), file.u8(at + 2)]
  const version = (second >> 3) & 3
  if (file.u8(at) !== 0xff || (second & 0xe6) !== 0xe2 || version < 2 || third >> 4 === 15) return undefined
  const rate = (version === 3 ? LAYER3_V1 : LAYER3_V2)[third >> 4] ?? 0
  const hertz = (HERTZ[(third >> 2) & 3] ?? 0) / (version === 3 ? 1 : 2)
  const mode = ['Stereo', 'JntStereo', '2x Monaural', 'Monaural'][file.u8(at + 3) >> 6] ?? ''
  return `MPEG ADTS, layer III, v${version === 3 ? 1 : 2}, ${String(rate).padStart(3)} kbps, ${hertz} kHz, ${mode}`
}

export function describeId3(file: BytesReader): Description {
  const size = (file.u8(6) << 21) | (file.u8(7) << 14) | (file.u8(8) << 7) | file.u8(9)
  const inside = describeMp3(file, 10 + size)
  const text = `Audio file with ID3 version 2.${file.u8(3)}.${file.u8(4)}`
  return inside === undefined
    ? [text, 'application/octet-stream']
    : [`${text}, contains: ${inside}`, 'audio/mpeg']
}

export function describeMatroska(file: BytesReader): Description {
  const head = file.text(0, 64)
  if (head.includes('webm')) return ['WebM', 'video/webm']
  return head.includes('matroska')
    ? ['Matroska data', 'video/x-matroska']
    : ['EBML file', 'application/octet-stream']
}
