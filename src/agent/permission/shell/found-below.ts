/** What `find` may hand on, as far as its places and tests say. */
import { one } from './judgement.ts'
import type { WordValue } from './word-value.ts'

/**
 * Something below the places that are searched, and these themselves unless a name leaves them out. For what is removed only: a
 * file of git may be among them. Undefined where the places are not known.
 */
export function foundBelow(args: readonly WordValue[]): WordValue | undefined {
  const expression = args.findIndex((word) => /^[-(!]/.test(one(word) ?? '-'))
  const places = (expression < 0 ? args : args.slice(0, expression)).map(one)
  if (places.includes(undefined)) return undefined
  const named = places.length === 0 ? ['.'] : places.map((place) => place ?? '')
  const patterns = args.flatMap((word, at) =>
    /^-i?name$/.test(one(args[at - 1]) ?? '') ? [one(word) ?? '*'] : [],
  )
  const isNamed = patterns.some((pattern) => /^[\w.*-]*\w[\w.*-]*$/.test(pattern))
  const isNegated = args.some((word) => /^(!|-not|-o|-or|\(|,)$/.test(one(word) ?? '!'))
  // Without a name it is the places that are meant.
  const ofGit =
    patterns.length === 0 ? [] : OF_GIT.filter((name) => patterns.every((pattern) => mayMatch(pattern, name)))
  const below = named.flatMap((place) => [`${place}/{}`, ...ofGit.map((name) => `${place}/.git/${name}`)])
  return { texts: isNamed && !isNegated ? below : [...named, ...below], start: '' }
}

/** What git obeys; the folder itself stands for all of it. */
const OF_GIT = ['.git', 'config', 'hooks', 'HEAD', 'index', 'objects', 'refs']

function mayMatch(pattern: string, name: string): boolean {
  if (/[?[\]\\]/.test(pattern)) return true
  const source = pattern.replaceAll(/[.+^${}()|]/g, String.raw`\$&`).replaceAll(/\*+/g, '.*')
  return new RegExp(`^${source}$`, 'i').test(name)
}
