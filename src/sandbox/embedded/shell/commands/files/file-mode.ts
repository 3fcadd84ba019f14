const SPECIAL = { u: 0o4000, g: 0o2000 } as const
const STICKY = 0o1000

interface ModeOptions {
  readonly isDirectory?: boolean
  /** Bits that a clause without `u`, `g`, `o` or `a` leaves alone. */
  readonly umask?: number
}

/** Permission bits from what `chmod` takes: `755`, `u+x,go=r`, `g=u`. Undefined for what is no mode. */
export function applyMode(text: string, before: number, options: ModeOptions = {}): number | undefined {
  if (/^[0-7]+$/.test(text)) {
    const mode = Number.parseInt(text, 8)
    if (mode > 0o7777) return undefined
    // As GNU's: a directory keeps these two unless they are written.
    return options.isDirectory && text.length < 5 ? mode | (before & 0o6000) : mode
  }
  let mode = before
  for (const clause of text.split(',')) {
    const [, who = '', changes] = /^([ugoa]*)((?:[-+=](?:[rwxXst]*|[ugo]))+)$/.exec(clause) ?? []
    if (changes === undefined) return undefined
    for (const [, operator = '', letters = ''] of changes.matchAll(/([-+=])([rwxXstugo]*)/g))
      mode = applyClause(mode, { who, operator, letters }, options)
  }
  return mode
}

interface Clause {
  readonly who: string
  readonly operator: string
  readonly letters: string
}

function applyClause(mode: number, { who, operator, letters }: Clause, options: ModeOptions): number {
  const { isDirectory = false, umask = 0 } = options
  const mask = maskOf(who)
  const bits = (rwx(letters, mode, isDirectory) & mask & (who === '' ? ~umask : ~0)) | special(who, letters)
  if (operator === '+') return mode | bits
  if (operator === '-') return mode & ~bits
  const cleared = mask | (specialMask(who) & (isDirectory ? STICKY : ~0))
  return (mode & ~(cleared & (who === '' ? ~umask : ~0))) | bits
}

function maskOf(who: string): number {
  if (who === '' || who.includes('a')) return 0o777
  return (who.includes('u') ? 0o700 : 0) | (who.includes('g') ? 0o070 : 0) | (who.includes('o') ? 0o007 : 0)
}

function rwx(letters: string, mode: number, isDirectory: boolean): number {
  if (letters === 'u') return everywhere(mode >> 6)
  if (letters === 'g') return everywhere(mode >> 3)
  if (letters === 'o') return everywhere(mode)
  let bits = 0
  if (letters.includes('r')) bits |= 0o444
  if (letters.includes('w')) bits |= 0o222
  if (letters.includes('x') || (letters.includes('X') && (isDirectory || (mode & 0o111) !== 0))) bits |= 0o111
  return bits
}

/** The three lowest bits, for user, group and others. */
function everywhere(bits: number): number {
  return (bits & 7) * 0o111
}

function special(who: string, letters: string): number {
  const all = who === '' || who.includes('a')
  let bits = 0
  if (letters.includes('s')) bits |= specialMask(who) & ~STICKY
  if (letters.includes('t') && (all || who.includes('o'))) bits |= STICKY
  return bits
}

function specialMask(who: string): number {
  if (who === '' || who.includes('a')) return SPECIAL.u | SPECIAL.g | STICKY
  return (
    (who.includes('u') ? SPECIAL.u : 0) |
    (who.includes('g') ? SPECIAL.g : 0) |
    (who.includes('o') ? STICKY : 0)
  )
}

/** As `ls -l` shows them, without the letter of the kind: `rwxr-sr-t`. */
export function modeLetters(mode: number): string {
  const letters = [...'rwxrwxrwx'].map((letter, at) => ((mode >> (8 - at)) & 1 ? letter : '-'))
  const marks = [
    [2, SPECIAL.u, 's'],
    [5, SPECIAL.g, 's'],
    [8, STICKY, 't'],
  ] as const
  for (const [at, bit, mark] of marks)
    if ((mode & bit) !== 0) letters[at] = letters[at] === 'x' ? mark : mark.toUpperCase()
  return letters.join('')
}
