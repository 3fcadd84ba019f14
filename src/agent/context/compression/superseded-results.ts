/** The first layer: results that a later call has told anew. Nothing is lost with them ("snip"). */
import type { PlacedResult, ResultFacts } from './results.ts'

/**
 * Tools whose result says how things are: the same call, made later, says it better. The output of a command in the
 * background is none: each call shows only what is new.
 */
const TELLING: ReadonlySet<string> = new Set(['Read', 'Grep', 'Glob', 'LS', 'Bash', 'WebFetch'])

type SeenFile = ResultFacts['seen'][number]

/** Oldest first. */
export function supersededResults(results: readonly PlacedResult[]): readonly PlacedResult[] {
  const laterCalls = new Set<string>()
  const laterReads = new Map<string, SeenFile[]>()
  const superseded: PlacedResult[] = []
  for (const result of results.toReversed()) {
    if (!TELLING.has(result.tool)) continue
    const isToldAnew = (file: SeenFile) => laterReads.get(file.path)?.some((later) => covers(later, file))
    if (laterCalls.has(callOf(result)) || result.seen.some(isToldAnew)) superseded.push(result)
    if (!saysAll(result)) continue
    laterCalls.add(callOf(result))
    for (const file of result.seen) {
      if (file.lines) laterReads.set(file.path, [...(laterReads.get(file.path) ?? []), file])
    }
  }
  return superseded.reverse()
}

function callOf({ tool, input }: PlacedResult): string {
  return `${tool} ${JSON.stringify(input)}`
}

/**
 * The result has what was asked for in it. A call that failed tells nothing anew, and a Read only what it
 * has shown by the program's own account.
 */
function saysAll({ tool, isError, goesOn, seen }: PlacedResult): boolean {
  return !isError && !goesOn && (tool !== 'Read' || seen.length > 0)
}

/** All of the file as it was later; of a part, the same lines of the same content. */
function covers(later: SeenFile, { lines, hash }: SeenFile): boolean {
  if (!later.lines || !lines) return false
  const { from, to, of } = later.lines
  if (from === 1 && to === of) return true
  return later.hash === hash && from <= lines.from && to >= lines.to
}
