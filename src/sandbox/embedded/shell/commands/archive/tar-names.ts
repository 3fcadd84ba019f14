/** How tar chooses, changes and shows names. */
import { WRITTEN_ESCAPES } from '../../../../languages/char-escapes.ts'
import type { TarEntry } from './tar-format.ts'

/** True for a name that the shell-style pattern matches from any of its parts on, and for what lies below it. */
export function excludes(pattern: string): (path: string) => boolean {
  const shape = new RegExp(`(?:^|/)${globSource(pattern.replace(/\/+$/, ''))}(?:/|$)`, 's')
  return (path) => shape.test(path)
}

/** True for the name itself and what lies below it. */
export function chooses(pattern: string, hasWildcards: boolean): (path: string) => boolean {
  const bare = pattern.replace(/\/+$/, '')
  const shape = hasWildcards ? globSource(bare) : escapeSource(bare)
  const whole = new RegExp(`^${shape}(?:/|$)`, 's')
  return (path) => whole.test(path)
}

/** A glob whose `*` and `?` match slashes too. */
function globSource(pattern: string): string {
  return pattern.replace(/\\(.)|\[(!|\^)?(\]?[^\]]*)\]|[\s\S]/g, (found, escaped, not, set) => {
    if (escaped !== undefined) return escapeSource(String(escaped))
    if (set !== undefined)
      return `[${not === undefined ? '' : '^'}${String(set).replace(/[\\[\]]/g, '\\$&')}]`
    if (found === '*') return '.*'
    return found === '?' ? '.' : escapeSource(found)
  })
}

function escapeSource(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** Without its first `count` parts; undefined when nothing is left. */
export function stripParts(path: string, count: number): string | undefined {
  if (count === 0) return path
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  const rest = parts.slice(count).join('/')
  return rest === '' ? undefined : rest
}

/** A name on one line. */
export function shown(name: string): string {
  // The last are bytes that are no text: see `name-bytes.ts`.
  return name.replace(/[\\\x00-\x1f\x7f\udc80-\udcff]/gu, (char) => {
    return WRITTEN_ESCAPES[char] ?? `\\${(char.charCodeAt(0) & 255).toString(8).padStart(3, '0')}`
  })
}

const LETTERS = { file: '-', directory: 'd', symlink: 'l', 'hard link': 'h', special: '?' } as const
/** Owner and size share a column that only grows. */
const OWNER_WIDTH = 19

/** Lines as `tar -tv` prints them. */
export class Listing {
  #width = OWNER_WIDTH

  line(entry: TarEntry): string {
    const who = `${entry.owner}/${entry.group}`
    const size = String(entry.data.length)
    this.#width = Math.max(this.#width, who.length + 1 + size.length)
    const arrow = { symlink: ' -> ', 'hard link': ' link to ', file: '', directory: '', special: '' }[
      entry.kind
    ]
    const target = arrow === '' ? '' : arrow + shown(entry.target)
    const mode = LETTERS[entry.kind] + permissions(entry.mode)
    const owner = `${who} ${size.padStart(this.#width - who.length - 1)}`
    return `${mode} ${owner} ${localMinute(entry.mtimeMs)} ${shown(entry.path)}${target}`
  }
}

function permissions(mode: number): string {
  return [...'rwxrwxrwx'].map((letter, at) => ((mode >> (8 - at)) & 1 ? letter : '-')).join('')
}

function localMinute(timeMs: number): string {
  const time = new Date(timeMs)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`
}
