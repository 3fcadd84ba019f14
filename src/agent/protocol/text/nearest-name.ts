/** The name that somebody, or a model, may have meant. */

/** The known name with the smallest edit distance, if it is close. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const scored = known
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const best = scored[0]
  return best !== undefined && best.distance <= Math.max(2, name.length / 3) ? best.candidate : undefined
}

/** Characters of a name that are compared; longer ones are not names. */
const COMPARED = 100

function editDistance(left: string, right: string): number {
  const a = left.slice(0, COMPARED)
  const b = right.slice(0, COMPARED)
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(change, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    previous = row
  }
  return previous[b.length] ?? 0
}
