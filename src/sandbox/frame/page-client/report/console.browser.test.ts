import { describe, expect, it, vi } from 'vitest'
import { PAGE_LINE_CHARS, PAGE_LINES_AT_ONCE } from '../../../contract/limits.ts'
import type { PageReport } from '../../../page/page-report.ts'
import { readConsole } from './console.ts'
import { Reporter } from './reporter.ts'

/** A console whose lines are collected, and what it was told natively. */
function readAlong() {
  const told: string[] = []
  const native = Object.fromEntries(
    Object.keys(console).map((name) => [
      name,
      (...values: unknown[]) => told.push(`${name} ${values.length}`),
    ]),
  ) as unknown as Console
  const reports: PageReport[] = []
  const reporter = new Reporter((report) => reports.push(report))
  readConsole(reporter, native)
  const lines = () => {
    reporter.flush()
    return reports.flatMap((report) =>
      report.type === 'vivarium-page-lines' ? report.lines.map(({ level, text }) => [level, text]) : [],
    )
  }
  return { own: native, told, lines, reports, reporter }
}

describe('a page’s console', () => {
  it('is read in words, and still told', () => {
    const { own, told, lines } = readAlong()
    own.log('a %s of %d%c!', 'list', 3, 'color: red', [1, 'b'], { c: new Set([null]) })
    own.warn(undefined)
    own.error('failed:', 404)
    own.debug(Symbol('s'), 10n)
    own.assert(true, 'never')
    own.assert(false, 'said')
    own.group('Group')
    own.info('two\nlines')
    own.groupEnd()
    own.count()
    own.count()
    own.log()
    expect(lines()).toEqual([
      ['info', "a list of 3! [ 1, 'b' ] { c: Set(1) { null } }"],
      ['warn', 'undefined'],
      ['error', 'failed: 404'],
      ['debug', 'Symbol(s) 10n'],
      ['error', 'Assertion failed: said'],
      ['info', 'Group'],
      ['info', '  two\n  lines'],
      ['info', 'default: 1'],
      ['info', 'default: 2'],
      ['info', ''],
    ])
    expect(told.slice(0, 3)).toEqual(['log 6', 'warn 1', 'error 2'])
  })

  it('calls nothing of what it shows, and survives what cannot be shown', () => {
    const { own, lines } = readAlong()
    const getter = vi.fn(() => 1)
    const self: Record<string, unknown> = {}
    self['self'] = self
    own.log(Object.defineProperty({}, 'x', { get: getter, enumerable: true }), self)
    own.log({
      [Symbol.for('nodejs.util.inspect.custom')]: () => {
        throw new Error('not to be shown')
      },
    })
    expect(getter).not.toHaveBeenCalled()
    const [first, second] = lines()
    expect(first).toEqual(['info', '{ x: [Getter] } <ref *1> { self: [Circular *1] }'])
    expect(second?.[1]).toContain('not to be shown')
  })

  it('shows errors with their stack and cause, and elements without what is in them', () => {
    const { own, lines } = readAlong()
    const element = document.createElement('p')
    element.id = 'x'
    element.innerHTML = '<b>deep</b>'
    own.error('Failed', new TypeError('outer', { cause: new Error('inner') }), element)
    const [[, text] = []] = lines()
    expect(text).toMatch(/^Failed TypeError: outer\n +at .*\nCaused by: Error: inner\n +at /s)
    expect(text).toContain('<p id="x">…</p>')
    const circular = new Error('round')
    circular.cause = circular
    own.error(circular)
    expect(
      lines()
        .at(-1)?.[1]
        ?.match(/Caused by/g),
    ).toHaveLength(5)
  })

  it('says no more at once than somebody can read', () => {
    const { own, lines, reports } = readAlong()
    const value = { toString: vi.fn(() => 'x') }
    for (let at = 0; at < PAGE_LINES_AT_ONCE; at++) own.log('x'.repeat(PAGE_LINE_CHARS * 2))
    own.log('%s', value)
    expect(lines()).toHaveLength(PAGE_LINES_AT_ONCE)
    expect(lines()[0]?.[1]).toHaveLength(PAGE_LINE_CHARS + 2)
    expect(reports).toMatchObject([{ dropped: 1 }])
    expect(value.toString).not.toHaveBeenCalled()
    own.log('later')
    expect(lines().at(-1)).toEqual(['info', 'later'])
  })
})
