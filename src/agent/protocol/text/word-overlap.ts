/** Words that both have, of all that either has: 0 to 1. */
export function wordOverlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((word) => b.has(word)).length
  return common / (a.size + b.size - common)
}
