/** Compares two snapshots of a page line by line, ignoring lines that only moved. */
import { PAGE_CHANGED_LINES } from '../../contract/limits.ts'

/** Undefined where so much is different that the page has to be looked at anew. */
export function changedLines(
  before: readonly string[],
  after: readonly string[],
): readonly string[] | undefined {
  const gone = withoutThese(before, after).map((line) => `- ${content(line)}`)
  const come = withoutThese(after, before).map((line) => `+ ${content(line)}`)
  const all = [...gone, ...come]
  return all.length > PAGE_CHANGED_LINES ? undefined : all
}

function content(line: string): string {
  return line.replace(/^ *- /, '')
}

/** A line that is there twice has to be taken away twice. */
function withoutThese(lines: readonly string[], others: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const line of others) counts.set(content(line), (counts.get(content(line)) ?? 0) + 1)
  return lines.filter((line) => {
    const count = counts.get(content(line)) ?? 0
    counts.set(content(line), count - 1)
    return count <= 0
  })
}
