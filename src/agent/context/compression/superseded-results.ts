/** The first layer: results that a later call has told anew. Nothing is lost with them ("snip"). */
import type { PlacedResult } from './results.ts'

/** Reading tools whose result says how things are: the same call, made later, says it better. */
const TELLING: ReadonlySet<string> = new Set(['Read', 'Grep', 'Glob', 'LS', 'Bash', 'BashOutput', 'WebFetch'])

/** Oldest first. A call that failed tells nothing anew. */
export function supersededResults(results: readonly PlacedResult[]): readonly PlacedResult[] {
  const later = new Set<string>()
  const superseded: PlacedResult[] = []
  for (const result of results.toReversed()) {
    if (!TELLING.has(result.tool)) continue
    if (keysOf(result).some((key) => later.has(key))) superseded.push(result)
    const told = toldBy(result)
    if (!result.isError && told !== undefined) later.add(told)
  }
  return superseded.reverse()
}

/** By which a later call may supersede it: itself, or for a part of a file, all of the file. */
function keysOf({ tool, input }: PlacedResult): readonly string[] {
  const own = `${tool} ${JSON.stringify(input)}`
  return tool === 'Read' ? [own, wholeFile(input)] : [own]
}

function toldBy({ tool, input }: PlacedResult): string | undefined {
  if (tool === 'Read' && isWhole(input)) return wholeFile(input)
  return `${tool} ${JSON.stringify(input)}`
}

function wholeFile(input: PlacedResult['input']): string {
  return `Read all of ${String(input['file_path'])}`
}

function isWhole(input: PlacedResult['input']): boolean {
  return input['offset'] === undefined && input['limit'] === undefined && input['pages'] === undefined
}
