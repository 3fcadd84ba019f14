import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import { patience } from '../../../src/testing/patience.ts'
import { soak } from '../../../src/testing/soak.ts'
import { liveRegex } from './regex.js'

/** All matches of an engine, group by group, in both ways of looking. */
function allMatches(expression: ReturnType<typeof RE2JS.compile>, text: string): unknown[] {
  const matcher = expression.matcher(text)
  const found: unknown[] = []
  for (let at = 0; at <= text.length && matcher.find(at);) {
    const [start, end] = [matcher.start(0), matcher.end(0)]
    const groups = Array.from({ length: expression.groupCount() }, (_, index) => matcher.group(index + 1))
    found.push([start, end, matcher.group(0), ...groups])
    at = end === start ? end + 1 : end
  }
  return found
}

const compileOther = (source: string, flags: string) =>
  RE2JS.compile(
    source,
    (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) | (flags.includes('s') ? RE2JS.DOTALL : 0),
  )

/** Undefined when it leaves the expression to the other engine. */
function fast(source: string, flags = '') {
  return liveRegex(source, flags, () => compileOther(source, flags)) as
    | ReturnType<typeof RE2JS.compile>
    | undefined
}

const PARTS = [
  ...['a', 'b', 'x', '.', '\\.', '[ab]', '[^a]', '[a-c]', '\\d', '\\w', '\\s', '[[:alpha:]]', '[[:space:]x]'],
  ...['(a)', '(ab)', '(?:ba)', '(a|b)', '(a*)', 'a|b', '^', '$', ' ', '-', 'é', '\\(', '[\\]a]'],
]
const REPEATS = ['', '', '', '*', '+', '?', '{2}', '{1,}', '{0,3}', '*?', '+?']
const TEXTS = [
  '',
  'a',
  'ab',
  'aabb',
  'ba ab',
  'x.a-b',
  'a\nb',
  'a\r\nb',
  'É é',
  '1 2a',
  '(a)',
  'ABab',
  '😀a',
  ' \u00a0\v',
]

const SOAK = soak('shell-regex', { gate: 800, round: 16_000, isGateFixed: true })

describe('an expression on the browser’s engine', () => {
  it(SOAK.title('finds what the other engine finds'), { timeout: patience(180_000) }, async () => {
    let taken = 0
    await SOAK.each(({ random }) => {
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
      const source = Array.from(
        { length: 1 + Math.floor(random() * 4) },
        () => pick(PARTS) + pick(REPEATS),
      ).join('')
      const flags = pick(['', '', 'i', 's'])
      const ours = fast(source, flags)
      if (ours === undefined) return
      taken += 1
      const other = compileOther(source, flags)
      for (const text of TEXTS) {
        expect({ source, flags, text, found: allMatches(ours, text) }).toEqual({
          source,
          flags,
          text,
          found: allMatches(other, text),
        })
      }
    })
    expect(taken).toBeGreaterThan(SOAK.count / 4)
  })

  it('leaves alone what the engines read differently, or what could take for ever', () => {
    const left = [
      '(a+)+b',
      '(a|(b))*',
      '(?i)a',
      '(?P<n>a)',
      '\\bx',
      '\\pL',
      '[]a]',
      '[^]a]',
      'a{2000}',
      'a**',
      'a)',
      '😀',
    ]
    expect(left.filter((source) => fast(source) !== undefined)).toEqual([])
    expect(fast('^a', 'm')).toBeUndefined()
  })

  it('asks the other engine where repetitions over a long text could take long', () => {
    const long = `${'a'.repeat(200_000)}`
    expect(fast('a.*b.*c')?.matcher(long).find()).toBe(false)
    expect(fast('b')?.matcher(`${long}b`).find()).toBe(true)
  })
})
