/**
 * Patterns in the manner of .gitignore. Folders are stepped through one by one: as one regular expression, a pattern with several
 * `**` takes a power of the path's length.
 */
import ignore, { type Ignore } from 'ignore'

const ANY_FOLDERS = '**'
type Step = Ignore | typeof ANY_FOLDERS

export interface PathPattern {
  /** It takes out what an earlier one has taken in. */
  readonly isNegative: boolean
  readonly isForFolders: boolean
  readonly steps: readonly Step[]
}

/** Undefined for a comment, or nothing. With `ignorecase`, letters match in either case. */
export function pathPattern(
  written: string,
  options: { readonly ignorecase: boolean } = { ignorecase: false },
): PathPattern | undefined {
  if (written.trim() === '' || written.startsWith('#')) return undefined
  const isNegative = written.startsWith('!')
  const named = withoutBlanks(isNegative ? written.slice(1) : written)
  const whole = named.replace(/^\\(?=[!#])/, '')
  const isForFolders = whole.endsWith('/')
  const path = isForFolders ? whole.slice(0, -1) : whole
  const names = path.replace(/^\//, '').split('/')
  // A name alone may stand in any folder.
  const steps = path.includes('/') ? names : [ANY_FOLDERS, ...names]
  return { isNegative, isForFolders, steps: withoutRepeats(steps).map((name) => stepOf(name, options)) }
}

/** Whether the path, or a folder that it lies in, is meant by the last pattern that says something about it. */
export function isMeantBy(patterns: readonly PathPattern[], path: string): boolean {
  return verdictOn(patterns, path) === 'meant'
}

/** `spared` where the last pattern takes out the path itself; undefined where none says anything. A folder ends with a slash. */
export function verdictOn(patterns: readonly PathPattern[], path: string): 'meant' | 'spared' | undefined {
  const isFolder = path.endsWith('/')
  const names = (isFolder ? path.slice(0, -1) : path).split('/')
  const ends = patterns.map((pattern) => endsOf(pattern, names, isFolder))
  const lastAt = (count: number) => patterns.findLast((_, place) => ends[place]?.has(count))
  if (names.some((_, index) => lastAt(index + 1)?.isNegative === false)) return 'meant'
  return lastAt(names.length) && 'spared'
}

/** After how many names of the path the pattern is through. */
function endsOf(
  { steps, isForFolders }: PathPattern,
  names: readonly string[],
  endsWithFolder: boolean,
): ReadonlySet<number> {
  const ends = new Set<number>()
  let places: ReadonlySet<number> = new Set([0])
  for (const [index, name] of names.entries()) {
    if (places.size === 0) break
    places = afterName(steps, places, name)
    const isFolder = endsWithFolder || index < names.length - 1
    if (places.has(steps.length) && (isFolder || !isForFolders)) ends.add(index + 1)
  }
  return ends
}

/** Steps that may be next, once `name` is passed. */
function afterName(steps: readonly Step[], places: ReadonlySet<number>, name: string): ReadonlySet<number> {
  const next = new Set<number>()
  for (const place of places) {
    const step = steps[place]
    if (step === undefined) continue
    if (step !== ANY_FOLDERS) {
      if (step.ignores(name)) next.add(place + 1)
      continue
    }
    // At the end it stands for one name or more, elsewhere also for none.
    next.add(place)
    const after = steps[place + 1]
    if (after === undefined) next.add(place + 1)
    else if (after !== ANY_FOLDERS && after.ignores(name)) next.add(place + 2)
  }
  return next
}

function withoutRepeats(names: readonly string[]): readonly string[] {
  const steps = names.map((name) => (/^\*\*+$/.test(name) ? ANY_FOLDERS : name))
  return steps.filter((name, index) => name !== ANY_FOLDERS || steps[index + 1] !== ANY_FOLDERS)
}

function stepOf(name: string, options: { readonly ignorecase: boolean }): Step {
  if (name === ANY_FOLDERS) return ANY_FOLDERS
  // Blanks at a name's end count, unless they are the pattern's.
  const whole = name.replaceAll(/\\?(\s)(?=\s*$)/g, '[$1]')
  return ignore(options).add(whole === '' ? [] : `/${whole}`)
}

/** Blanks at a pattern's end say nothing, unless a backslash keeps one. */
function withoutBlanks(written: string): string {
  const bare = written.trimEnd()
  const isKept = bare !== written && /(?:^|[^\\])(?:\\\\)*\\$/.test(bare)
  return isKept ? `${bare} ` : bare
}
