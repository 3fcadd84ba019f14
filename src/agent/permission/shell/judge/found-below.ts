/** Files that `find` may hand on, as far as its places and tests tell. */
import { resolve, WORKSPACE_ROOT, isWithin } from '../../../../sandbox/contract/path.ts'
import { ANY, couldBe } from '../words/guarded-pattern.ts'
import { one } from '../words/judgement.ts'
import type { WordValue } from '../words/word-value.ts'

/** Files of git that more than itself obeys or that all of it hangs on; the folder itself stands for all of it. */
const OF_GIT = [
  ...['.git', 'config', 'hooks', 'HEAD', 'index', 'objects', 'refs', 'info', 'attributes', 'packed-refs'],
  ...['hooks/pre-commit', 'hooks/post-checkout'],
]

/**
 * Something below the places that are searched, and these themselves unless a name leaves them out. For what is removed only: a
 * file of git may be among them. Undefined where the places are not known.
 */
export function foundBelow(args: readonly WordValue[]): WordValue | undefined {
  const search = searchOf(args)
  const { names, isNegated } = search
  const places = search.places.map(one)
  if (places.includes(undefined)) return undefined
  const known = places.map((place) => place ?? '')
  const isNamed = names.some((pattern) => /^[\w.*-]*\w[\w.*-]*$/.test(pattern))
  const below = known.flatMap((place) => [`${place}/{}`, ...filesOfGit(search, place)])
  return { texts: isNamed && !isNegated ? below : [...known, ...below], start: '', like: foundLike(args) }
}

/** Patterns, one of which each found path fits. */
export function foundLike(args: readonly WordValue[]): readonly string[] {
  const search = searchOf(args)
  // Its stars match slashes, and names with a dot in front.
  const named = search.names.map((name) => `/${name.replace(/^\*+/, ANY)}`)
  const byPath = search.paths.map((path) => path.replaceAll(/\*+/g, ANY))
  return placesOf(search).flatMap((place) => [
    ...(named.length > 0 && !search.isNegated ? [] : [place]),
    ...(named.length > 0 ? named : ['']).map((name) => `${place}/${ANY}${name}`),
    ...byPath,
    ...filesOfGit(search, place),
  ])
}

/** Patterns of the directories that what is found lies in. */
export function foundIn(args: readonly WordValue[]): readonly string[] {
  const search = searchOf(args)
  return placesOf(search).flatMap((place) => {
    const ofGit = filesOfGit(search, place).length > 0 ? [`${place}/.git`] : []
    return [`${place}/${ANY}`, ...ofGit]
  })
}

interface Search {
  readonly places: readonly WordValue[]
  readonly args: readonly (string | undefined)[]
  /** Values of tests that are not negated. */
  readonly names: readonly string[]
  readonly paths: readonly string[]
  readonly isNegated: boolean
  readonly hasOr: boolean
}

function searchOf(all: readonly WordValue[]): Search {
  const start = all.findIndex((word) => !/^-([HLP]|O\d?)$/.test(one(word) ?? ''))
  const words = start < 0 ? [] : all.slice(start)
  const expression = words.findIndex((word) => /^[-(!]/.test((one(word) ?? word.start) || '-'))
  const places = expression < 0 ? words : words.slice(0, expression)
  const args = words.map(one)
  const values = (test: RegExp) =>
    args.flatMap((text, at) => {
      const isNot = /^(!|-not)$/.test(args[at - 2] ?? '')
      const isLeftOut = args[at + 1] === '-prune' && /^-or?$/.test(args[at + 2] ?? '')
      return test.test(args[at - 1] ?? '') && !isNot && !isLeftOut ? [text ?? '*'] : []
    })
  return {
    places: places.length === 0 ? [{ texts: ['.'], start: '.' }] : places,
    args,
    names: values(/^-i?name$/),
    paths: values(/^-i?(path|wholename)$/),
    isNegated: args.some((text) => /^(!|-not|-o|-or|\(|,)$/.test(text ?? '!')),
    hasOr: args.some((text) => /^(-o|-or|,)$/.test(text ?? '-o')),
  }
}

function placesOf({ places }: Search): readonly string[] {
  return places.flatMap(({ texts, like }) => texts ?? like ?? [ANY])
}

/** Files of git that it may come upon below a place; without a name only where the place is the top of a repository. */
function filesOfGit(search: Search, place: string): readonly string[] {
  const { names, paths, hasOr, args } = search
  const at = `${place}/.git`
  const all = OF_GIT.map((name) => (name === '.git' ? at : `${at}/${name}`))
  if (leavesGitOut(search, at)) return []
  const fits = (path: string) => {
    const results = [
      ...names.map((pattern) => couldBe(pattern, path.slice(path.lastIndexOf('/') + 1))),
      ...paths.map((pattern) => couldBe(pattern, path)),
    ]
    return hasOr ? results.includes(true) : !results.includes(false)
  }
  if (names.length > 0 || paths.length > 0) return all.filter(fits)
  const isShallow = args.includes('-maxdepth') && /^[01]$/.test(args[args.indexOf('-maxdepth') + 1] ?? '')
  if (isShallow && args[args.indexOf('-type') + 1] === 'f') return []
  return isWithin(WORKSPACE_ROOT, resolve(place)) || /^\.\.?(\/|$)/.test(place) ? all : []
}

/** `! -path './.git/*'`, or `-name .git -prune -o` in front of all the rest. */
function leavesGitOut({ args, hasOr }: Search, folder: string): boolean {
  const isExcluded = args.some(
    (text, at) =>
      /^(!|-not)$/.test(args[at - 2] ?? '') &&
      /^-i?(path|wholename)$/.test(args[at - 1] ?? '') &&
      text !== undefined &&
      !/[?[\\]/.test(text) &&
      couldBe(text, `${folder}/config`) &&
      couldBe(text, `${folder}/hooks/x`),
  )
  if (isExcluded && !hasOr) return true
  const first = args.findIndex((text) => /^[-(!]/.test(text ?? '-'))
  const [test, value = '', prune, or] = args.slice(first)
  const isPruned = prune === '-prune' && /^-or?$/.test(or ?? '') && args.lastIndexOf(or) === first + 3
  if (!isPruned) return false
  return test === '-name' ? value === '.git' : test === '-path' && value === folder
}
