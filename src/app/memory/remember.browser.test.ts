/** Notes made without the dialog: from the composer, by a command, and from a message. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail } from '../../sandbox/contract/errors.ts'
import { mountApp, unmountApp } from '../testing/mount-app.ts'
import * as story from '../testing/story.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const composer = page.getByRole('textbox', { name: 'Message' })
const note = page.getByRole('dialog', { name: 'Memory' }).getByRole('textbox', { name: 'Note' })
const HINT = 'Enter remembers this; a space before # sends it'

async function start(prepare?: Parameters<typeof mountApp>[0]) {
  const mounted = mountApp(prepare)
  await mounted.started
  const sent = () => mounted.fake.calls.filter((call) => /^(send|say)/.test(call))
  const remembered = () => mounted.fake.calls.filter((call) => call.startsWith('remember'))
  return { ...mounted, sent, remembered }
}

async function type(text: string) {
  await composer.click()
  await userEvent.keyboard(text)
}

describe('a message that begins with #', () => {
  it('is remembered and not sent, and can be undone', async () => {
    const { sent, remembered, fake } = await start()
    await type('# Tests need port 4000')
    await expect.element(page.getByText(HINT)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Remembered.', { exact: true })).toBeVisible()
    expect(remembered()).toEqual(['remember: Tests need port 4000'])
    expect(sent()).toEqual([])
    await expect.element(composer).toHaveValue('')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.element(page.getByText('Forgotten.')).toBeVisible()
    expect(fake.memory.notes.get('tests-need-port-4000.md')).toEqual([])
    await expect.element(composer).toHaveFocus()
  })

  it('is remembered while the agent works, and opened', async () => {
    const { fake, sent } = await start((agent) => agent.emit(story.user('go'), story.runStarted()))
    await type('#Port 4000{Enter}')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect.element(note).toHaveValue('Port 4000\n')
    expect(fake.memory.notes.size).toBe(1)
    expect(sent()).toEqual([])
  })

  it('cannot be undone in another session, whose project may be another one', async () => {
    const { app, fake } = await start()
    await type('# Port 4000{Enter}')
    await expect.element(page.getByText('Remembered.', { exact: true })).toBeVisible()
    await app.newSession()
    await expect.element(page.getByText('Remembered.', { exact: true })).not.toBeInTheDocument()
    fake.memory.project = { id: 'p2', name: 'other' }
    await type('# Port 5000{Enter}')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect.element(note).toHaveValue('Port 5000\n')
  })

  it('says so where the files are of no project, and no other session has it', async () => {
    const { fake } = await start((agent) => (agent.memory.project = null))
    const said = page.getByText('Remembered in this session; an import takes it along.')
    await type('# Port 4000{Enter}')
    await expect.element(said).toBeVisible()
    await type('/remember Port 5000{Enter}')
    await expect
      .element(page.getByRole('status', { name: '/remember' }))
      .toHaveTextContent('Remembered in this session: port-5000.md. An import takes it along.')
    // The note is there, whatever else is not.
    fake.agent.memory.list = () => Promise.reject(new Error('torn'))
    await type('# Port 6000{Enter}')
    await expect.element(page.getByText('Remembered.', { exact: true })).toBeVisible()
    await expect.element(composer).toHaveValue('')
  })

  it('stays in the composer where it could not be remembered', async () => {
    const { fake } = await start()
    fake.memory.isOn = false
    await type('# Port 4000{Enter}')
    await expect.element(page.getByRole('alert')).toHaveTextContent('The memory is switched off.')
    await expect.element(composer).toHaveValue('# Port 4000')
    fake.agent.memory.remember = () => Promise.reject(new Error('torn'))
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('alert')).toHaveTextContent(/Remembering.*torn/)
    await expect.element(composer).toHaveValue('# Port 4000')
  })

  it.each([
    ['a heading', '## Title'],
    ['# alone', '#'],
    ['a line after it', '# Title{Shift>}{Enter}{/Shift}Text'],
    ['a space before it', ' # Title'],
  ])('is sent with %s', async (_, keys) => {
    const { sent, remembered } = await start()
    await type(keys)
    await expect.element(page.getByText(HINT)).not.toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => sent().length).toBe(1)
    expect(sent()[0]).toMatch(/: #/)
    expect(remembered()).toEqual([])
  })

  it('is sent with an attachment', async () => {
    const { app, sent, remembered } = await start()
    app.session.attachments.addText('a\n'.repeat(60))
    await type('# Title{Enter}')
    await expect.poll(() => sent().length).toBe(1)
    expect(remembered()).toEqual([])
  })
})

describe('/remember', () => {
  it('says what was remembered, and what is missing', async () => {
    const { remembered } = await start()
    await type('/remember Tests need port 4000{Enter}')
    const said = page.getByRole('status', { name: '/remember' })
    await expect.element(said).toHaveTextContent('Remembered: tests-need-port-4000.md')
    expect(remembered()).toEqual(['remember: Tests need port 4000'])
    await type('/remember {Enter}')
    await expect.element(said).toHaveTextContent('Say what is to be remembered')
    expect(remembered()).toHaveLength(1)
  })

  it('says why it could not', async () => {
    const { fake } = await start()
    fake.agent.memory.remember = async () => fail('limit', 'There are 1,000 notes.', { hint: 'Delete one.' })
    await type('/remember One more{Enter}')
    await expect
      .element(page.getByRole('status', { name: '/remember' }))
      .toHaveTextContent('There are 1,000 notes. Delete one.')
  })

  it('has a neighbour that opens the dialog', async () => {
    await start()
    await type('/memory{Enter}')
    await expect.element(note).toBeVisible()
  })
})

describe('“Remember this”', () => {
  const remember = () => page.getByRole('button', { name: 'Remember this' })

  it('makes a new note of a message, which is stored with its id when it is saved', async () => {
    const { fake } = await start((agent) => agent.emit(story.user('Use tabs, please', 'm7')))
    await remember().first().click({ force: true })
    await expect.element(note).toHaveValue('Use tabs, please')
    expect(fake.memory.notes.size).toBe(0)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => fake.memory.notes.get('use-tabs-please.md')?.[0]?.source.messages).toEqual(['m7'])
  })

  it('takes the marked part of an answer, and its text alone without one', async () => {
    await start((agent) => agent.emit(...story.wholeStory()))
    const heading = page.getByRole('heading', { name: 'What I changed' })
    await expect.element(heading).toBeVisible()
    // At once: the answer may be drawn anew, and a press takes the selection away in some browsers.
    const button = remember().last().element() as HTMLElement
    getSelection()?.selectAllChildren(heading.element())
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    getSelection()?.removeAllRanges()
    button.click()
    await expect.element(note).toHaveValue('What I changed')
    await userEvent.keyboard('{Escape}')
    await remember().first().click({ force: true })
    // It is the same new note: nothing that was begun is lost.
    await expect.poll(() => (note.element() as HTMLTextAreaElement).value).toMatch(/^What I changed\n\n\S/)
  })
})
