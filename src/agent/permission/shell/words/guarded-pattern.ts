/**
 * Patterns of the shell, and words of which only parts are known: whether they can stand for git's folder or for a file that
 * steers. A pattern that everything matches (`*`, `*.md`) was not written for these files, so it does not count here.
 */
import { isInGitFolder } from '../../../../sandbox/contract/git-folder.ts'
import { isSteeringFile } from '../../../../sandbox/contract/steering-file.ts'

/** Stands for any text, slashes and nothing included, where only parts of a word are known. */
export const ANY = '…'

/**
 * The stars that a pattern has: those of the shell leave out names with a dot in front, unless `dotglob` is set; those of `find`
 * and of git's paths do not (`free`). With `nocaseglob` (`nocase`) they match either case, and dots to be safe.
 */
export type Stars = 'shell' | 'dotglob' | 'nocase' | 'free'

/** Names that a pattern is tried against; each belongs to git or is a steering file. */
export const GUARDED_FOLDERS = ['.claude', '.cursor', '.codex', '.agents', '.opencode']
export const GUARDED_FILES = [
  ...[
    '.mcp.json',
    'opencode.json',
    'opencode.jsonc',
    '.npmrc',
    '.yarnrc',
    '.yarnrc.yml',
    '.gitconfig',
    '.gitmodules',
  ],
  ...['.cursorrules', '.windsurfrules', '.clinerules'],
  ...['CLAUDE.md', 'AGENTS.md', 'GEMINI.md', 'CLAUDE.local.md', 'AGENTS.override.md'],
]
const SETTINGS = ['.claude/settings.json', '.claude/settings.local.json']

/** The kind of file that a path of plain names and patterns names, at any depth. */
export function guardedByPattern(path: string, stars: Stars = 'shell'): 'git' | 'steering' | undefined {
  const names = path.split('/').map(withoutStart)
  if (names.some((name) => isInGitFolder(name) || standsFor(name, ['.git'], stars))) return 'git'
  const isSteering =
    isSteeringFile(names.join('/')) ||
    names.some((name) => standsFor(name, GUARDED_FOLDERS, stars)) ||
    standsFor(names.at(-1) ?? '', GUARDED_FILES, stars)
  return isSteering ? 'steering' : undefined
}

/** A dotted name that is written out is meant, too, where anything may stand in front of it (`find -path '*.claude/x'`). */
function withoutStart(name: string): string {
  const rest = name.slice(ANY.length)
  return name.startsWith(`${ANY}.`) && (rest.match(/\w/g) ?? []).length > 2 ? rest : name
}

/** Steering files that a pattern matches, on purpose or not: each is to be looked for. */
export function steeringCandidates(path: string): readonly string[] {
  if (path.includes(ANY)) return foundCandidates(path)
  const at = path.lastIndexOf('/') + 1
  const [folder, name] = [path.slice(0, at), path.slice(at)]
  if (!isPlain(folder) || isPlain(name)) return []
  const { pieces, isDotted } = readPattern(name)
  const isMet = matcher(pieces, 'exact')
  return [...GUARDED_FOLDERS, ...GUARDED_FILES]
    .filter((candidate) => candidate.startsWith('.') === isDotted && isMet(candidate))
    .map((candidate) => folder + candidate)
}

/**
 * Candidates of a search: anywhere below the folder that is written out, but they are looked for there alone. A pattern
 * that every path matches does not count.
 */
function foundCandidates(path: string): readonly string[] {
  const top = /^[^*?[@!+…]*\//.exec(path)?.[0] ?? ''
  const rest = path.slice(top.length)
  if (readPattern(rest.replaceAll('/', '')).written === 0) return []
  const matches = matcher(readPattern(rest).pieces, 'any case')
  // Names that are written out behind a slash may lie in a folder of steering files, at any depth of it.
  const [, below] = /\/([^*?[\]@!+()…]+)$/.exec(rest) ?? []
  const names = below === undefined ? [] : [below, below.slice(below.lastIndexOf('/') + 1)]
  const inFolders = GUARDED_FOLDERS.flatMap((each) => names.map((name) => `${each}/${name}`))
  // A place stands before what is found, mostly `./`.
  const isMet = (candidate: string) => ['', '/', './'].some((place) => matches(place + candidate))
  return [...new Set([...GUARDED_FOLDERS, ...GUARDED_FILES, ...SETTINGS, ...inFolders])]
    .filter(isMet)
    .map((candidate) => top + candidate)
}

/** Whether a name may be one that a pattern of the shell matches, whatever its options. */
export function mayMatch(pattern: string, name: string): boolean {
  return matcher(readPattern(pattern).pieces, 'any case')(name)
}

/** Whether a pattern of `find` may match a text, slashes and dots included, in whichever case. */
export function couldBe(pattern: string, text: string): boolean {
  return pattern.includes('\\') || matcher(readPattern(pattern).pieces, 'any case')(text)
}

export function isPlain(name: string): boolean {
  return !/[*?[…]|[@!+]\(/.test(name)
}

function standsFor(name: string, candidates: readonly string[], stars: Stars): boolean {
  if (isPlain(name)) return false
  const { pieces, isDotted, isOpen, written, extension } = readPattern(name)
  const isOfGit = candidates.includes('.git')
  const literals = isOfGit ? written : written - extension
  // The more of a name is written, the surer it is meant, in whichever case.
  const isAnyCase = isDotted || literals > 2 || stars === 'nocase'
  const isMet = matcher(pieces, isAnyCase ? 'any case' : 'exact')
  const isAny = isDotted || isOpen === 'group' || ((stars === 'dotglob' || stars === 'nocase') && isOfGit)
  if (literals < (isAny ? 0 : isOpen === 'any' ? 2 : 1)) return false
  const matchesDots = isDotted || isOpen !== undefined || stars !== 'shell'
  return candidates.some((one) => (matchesDots || !one.startsWith('.')) && isMet(one))
}

/** A regular expression for one character, or any number of any characters. */
type Piece = string | typeof STAR
const STAR = Symbol('any text')

interface ReadPattern {
  /** They match at least what the shell would. */
  readonly pieces: readonly Piece[]
  /** It begins with a dot for sure. */
  readonly isDotted: boolean
  /** It may begin with one: by a group of alternatives, or by what is not known. */
  readonly isOpen: 'group' | 'any' | undefined
  /** Characters that are written out, but for dots. */
  readonly written: number
  /** How many of them come after a dot that is not the first character. */
  readonly extension: number
}

const PART =
  /(?<group>[@!+*?]\((?:[^()]|\([^()]*\))*\)?)|(?<any>[*…]+)|(?<one>\?)|\[(?<set>[!^]?\]?(?:\[[:.=].*?[:.=]\]|\\.|[^\]\\])*)\]|(?<other>.)/gs

function readPattern(name: string): ReadPattern {
  const pieces: Piece[] = []
  let written = 0
  let stem: number | undefined
  for (const { groups = {} } of name.matchAll(PART)) {
    const { one, set, other } = groups
    if (other !== undefined) {
      if (other === '.' && pieces.length > 0) stem = written
      pieces.push(other.replace(/[.*+?^${}()|[\]\\]/, String.raw`\$&`))
      if (other !== '.') written += 1
    } else if (one !== undefined) pieces.push('.')
    else if (set !== undefined) pieces.push(setSource(set))
    // Nothing is known of the alternatives of a group.
    else if (pieces.at(-1) !== STAR) pieces.push(STAR)
  }
  return {
    pieces,
    isDotted: name.startsWith('.'),
    isOpen: name.startsWith(ANY) ? 'any' : /^[@!+*?]\(/.test(name) ? 'group' : undefined,
    written,
    extension: stem === undefined ? 0 : written - stem,
  }
}

/** Whether the pieces match a whole text: all ways at once, since one expression tries them one after the other, for ever. */
function matcher(pieces: readonly Piece[], letters: 'exact' | 'any case'): (text: string) => boolean {
  const flags = letters === 'exact' ? 's' : 'is'
  const chars = pieces.filter((piece) => piece !== STAR).length
  let compiled: (RegExp | typeof STAR)[] | undefined
  return (text) => {
    if (text.length < chars) return false
    compiled ??= pieces.map((piece) => (piece === STAR ? STAR : new RegExp(`^${piece}$`, flags)))
    // Whether the pieces before each place match the text so far.
    let reached = [true]
    for (const [at, test] of compiled.entries()) reached[at + 1] = test === STAR && reached[at] === true
    // Halves of a character beyond the first 65,536 are matched apart, as the pieces have them.
    for (const char of text.split('')) {
      const next = [false]
      for (const [at, test] of compiled.entries())
        next[at + 1] =
          test === STAR
            ? next[at] === true || reached[at + 1] === true
            : reached[at] === true && test.test(char)
      reached = next
    }
    return reached[compiled.length] === true
  }
}

/** Classes, and ranges that a regular expression would refuse, match any character. */
function setSource(set: string): string {
  if (/^[!^]|\[[:.=]/.test(set)) return '.'
  const source = `[${set.replaceAll(/[\\\]^]/g, String.raw`\$&`)}]`
  try {
    return new RegExp(source).source
  } catch {
    return '.'
  }
}
