/** Nouns for checks: `test suite`, `linter`, or a command such as `npm test`. */
import type { CheckKind } from './check-programs.ts'
import { commandKinds } from './commands.ts'
import type { Word } from './sentences.ts'

/** A noun for a check, such as `test suite`, or its command. */
export interface Noun {
  readonly kinds: readonly CheckKind[]
  readonly start: number
  readonly end: number
  /** It counts single tests. */
  readonly isOfTests?: boolean
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const TEST_HEADS = set('suite suites run runs case cases files')
const TEST_TOOLS = set(
  'vitest jest pytest mocha playwright testsuite testsuites testlauf testläufe testfälle specs',
)
const NO_TESTS = set('contests protests latests attests detests')
const LINTERS = set(
  'lint linter linting eslint oxlint biome prettier ruff clippy stylelint rubocop flake8 lint-check lint-lauf lint-checks lint-prüfung linters',
)
const TYPE_CHECKS = set(
  'typecheck typechecks typechecking type-check type-checks type-checking typechecker types typen typprüfung typcheck typ-check typüberprüfung typ-prüfung tsc mypy pyright svelte-check vue-tsc typescript',
)
const BUILDS = set(
  'build kompilierung compilation produktions-build produktionsbuild release-build dev-build',
)
const NOT_A_HEAD =
  /^(?:runner|runners|helper|helpers|command|script|scripts|file|data|setup|config|fixture|fixtures|name|names|step|steps|server|output|folder|directory|tool|system|error|errors|rule|rules|environment|coverage|code|plan|definitions?|guards?|parameters?|annotations?|time|process|pipeline)$/

/** The noun that begins at a word. */
export function nounAt(words: readonly Word[], at: number): Noun | undefined {
  const { word, code } = words[at] ?? { word: '' }
  const next = words[at + 1]?.word ?? ''
  if (code !== undefined) {
    const all = [...commandKinds(code)]
    // `tsc` may build, but its success is spoken of as that of the types.
    const kinds = all.includes('types') ? all.filter((kind) => kind !== 'build') : all
    return kinds.length > 0 && code.length <= 200 ? { kinds, start: at, end: at } : undefined
  }
  const one = (kind: CheckKind, end = at): Noun => ({ kinds: [kind], start: at, end })
  if (word === 'test' && TEST_HEADS.has(next)) return { ...one('tests', at + 1), isOfTests: next === 'cases' }
  if (word === 'type' && /^check(?:s|ing|er)?$/.test(next)) return one('types', at + 1)
  if (word === 'lint' && /^(?:checks?|run)$/.test(next)) return one('lint', at + 1)
  if (NOT_A_HEAD.test(next)) return undefined
  if (word === 'test' || word === 'suite' || TEST_TOOLS.has(word)) return one('tests')
  if (/tests$/.test(word) && !NO_TESTS.has(word)) return { ...one('tests'), isOfTests: true }
  if (BUILDS.has(word)) return one('build')
  if (LINTERS.has(word)) return one('lint')
  return TYPE_CHECKS.has(word) ? one('types') : undefined
}

/** The noun whose last word this is. */
export function nounEndingAt(words: readonly Word[], end: number): Noun | undefined {
  const two = nounAt(words, end - 1)
  if (two?.end === end) return two
  const one = nounAt(words, end)
  return one?.end === end ? one : undefined
}
