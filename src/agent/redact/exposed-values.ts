/**
 * Every value in a file with secrets, also short ones and those under innocent names: for the output of a command that has read the
 * file. `file-values.ts` finds the few that are taken out of every text.
 */
import { ASSIGNMENT, isOrdinary, isSecretName, unquoted } from './file-values.ts'
import { readingsOf } from './file-readings.ts'
import { looksRandom } from './redactor.ts'

/** Shorter values cannot be taken out of a text: its line is. */
export const LEAST_MASKED_CHARS = 4
/** One character, or a number of two digits, tells nothing of a file. */
const LEAST_TOLD_CHARS = 2
/** Words that configurations are full of, besides those that `file-values.ts` knows. */
const PLAIN_WORDS =
  /^(?:test|tests|dev|develop|prod|stage|local|live|demo|info|warn|error|fatal|trace|silent|http|https|tcp|udp|json|text|html|utf-?8|utc|gmt|auto|always|never|strict|lax|none|basic|simple|main|master|root|admin|user|guest|app|api|web|server|client|worker|index|public|node|npm|[a-z]{2}(?:[-_][A-Z]{2})?(?:\.utf-?8)?)$/i
/** Names of settings that everybody may see; hosts and users are not among them. */
const OPEN_NAME =
  /^(?:(?:node|app)_env|env|port|locale|lang|tz|mode|debug|log_level)$|_(?:port|log_level|timeout)$/i
/** This machine, with a port and a path perhaps. */
const OWN_ADDRESS =
  /^(?:[a-z][\w+.-]*:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[?::1?\]?)(?::\d+)?(?:\/[\w./-]*)?$/i
const FRAME = /^-----(?:BEGIN|END)/

export interface ExposedValues {
  /** Four characters and more. */
  readonly values: readonly string[]
  /** Shorter ones. */
  readonly short: readonly string[]
  /** False where there are more than asked for, or the file is no text. */
  readonly isWhole: boolean
}

/** At most `most` of each kind. Values that tell nothing (`true`, `3000` as a port, `localhost`) are left out. */
export function exposedValuesIn(text: string, most: number): ExposedValues {
  const values = new Set<string>()
  const short = new Set<string>()
  let isWhole = true
  const add = (value: string): void => {
    const plain = value.trim()
    if (plain.length < LEAST_TOLD_CHARS) return
    const kind = plain.length < LEAST_MASKED_CHARS ? short : values
    if (kind.size >= most && !kind.has(plain)) isWhole = false
    else kind.add(plain)
  }
  for (const line of text.split(/\r\n?|\n/)) for (const value of valuesOfLine(line)) add(value)
  for (const value of quotedBlocks(text)) add(value)
  for (const { name, value, isSure = isSecretName(name) } of readingsOf(text)) {
    const isLong = value.trim().length >= LEAST_MASKED_CHARS
    if ((isLong || isSure) && !tellsNothing(name, value.trim())) add(value)
  }
  // Bytes that are no text, or one in an encoding that is not known: programs find other values in there.
  if (/[\0\ufffd]/.test(text)) isWhole = false
  return { values: [...values], short: [...short], isWhole }
}

function* valuesOfLine(line: string): Generator<string> {
  const plain = line.trim()
  if (plain === '' || /^[\w.-]+\s*[=:]$/.test(plain) || FRAME.test(plain) || /^[{}[\],]+$/.test(plain)) return
  // Several in one line, as in JSON.
  const pairs = [...plain.matchAll(/["']([\w.-]{1,100})["']\s*:\s*["']([^"']*)["']/g)]
  for (const [, name = '', value = ''] of pairs) yield* valuesOf(name, value)
  if (pairs.length > 1) return
  // A value that was commented out may be in use elsewhere.
  const assigned = ASSIGNMENT.exec(plain.replace(/^(?:#|;|\/\/)\s*/, ''))?.groups
  if (assigned !== undefined) {
    const { name = '', value = '' } = assigned
    yield* valuesOf(name, unquoted(value))
    return
  }
  if (/^(?:#|;|\/\/)/.test(plain)) return
  const words = plain.split(/\s+/)
  if (words.length === 1) return yield* valuesOf('', plain)
  // `.netrc`: machine, login and password by words.
  for (const [at, word] of words.entries())
    if (/^(?:login|password|account|macdef)$/i.test(words[at - 1] ?? ''))
      yield* valuesOf(words[at - 1] ?? '', word)
  // `user:hash`, `host:port:database:user:password`.
  for (const part of plain.split(/[:\s]/)) if (looksRandom(part)) yield part
}

function* valuesOf(name: string, value: string): Generator<string> {
  if (!tellsNothing(name, value)) yield value
  const inAddress = /^[a-z][\w+.-]*:\/\/([^\s/@:]*)(?::([^\s/@]+))?@/i.exec(value)
  for (const part of [inAddress?.[2], decoded(inAddress?.[2])]) if (part !== undefined) yield part
}

/** Under a name that says that it is secret nothing is harmless but an empty word. */
function tellsNothing(name: string, value: string): boolean {
  if (/^(?:true|false|yes|no|on|off|null|none|undefined|\d{1,2}|)$/i.test(value)) return true
  if (isSecretName(name)) return false
  if (isOrdinary(value) || PLAIN_WORDS.test(value)) return true
  if (/^[a-z][\w+.-]*:\/\/[^\s/]*@/i.test(value)) return false
  if (OWN_ADDRESS.test(value)) return true
  return OPEN_NAME.test(name) && !looksRandom(value)
}

/** Quoted values of several lines: each line, and the whole. */
function* quotedBlocks(text: string): Generator<string> {
  for (const [, name = '', , value = ''] of text.matchAll(
    /^[^\S\r\n]*(?:export\s+)?([\w.-]+)=(["'])([^"']*\n[^"']*)\2/gm,
  )) {
    if (!tellsNothing(name, value)) yield value
    for (const line of value.split('\n')) if (!FRAME.test(line)) yield line
  }
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined || !text.includes('%')) return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
