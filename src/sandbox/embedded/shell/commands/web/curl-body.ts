/** Body of curl's request: data, forms and files, with the matching headers. */
import { encodeText, joinBytes } from '../../byte-string.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import type { Options } from '../../../../languages/option-parser.ts'
import { randomId } from '../../../../contract/random-id.ts'

export interface CurlBody {
  readonly bytes: Uint8Array
  /** Undefined: none of its own. */
  readonly type: string | undefined
  readonly method: 'POST' | 'PUT'
  readonly accept?: string
}

export interface BodyFiles {
  /** A file's bytes, `-` for stdin. */
  read(name: string): Uint8Array
}

const DATA = new Set(['d', 'data-ascii', 'data-raw', 'data-binary', 'data-urlencode', 'json'])
const DATA_ERROR = 26

/** Undefined when nothing is sent. */
export function readBody(options: Options, files: BodyFiles): CurlBody | undefined {
  const data = dataOf(options, files)
  const isForm = options.has('F') || options.has('form-string')
  const upload = options.value('T')
  if ([data !== undefined, isForm, upload !== undefined].filter(Boolean).length > 1)
    throw new CommandError('You can only select one HTTP request method!', 2)
  if (upload !== undefined) return { bytes: fileOf(upload, files), type: undefined, method: 'PUT' }
  if (isForm) return formOf(options, files)
  if (data === undefined) return undefined
  if (options.has('json'))
    return { bytes: data, type: 'application/json', accept: 'application/json', method: 'POST' }
  return { bytes: data, type: 'application/x-www-form-urlencoded', method: 'POST' }
}

function dataOf(options: Options, files: BodyFiles): Uint8Array | undefined {
  const parts: Uint8Array[] = []
  for (const argument of options.all) {
    if (argument.type !== 'option' || !DATA.has(argument.name)) continue
    const { name, value = '' } = argument
    if (parts.length > 0 && name !== 'json') parts.push(encodeText('&'))
    parts.push(oneDatum(name, value, files))
  }
  return parts.length === 0 ? undefined : joinBytes(parts)
}

function oneDatum(name: string, value: string, files: BodyFiles): Uint8Array {
  if (name === 'data-urlencode') return encodeText(urlEncoded(value, files))
  if (name === 'data-raw' || !value.startsWith('@')) return encodeText(value)
  const bytes = fileOf(value.slice(1), files)
  // `-d` takes a file as lines of a form: their ends do not count.
  return name === 'd' || name === 'data-ascii'
    ? bytes.filter((byte) => byte !== 0x0a && byte !== 0x0d && byte !== 0)
    : bytes
}

/** `content`, `=content`, `name=content`, `@file`, `name@file`. */
function urlEncoded(value: string, files: BodyFiles): string {
  const at = value.search(/[=@]/)
  if (at < 0) return escaped(encodeText(value))
  const name = value.slice(0, at)
  const rest = value.slice(at + 1)
  const content = value.charAt(at) === '@' ? fileOf(rest, files) : encodeText(rest)
  return name === '' ? escaped(content) : `${name}=${escaped(content)}`
}

function escaped(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => {
    const char = String.fromCharCode(byte)
    return /[\w.~-]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')
}

function fileOf(name: string, files: BodyFiles): Uint8Array {
  try {
    return files.read(name)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    throw new CommandError(`(${DATA_ERROR}) Failed to open/read local data from file/application`, DATA_ERROR)
  }
}

function formOf(options: Options, files: BodyFiles): CurlBody {
  const boundary = `${'-'.repeat(24)}${randomId().slice(0, 16)}`
  const parts: Uint8Array[] = []
  for (const argument of options.all) {
    if (argument.type !== 'option' || (argument.name !== 'F' && argument.name !== 'form-string')) continue
    const field = readField(argument.value ?? '', argument.name === 'form-string', files)
    parts.push(encodeText(`--${boundary}\r\n${field.head}\r\n\r\n`), field.content, encodeText('\r\n'))
  }
  parts.push(encodeText(`--${boundary}--\r\n`))
  return { bytes: joinBytes(parts), type: `multipart/form-data; boundary=${boundary}`, method: 'POST' }
}

/** `name=text`, `name=@file;type=…;filename=…`, `name=<file`. */
function readField(
  text: string,
  isLiteral: boolean,
  files: BodyFiles,
): { head: string; content: Uint8Array } {
  const at = text.indexOf('=')
  if (at < 0) throw new CommandError('(2) Illegally formatted input field', 2)
  const name = text.slice(0, at)
  const value = text.slice(at + 1)
  const disposition = `Content-Disposition: form-data; name="${quoted(name)}"`
  if (isLiteral || !/^[@<]/.test(value)) {
    const [content = '', type] = isLiteral ? [value] : value.split(/;type=/)
    return { head: withType(disposition, type), content: encodeText(content) }
  }
  const [file = '', ...settings] = value.slice(1).split(';')
  const setting = (key: string) =>
    settings
      .find((item) => item.trim().startsWith(`${key}=`))
      ?.trim()
      .slice(key.length + 1)
  const content = fileOf(file, files)
  if (value.startsWith('<')) return { head: withType(disposition, setting('type')), content }
  const shown = setting('filename')?.replace(/^"(.*)"$/, '$1') ?? file.slice(file.lastIndexOf('/') + 1)
  const type = setting('type') ?? typeOf(file)
  return { head: withType(`${disposition}; filename="${quoted(shown)}"`, type), content }
}

function withType(head: string, type: string | undefined): string {
  return type === undefined ? head : `${head}\r\nContent-Type: ${type}`
}

function quoted(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

/** The few that curl knows. */
const TYPES: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  htm: 'text/html',
  html: 'text/html',
  pdf: 'application/pdf',
  xml: 'application/xml',
}

function typeOf(file: string): string {
  return TYPES[/\.([^./]+)$/.exec(file)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream'
}
