/** `@` for what is no file: a terminal's output, a step, a declaration. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountApp, unmountApp } from '../../testing/mount-app.ts'
import * as story from '../../testing/story.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const composer = () => page.getByRole('textbox', { name: 'Message' })
const type = async (text: string) => {
  await composer().click()
  await userEvent.keyboard(text)
}

it('brings the result of a step along, beside the message', async () => {
  const { app, fake, started } = mountApp()
  fake.emit(...story.wholeStory())
  await started
  await type('Why? @step')
  const steps = page.getByRole('listbox').getByRole('option')
  await expect.poll(() => steps.elements().length).toBeGreaterThan(2)
  const [call] = app.session.view.items
    .flatMap((item) => (item.kind === 'assistant' ? item.blocks : []))
    .filter((block) => block.kind === 'tool')
    .toReversed()
  if (!call) throw new Error('The story has no steps.')
  await expect.element(steps.first()).toHaveTextContent(`${call.tool}: ${call.title}`)
  await userEvent.keyboard('{Enter}')
  await expect.element(composer()).toHaveValue('Why? ')
  const [attached] = app.session.attachments.items
  expect(attached).toMatchObject({ kind: 'text', name: expect.stringMatching(/^step \d+$/) })
  expect(attached?.kind === 'text' && attached.text).toContain(call.result)
})

it('brings what a terminal shows along', async () => {
  const { app, fake, started } = mountApp()
  fake.emit({ type: 'workspace_imported', name: 'repo', files: 1, bytes: 1, root: 'r' })
  await started
  await app.terminals.open()
  const [shell] = app.terminals.shells
  if (!shell) throw new Error('There is no terminal.')
  await shell.screen.write('\x1b[31mboom\x1b[0m at line 3\r\n\r\n')
  await type('@term')
  await page.getByRole('option', { name: shell.name }).click()
  expect(app.session.attachments.items).toMatchObject([{ name: `Output of ${shell.name}` }])
  const [attached] = app.session.attachments.items
  expect(attached?.kind === 'text' && attached.text).toContain('boom at line 3')
})

it('names the file and the line of a declaration', async () => {
  const { started } = mountApp((fake) => {
    fake.files.set(
      'src/a.ts',
      new TextEncoder().encode('// addDays\nexport function addDays(a) {}\nclass Adder {}\n'),
    )
  })
  await started
  await type('Mend @#add')
  await page.getByRole('option', { name: 'addDays' }).click()
  await expect.element(composer()).toHaveValue('Mend @src/a.ts (addDays, line 2) ')
})

it('waits for the list of what stands there when Enter comes before it', async () => {
  const { app, fake, started } = mountApp((fake) => {
    for (const name of ['my notes.md', 'my note.md']) fake.files.set(name, new Uint8Array())
  })
  await started
  await type('See @note')
  await expect.element(page.getByRole('option').first()).toHaveTextContent('my note')
  // From now on paths take their time.
  const find = app.workspace.find.bind(app.workspace)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  app.workspace.find = async (query) => (await held, find(query))
  await userEvent.keyboard('s{Enter}')
  await expect.element(composer()).toHaveValue('See @notes')
  release()
  await expect.element(composer()).toHaveValue('See @"my notes.md" ')
  expect(fake.calls.filter((call) => call.startsWith('send'))).toEqual([])
  // Nothing fits: the message is sent as it is.
  await userEvent.keyboard('and @notesx{Enter}')
  await expect.element(composer()).toHaveValue('')
})
