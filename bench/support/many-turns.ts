/** Turns of sessions that nobody held, as many as are wanted: sentences of made-up words, few of which are used often. */

const SYLLABLES = [
  'ba',
  'cor',
  'den',
  'el',
  'fi',
  'gar',
  'hol',
  'im',
  'jun',
  'kre',
  'lo',
  'mi',
  'nu',
  'os',
  'pra',
  'ti',
]
const WORDS = 20_000
const SENTENCE_WORDS = 14

export interface TurnsSize {
  readonly sessions: number
  /** Turns of each session. */
  readonly turns: number
  readonly chars: number
  readonly seed: number
}

/** By session. The same for the same size. */
export function manyTurns({ sessions, turns, chars, seed }: TurnsSize): readonly (readonly string[])[] {
  let state = seed + 1
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  // By Zipf's law: the n-th word is used 1/n times as often as the first.
  const word = (): string => wordOf(Math.floor(WORDS ** random()))
  const turn = (): string => {
    let text = ''
    for (let count = 1; text.length < chars; count++)
      text += `${word()}${count % SENTENCE_WORDS === 0 ? '.' : ''} `
    return text
  }
  return Array.from({ length: sessions }, () => Array.from({ length: turns }, turn))
}

/** A word of the vocabulary, the most common first. */
export function wordOf(rank: number): string {
  let text = ''
  for (let rest = rank + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    text += SYLLABLES[rest % SYLLABLES.length] ?? ''
  return text
}
