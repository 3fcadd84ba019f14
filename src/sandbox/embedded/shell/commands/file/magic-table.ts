/** Kinds of files by what they begin with, in the order in which they are tried. */
import type { BytesReader } from './bytes-reader.ts'
import {
  describeDeb,
  describeGzip,
  describePyc,
  describeSqlite,
  describeTar,
  describeZip,
} from './describe-archives.ts'
import {
  describeBmp,
  describeGif,
  describeIcon,
  describeJpeg,
  describeNetpbm,
  describePng,
  describePsd,
  describeTiff,
  describeWebp,
} from './describe-images.ts'
import {
  describeFlac,
  describeId3,
  describeIsoMedia,
  describeMatroska,
  describeMp3,
  describeOgg,
  describeWave,
} from './describe-media.ts'
import { describeDos, describeElf, describeFatOrClass, describeMacho } from './describe-programs.ts'

type Description = readonly [text: string, mime: string]
/** Undefined: it is not of that kind after all. */
type Describe = (file: BytesReader) => string | Description | undefined

export interface Magic {
  /** One letter a byte; where, and what. All of them must be there. */
  readonly signs: readonly (readonly [at: number, letters: string])[]
  readonly text: string | Describe
  /** MIME type unless the description returns its own. */
  readonly mime: string
}

const UNNAMED = 'application/octet-stream'

function magic(letters: string, text: string | Describe, mime = UNNAMED): Magic {
  return { signs: [[0, letters]], text, mime }
}

function at(place: number, letters: string, text: string | Describe, mime = UNNAMED): Magic {
  return { signs: [[place, letters]], text, mime }
}

function riff(kind: string, text: string | Describe, mime: string): Magic {
  return {
    signs: [
      [0, 'RIFF'],
      [8, kind],
    ],
    text,
    mime,
  }
}

const versioned =
  (name: string, place: number) =>
  (file: BytesReader): string =>
    `${name}, version ${file.u32(place)}`

export const MAGIC: readonly Magic[] = [
  { signs: [], text: describeTar, mime: 'application/x-tar' },
  magic('\x89PNG\r\n\x1a\n', (file) => describePng(file), 'image/png'),
  magic('GIF8', describeGif, 'image/gif'),
  magic('\xff\xd8\xff', describeJpeg, 'image/jpeg'),
  riff('WEBP', describeWebp, 'image/webp'),
  riff('WAVE', describeWave, 'audio/x-wav'),
  riff('AVI ', 'RIFF (little-endian) data, AVI', 'video/x-msvideo'),
  magic('RIFF', 'RIFF (little-endian) data'),
  magic(
    'BM',
    (file) => (file.u16(6, true) === 0 && file.u32(14, true) <= 124 ? describeBmp(file) : undefined),
    'image/bmp',
  ),
  magic('\0\0\x01\0', iconIfPlain, 'image/vnd.microsoft.icon'),
  magic('\0\0\x02\0', iconIfPlain, 'image/x-win-bitmap'),
  magic('II*\0', describeTiff, 'image/tiff'),
  magic('MM\0*', describeTiff, 'image/tiff'),
  magic('8BPS', describePsd, 'image/vnd.adobe.photoshop'),
  magic('\xff\x0a', 'JPEG XL codestream', 'image/jxl'),
  magic('\0\0\0\x0cjP  \r\n\x87\n', 'JPEG 2000 Part 1 (JP2)', 'image/jp2'),
  magic(
    'gimp xcf',
    (file) => {
      const mode = ['RGB Color', 'Greyscale', 'Indexed Color'][file.u32(22)] ?? ''
      return `GIMP XCF image data, version ${file.text(10, 3)}, ${file.u32(14)} x ${file.u32(18)}, ${mode}`
    },
    'image/x-xcf',
  ),
  magic('P', describeNetpbm, 'image/x-portable-anymap'),
  magic('icns', (file) => `Mac OS X icon, ${file.u32(4)} bytes, "${file.text(8, 4)}" type`, 'image/x-icns'),
  magic(
    'qoif',
    (file) =>
      `QOI image data ${file.u32(4)}x${file.u32(8)}, s${file.u8(12) === 4 ? 'RGBA' : 'RGB'} (linear alpha)`,
    'image/x-qoi',
  ),
  at(4, 'ftyp', describeIsoMedia, 'video/mp4'),
  magic('\x1f\x8b', describeGzip, 'application/gzip'),
  magic('BZh', (file) => `bzip2 compressed data, block size = ${file.text(3, 1)}00k`, 'application/x-bzip2'),
  magic(
    '\xfd7zXZ\0',
    (file) => {
      const check = { 0: 'NONE', 1: 'CRC32', 4: 'CRC64', 10: 'SHA-256' }[file.u8(7) & 15]
      return `XZ compressed data${check === undefined ? '' : `, checksum ${check}`}`
    },
    'application/x-xz',
  ),
  magic(']\0\0', 'LZMA compressed data, streamed', 'application/x-lzma'),
  magic(
    '\x28\xb5\x2f\xfd',
    (file) => {
      const hasDictionary = (file.u8(4) & 3) !== 0
      return `Zstandard compressed data (v0.8+)${hasDictionary ? '' : ', Dictionary ID: None'}`
    },
    'application/zstd',
  ),
  magic('\x04\x22\x4d\x18', 'LZ4 compressed data (v1.4+)', 'application/x-lz4'),
  magic('\x1f\x9d', (file) => `compress'd data ${file.u8(2) & 31} bits`, 'application/x-compress'),
  magic('PK\x03\x04', describeZip),
  magic('PK\x05\x06', 'Zip archive data (empty)', 'application/zip'),
  magic(
    "7z\xbc\xaf'\x1c",
    (file) => `7-zip archive data, version ${file.u8(6)}.${file.u8(7)}`,
    'application/x-7z-compressed',
  ),
  magic('Rar!\x1a\x07\x01\0', 'RAR archive data, v5', 'application/x-rar'),
  magic('Rar!\x1a\x07\0', 'RAR archive data', 'application/x-rar'),
  magic('!<arch>\ndebian-binary', describeDeb, 'application/vnd.debian.binary-package'),
  magic('!<arch>\n', 'current ar archive', 'application/x-archive'),
  magic('070701', 'ASCII cpio archive (SVR4 with no CRC)', 'application/x-cpio'),
  magic('070707', 'ASCII cpio archive (pre-SVR4 or odc)', 'application/x-cpio'),
  at(
    32_769,
    'CD001',
    (file) => `ISO 9660 CD-ROM filesystem data '${file.text(32_808, 32).trimEnd()}'`,
    'application/x-iso9660-image',
  ),
  magic(
    '\xed\xab\xee\xdb',
    (file) => `RPM v${file.u8(4)}.${file.u8(5)} ${file.u16(6) === 1 ? 'src' : 'bin'}`,
    'application/x-rpm',
  ),
  magic(
    'Cr24',
    (file) => `Google Chrome extension, version ${file.u32(4, true)}`,
    'application/x-chrome-extension',
  ),
  magic('\x7fELF', describeElf),
  magic('\xcf\xfa\xed\xfe', describeMacho, 'application/x-mach-binary'),
  magic('\xce\xfa\xed\xfe', describeMacho, 'application/x-mach-binary'),
  magic('\xca\xfe\xba\xbe', describeFatOrClass),
  magic('MZ', describeDos),
  magic(
    '\0asm',
    (file) => {
      const version = file.u32(4, true)
      return `WebAssembly (wasm) binary module version 0x${version.toString(16)}${version === 1 ? ' (MVP)' : ''}`
    },
    'application/wasm',
  ),
  at(2, '\r\n', describePyc, 'application/x-bytecode.python'),
  magic('\x1bLua', (file) => `Lua bytecode, version ${file.u8(4) >> 4}.${file.u8(4) & 15}`),
  magic('BC\xc0\xde', 'LLVM IR bitcode'),
  magic('dex\n', (file) => `Dalvik dex file version ${file.name(4, 3)}`),
  magic(
    '%PDF-',
    (file) => `PDF document, version ${/^%PDF-(\d\.\d)/.exec(file.text(0, 10))?.[1] ?? ''}`,
    'application/pdf',
  ),
  magic('SQLite format 3\0', describeSqlite, 'application/vnd.sqlite3'),
  magic('PACK', (file) => `Git pack, version ${file.u32(4)}, ${file.u32(8)} objects`, 'application/x-git'),
  magic('\xfftOc', versioned('Git pack index', 4)),
  magic('DIRC', (file) => `Git index, version ${file.u32(4)}, ${file.u32(8)} entries`),
  magic(
    '\0\x01\0\0\0',
    (file) =>
      file.u16(4) < 100 ? `TrueType Font data, ${file.u16(4)} tables, 1st "${file.text(12, 4)}"` : undefined,
    'font/sfnt',
  ),
  magic('OTTO', 'OpenType font data', 'application/vnd.ms-opentype'),
  magic(
    'ttcf',
    (file) => `TrueType font collection data, ${file.u16(4)}.${file.u16(6)}, ${file.u32(8)} fonts`,
    'font/ttf',
  ),
  magic('wOFF', (file) => webFont(file, 'Web Open Font Format', 20), 'font/woff'),
  magic('wOF2', (file) => webFont(file, 'Web Open Font Format (Version 2)', 24), 'font/woff2'),
  magic('ID3', describeId3),
  magic('\xff', (file) => describeMp3(file), 'audio/mpeg'),
  magic(
    '\xff',
    (file) => ((file.u8(1) & 0xf6) === 0xf0 ? 'MPEG ADTS, AAC' : undefined),
    'audio/x-hx-aac-adts',
  ),
  magic('OggS', describeOgg, 'audio/ogg'),
  magic('fLaC', describeFlac, 'audio/flac'),
  magic('\x1a\x45\xdf\xa3', describeMatroska),
  magic(
    'MThd',
    (file) => {
      const tracks = file.u16(10)
      return `Standard MIDI data (format ${file.u16(8)}) using ${tracks} track${tracks === 1 ? '' : 's'} at 1/${file.u16(12)}`
    },
    'audio/midi',
  ),
  magic('FORM', (file) => (file.has(8, 'AIFF') ? 'IFF data, AIFF audio' : 'IFF data'), 'audio/x-aiff'),
  magic('FLV\x01', 'Macromedia Flash Video', 'video/x-flv'),
  magic(
    '\0\0\x01\xba',
    (file) => `MPEG sequence, v${(file.u8(4) & 0x40) === 0 ? 1 : 2}, program multiplex`,
    'video/mpeg',
  ),
  magic('#!AMR', 'Adaptive Multi-Rate Codec (GSM telephony)', 'audio/amr'),
  magic(
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    'Composite Document File V2 Document',
    'application/x-ole-storage',
  ),
  magic(
    '\xd4\xc3\xb2\xa1',
    (file) => {
      const link = file.u32(20, true) === 1 ? 'Ethernet' : `linktype#${file.u32(20, true)}`
      return `pcap capture file, microsecond ts (little-endian) - version ${file.u16(4, true)}.${file.u16(6, true)} (${link}, capture length ${file.u32(16, true)})`
    },
    'application/vnd.tcpdump.pcap',
  ),
  magic(
    '\xde\x12\x04\x95',
    (file) =>
      `GNU message catalog (little endian), revision ${file.u16(6, true)}.${file.u16(4, true)}, ${file.u32(8, true)} messages, at ${file.u32(12, true)} string table`,
    'application/x-gettext-translation',
  ),
  magic(
    '\x93NUMPY',
    (file) => `NumPy array, version ${file.u8(6)}.${file.u8(7)}, header length ${file.u16(8, true)}`,
  ),
  magic('PAR1', 'Apache Parquet'),
  magic('\x89HDF\r\n\x1a\n', 'Hierarchical Data Format (version 5) data', 'application/x-hdf5'),
  magic('b0VIM ', (file) => `Vim swap file, version ${file.name(6, 6).trim()}`, 'text/plain'),
  magic('\0\0\0\x01Bud1\0', 'Apple Desktop Services Store'),
  magic('bplist', 'Apple binary property list'),
  magic('MSWIM\0\0\0', 'Windows imaging', 'application/x-ms-wim'),
  magic(
    'glTF',
    (file) => `glTF binary model, version ${file.u32(4, true)}, length ${file.u32(8, true)} bytes`,
    'model/gltf-binary',
  ),
  magic(
    'BLENDER',
    (file) =>
      `Blender3D, saved as ${file.has(7, '_') ? 32 : 64}-bits ${file.has(8, 'v') ? 'little' : 'big'} endian with version ${file.text(9, 1)}.${file.text(10, 2)}`,
    'application/x-blender',
  ),
  magic('hsqs', 'Squashfs filesystem, little endian', 'text/plain'),
  magic(
    'DDS |\0\0\0',
    (file) => `Microsoft DirectDraw Surface (DDS): ${file.u32(16, true)} x ${file.u32(12, true)}`,
  ),
  magic(
    'v/1\x01',
    (file) =>
      `OpenEXR image data, version ${file.u8(4)}, storage: ${(file.u8(5) & 2) === 0 ? 'scanline' : 'tiled'}`,
    'image/x-exr',
  ),
  magic('\xabKTX 11\xbb\r\n\x1a\n', 'Khronos KTX texture'),
  magic(
    'AT&TFORM',
    (file) => `DjVu ${file.has(12, 'DJVM') ? 'multiple page' : 'image or single page'} document`,
    'image/vnd.djvu',
  ),
  at(60, 'BOOKMOBI', 'Mobipocket E-book', 'application/x-mobipocket-ebook'),
  magic('d8:announce', 'BitTorrent file', 'application/x-bittorrent'),
  magic('#?RADIANCE\n', 'Radiance HDR image data', 'text/plain'),
  magic('x', zlibOf, 'application/zlib'),
  at(510, '\x55\xaa', 'DOS/MBR boot sector'),
]

function zlibOf(file: BytesReader): string | undefined {
  const isHeader = file.u16(0) % 31 === 0 && [0x01, 0x5e, 0x9c, 0xda].includes(file.u8(1))
  return isHeader ? 'zlib compressed data' : undefined
}

function iconIfPlain(file: BytesReader): string | undefined {
  const count = file.u16(4, true)
  return count > 0 && count < 100 && file.u8(9) === 0 && file.bytes.length > 21
    ? describeIcon(file)
    : undefined
}

function webFont(file: BytesReader, name: string, place: number): string {
  const flavors: Readonly<Record<string, string>> = { OTTO: 'CFF', '\0\x01\0\0': 'TrueType' }
  const flavor = flavors[file.text(4, 4)] ?? 'TrueType'
  return `${name}, ${flavor}, length ${file.u32(8)}, version ${file.u16(place)}.${file.u16(place + 2)}`
}
