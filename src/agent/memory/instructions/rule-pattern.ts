/**
 * Patterns in the manner of .gitignore. Folders are stepped through one by one: as one regular expression, a pattern with several
 * `**` takes a power of the path's length.
 */
import ignore, { type Ignore } from 'ignore'

const ANY_FOLDERS = '**'
type Step = Ignore | typeof ANY_FOLDERS

export interface RulePattern {
  /** It takes out what an earlier one has taken in. */
  readonly isNegative: boolean
  readonly isForFolders: boolean
  readonly steps: readonly Step[]
}

/** Undefined for a comment, or nothing. */
export function rulePattern(written: string): RulePattern | undefined {
  if (written === '' || written.startsWith('#')) return undefined
  const isNegative = written.startsWith('!')
  const whole = isNegative ? written.slice(1) : written
  const isForFolders = whole.endsWith('/')
  const path = isForFolders ? whole.slice(0, -1) : whole
  const names = path.replace(/^\//, '').split('/')
  // A name alone may stand in any folder.
  const steps = path.includes('/') ? names : [ANY_FOLDERS, ...names]
  return { isNegative, isForFolders, steps: withoutRepeats(steps).map(stepOf) }
}

/** Whether the path, or a folder that it lies in, is meant by the last pattern that says something about it. */
export function isMeantBy(patterns: readonly RulePattern[], path: string): boolean {
  const names = path.split('/')
  const ends = patterns.map((pattern) => endsOf(pattern, names))
  return names.some((_, index) => {
    const last = patterns.findLast((__, place) => ends[place]?.has(index + 1))
    return last !== undefined && !last.isNegative
  })
}

/** After how many names of the path the pattern is through. */
function endsOf({ steps, isForFolders }: RulePattern, names: readonly string[]): ReadonlySet<number> {
  const ends = new Set<number>()
  let places: ReadonlySet<number> = new Set([0])
  for (const [index, name] of names.entries()) {
    if (places.size === 0) break
    places = afterName(steps, places, name)
    const isFolder = index < names.length - 1
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

function stepOf(name: string): Step {
  return name === ANY_FOLDERS ? ANY_FOLDERS : ignore({ ignorecase: false }).add(name === '' ? [] : `/${name}`)
}
