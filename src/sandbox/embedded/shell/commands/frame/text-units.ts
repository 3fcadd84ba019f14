/** Numbers with units, and characters with escapes, as several commands take them. */

const SIZES: Readonly<Record<string, number>> = { '': 1, c: 1, w: 2, b: 512, B: 1 }
const LETTERS = 'KMGTPE'

/** `10`, `2K`, `1MB`, `3MiB`, `4b`; undefined for what is none. */
export function parseSize(text: string): number | undefined {
  const [, digits, unit = ''] = /^(\d+)([a-zA-Z]*)$/.exec(text) ?? []
  if (digits === undefined) return undefined
  const plain = SIZES[unit]
  if (plain !== undefined) return Number(digits) * plain
  const power = LETTERS.indexOf(unit.charAt(0).toUpperCase()) + 1
  const rest = unit.slice(1)
  if (power === 0 || !['', 'B', 'iB'].includes(rest)) return undefined
  return Number(digits) * (rest === 'B' ? 1000 : 1024) ** power
}

/** Lines without their newlines; a last line without one counts. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}
