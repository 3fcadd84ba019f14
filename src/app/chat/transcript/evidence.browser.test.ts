/** Chips below an answer: each statement about the work with the program's verdict, and a way to its call. */
import { mount, unmount, type Component } from 'svelte'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Evidence } from '../../../agent/protocol/evidence/evidence.ts'
import { setApp } from '../../app-model.svelte.ts'
import { german } from '../../language/de/catalogue.ts'
import { setLanguage } from '../../language/language.svelte.ts'
import { MARKUP } from '../../testing/hostile-texts.ts'
import { mountApp, unmountApp } from '../../testing/mount-app.ts'
import { violations } from '../../testing/screens.ts'
import { delta, request, runStarted, user, wholeStory } from '../../testing/story.ts'
import EvidenceChips from './EvidenceChips.svelte'

const TESTS = { kind: 'tests', text: 'All tests pass.' } as const
const PASSED: Evidence = {
  statement: TESTS,
  verdict: 'verified',
  reason: { type: 'passed' },
  by: { id: 'c5', label: 'npm test' },
}
const FAILED: Evidence = {
  statement: TESTS,
  verdict: 'contradicted',
  reason: { type: 'failed', exitCode: 1 },
  by: { id: 'c1', label: 'npm test' },
}
const NONE: Evidence = {
  statement: { kind: 'fixed', text: 'The bug is fixed.' },
  verdict: 'unverified',
  reason: { type: 'none' },
}

const chips = page.getByRole('list', { name: 'Checked statements' }).last()
const items = chips.getByRole('listitem')

let close: (() => Promise<void>) | undefined
let box: HTMLElement

beforeEach(() => page.viewport(1280, 800))
afterEach(async () => {
  await close?.()
  close = undefined
  await unmountApp()
})

/** On the screen of a whole session, at its end. */
async function show(...evidence: readonly Evidence[]) {
  const mounted = mountApp((fake) => fake.emit(...wholeStory()))
  await mounted.started
  await expect.element(page.getByText('What I changed')).toBeVisible()
  const target = document.createElement('div')
  document.querySelector('[role="log"]')?.append(target)
  const shown: Component<{ evidence: readonly Evidence[] }> = (internals, props) => {
    setApp(mounted.app)
    return EvidenceChips(internals, props)
  }
  const component = mount(shown, { target, props: { evidence } })
  close = async () => {
    await unmount(component)
    target.remove()
  }
  await expect.element(items.first()).toBeVisible()
  box = target
  return mounted
}

const texts = () => items.elements().map((item) => item.textContent.replaceAll(/\s+/g, ' ').trim())

describe('a statement', () => {
  it('has its verdict, its words and the reason, the worst first, and all of it in the tooltip', async () => {
    await show(PASSED, NONE, FAILED)
    expect(texts()).toEqual([
      'Contradicted “All tests pass”: npm test failed last, exit code 1',
      'Unverified “The bug is fixed”: no check has run',
      'Verified “All tests pass”: npm test passed',
    ])
    await expect
      .element(chips.getByRole('button', { name: /^Contradicted “All tests pass”: npm test failed last/ }))
      .toHaveAttribute('title', 'Contradicted: “All tests pass”: npm test failed last, exit code 1')
    expect(await violations()).toEqual([])
  })

  it('is told in German as well', async () => {
    await show(FAILED, NONE)
    setLanguage('de', german)
    await expect
      .poll(() => box.textContent.replaceAll(/\s+/g, ' '))
      .toContain('Widerlegt „All tests pass“: npm test schlug zuletzt fehl, Exit-Code 1')
    expect(box.textContent.replaceAll(/\s+/g, ' ')).toContain(
      'Unbelegt „The bug is fixed“: Es lief keine Prüfung',
    )
  })

  it('leads to its call, and takes the keyboard along; one without a call is no button', async () => {
    const { app } = await show(FAILED, NONE)
    expect(chips.getByRole('button').elements()).toHaveLength(1)
    await chips.getByRole('button').click()
    expect(app.goal).toEqual({ id: 't1', call: 'c1', text: '' })
    await expect
      .poll(() => document.activeElement?.closest('[data-call]')?.getAttribute('data-call'))
      .toBe('c1')
    await userEvent.keyboard('{Tab}')
    expect(chips.element().contains(document.activeElement)).toBe(false)
  })

  it('differs from another verdict by more than its colour', async () => {
    await show(PASSED, NONE, FAILED)
    const borders = items.elements().map((item) => getComputedStyle(item.children[0] ?? item).borderTopStyle)
    expect(borders).toEqual(['solid', 'dashed', 'solid'])
    expect(items.elements().every((item) => item.querySelector('svg') !== null)).toBe(true)
    await expect.element(items.first().getByText('Contradicted')).toBeVisible()
  })
})

describe('an answer', () => {
  it('of a session has its chips below it, and none while it grows', async () => {
    const { fake } = await show(NONE)
    const whole = page.getByRole('article').getByRole('list', { name: 'Checked statements' })
    await expect.element(whole).toHaveTextContent(/Verified “The tests pass now”: npm test/)
    const more = [user('Again', 'm9'), runStarted(), request('t9'), delta('t9', 'All tests pass.')]
    fake.emit(...more)
    await expect.element(page.getByText('All tests pass.', { exact: true })).toBeVisible()
    expect(whole.elements()).toHaveLength(1)
    const text = { type: 'text', text: 'All tests pass.' } as const
    fake.emit({ type: 'assistant_block', turnId: 't9', block: 0, content: text })
    await expect.poll(() => whole.elements().length).toBe(2)
  })
})

describe('many statements', () => {
  it('of one verdict are one chip until it is pressed, unless the log contradicts them', async () => {
    await show(PASSED, PASSED, PASSED, PASSED, FAILED, FAILED, FAILED, FAILED)
    expect(texts().slice(4)).toEqual(['4 statements verified'])
    const fold = chips.getByRole('button', { name: '4 statements verified' })
    await expect.element(fold).toHaveAttribute('aria-expanded', 'false')
    await fold.click()
    await expect.element(fold).toHaveAttribute('aria-expanded', 'true')
    expect(texts()).toHaveLength(9)
    expect(await violations()).toEqual([])
    await fold.click()
    expect(texts()).toHaveLength(5)
  })
})

describe('texts of a hostile log', () => {
  it.each([1280, 360])('stay text within the conversation on a screen of %d px', async (width) => {
    await page.viewport(width, 800)
    Object.assign(globalThis, { pwned: () => expect.fail('A text was run.') })
    const hostile = [...MARKUP.slice(0, 5), 'a'.repeat(100_000), 'safe\u202egnp.exe']
    await show(
      ...hostile.map((text): Evidence => ({
        statement: { kind: 'file', text },
        verdict: 'contradicted',
        reason: { type: 'absent', text },
        by: { id: text, label: text },
      })),
    )
    for (const chip of chips.getByRole('button').elements()) {
      expect(chip.querySelector('script, img, iframe, a, math')).toBeNull()
      expect(`${chip.textContent}${chip.getAttribute('title')}`).not.toContain('\u202e')
      expect(chip.getBoundingClientRect().right).toBeLessThanOrEqual(box.getBoundingClientRect().right)
    }
    expect(document.documentElement.scrollWidth).toBe(width)
    // A call that is not there leads nowhere.
    await chips.getByRole('button').first().click()
  })
})
