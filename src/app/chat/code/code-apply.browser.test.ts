/** Code of an answer goes into a file: named by the answer or the person, looked at before, undone by the editor. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountApp, unmountApp } from '../../testing/mount-app.ts'
import { runEnded, runStarted, user } from '../../testing/story.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const bytes = (text: string) => new TextEncoder().encode(text)
const OLD = 'export function one() {\n  return 1\n}\n\nexport const two = 2\n'
const answer = (fence: string, code: string) => `Try this:\n\n\`\`\`${fence}\n${code}\n\`\`\`\n`
const dialog = page.getByRole('dialog', { name: 'Apply code' })
const chat = page.getByRole('log', { name: 'Conversation' })

async function answered(text: string, files: Readonly<Record<string, string>> = { 'src/a.js': OLD }) {
  const mounted = mountApp((fake) => {
    for (const [path, content] of Object.entries(files)) fake.files.set(path, bytes(content))
    fake.emit(
      { type: 'workspace_imported', name: 'repo', files: 1, bytes: 1, root: 'r' },
      user('Go', 'm1'),
      runStarted(),
      { type: 'request_started', turnId: 't1', requestId: 'q1', attempt: 1 },
      { type: 'assistant_block', turnId: 't1', block: 0, content: { type: 'text', text } },
      runEnded(),
    )
  })
  await mounted.started
  const saved = (path: string) => {
    const data = mounted.fake.files.get(path)
    return data && new TextDecoder().decode(data)
  }
  return { ...mounted, saved }
}

describe('apply', () => {
  it('shows what would change of the file that the fence names, then writes it', async () => {
    const { app, saved } = await answered(
      answer('js title="src/a.js"', 'export function one() {\n  return 11\n}'),
    )
    await app.showFile('src/a.js')
    const content = page.getByRole('textbox', { name: 'Content of src/a.js' })
    await expect.element(content).toBeVisible()
    await chat.getByRole('button', { name: 'Apply' }).click()
    await expect.element(dialog.getByRole('combobox', { name: 'File' })).toHaveValue('src/a.js')
    await expect.element(dialog.getByRole('radio', { name: 'In place of lines 1 to 3' })).toBeChecked()
    const diff = dialog.getByRole('group', { name: 'Diff of src/a.js' })
    await expect.element(diff).toHaveTextContent(/−\s*return 1.*\+\s*return 11/)
    expect(saved('src/a.js')).toBe(OLD)
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(saved('src/a.js')).toBe(OLD.replace('return 1', 'return 11'))
    await content.click()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(content).not.toHaveTextContent('return 11')
  })

  it('asks for a file where none is named, and makes a new one', async () => {
    const { saved } = await answered(answer('js', 'export const three = 3'))
    await chat.getByRole('button', { name: 'Apply' }).click()
    const apply = dialog.getByRole('button', { name: 'Apply' })
    await expect.element(apply).toBeDisabled()
    const file = dialog.getByRole('combobox', { name: 'File' })
    await file.fill('../three.js')
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('../three.js is not in the workspace.')
    await expect.element(apply).toBeDisabled()
    await file.fill('src/three.js')
    await expect.element(dialog).toHaveTextContent('A new file.')
    await apply.click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(saved('src/three.js')).toBe('export const three = 3\n')
  })

  it('goes elsewhere in the file when the person says so', async () => {
    const { saved } = await answered(answer('js src/a.js', 'export function one() {\n  return 11\n}'))
    await chat.getByRole('button', { name: 'Apply' }).click()
    await dialog.getByRole('radio', { name: 'At its end' }).click()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(saved('src/a.js')).toBe(`${OLD}\nexport function one() {\n  return 11\n}\n`)
  })

  it('refuses a file without text, and says why', async () => {
    await answered(answer('js src/b.bin', '1'), { 'src/b.bin': 'a\0b' })
    await chat.getByRole('button', { name: 'Apply' }).click()
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent('src/b.bin has no text that could be edited.')
    await expect.element(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled()
  })

  it('writes nothing over what has changed since it was shown', async () => {
    const { fake, saved } = await answered(answer('js src/a.js', 'export function one() {\n  return 11\n}'))
    await chat.getByRole('button', { name: 'Apply' }).click()
    await expect.element(dialog.getByRole('group', { name: 'Diff of src/a.js' })).toBeVisible()
    const theirs = `${OLD}// theirs\n`
    fake.files.set('src/a.js', bytes(theirs))
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect.element(dialog).toHaveTextContent('src/a.js has changed meanwhile.')
    expect(saved('src/a.js')).toBe(theirs)
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(saved('src/a.js')).toBe(theirs.replace('return 1', 'return 11'))
  })

  it('writes nothing in a tab that only watches, and says why', async () => {
    const { app, fake, saved } = await answered(
      answer('js src/a.js', 'export function one() {\n  return 11\n}'),
    )
    fake.notice({ type: 'role', role: 'follower' })
    await chat.getByRole('button', { name: 'Apply' }).click()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect.element(dialog).toHaveTextContent('Another tab leads this session')
    expect(saved('src/a.js')).toBe(OLD)
    expect(app.dialog).toBe('apply')
  })
})

describe('open', () => {
  it('shows the file that is there, at the place that the code is about', async () => {
    const { saved } = await answered(answer('js src/a.js', 'export const two = 3\nx'), { 'src/a.js': OLD })
    await chat.getByRole('button', { name: 'Open' }).click()
    await expect.element(page.getByRole('textbox', { name: 'Content of src/a.js' })).toBeVisible()
    expect(saved('src/a.js')).toBe(OLD)
  })

  it('begins a file that is not there, unsaved', async () => {
    const { saved } = await answered(answer('js src/new.js', 'export const n = 1'))
    await chat.getByRole('button', { name: 'Open' }).click()
    await expect
      .element(page.getByRole('textbox', { name: 'Content of src/new.js' }))
      .toHaveTextContent('export const n = 1')
    expect(saved('src/new.js')).toBeUndefined()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => saved('src/new.js')).toBe('export const n = 1\n')
  })
})
