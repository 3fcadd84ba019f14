/** Editing by hand, on the whole screen: saving, following, conflicts, and what survives a reload. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FakeAgent } from '../../testing/fake-agent/fake-agent.ts'
import { mountApp, unmountApp } from '../../testing/mount-app.ts'
import { ok } from '../../../sandbox/contract/errors.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const bytes = (text: string) => new TextEncoder().encode(text)
const content = (path: string) => page.getByRole('textbox', { name: `Content of ${path}` })
const fileTab = (name: string) =>
  page.getByRole('tablist', { name: 'Open files' }).getByRole('tab', { name, exact: true })
const save = page.getByRole('button', { name: 'Save', exact: true })

function saved(fake: FakeAgent, path: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(fake.files.get(path))
}

/** By the agent or a program. */
function changeOutside(fake: FakeAgent, path: string, text: string | undefined): void {
  if (text === undefined) fake.files.delete(path)
  else fake.files.set(path, bytes(text))
  fake.notice({ type: 'files_changed', paths: [`/workspace/${path}`], ignored: [], overflow: false })
}

async function open(files: Readonly<Record<string, string | Uint8Array>>, show = Object.keys(files)) {
  const mounted = mountApp((fake) => {
    for (const [path, data] of Object.entries(files))
      fake.files.set(path, typeof data === 'string' ? bytes(data) : data)
    fake.emit({ type: 'workspace_imported', name: 'repo', files: 1, bytes: 1, root: 'r' })
  })
  await mounted.started
  for (const path of show) await mounted.app.showFile(path)
  return mounted
}

/** At the end of the text. */
async function type(path: string, text: string) {
  await expect.element(content(path)).toBeVisible()
  await content(path).click()
  await userEvent.keyboard('{Control>}{End}{/Control}')
  await userEvent.keyboard(text)
}

describe('editing', () => {
  it('saves by Ctrl+S what was typed and nothing else: mark, CRLF and the missing last line end stay', async () => {
    const { fake } = await open({ 'a.txt': '\uFEFFone\r\ntwo' })
    await type('a.txt', '!{Enter}three')
    await expect.element(fileTab('a.txt, unsaved')).toBeVisible()
    await expect.element(page.getByText('CRLF · BOM')).toBeVisible()
    await userEvent.keyboard('{Control>}s{/Control}')
    await expect.poll(() => saved(fake, 'a.txt')).toBe('\uFEFFone\r\ntwo!\r\nthree')
    await expect.element(fileTab('a.txt')).toBeVisible()
    await expect.element(save).toBeDisabled()
  })

  it('scrolls long lines under the line numbers, not through them', async () => {
    await open({ 'a.txt': 'long '.repeat(400) })
    await expect.element(content('a.txt')).toBeVisible()
    const gutters = document.querySelector('.cm-gutters')
    if (!gutters) throw new Error('There are no line numbers.')
    const colour = getComputedStyle(gutters).backgroundColor
    expect(colour).not.toMatch(/transparent|\/ 0\)|, 0\)$/)
    expect(colour).toBe(getComputedStyle(gutters.closest('.workspace') ?? document.body).backgroundColor)
  })

  it('keeps text and undo history of each file while another is shown', async () => {
    const { fake } = await open({ 'a.txt': 'a', 'b.txt': 'b' })
    await type('b.txt', '2')
    await fileTab('a.txt').click()
    await type('a.txt', '1')
    await fileTab('b.txt, unsaved').click()
    await expect.element(content('b.txt')).toHaveTextContent('b2')
    await content('b.txt').click()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(content('b.txt')).toHaveTextContent(/^b$/)
    await expect.element(fileTab('b.txt')).toBeVisible()
    await fileTab('a.txt, unsaved').click()
    await save.click()
    await expect.poll(() => [saved(fake, 'a.txt'), saved(fake, 'b.txt')]).toEqual(['a1', 'b'])
  })

  it('moves between the open files by keys, and asks before unsaved text is closed', async () => {
    const { fake } = await open({ 'a.txt': 'a', 'b.txt': 'b' })
    await type('b.txt', '2')
    fileTab('b.txt, unsaved').element().focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(fileTab('a.txt')).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}{Delete}')
    const question = page.getByRole('alert', { name: 'Unsaved text' })
    await expect.element(question).toHaveTextContent('b.txt has text that is not saved.')
    await expect.element(question.getByRole('button', { name: 'Save and close' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(fileTab('a.txt')).toHaveAttribute('aria-selected', 'true')
    expect(page.getByRole('tablist', { name: 'Open files' }).getByRole('tab').elements()).toHaveLength(1)
    expect(saved(fake, 'b.txt')).toBe('b2')
  })

  it('says why it could not save, and keeps the text', async () => {
    const { fake } = await open({ 'a.txt': 'a' })
    fake.agent.files.write = async () => ({
      ok: false,
      error: { kind: 'quota', message: 'The browser has no more room.', hint: 'Delete sessions.' },
    })
    await type('a.txt', '1{Control>}s{/Control}')
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Not saved. The browser has no more room. Delete sessions.')
    await expect.element(fileTab('a.txt, unsaved')).toBeVisible()
  })

  it('brings unsaved text back after a reload', async () => {
    const first = await open({ 'a.txt': 'a' })
    await type('a.txt', 'bc')
    first.app.workspace.files.keepNow()
    const kept = localStorage.getItem('vivarium:unsaved:s1')
    await unmountApp()
    localStorage.setItem('vivarium:unsaved:s1', kept ?? '')
    const { fake } = await open({ 'a.txt': 'a' }, [])
    await expect.element(content('a.txt')).toHaveTextContent('abc')
    await save.click()
    await expect.poll(() => saved(fake, 'a.txt')).toBe('abc')
  })

  it('does not edit what is not UTF-8, what another tab leads, and what a replay has', async () => {
    const { fake } = await open({ 'latin.txt': new Uint8Array([99, 97, 102, 233]), 'a.txt': 'a' })
    await expect.element(content('a.txt')).toHaveAttribute('contenteditable', 'true')
    fake.notice({ type: 'role', role: 'follower' })
    await expect.element(content('a.txt')).toHaveAttribute('aria-readonly', 'true')
    fake.notice({ type: 'role', role: 'leader' })
    fake.notice({ type: 'replay', state: { speed: 1, paused: false } })
    await expect.element(content('a.txt')).toHaveAttribute('contenteditable', 'false')
    fake.notice({ type: 'replay', state: null })
    await expect.element(content('a.txt')).toHaveAttribute('contenteditable', 'true')
    await fileTab('latin.txt').click()
    await expect.element(page.getByText('not UTF-8: shown, not edited')).toBeVisible()
    await expect.element(content('latin.txt')).toHaveAttribute('aria-readonly', 'true')
    expect(save.query()).toBeNull()
  })

  it('shows no value of an .env file until it is asked to', async () => {
    const { fake } = await open({ '.env': 'TOKEN=hunter2\n' })
    await expect.element(content('.env')).toHaveTextContent('TOKEN=••••••••')
    expect(document.body.textContent).not.toContain('hunter2')
    await page.getByRole('button', { name: 'Show values' }).click()
    await expect.element(content('.env')).toHaveTextContent('TOKEN=hunter2')
    await type('.env', 'MORE=1{Control>}s{/Control}')
    await expect.poll(() => saved(fake, '.env')).toBe('TOKEN=hunter2\nMORE=1')
  })
})

describe('a file that somebody else changes', () => {
  it('is followed in place while nobody has edited it: the cursor stays in its line', async () => {
    const { fake } = await open({ 'a.txt': 'one\ntwo\nthree' })
    await type('a.txt', '{ArrowUp}')
    changeOutside(fake, 'a.txt', 'zero\none\ntwo\nTHREE')
    await expect.element(content('a.txt')).toHaveTextContent('zeroonetwoTHREE')
    await userEvent.keyboard('!')
    await expect.element(content('a.txt')).toHaveTextContent('zeroonetwo!THREE')
  })

  it('is a conflict when it has unsaved text: taking theirs can be undone', async () => {
    const { fake } = await open({ 'a.txt': 'one\ntwo\nthree\nfour' })
    await type('a.txt', ' mine')
    changeOutside(fake, 'a.txt', 'ONE\ntwo\nthree\nfour')
    await expect.element(fileTab('a.txt, in conflict')).toBeVisible()
    await page.getByRole('button', { name: 'Take theirs' }).click()
    await expect.element(content('a.txt')).toHaveTextContent('ONEtwothreefour')
    await expect.element(fileTab('a.txt')).toBeVisible()
    await content('a.txt').click()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(content('a.txt')).toHaveTextContent('onetwothreefour mine')
  })

  it('can be merged: both changes are there where they are apart', async () => {
    const { fake } = await open({ 'a.txt': 'one\ntwo\nthree\nfour' })
    await type('a.txt', ' mine')
    changeOutside(fake, 'a.txt', 'ONE\ntwo\nthree\nfour')
    const merged = page.getByRole('textbox', { name: 'Merged text of a.txt' })
    await expect.element(merged).toHaveTextContent(/ONE.*four mine/)
    await page.getByRole('button', { name: 'Save merged' }).click()
    await expect.poll(() => saved(fake, 'a.txt')).toBe('ONE\ntwo\nthree\nfour mine')
    await expect.element(fileTab('a.txt')).toBeVisible()
  })

  it.each([1800, 390])('has buttons of at least 24 px in the conflict, at %i px', async (width) => {
    await page.viewport(width, 800)
    const { fake } = await open({ 'a.txt': 'one\ntwo\nthree\nfour' })
    await type('a.txt', ' mine')
    changeOutside(fake, 'a.txt', 'ONE\ntwo\nthree\nfour')
    await expect
      .element(page.getByRole('textbox', { name: 'Merged text of a.txt' }))
      .toHaveTextContent(/four mine/)
    const parts = '.cm-merge-revert button, .cm-chunkButtons button, [aria-label=Conflict] button'
    const buttons = () => [...document.querySelectorAll<HTMLElement>(parts)]
    // The arrows come when the editor has compared the two.
    await expect.poll(() => buttons().length).toBeGreaterThan(3)
    for (const button of buttons()) {
      const { width: wide, height } = button.getBoundingClientRect()
      expect([button.textContent, wide >= 24, height >= 24]).toEqual([button.textContent, true, true])
    }
  })

  it('keeps a merge that was begun when it is changed once more', async () => {
    const { fake } = await open({ 'a.txt': 'one\ntwo\nthree\nfour' })
    await type('a.txt', ' mine')
    changeOutside(fake, 'a.txt', 'ONE\ntwo\nthree\nfour')
    const merged = page.getByRole('textbox', { name: 'Merged text of a.txt' })
    await merged.click()
    await userEvent.keyboard('{Control>}{End}{/Control} too')
    changeOutside(fake, 'a.txt', 'ONE\nTWO\nthree\nfour')
    await expect.element(merged).toHaveTextContent(/ONETWO.*four mine too/)
  })

  it('is never overwritten by a save that has not seen the change', async () => {
    const { fake } = await open({ 'a.txt': 'one' })
    await type('a.txt', ' mine')
    fake.files.set('a.txt', bytes('theirs')) // and nobody has told of it
    await userEvent.keyboard('{Control>}s{/Control}')
    await expect.element(page.getByRole('alert', { name: 'Conflict' })).toBeVisible()
    expect(saved(fake, 'a.txt')).toBe('theirs')
    await page.getByRole('button', { name: 'Save mine' }).click()
    await expect.poll(() => saved(fake, 'a.txt')).toBe('one mine')
  })

  it('can be written again after it was removed', async () => {
    const { fake } = await open({ 'a.txt': 'one\r\n' })
    await type('a.txt', 'two')
    changeOutside(fake, 'a.txt', undefined)
    await expect.element(page.getByRole('alert', { name: 'Conflict' })).toHaveTextContent('was removed')
    await page.getByRole('button', { name: 'Save mine' }).click()
    await expect.poll(() => saved(fake, 'a.txt')).toBe('one\r\ntwo')
  })

  it('is no conflict while the own save is under way', async () => {
    const { fake } = await open({ 'a.txt': 'one' })
    const gate = Promise.withResolvers<void>()
    fake.agent.files.write = async (path, data) => {
      fake.files.set(path.replace('/workspace/', ''), data)
      fake.notice({ type: 'files_changed', paths: [path], ignored: [], overflow: false })
      await gate.promise
      return ok(undefined)
    }
    await type('a.txt', ' two{Control>}s{/Control}')
    await expect.poll(() => saved(fake, 'a.txt')).toBe('one two')
    await userEvent.keyboard(' three')
    gate.resolve()
    await expect.element(content('a.txt')).toHaveTextContent('one two three')
    await expect.element(fileTab('a.txt, unsaved')).toBeVisible()
  })
})
