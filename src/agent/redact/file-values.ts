/**
 * The values in files with secrets (`.env`, keys, credentials), so that a command that prints one does not
 * put it into the log. By lines, in any format: a value stands behind `=` or `:`. A value that stands
 * everywhere (`true`, `3000`, `localhost`, an address without a password) is no secret, or half of every text
 * would be taken out.
 */
import { LEAST_VALUE_CHARS, looksRandom } from './redactor.ts'

/** Characters of one value: a longer one is found in pieces. */
const MOST_VALUE_CHARS = 4_096

/** A line that gives a name a value, in whatever format. */
export const ASSIGNMENT =
  /^\s*(?:-\s+)?(?:export\s+|set\s+)?["']?(?<name>[\w./@:-]{1,100}?)["']?\s*(?:=|:(?!\/))\s*(?<value>\S.*)$/
/** Within a line: JSON on one, and what npm keeps for a registry. Up to the value; the name is taken at once, or not. */
const PAIR_BEGUN = /(?=(?<name>[\w.-]{1,100}))\k<name>["']?\s*[=:]\s*(?:(?=\w)(?<=:_\w{1,40}\s*=\s*)|["'])/
const PAIR_VALUE = /[^"'\s]*/y
const SECRET_NAME =
  /pass|pwd|secret|token|credential|api_?-?key|private|access_?-?key|auth|salt|signing|encrypt|cipher|seed|mnemonic|webhook|dsn|license_?-?key|(^|[_.-])key$|^key([_.-]|$)/i
/** Names of public values, which are meant to be seen. */
const OPEN_NAME =
  /public|publishable|^(node_env|app_env|env|host|hostname|port|url|region|locale|lang|tz|mode|debug|log_level)$|_(url|uri|host|port|region|path|dir|file|env|name|level|timeout|version|id_format)$/i
/** Words that examples are filled with, and words of configuration. */
const ORDINARY =
  /^(?:true|false|yes|no|on|off|null|none|undefined|development|production|staging|testing|localhost|default|disabled|enabled|required|optional|verbose|warning|information|debug|password|passwd|passphrase|username|administrator|postgres|postgresql|mysql|mariadb|mongodb|sqlite|redis|memory|filesystem|database|example|changeme|change-?me|replace-?me|placeholder|xxx+|\*+|\.{3,}|todo|tbd|dummy|sample)$/i
const FILLED_IN =
  /^(?:your|my|the|some|an?|insert|enter|put|add|replace|change)[-_ ]|[-_ ]here$|^<.*>$|^\$|^%/i

/** Each once, at most `most`; without those that are no secrets. `text` is cut by who reads it. */
export function secretValuesIn(text: string, most: number): readonly string[] {
  const found = new Set<string>()
  const add = (value: string | undefined) => {
    const plain = value?.trim() ?? ''
    for (let at = 0; at < plain.length && found.size < most; at += MOST_VALUE_CHARS) {
      const piece = plain.slice(at, at + MOST_VALUE_CHARS)
      if (piece.length >= LEAST_VALUE_CHARS) found.add(piece)
    }
  }
  for (const value of [...keyLines(text), ...quotedBlocks(text)]) add(value)
  for (const line of text.split(/\r\n?|\n/)) {
    if (/^\s*(?:#|;|\/\/\s)/.test(line)) continue
    for (const { name, value } of pairsOf(line)) if (isSecret(name, value)) add(value)
    for (const value of [...passwordsOfAddresses(line), ...passwordsByWord(line)]) add(value)
    const assigned = ASSIGNMENT.exec(line)?.groups
    if (assigned === undefined) continue
    const { name = '', value = '' } = assigned
    const plain = unquoted(value)
    if (isSecret(name, plain)) add(plain)
  }
  return [...found]
}

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}

/** A word that stands everywhere. */
export function isOrdinary(value: string): boolean {
  return ORDINARY.test(value)
}

function isSecret(name: string, value: string): boolean {
  if (/^(?:-?[\d.,_]{1,11}|v?\d+(?:\.\d+)+)$/.test(value) || ORDINARY.test(value) || FILLED_IN.test(value))
    return false
  // An address is not secret; a password in one is found by itself. Neither is a place in a file system.
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(value) || /^(?:~|\.{1,2})?\/[\w./@-]*$/.test(value)) return false
  if (
    /^[\w.-]+:\d{1,5}$/.test(value) ||
    /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|local|internal)$/i.test(value)
  )
    return false
  if (SECRET_NAME.test(name) && !OPEN_NAME.test(name)) return true
  return !OPEN_NAME.test(name) && looksRandom(value)
}

/** Values up to a quote or the line's end. The end of each run of characters is looked up once. */
function* pairsOf(line: string): Generator<{ readonly name: string; readonly value: string }> {
  const begun = new RegExp(PAIR_BEGUN, 'g')
  let end = -1
  for (let match = begun.exec(line); match !== null; match = begun.exec(line)) {
    const start = begun.lastIndex
    if (end < start) {
      PAIR_VALUE.lastIndex = start
      PAIR_VALUE.test(line)
      end = PAIR_VALUE.lastIndex
    }
    const isWhole = end === line.length || /["']/.test(line.charAt(end))
    const chars = end - start
    if (!isWhole || chars < LEAST_VALUE_CHARS || chars > MOST_VALUE_CHARS) continue
    yield { name: match.groups?.['name'] ?? '', value: line.slice(start, end) }
    begun.lastIndex = end + 1
  }
}

/** `"a b" # comment`, `'a'`, `a # comment`, and the comma that JSON puts behind. */
export function unquoted(value: string): string {
  const quoted = /^(["'`])(.*?)(?<!\\)\1\s*(?:,|[#;].*)?$/.exec(value)
  if (quoted?.[2] !== undefined) return quoted[2].replaceAll(/\\(["'`\\])/g, '$1')
  return value.replace(/(?<!\s)\s+#.*$/, '').replace(/[,;]\s*$/, '')
}

/** `scheme://user:password@host`, as it stands and as it was meant. */
function passwordsOfAddresses(line: string): string[] {
  return [...line.matchAll(/[a-z][a-z\d+.-]{1,20}:\/\/[^\s/@:'"]*:([^\s/@'"]+)@/gi)].flatMap(
    ([, password = '']) => [password, decoded(password)],
  )
}

/** `.netrc`: `machine h login u password p`; `.pgpass`: host, port, database, user, password. */
function passwordsByWord(line: string): string[] {
  const netrc = /\bpassword\s+(\S+)/.exec(line)?.[1]
  const pgpass = /^[^\s:#]+:(?:\d+|\*):[^\s:]+:[^\s:]+:(\S+)$/.exec(line)?.[1]
  return [netrc, pgpass].flatMap((value) =>
    value === undefined || ORDINARY.test(value) || /^[=:]/.test(value) ? [] : [value],
  )
}

/** Lines of a key's body: one that is printed without its frame is still that key. */
function keyLines(text: string): string[] {
  const blocks = text.matchAll(/-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----([\s\S]*?)(?:-----END|$)/g)
  return [...blocks].flatMap(([, body = '']) =>
    body.split(/\\n|\r?\n/).filter((line) => /^[A-Za-z0-9+/=]{24,}$/.test(line.trim())),
  )
}

/** A quoted value of several lines, but for keys, which are taken by their lines. */
function quotedBlocks(text: string): string[] {
  const blocks = text.matchAll(/^[^\S\r\n\u2028\u2029]*(?:export\s+)?([\w.-]+)=(["'])([^"']*)\2/gm)
  return [...blocks].flatMap(([, name = '', , value = '']) =>
    value.includes('\n') && isSecret(name, value) && !value.includes('-----BEGIN') ? [value] : [],
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
