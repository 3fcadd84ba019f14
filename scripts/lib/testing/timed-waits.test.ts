import { Linter } from 'eslint'
import { describe, expect, it } from 'vitest'
import timing from './timed-waits.mjs'

const linter = new Linter()

function found(code: string): string[] {
  const rules = Object.keys(timing.rules).map((name) => [`timing/${name}`, 'error'] as const)
  const messages = linter.verify(code, [{ plugins: { timing }, rules: Object.fromEntries(rules) }])
  return messages.map(({ ruleId, message }) => ruleId ?? message)
}

describe('a wait for a time', () => {
  it.each([
    ['of Playwright', 'await page.waitForTimeout(500)'],
    ['in a promise', 'await new Promise((resolve) => setTimeout(resolve, 50))'],
    ['in a promise, in a block', 'new Promise((done) => { timer = setTimeout(() => done(1), LATE) })'],
    ['of Node', `import { setTimeout as later } from 'node:timers/promises'`],
    ['of Node, whole', `import * as timers from 'timers/promises'`],
    ['by a function of that name', 'await sleep(100)'],
    ['by a constant', 'const MS = 2 * 50; await delay(MS)'],
  ])('is found %s', (_, code) => {
    expect(found(code)).toEqual(['timing/no-timed-wait'])
  })

  it.each([
    ['a turn of the event loop', 'await new Promise((resolve) => setTimeout(resolve, 0))'],
    ['a turn without a number', 'await new Promise((resolve) => setTimeout(resolve))'],
    ['something that is to happen', 'setTimeout(() => stop.abort(), 20)'],
    [
      'a limit inside a promise',
      'new Promise((resolve) => { const timer = setTimeout(kill, 900); start(resolve) })',
    ],
    ['the next tick of Node', `import { setImmediate } from 'node:timers/promises'`],
    ['a wait for something', 'await gate.wait(3); await wait(job)'],
  ])('is not %s', (_, code) => {
    expect(found(code)).toEqual([])
  })
})

describe('a limit', () => {
  it.each([
    ['a test', 'test.setTimeout(90_000)'],
    ['a test, as an option', `it('works', { timeout: 5_000 }, async () => {})`],
    ['a test, at its end', `it('works', async () => {}, 40_000)`],
    ['each of some tests', `it.each([1])('works', async () => {}, 40_000)`],
    ['a hook', 'beforeAll(async () => {}, 20_000)'],
    ['an expectation', 'await expect(button).toBeVisible({ timeout: 30_000 })'],
    [
      'an expectation, by a constant',
      'const MS = 4 * 1_000; await expect.poll(count, { timeout: MS }).toBe(1)',
    ],
    ['an action', 'await button.click({ timeout: 2_000 })'],
    ['a wait of Vitest', 'await vi.waitFor(isThere, { timeout: 500 })'],
    ['a wait of Vitest, which has a second', 'await vi.waitFor(isThere)'],
  ])('of %s is found', (_, code) => {
    expect(found(code)).toEqual(['timing/patient-limit'])
  })

  it.each([
    ['that follows the machine', 'test.setTimeout(patience(90_000)); it("works", run, patience(5_000))'],
    [
      'by a constant that does',
      'const MS = patience(4_000); await expect.poll(count, { timeout: MS }).toBe(1)',
    ],
    ['of a scripted call', `toolUse('Bash', { command: 'x', timeout: 1500 })`],
    ['of another test’s data', `it.each([5])('works', run)`],
  ])('%s is none of these', (_, code) => {
    expect(found(code)).toEqual([])
  })
})
