/** Details that `file` reports of archives, databases and compressed data. */
import type { BytesReader } from './bytes-reader.ts'

type Description = readonly [text: string, mime: string]

const OFFICE: Readonly<Record<string, Description>> = {
  'word/': [
    'Microsoft Word 2007+',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  'xl/': ['Microsoft Excel 2007+', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  'ppt/': [
    'Microsoft PowerPoint 2007+',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ],
}
const OPEN_DOCUMENT: Readonly<Record<string, string>> = {
  text: 'Text',
  spreadsheet: 'Spreadsheet',
  presentation: 'Presentation',
  graphics: 'Drawing',
}
const METHODS: Readonly<Record<number, string>> = {
  0: 'store',
  8: 'deflate',
  9: 'deflate64',
  12: 'bzip2',
  14: 'lzma',
  93: 'zstd',
}
const GZIP_SYSTEMS: Readonly<Record<number, string>> = {
  0: 'FAT filesystem (MS-DOS, OS/2, NT)',
  3: 'Unix',
  7: 'Macintosh',
  10: 'NTFS filesystem (NT)',
  11: 'NTFS filesystem (NT)',
}

export function describeZip(file: BytesReader): Description {
  const first = file.text(30, file.u16(26, true))
  const mimetype = first === 'mimetype' ? file.text(38, file.u32(18, true)) : ''
  if (mimetype === 'application/epub+zip') return ['EPUB document', mimetype]
  const [, kind = ''] = /^application\/vnd\.oasis\.opendocument\.(\w+)/.exec(mimetype) ?? []
  if (kind !== '') return [`OpenDocument ${OPEN_DOCUMENT[kind] ?? kind}`, mimetype]
  if (first === '[Content_Types].xml' || first === '_rels/.rels')
    for (const [folder, description] of Object.entries(OFFICE))
      if (file.bytes.length > 0 && textOf(file).includes(`PK\x03\x04`) && textOf(file).includes(folder))
        return description
  if (file.u16(30 + first.length, true) === 0xca_fe)
    return ['Java archive data (JAR)', 'application/java-archive']
  if (first === 'AndroidManifest.xml')
    return ['Android package (APK), with AndroidManifest.xml', 'application/vnd.android.package-archive']
  const version = Math.max(1, Math.floor(file.u8(4) / 10))
  const method = METHODS[file.u16(8, true)] ?? '[unknown]'
  return [
    `Zip archive data, at least v${version}.${file.u8(4) % 10} to extract, compression method=${method}`,
    'application/zip',
  ]
}

/** Names in an archive are looked for in its first bytes only. */
function textOf(file: BytesReader): string {
  return file.text(0, Math.min(file.bytes.length, 8192))
}

/** `end`: the last four bytes. */
export function describeGzip(file: BytesReader): string {
  const flags = file.u8(3)
  let text = 'gzip compressed data'
  if ((flags & 8) !== 0) {
    const start = (flags & 4) === 0 ? 10 : 12 + file.u16(10, true)
    text += `, was "${file.name(start, 256)}"`
  }
  const time = file.u32(4, true)
  if (time !== 0) text += `, last modified: ${dateText(time)}`
  const level = file.u8(8)
  if (level === 2) text += ', max compression'
  if (level === 4) text += ', max speed'
  const system = GZIP_SYSTEMS[file.u8(9)]
  if (system !== undefined) text += `, from ${system}`
  const { length } = file.bytes
  return `${text}, original size modulo 2^32 ${file.u32(length - 4, true)}`
}

function dateText(seconds: number): string {
  const [day = '', month = '', date = '', year = '', time = ''] = new Date(seconds * 1000)
    .toUTCString()
    .replace(/^(\w+), (\d+) (\w+)/, '$1 $3 $2')
    .split(' ')
  return `${day} ${month} ${String(Number(date)).padStart(2)} ${time} ${year}`
}

export function describeSqlite(file: BytesReader): string {
  const encoding = ['', 'UTF-8', 'UTF-16 little endian', 'UTF-16 big endian'][file.u32(56)] ?? ''
  const user = file.u32(60)
  return [
    'SQLite 3.x database',
    ...(user === 0 ? [] : [`user version ${user}`]),
    `last written using SQLite version ${file.u32(96)}`,
    ...(file.u16(16) === 4096 ? [] : [`page size ${file.u16(16)}`]),
    ...(file.u8(18) === 2 ? [`writer version 2, read version ${file.u8(19)}`] : []),
    `file counter ${file.u32(24)}`,
    `database pages ${file.u32(28)}`,
    ...(file.u32(36) === 0 ? [] : [`1st free page ${file.u32(32)}, free pages ${file.u32(36)}`]),
    `cookie 0x${file.u32(40).toString(16)}`,
    `schema ${file.u32(44)}`,
    encoding,
    `version-valid-for ${file.u32(92)}`,
  ].join(', ')
}

/** The sum of a header's bytes is in it. */
export function describeTar(file: BytesReader): string | undefined {
  if (file.bytes.length < 512) return undefined
  const [stored = ''] = /[0-7]+/.exec(file.text(148, 8)) ?? []
  let sum = 0
  for (let at = 0; at < 512; at += 1) sum += at >= 148 && at < 156 ? 32 : file.u8(at)
  if (stored === '' || Number.parseInt(stored, 8) !== sum) return undefined
  if (file.has(257, 'ustar  \0')) return 'POSIX tar archive (GNU)'
  return file.has(257, 'ustar\0') ? 'POSIX tar archive' : 'tar archive'
}

export function describeDeb(file: BytesReader): string {
  const names = [...file.text(0, 400).matchAll(/control\.tar(?:\.\w+)?/g)].map(([name]) => name)
  const format = /\n(\d+\.\d+)\n/.exec(file.text(60, 20))?.[1] ?? ''
  return `Debian binary package (format ${format})${names[0] === undefined ? '' : `, with ${names[0]}`}`
}

const CPYTHON: Readonly<Record<number, string>> = {
  3379: '3.6',
  62211: '2.7',
  3394: '3.7',
  3413: '3.8',
  3425: '3.9',
  3439: '3.10',
  3495: '3.11',
  3531: '3.12',
  3571: '3.13',
}

/** Undefined: the number before `\r\n` is none of CPython's. */
export function describePyc(file: BytesReader): string | undefined {
  const version = CPYTHON[file.u16(0, true)]
  if (version === undefined) return undefined
  if (version === '3.6' || version === '2.7') return `python ${version} byte-compiled`
  if (file.u32(4, true) !== 0) return `Byte-compiled Python module for CPython ${version}, hash-based`
  const time = dateText(file.u32(8, true)).replace(/ (\d+)$/, ' $1 UTC')
  return `Byte-compiled Python module for CPython ${version}, timestamp-based, .py timestamp: ${time}, .py size: ${file.u32(12, true)} bytes`
}
