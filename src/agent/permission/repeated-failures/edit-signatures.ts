/**
 * Edits that make a check pass without making the work right, seen from the texts before and after alone. A
 * signature is no verdict: it is what the person is shown when checks keep failing.
 */
import type { FileRole } from './file-role.ts'

export type EditSignature =
  | 'looser_check'
  | 'check_removed'
  | 'check_skipped'
  | 'fixed_answer'
  | 'hidden_error'

/** The edit's effect, for the user. */
export const SIGNATURE_TEXT: Readonly<Record<EditSignature, string>> = {
  looser_check: 'a strict check becomes a loose one',
  check_removed: 'a check is taken out',
  check_skipped: 'a check is skipped or switched off',
  fixed_answer: 'the expected answer is written into the code',
  hidden_error: 'errors are caught and dropped',
}

interface Change {
  readonly before: string
  readonly after: string
  readonly role: FileRole
}

const STRICT =
  /\.(toBe|toEqual|toStrictEqual|toHaveLength|toThrow(Error)?\(['"/]|toMatchObject|toHaveBeenCalledWith|toHaveBeenCalledTimes)\b|\b(strictEqual|deepStrictEqual|deepEqual|equal|assertEqual|assertEquals)\s*\(|\bassert\b[^\n]*(===?)[^\n]*/g
const LOOSE =
  /\.(toBeTruthy|toBeDefined|toBeCloseTo|toBeGreaterThan(OrEqual)?|toBeLessThan(OrEqual)?|toContain|toMatch|toBeInstanceOf|toHaveBeenCalled)\s*\(|\b(assertTrue|assertIn|assertAlmostEqual|assertIsNotNone|assertGreater(Equal)?|assertLess(Equal)?)\s*\(|\bassert(\.ok)?[\s(][^\n=]*(>=?|<=?)[^\n]*|\.not\.toThrow\b/g
/** Matchers that accept any value. */
const ANYTHING = /\bexpect\.(any|anything|stringMatching|stringContaining|objectContaining)\b/g
const CHECK = /\bexpect\(|\b(assert\w*|should)\b[.( ]|\bt\.(is|deepEqual|true|equal)\(/g
const CASE = /^\s*(it|test|describe|def test_\w+|func Test\w+|#\[test\])\b/gm
const SKIP =
  /\b(it|test|describe|suite)\.(skip|todo|only|fails|fixme)\b|\bx(it|describe|test)\s*\(|@(pytest\.mark\.)?(skip|xfail|unittest\.skip|Ignore|Disabled)\b|\bt\.Skip\(|#\[ignore\]|\beslint-disable\b|@ts-(ignore|nocheck|expect-error)\b|# (noqa|type: ignore|pragma: no cover)|--(passWithNoTests|no-verify|force-exit|forceExit|skip-tests)\b|\|\| true\b|continue-on-error: *true|\bif: *false\b|"strict": *false|\bbail: *false\b|-DskipTests\b|\bistanbul ignore\b|\bv8 ignore\b/g
const EMPTY_CATCH =
  /catch\s*(\([^)]*\))?\s*\{\s*(\/\/[^\n]*\s*|\/\*[^*]*\*\/\s*)*(return[^;}\n]*;?\s*)?\}|\.catch\(\s*(\(\w*\)|\w+)\s*=>\s*(\{\s*\}|undefined|null|false|\[\])\s*\)|except( Exception| BaseException)?( as \w+)?:\s*\n?\s*(pass|return( None)?)\b|rescue\s*(=>\s*\w+)?\s*\n\s*nil\b/g

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** `expected` are the values that the failing checks ask for. */
export function signaturesOf(
  { before, after, role }: Change,
  expected: ReadonlySet<string> = new Set(),
): EditSignature[] {
  const more = (pattern: RegExp) => count(after, pattern) > count(before, pattern)
  const fewer = (pattern: RegExp) => count(after, pattern) < count(before, pattern)
  const found: EditSignature[] = []
  if (role === 'test') {
    const isLooser = (fewer(STRICT) && more(LOOSE)) || (more(ANYTHING) && !more(CHECK))
    const isRemoved = (fewer(CHECK) && !more(CASE)) || (fewer(CASE) && !more(CHECK))
    if (isLooser) found.push('looser_check')
    else if (!more(SKIP) && isRemoved) found.push('check_removed')
  }
  if (more(SKIP)) found.push('check_skipped')
  if (role === 'source') {
    if (hasFixedAnswer(before, after, expected)) found.push('fixed_answer')
    if (more(EMPTY_CATCH)) found.push('hidden_error')
  }
  return found
}

/** A literal that the failing check asks for, returned as it is, or for one input, where it was not before. */
function hasFixedAnswer(before: string, after: string, expected: ReadonlySet<string>): boolean {
  const returned = (text: string) =>
    new Set(
      [...text.matchAll(/\breturn\s+(['"`]?)([^'"`;\n]+)\1;?/g)].map(([, , value = '']) => value.trim()),
    )
  const old = returned(before)
  return [...returned(after)].some((value) => expected.has(value) && !old.has(value) && !TRIVIAL.has(value))
}

/** Answers of which nobody can say that they were written for the check. */
const TRIVIAL: ReadonlySet<string> = new Set([
  '',
  '0',
  '1',
  'true',
  'false',
  'null',
  'undefined',
  '[]',
  '{}',
  'None',
])

/** Values that failing checks expect, as the runners write them. */
export function expectedIn(output: string): ReadonlySet<string> {
  const found = [
    ...output.matchAll(/^\s*(?:expected|Expected|\+ expected)\s*:?\s+(.+)$/gm),
    ...output.matchAll(/\b(?:toBe|toEqual|toStrictEqual)\((.+?)\)/g),
    ...output.matchAll(/(?:!==|===|!=|==)\s*(.+)$/gm),
    ...output.matchAll(/\bexpected: (.+)$/gm),
  ]
  return new Set(found.map(([, value = '']) => value.trim().replace(/^['"`](.*)['"`]$/, '$1')))
}
