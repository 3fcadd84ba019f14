/**
 * How well a few typed letters fit a name. All have to be in it, in their order; they count more where a word begins
 * and where they stand together.
 */

const BOUNDARY = 7
const CAMEL = 6
const CONSECUTIVE = 9
const FIRST = 4
const LETTER = 10
/** Costs of a gap: its beginning, each further character, and the maximum. */
const GAP_BEGIN = 2
const GAP = 1
const GAP_MOST = 6
/** Characters of a name beyond which it counts a point less. */
const LENGTH_STEP = 8

const SEPARATORS = new Set([...'/\\_-. :'])

/**
 * One bit for each letter from a to z that is in it, and the rest for digits: a name that lacks one of a
 * query's bits cannot fit.
 */
export function letterMask(lower: string): number {
  let mask = 0
  for (let index = 0; index < lower.length; index++) {
    const code = lower.charCodeAt(index)
    if (code >= 97 && code <= 122) mask |= 1 << (code - 97)
    else if (code >= 48 && code <= 57) mask |= 1 << 26
  }
  return mask
}

/**
 * The most that letters so many can score in a name so long: with a better score at hand the name need not be
 * looked at.
 */
export function fuzzyBound(letters: number, length: number): number {
  return letters * (LETTER + BOUNDARY + CONSECUTIVE) + FIRST - Math.floor(length / LENGTH_STEP)
}

/** Higher is better; undefined when it does not fit. `query` is in small letters, without spaces. */
export function fuzzyScore(
  query: string,
  name: string,
  lower: string = name.toLowerCase(),
): number | undefined {
  if (query === '') return -Math.floor(name.length / LENGTH_STEP)
  // Letters further right are tried first: the end of a path is what people type.
  const end = lastFit(query, lower)
  if (end === undefined) return undefined
  return Math.max(scoreOf(end, name), scoreOf(firstFit(query, lower), name))
}

/** Places of the letters, each as far right as it can be. */
function lastFit(query: string, lower: string): number[] | undefined {
  const places: number[] = []
  let from = lower.length - 1
  for (let index = query.length - 1; index >= 0; index--) {
    const at = from < 0 ? -1 : lower.lastIndexOf(query[index] ?? '', from)
    if (at < 0) return undefined
    places.push(at)
    from = at - 1
  }
  return places.reverse()
}

/** Places of the letters, each as far left as it can be, then drawn together from the right. */
function firstFit(query: string, lower: string): number[] {
  let end = -1
  for (const letter of query) end = lower.indexOf(letter, end + 1)
  const places: number[] = []
  let from = end
  for (let index = query.length - 1; index >= 0; index--) {
    const at = lower.lastIndexOf(query[index] ?? '', from)
    places.push(at)
    from = at - 1
  }
  return places.reverse()
}

function scoreOf(places: readonly number[], name: string): number {
  let score = -Math.floor(name.length / LENGTH_STEP)
  let before = -2
  for (const [index, place] of places.entries()) {
    score += LETTER
    if (place === 0 || SEPARATORS.has(name[place - 1] ?? '')) score += BOUNDARY
    else if (isCamel(name, place)) score += CAMEL
    if (place === before + 1) score += CONSECUTIVE
    else if (index > 0) score -= Math.min(GAP_MOST, GAP_BEGIN + (place - before - 1) * GAP)
    before = place
  }
  return score + (places[0] === 0 ? FIRST : 0)
}

function isCamel(name: string, place: number): boolean {
  const letter = name[place] ?? ''
  const previous = name[place - 1] ?? ''
  return letter !== letter.toLowerCase() && previous === previous.toLowerCase()
}
