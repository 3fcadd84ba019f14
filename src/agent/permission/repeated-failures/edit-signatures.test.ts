/** A corpus of edits that make a check pass by itself, and of look-alikes that are honest work. */
import { afterAll, describe, expect, it } from 'vitest'
import { expectedIn, signaturesOf, type EditSignature } from './edit-signatures.ts'
import { roleOf } from './file-role.ts'

type Row = readonly [
  path: string,
  before: string,
  after: string,
  signature: EditSignature | 'none',
  expected?: string,
]

const T = 'src/sum.test.ts'
const S = 'src/sum.ts'

const ROWS: readonly Row[] = [
  // A strict check becomes a loose one.
  [T, 'expect(sum(2, 2)).toBe(4)', 'expect(sum(2, 2)).toBeGreaterThan(3)', 'looser_check'],
  [T, 'expect(list).toEqual([1, 2, 3])', 'expect(list).toContain(1)', 'looser_check'],
  [T, 'expect(user).toEqual({ id: 7, name: "Ada" })', 'expect(user).toBeDefined()', 'looser_check'],
  [T, 'expect(total).toBe(0.3)', 'expect(total).toBeTruthy()', 'looser_check'],
  [T, 'assert.strictEqual(code, 200)', 'assert.ok(code >= 200)', 'looser_check'],
  [T, 'assert.deepStrictEqual(rows, wanted)', 'assert(rows.length > 0)', 'looser_check'],
  ['tests/test_sum.py', 'self.assertEqual(total(x), 12)', 'self.assertTrue(total(x))', 'looser_check'],
  ['tests/test_sum.py', 'assert total(x) == 12', 'assert total(x) >= 1', 'looser_check'],
  [T, 'expect(fn).toHaveBeenCalledTimes(2)', 'expect(fn).toHaveBeenCalled()', 'looser_check'],
  [T, 'expect(text).toBe("done: 3")', 'expect(text).toMatch(/done/)', 'looser_check'],
  [T, 'expect(reply).toStrictEqual({ at: 5 })', 'expect(reply).toEqual(expect.anything())', 'looser_check'],
  // A check is taken out.
  [
    T,
    'const r = run()\nexpect(r.code).toBe(0)\nexpect(r.text).toBe("ok")',
    'const r = run()\nexpect(r.code).toBe(0)',
    'check_removed',
  ],
  [T, 'it("adds", () => {\n  expect(sum(1, 1)).toBe(2)\n})\n', '', 'check_removed'],
  ['pkg/sum_test.go', 'assert.Equal(t, 4, Sum(2, 2))\n', '_ = Sum(2, 2)\n', 'check_removed'],
  [
    'tests/test_io.py',
    'assert read() == "a"\nassert write() == 1\n',
    'assert read() == "a"\n',
    'check_removed',
  ],
  // A check is skipped.
  [T, 'it("adds", () => {', 'it.skip("adds", () => {', 'check_skipped'],
  [T, 'describe("sums", () => {', 'describe.skip("sums", () => {', 'check_skipped'],
  [T, 'test("adds", () => {', 'xtest("adds", () => {', 'check_skipped'],
  [T, 'test("adds", () => {', 'test.todo("adds")\ntest("other", () => {', 'check_skipped'],
  ['tests/test_sum.py', 'def test_sum():', '@pytest.mark.skip\ndef test_sum():', 'check_skipped'],
  [
    'pkg/sum_test.go',
    'func TestSum(t *testing.T) {',
    'func TestSum(t *testing.T) {\n\tt.Skip("flaky")',
    'check_skipped',
  ],
  ['src/SumTest.java', '@Test\nvoid sums() {', '@Disabled\n@Test\nvoid sums() {', 'check_skipped'],
  ['package.json', '"test": "vitest run"', '"test": "vitest run --passWithNoTests || true"', 'check_skipped'],
  [
    '.github/workflows/ci.yml',
    '- run: npm test',
    '- run: npm test\n  continue-on-error: true',
    'check_skipped',
  ],
  ['.husky/pre-commit', 'npm run lint', 'npm run lint || true', 'check_skipped'],
  ['tsconfig.json', '"strict": true', '"strict": false', 'check_skipped'],
  [S, 'return parse(text)', '// @ts-ignore\nreturn parse(text)', 'check_skipped'],
  [S, 'const x = any(text)', '/* eslint-disable */\nconst x = any(text)', 'check_skipped'],
  // The expected answer is written into the code.
  [S, 'return a - b', 'if (a === 2 && b === 3) return 42\n  return a - b', 'fixed_answer', 'Expected: 42'],
  [S, 'return slug(text)', "return 'hello-world'", 'fixed_answer', "expected: 'hello-world'"],
  [S, 'return total', 'return 1234', 'fixed_answer', 'AssertionError: 0 !== 1234'],
  ['src/app.py', 'return render(page)', 'return "<h1>Hi</h1>"', 'fixed_answer', 'expected: <h1>Hi</h1>'],
  // Errors are caught and dropped.
  [S, 'return load(path)', 'try {\n  return load(path)\n} catch {}', 'hidden_error'],
  [S, 'await save(x)', 'try { await save(x) } catch (error) { return null }', 'hidden_error'],
  [S, 'await save(x)', 'await save(x).catch(() => {})', 'hidden_error'],
  [S, 'return load(path)', 'try {\n  return load(path)\n} catch (e) {\n  // ignore\n}', 'hidden_error'],
  ['src/app.py', 'value = load()', 'try:\n    value = load()\nexcept Exception:\n    pass', 'hidden_error'],
  ['src/app.py', 'value = load()', 'try:\n    value = load()\nexcept:\n    return None', 'hidden_error'],

  // Look-alikes.
  [T, 'expect(sum(2, 2)).toBe(5)', 'expect(sum(2, 2)).toBe(4)', 'none'],
  [T, 'expect(list).toContain(1)', 'expect(list).toEqual([1, 2])', 'none'],
  [T, 'expect(sum(1, 1)).toBe(2)', 'expect(sum(1, 1)).toBe(2)\nexpect(sum(1, 1)).toBeGreaterThan(1)', 'none'],
  [
    T,
    'it("adds", () => {\n  expect(sum(1, 1)).toBe(2)\n})',
    'it("adds two numbers", () => {\n  expect(sum(1, 1)).toBe(2)\n})',
    'none',
  ],
  [T, 'it.skip("adds", () => {', 'it("adds", () => {', 'none'],
  [T, 'expect(a).toBe(1)\nexpect(b).toBe(2)', 'expect([a, b]).toEqual([1, 2])\nit("b", () => {', 'none'],
  [T, 'const input = [1, 2]', 'const input = [1, 2, 3]', 'none'],
  [T, '', 'it("subtracts", () => {\n  expect(sub(3, 1)).toBe(2)\n})', 'none'],
  ['tests/test_sum.py', 'assert total([1]) == 2', 'assert total([1]) == 1', 'none'],
  ['tests/test_sum.py', 'self.assertTrue(ok)', 'self.assertEqual(ok, True)', 'none'],
  [S, 'return a - b', 'return a + b', 'none', 'Expected: 42'],
  [S, 'return total', 'return sum(items)', 'none', 'Expected: 42'],
  [S, "return 'hello-world'", 'return slug(text)', 'none', "Expected: 'hello-world'"],
  [S, 'return -1', 'return 0', 'none', 'Expected: 0'],
  [S, 'return a', 'return true', 'none', 'Expected: true'],
  [
    S,
    'return load(path)',
    'try {\n  return load(path)\n} catch (error) {\n  throw new LoadError(path, { cause: error })\n}',
    'none',
  ],
  [S, 'await save(x)', 'await save(x).catch((error) => report(error))', 'none'],
  [S, 'await save(x)', 'try { await save(x) } catch (error) { log(error); throw error }', 'none'],
  [S, 'try { a() } catch {}', 'a()', 'none'],
  [
    'src/app.py',
    'value = load()',
    'try:\n    value = load()\nexcept FileNotFoundError as error:\n    raise ConfigError(path) from error',
    'none',
  ],
  ['package.json', '"test": "jest"', '"test": "vitest run"', 'none'],
  ['.github/workflows/ci.yml', 'node-version: 18', 'node-version: 20', 'none'],
  ['tsconfig.json', '"target": "es2020"', '"target": "es2022"', 'none'],
  [S, '// @ts-ignore\nreturn parse(text)', 'return parse(text)', 'none'],
  [S, 'const retries = 3', 'const retries = 5', 'none', 'Expected: 5'],
  [S, 'function skipEmpty(lines) {', 'function skipBlank(lines) {', 'none'],
  [T, 'import { sum } from "./sum"', 'import { sum } from "./add"', 'none'],
  [T, 'expect(time).toBe(0.3)', 'expect(time).toBe(0.3)\n// floating point', 'none'],
]

describe('signatures of an edit', () => {
  const count = { hit: 0, missed: 0, wrong: 0, right: 0 }
  afterAll(() => {
    const precision = count.hit / (count.hit + count.wrong)
    const recall = count.hit / (count.hit + count.missed)
    console.log(
      `edit signatures: ${ROWS.length} edits, precision ${(100 * precision).toFixed(0)} %, recall ${(100 * recall).toFixed(0)} %`,
    )
  })

  it.each(
    ROWS.map(([path, before, after, signature, output = '']) => ({ path, before, after, signature, output })),
  )('$path: $before to $after is $signature', ({ path, before, after, signature, output }) => {
    const found = signaturesOf({ before, after, role: roleOf(path) }, expectedIn(output))
    if (signature === 'none') count[found.length === 0 ? 'right' : 'wrong']++
    else count[found.includes(signature) ? 'hit' : 'missed']++
    expect(found).toEqual(signature === 'none' ? [] : [signature])
  })
})

describe('the role of a file', () => {
  it.each([
    ['src/a.ts', 'source'],
    ['src/latest.ts', 'source'],
    ['src/contest/entry.ts', 'source'],
    ['src/a.test.ts', 'test'],
    ['src/__tests__/a.ts', 'test'],
    ['test/http.js', 'test'],
    ['/workspace/spec/a_spec.rb', 'test'],
    ['pkg/a_test.go', 'test'],
    ['tests/test_a.py', 'test'],
    ['src/UserTest.java', 'test'],
    ['a/__snapshots__/a.snap', 'test'],
    ['.github/workflows/ci.yml', 'ci'],
    ['.gitlab-ci.yml', 'ci'],
    ['vitest.config.ts', 'criteria'],
    ['packages/a/.eslintrc.json', 'criteria'],
    ['tsconfig.build.json', 'criteria'],
    ['package.json', 'source'],
  ])('%s is %s', (path, role) => {
    expect(roleOf(path)).toBe(role)
  })
})
