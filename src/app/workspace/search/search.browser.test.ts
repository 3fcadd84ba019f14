/** Search in files by hand: keys, what is shown of each change, replacing, what is left alone. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FakeAgent } from '../../testing/fake-agent/fake-agent.ts'
import { mountApp, unmountApp } from '../../testing/mount-app.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const bytes = (text: string) => new TextEncoder().encode(text)
const field = page.getByRole('searchbox', { name: 'Search in files' })
const found = page.getByRole('tree', { name: 'Search results' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const rows = () =>
  found
    .getByRole('treeitem')
    .elements()
    .map((row) => row.textContent.replace(/\s+/g, ' ').trim())

const FILES = { 'a.ts': 'one\nlet old = 1', 'b/c.ts': 'old old', 'd.ts': 'x old', 'e.ts': 'nothing' }

async function open(files: Readonly<Record<string, string>> = FILES, prepare?: (fake: FakeAgent) => void) {
  const mounted = mountApp((fake) => {
    for (const [path, text] of Object.entries(files)) fake.files.set(path, bytes(text))
    fake.emit({ type: 'workspace_imported', name: 'repo', files: 1, bytes: 1, root: 'r' })
    prepare?.(fake)
  })
  await mounted.started
  await expect.element(page.getByRole('treeitem').first()).toBeVisible()
  await userEvent.keyboard('{Control>}{Shift>}F{/Shift}{/Control}')
  await expect.element(field).toHaveFocus()
  return mounted
}

async function search(text: string) {
  await field.fill(text)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/^[\d,]+ match(es)? in|^Nothing found/).first()).toBeVisible()
}

const replaced = (fake: FakeAgent) => fake.calls.filter((call) => /^(replace|undo): /.test(call))

describe('search in files', () => {
  it('opens by keys, gathers all parts, grouped by file, and opens a match at its line', async () => {
    const { app } = await open()
    await search('old')
    expect(rows()).toEqual(['a.ts 1', '2 let old = 1', 'b/c.ts 1', '1 old old', 'd.ts 1', '1 x old'])
    await expect.element(page.getByText('3 matches in 3 files', { exact: true })).toBeVisible()
    found.element().focus()
    await userEvent.keyboard('{ArrowLeft}{ArrowDown}{ArrowDown}')
    expect(rows().slice(0, 2)).toEqual(['a.ts 1', 'b/c.ts 1'])
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('textbox', { name: 'Content of b/c.ts' })).toBeVisible()
    expect(app.tab).toBe('editor')
    app.showSearch()
    await expect.element(found.getByRole('treeitem', { name: 'd.ts' })).toBeVisible() // it is all still there
  })

  it('shows each change, replaces one, leaves one out, and all of the rest after a question', async () => {
    const { fake } = await open()
    await button('Replace').click()
    await search('old')
    await page.getByRole('textbox', { name: 'Replace with' }).fill('new')
    await expect.poll(rows).toContain('2 let oldnew = 1')
    found.element().focus()
    await userEvent.keyboard('{ArrowDown}')
    await button('Replace this match').click()
    await expect.element(page.getByText('Replaced 1 match in 1 file.')).toBeVisible()
    expect(rows()).toEqual(['b/c.ts 1', '1 oldnew old', 'd.ts 1', '1 x oldnew'])
    found.element().focus()
    await userEvent.keyboard('{Delete}')
    await expect.poll(() => rows().length).toBeLessThan(4)
    await button('Replace all').click()
    await expect.element(page.getByText(/^Replace 1 match in 1 file\?/)).toBeVisible()
    await page.getByRole('group', { name: 'Replace' }).getByRole('button', { name: 'Replace' }).click()
    await expect.poll(() => replaced(fake)).toHaveLength(2)
    expect(replaced(fake)[0]).toBe('replace: a.ts 2 old→new')
    await button('Undo').click()
    await expect.poll(() => replaced(fake).at(-1)).toBe('undo: before')
  })

  it('leaves locked and unsaved files, and hidden values, as they are, and shows no such value', async () => {
    const { fake, app } = await open({ '.env': 'KEY=old', 'a.ts': 'old', 'b.ts': 'old' }, (agent) =>
      agent.locks.add('a.ts'),
    )
    await app.showFile('b.ts')
    await page.getByRole('textbox', { name: 'Content of b.ts' }).click()
    await userEvent.keyboard('unsaved ')
    app.showSearch()
    await button('Replace').click()
    await search('old')
    expect(document.body.textContent).not.toContain('KEY=')
    await button('Replace all').click()
    await page.getByRole('group', { name: 'Replace' }).getByRole('button', { name: 'Replace' }).click()
    const said = 'Left as it was: .env (its values are hidden), a.ts (locked), b.ts (unsaved in the editor).'
    await expect.element(page.getByText(said)).toBeVisible()
    expect(replaced(fake)).toEqual([])
  })

  it('draws only what is in view of 20,000 matches, and says that there may be more', async () => {
    await open({ 'a.txt': 'old\n'.repeat(21_000) })
    await search('old')
    await expect.element(page.getByText(/^Only the first 20,000 matches are shown/)).toBeVisible()
    expect(found.getByRole('treeitem').elements().length).toBeLessThan(120)
    found.element().focus()
    await userEvent.keyboard('{End}')
    await expect.poll(() => rows().at(-1)).toBe('20000 old')
  })

  it('says what is wrong, and what was not found', async () => {
    const { fake } = await open()
    await search('nowhere')
    await expect.element(page.getByText('Nothing found in 4 files.')).toBeVisible()
    fake.agent.files.searchText = () =>
      Promise.resolve({
        ok: false,
        error: { kind: 'invalid', message: 'The pattern "(" is none.', hint: 'Escape it.' },
      })
    await field.fill('(')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('alert')).toHaveTextContent('The pattern "(" is none. Escape it.')
  })

  it('can be stopped, and keeps what it has', async () => {
    const { fake } = await open()
    const search = fake.agent.files.searchText
    fake.agent.files.searchText = (query, limit, after) =>
      after === undefined ? search(query, limit) : new Promise(() => undefined)
    await field.fill('old')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Searching … 2 matches in 2 files')).toBeVisible()
    await button('Stop').click()
    await expect.element(page.getByText('The search was stopped.')).toBeVisible()
    expect(fake.calls).toContain('cancelSearch')
    expect(rows()).toHaveLength(4)
  })
})
