/** Permission bits from what `chmod` takes: `755`, `u+x,go=r`. Undefined for what is no mode. */
export function applyMode(text: string, before: number): number | undefined {
  if (/^[0-7]{1,4}$/.test(text)) return Number.parseInt(text, 8)
  let mode = before
  for (const clause of text.split(',')) {
    const [, who = '', changes] = /^([ugoa]*)((?:[-+=][rwxXst]*)+)$/.exec(clause) ?? []
    if (changes === undefined) return undefined
    for (const [, operator, letters = ''] of changes.matchAll(/([-+=])([rwxXst]*)/g)) {
      const bits = bitsOf(letters, mode) & maskOf(who)
      if (operator === '+') mode |= bits
      else if (operator === '-') mode &= ~bits
      else mode = (mode & ~maskOf(who)) | bits
    }
  }
  return mode
}

function maskOf(who: string): number {
  if (who === '' || who.includes('a')) return 0o777
  return (who.includes('u') ? 0o700 : 0) | (who.includes('g') ? 0o070 : 0) | (who.includes('o') ? 0o007 : 0)
}

function bitsOf(letters: string, mode: number): number {
  let bits = 0
  if (letters.includes('r')) bits |= 0o444
  if (letters.includes('w')) bits |= 0o222
  if (letters.includes('x') || (letters.includes('X') && (mode & 0o111) !== 0)) bits |= 0o111
  return bits
}
