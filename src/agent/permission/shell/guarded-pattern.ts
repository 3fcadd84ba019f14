/**
 * Patterns of the shell, and words of which only parts are known: whether they can stand for git's folder or for a file that
 * steers. A pattern that everything matches (`*`, `*.md`) was not written for these files, so it does not count here.
 */
import { isInGitFolder } from '../../../sandbox/git-folder.ts'
import { isSteeringFile } from '../../../sandbox/steering-file.ts'

/** Stands for any text, slashes and nothing included, where only parts of a word are known. */
export const ANY = '…'

/**
 * The stars that a pattern has: those of the shell leave out names with a dot in front, unless `dotglob` is set; those of `find`
 * and of git's paths do not (`free`).
 */
export type Stars = 'shell' | 'dotglob' | 'free'

/** Names that a pattern is tried against; each belongs to git or is a steering file. */
export const GUARDED_FOLDERS = ['.claude', '.cursor', '.codex', '.agents']
export const GUARDED_FILES = [
  ...['.mcp.json', '.npmrc', '.yarnrc', '.yarnrc.yml', '.gitconfig', '.gitmodules'],
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

/** Steering files that the last name of a pattern matches, on purpose or not: each is to be looked for. */
export function steeringCandidates(path: string): readonly string[] {
  // A search may find such a file anywhere; it is looked for at the top.
  const [, top = '', found] =
    new RegExp(`^([^${ANY}]*/)(?:${ANY}/|(?=${ANY}))(${ANY}?[^/${ANY}]+)$`).exec(path) ?? []
  const at = path.lastIndexOf('/') + 1
  const folder = found === undefined ? path.slice(0, at) : top
  const name = found ?? path.slice(at)
  if (!isPlain(folder) || name === ANY || name.length > LONGEST) return []
  const inFolders = GUARDED_FOLDERS.map((each) => `${folder}${each}/${name}`)
  if (isPlain(name)) return found === undefined ? [] : inFolders
  if (name.includes(ANY) && found === undefined) return []
  const { source, isDotted } = readPattern(name)
  const expression = new RegExp(source, 's')
  const isMet = (candidate: string) =>
    found === undefined
      ? candidate.startsWith('.') === isDotted && expression.test(candidate)
      : expression.test(candidate.slice(candidate.lastIndexOf('/') + 1))
  return [...GUARDED_FOLDERS, ...GUARDED_FILES, ...(found === undefined ? [] : SETTINGS)]
    .filter(isMet)
    .map((candidate) => folder + candidate)
}

/** Whether a name may be one that a pattern of the shell matches, whatever its options. */
export function mayMatch(pattern: string, name: string): boolean {
  return pattern.length <= LONGEST && new RegExp(readPattern(pattern).source, 'is').test(name)
}

/** Whether a pattern of `find` may match a text, slashes and dots included, in whichever case. */
export function couldBe(pattern: string, text: string): boolean {
  return pattern.includes('\\') || new RegExp(readPattern(pattern).source, 'is').test(text)
}

export function isPlain(name: string): boolean {
  return !/[*?[…]|[@!+]\(/.test(name)
}

/** A pattern that is longer cannot be a name. */
const LONGEST = 255

function standsFor(name: string, candidates: readonly string[], stars: Stars): boolean {
  if (isPlain(name) || name.length > LONGEST) return false
  const { source, isDotted, isOpen, written, extension } = readPattern(name)
  const isOfGit = candidates.includes('.git')
  const literals = isOfGit ? written : written - extension
  // The more of a name is written, the surer it is meant, in whichever case.
  const expression = new RegExp(source, isDotted || literals > 2 ? 'is' : 's')
  const isAny = isDotted || isOpen === 'group' || (stars === 'dotglob' && isOfGit)
  if (literals < (isAny ? 0 : isOpen === 'any' ? 2 : 1)) return false
  const matchesDots = isDotted || isOpen !== undefined || stars !== 'shell'
  return candidates.some((one) => (matchesDots || !one.startsWith('.')) && expression.test(one))
}

interface ReadPattern {
  /** Matches at least what the shell would. */
  readonly source: string
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
  /(?<group>[@!+*?]\((?:[^()]|\([^()]*\))*\)?)|(?<any>[*…]+)|(?<one>\?)|\[(?<set>[!^]?\]?(?:\[[:.=].*?[:.=]\]|[^\]])*)\]|(?<other>.)/gs

function readPattern(name: string): ReadPattern {
  let source = '^'
  let written = 0
  let stem: number | undefined
  for (const { groups = {} } of name.matchAll(PART)) {
    const { group, any, one, set, other } = groups
    if (other !== undefined) {
      if (other === '.' && source !== '^') stem = written
      source += other.replace(/[.*+?^${}()|[\]\\]/, String.raw`\$&`)
      if (other !== '.') written += 1
    } else if (one !== undefined) source += '.'
    else if (set !== undefined) source += setSource(set)
    // Nothing is known of the alternatives of a group.
    else if (group !== undefined || any !== undefined) source += '.*'
  }
  return {
    source: `${source}$`,
    isDotted: name.startsWith('.'),
    isOpen: name.startsWith(ANY) ? 'any' : /^[@!+*?]\(/.test(name) ? 'group' : undefined,
    written,
    extension: stem === undefined ? 0 : written - stem,
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
