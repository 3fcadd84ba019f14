/** A call that is held for notes of the user: its card names them and whose they are, and leads to each. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MARKUP } from '../../testing/hostile-texts.ts'
import { dialog, list, note, stored } from '../../testing/memory-dialog.ts'
import { mountApp, unmountApp } from '../../testing/mount-app.ts'
import { putNotes } from '../../testing/notes.ts'
import * as story from '../../testing/story.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const CALL = { turnId: 't1', id: 'c1', tool: 'Bash', input: { command: 'npm test' }, title: 'npm test' }
const card = page.getByRole('group', { name: 'Bash: npm test' })
const chips = card.getByRole('button', { name: /^Your note: / })

async function start(...notes: readonly story.ToldNote[]) {
  const mounted = mountApp(putNotes)
  await mounted.started
  mounted.fake.emit(story.user('go'), story.runStarted(), story.request('t1'), ...story.held(CALL, notes))
  await expect.element(card).toHaveTextContent(/held/)
  return mounted
}

/** Colour of the state's word and of its dot, and the dot's edge. */
function look(state: string): readonly string[] {
  const word = page.getByText(state, { exact: true }).last().element()
  const dot = getComputedStyle(word, '::before')
  return [getComputedStyle(word).color, dot.backgroundColor, dot.borderTopStyle]
}

describe('a call that is held', () => {
  it('names its notes and whose they are, without its details', async () => {
    const second = { path: 'a.md', title: 'Ask Ada', when: 'Bash' }
    await start(
      story.toldNote(),
      story.toldNote({ ...second, by: 'agent' }),
      story.toldNote({ ...second, title: 'Use tabs', by: 'import' }),
    )
    await expect.poll(() => chips.elements().length).toBe(3)
    await expect
      .element(chips.nth(0))
      .toHaveAccessibleName('Your note: The tests need port 4000 written by you, Nov 30, 2026')
    await expect.element(chips.nth(0)).toHaveAccessibleDescription('Told before Bash(npm test*)')
    await expect
      .element(chips.nth(1))
      .toHaveAccessibleName('Your note: Ask Ada noted by the agent, Nov 30, 2026')
    await expect.element(chips.nth(2)).toHaveAccessibleName('Your note: Use tabs imported, Nov 30, 2026')
    await expect.element(chips.nth(2)).toHaveAttribute('title', 'Told before Bash')
    for (const chip of chips.elements()) expect(chip.checkVisibility()).toBe(true)
    await expect
      .element(card.getByRole('button', { name: 'Details' }))
      .toHaveAttribute('aria-expanded', 'false')
  })

  it('says how many more there are', async () => {
    const { fake } = await start()
    const many = { ...CALL, id: 'c2', title: 'yarn build', input: { command: 'yarn build' } }
    fake.emit(...story.held(many, [story.toldNote()], 12))
    await expect
      .element(page.getByRole('group', { name: `Bash: ${many.title}` }))
      .toHaveTextContent(/and 12 more/)
    await expect.element(card).not.toHaveTextContent(/more/)
  })

  it('leads to each note, and back', async () => {
    const { fake } = await start(story.toldNote({ path: 'deploy.md' }))
    await chips.click()
    await expect.element(note).toHaveValue(stored(fake, 'deploy.md') ?? '-')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(chips).toHaveFocus()
  })

  it('leads to the list where a note is gone, also from the editor on a phone', async () => {
    await page.viewport(390, 844)
    const gone = story.toldNote({ path: 'old.md', title: 'Port 3000' })
    const { app } = await start(story.toldNote(), gone)
    await chips.first().click()
    await expect.element(note).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await chips.last().click()
    await expect.element(list).toBeVisible()
    await expect.element(note).not.toBeInTheDocument()
    await expect.element(dialog.getByText('Deleted (1)')).toBeVisible()
    expect(dialog.getByRole('alert').elements()).toEqual([])
    expect(app.memory?.editor.path).toBe('tests.md')
  })

  it('looks like none that failed, was refused or went well', async () => {
    const { fake } = await start()
    const others = ['failed', 'denied', 'done'] as const
    for (const outcome of others) {
      const call = { ...CALL, id: outcome, title: outcome }
      fake.emit(...story.started(call), story.finished(call, { outcome }))
    }
    await expect.element(page.getByRole('group', { name: 'Bash: done' })).toBeVisible()
    const held = look('held')
    for (const outcome of others) expect(look(outcome)).not.toEqual(held)
    expect(look('failed')[0]).not.toBe(held[0])
    // Hollow.
    expect(held.slice(1)).toEqual(['rgba(0, 0, 0, 0)', 'solid'])
  })

  it('has its state alone behind another that is held', async () => {
    await start()
    expect(card.getByRole('button').elements()).toHaveLength(1)
  })
})

describe('notes of a hostile log', () => {
  const HOSTILE = [...MARKUP.slice(0, 40), 'a'.repeat(100_000), 'safe\u202egnp.exe', '\n\t ', '']

  it.each([1280, 390])('are text within the card on a screen of %d px', async (width) => {
    await page.viewport(width, 844)
    Object.assign(globalThis, { pwned: () => expect.fail('A title was run.') })
    const { fake } = await start()
    for (const [index, title] of HOSTILE.entries()) {
      const call = { ...CALL, id: `h${index}`, title: `h${index}` }
      fake.emit(...story.held(call, [story.toldNote({ title, when: title, path: title })]))
    }
    await expect.poll(() => page.getByRole('button', { name: /^Your note:/ }).elements().length).toBe(44)
    for (const chip of page.getByRole('button', { name: /^Your note:/ }).elements()) {
      expect(chip.querySelector('script, img, svg, iframe, a, math')).toBeNull()
      expect(`${chip.textContent}${chip.getAttribute('title')}`).not.toContain('\u202e')
      const right = chip.closest('[data-call]')?.getBoundingClientRect().right ?? 0
      expect(chip.getBoundingClientRect().right).toBeLessThanOrEqual(right)
      expect(chip.getBoundingClientRect().height).toBeLessThan(60)
    }
    expect(document.documentElement.scrollWidth).toBe(width)
  })

  it('are three at most, of any time, and the same ones, too', async () => {
    await start(...Array.from({ length: 500 }, () => story.toldNote({ at: 1e300 })))
    await expect.poll(() => chips.elements().length).toBe(3)
    await expect
      .element(chips.first())
      .toHaveAccessibleName('Your note: The tests need port 4000 written by you')
  })
})
