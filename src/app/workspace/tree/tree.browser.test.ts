/** The file tree by hand: keys, menus, names, dropping, taking back. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FakeAgent } from '../../testing/fake-agent/fake-agent.ts'
import { mountApp, unmountApp } from '../../testing/mount-app.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const bytes = (text: string) => new TextEncoder().encode(text)
const tree = page.getByRole('tree', { name: 'Files' })
const item = (name: string) => tree.getByRole('treeitem', { name, exact: true })
const menuItem = (name: string | RegExp) => page.getByRole('menuitem', { name })
const names = () =>
  tree
    .getByRole('treeitem')
    .elements()
    .map((row) => row.getAttribute('aria-label'))

async function open(paths: readonly string[], prepare: (fake: FakeAgent) => void = () => undefined) {
  const mounted = mountApp((fake) => {
    for (const path of paths) fake.files.set(path, bytes(path))
    fake.emit({ type: 'workspace_imported', name: 'repo', files: 1, bytes: 1, root: 'r' })
    prepare(fake)
  })
  await mounted.started
  await expect.element(tree.getByRole('treeitem').first()).toBeVisible()
  return mounted
}

const edited = (fake: FakeAgent) => fake.calls.filter((call) => /^(edit|undo): /.test(call))

describe('the file tree', () => {
  it('renames by F2, and the open file goes along with its unsaved text', async () => {
    const { fake, app } = await open(['a.ts'])
    await item('a.ts').click()
    const content = page.getByRole('textbox', { name: 'Content of a.ts' })
    await content.click()
    await userEvent.keyboard('new ')
    tree.element().focus()
    await userEvent.keyboard('{F2}')
    const field = page.getByRole('textbox', { name: 'New name of a.ts' })
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('b{Enter}') // the ending is not selected
    await expect.element(item('b.ts')).toBeVisible()
    expect(edited(fake)).toEqual(['edit: move a.ts b.ts'])
    await expect.element(page.getByRole('textbox', { name: 'Content of b.ts' })).toHaveTextContent('a.tsnew')
    expect(app.workspace.files.current?.dirty).toBe(true)
  })

  it('says what a name cannot be, and keeps what was typed', async () => {
    const { fake } = await open(['a.ts', 'b.ts'])
    await item('a.ts').click()
    tree.element().focus()
    await userEvent.keyboard('{F2}')
    const field = page.getByRole('textbox', { name: 'New name of a.ts' })
    await field.fill('../out')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('alert')).toHaveTextContent('A name has no slash.')
    await field.fill('b.ts')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('alert')).toHaveTextContent('there is already a "b.ts"')
    await expect.element(field).toHaveValue('b.ts')
    await userEvent.keyboard('{Escape}')
    expect(field.query()).toBeNull()
    expect([...fake.files.keys()]).toEqual(['a.ts', 'b.ts'])
  })

  it('makes a file in the chosen folder, with folders on the way, and opens it', async () => {
    const { fake } = await open(['src/a.ts'])
    await item('src').click()
    await page.getByRole('button', { name: 'New file' }).click()
    await page.getByRole('textbox', { name: 'Name of the new file in src' }).fill('deep/ü 🎉.ts')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('textbox', { name: 'Content of src/deep/ü 🎉.ts' })).toBeVisible()
    expect(edited(fake)).toEqual(['edit: file src/deep/ü 🎉.ts'])
  })

  it('deletes what Shift and Ctrl have chosen as one step, and takes it back', async () => {
    const { fake } = await open(['a', 'b', 'c', 'd'])
    tree.element().focus()
    await userEvent.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}')
    await item('d').click({ modifiers: ['ControlOrMeta'] })
    const chosen = () => tree.element().querySelectorAll('[aria-selected=true]').length
    await expect.poll(chosen).toBe(3)
    tree.element().focus()
    await userEvent.keyboard('{Delete}')
    await expect.poll(names).toEqual(['a'])
    const notice = page.getByRole('status', { name: 'File action' })
    await expect.element(notice).toHaveTextContent('Deleted 3 items.')
    await notice.getByRole('button', { name: 'Undo' }).click()
    expect(edited(fake)).toEqual(['edit: remove b', 'edit: remove c', 'edit: remove d', 'undo: before'])
  })

  it('has a menu by the right button and by a button of its own', async () => {
    const { fake, app } = await open(['a.ts', 'my notes.md'])
    await item('my notes.md').click({ button: 'right' })
    await menuItem('Mention in chat').click()
    await expect.poll(() => app.session.draft).toBe('@"my notes.md" ')
    await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus()
    await item('a.ts').click()
    await page.getByRole('button', { name: 'File actions' }).click()
    await menuItem(/^Delete/).click()
    await expect.poll(() => edited(fake)).toEqual(['edit: remove a.ts'])
  })

  it('moves what is dragged, and puts in what is dropped from outside', async () => {
    const { fake } = await open(['src/x', 'a.ts', 'b.ts'])
    const dragged = new DataTransfer()
    item('a.ts')
      .element()
      .dispatchEvent(new DragEvent('dragstart', { dataTransfer: dragged, bubbles: true }))
    const onto = async (name: string, dataTransfer: DataTransfer) => {
      for (const type of ['dragover', 'drop'])
        item(name)
          .element()
          .dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    }
    await onto('src', dragged)
    await expect.poll(() => [...fake.files.keys()].sort()).toEqual(['b.ts', 'src/a.ts', 'src/x'])
    const outside = new DataTransfer()
    outside.items.add(new File(['new'], 'x'))
    await onto('src', outside)
    await expect.element(page.getByRole('alert')).toHaveTextContent('there is already a "src/x"')
    await page.getByRole('button', { name: 'Replace' }).click()
    await expect.poll(() => new TextDecoder().decode(fake.files.get('src/x'))).toBe('new')
  })

  it('filters all files, whether their folders are open or not', async () => {
    await open(['src/deep/Main.ts', 'src/other.ts', 'readme.md'])
    await page.getByRole('searchbox', { name: 'Filter files' }).fill('main')
    await expect.poll(names).toEqual(['src', 'deep', 'Main.ts'])
    await userEvent.keyboard('{Escape}')
    await expect.poll(names).toEqual(['src', 'readme.md'])
  })

  it('shows what git says, and names in one line', async () => {
    await open(['.git/HEAD', 'src/a.ts', 'two\nlines'], (fake) => {
      fake.gitFiles = [{ path: 'src/a.ts', status: ' M' }]
    })
    await expect.element(item('two␊lines')).toBeVisible()
    await expect.element(item('src')).toHaveAttribute('title', 'git: has changes')
  })

  it('changes nothing while another tab leads', async () => {
    const { fake } = await open(['a.ts'], (agent) => (agent.role = 'follower'))
    tree.element().focus()
    await userEvent.keyboard('{Delete}{F2}')
    await expect.element(page.getByRole('button', { name: 'New file' })).toBeDisabled()
    await item('a.ts').click({ button: 'right' })
    await expect.element(menuItem(/^Delete/)).toHaveAttribute('aria-disabled', 'true')
    expect(edited(fake)).toEqual([])
  })
})
