/** The screen by roles and names, which others script against. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordingSource } from '../agent/protocol/calls/history.ts'
import { mountApp, unmountApp } from './testing/mount-app.ts'
import * as story from './testing/story.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const composer = page.getByRole('textbox', { name: 'Message' })
const log = page.getByRole('log', { name: 'Conversation' })
const status = page.getByRole('status', { name: 'Agent' })
const bytes = (text: string) => new TextEncoder().encode(text)

describe('a long conversation', () => {
  it('draws its end only, and what is above it when it is asked for, in order', async () => {
    const { fake, started } = mountApp()
    await started
    fake.emit(...Array.from({ length: 1_000 }, (_, n) => story.user(`message ${n + 1}`, `m${n}`)))
    const articles = page.getByRole('article', { name: 'You' })
    await expect.element(articles.last()).toHaveTextContent('message 1000')
    const drawn = articles.elements().length
    expect(drawn).toBeLessThan(400)
    await expect.element(log.getByRole('button', { name: /earlier messages$/ })).toBeInTheDocument()
    const chat = page.getByRole('region', { name: 'Chat' }).element()
    chat.scrollTop = 0
    await expect.poll(() => articles.elements().length).toBeGreaterThan(drawn)
    // Items that were on the screen still are.
    expect(chat.scrollTop).toBeGreaterThan(0)
    expect(articles.elements().length).toBeLessThan(600)
    const texts = articles.elements().map((element) => /message \d+/.exec(element.textContent)?.[0])
    expect(texts).toEqual(Array.from(texts, (_, n) => `message ${1_000 - texts.length + 1 + n}`))
  })
})

describe('the composer', () => {
  it('has the focus at once and takes text before the agent has started', async () => {
    const gate = Promise.withResolvers<void>()
    const { fake, started } = mountApp((agent) => (agent.gate = gate.promise))
    await expect.element(composer).toHaveFocus()
    await userEvent.keyboard('make it work{Enter}')
    await expect.element(page.getByText('Waiting for the agent to start')).toBeVisible()
    await expect.element(page.getByRole('article', { name: 'You' })).toHaveTextContent('make it work')
    expect(fake.calls).toEqual([])
    gate.resolve()
    await started
    await expect.poll(() => fake.calls).toEqual(['open: s1', 'send: make it work'])
  })

  it('waits for the sandbox, and gives the message back when asked', async () => {
    const { fake, started } = mountApp(undefined, { sandbox: false })
    await started
    await composer.fill('hello')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Waiting for the sandbox')).toBeVisible()
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect.element(composer).toHaveValue('hello')
    await page.getByRole('button', { name: 'Send' }).click()
    fake.notice({ type: 'sandbox', state: { status: 'ready', backend: 'embedded' } })
    await expect.poll(() => fake.calls).toEqual(['open: s1', 'send: hello'])
  })

  it('breaks the line with Shift+Enter and leaves Enter to an input method', async () => {
    const { fake, started } = mountApp()
    await started
    await composer.click()
    await userEvent.keyboard('one{Shift>}{Enter}{/Shift}two')
    await expect.element(composer).toHaveValue('one\ntwo')
    const enter = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }
    composer.element().dispatchEvent(new KeyboardEvent('keydown', enter))
    expect(fake.calls).toEqual(['open: s1'])
  })

  it('keeps a draft for the session over a reload', async () => {
    const first = mountApp()
    await first.started
    await composer.fill('half a thought')
    const kept = sessionStorage.getItem('vivarium:draft:s1')
    await unmountApp()
    sessionStorage.setItem('vivarium:draft:s1', kept ?? '')
    mountApp(undefined, { address: '/#session=s1' })
    await expect.element(composer).toHaveValue('half a thought')
  })

  it('takes back a message that the agent refuses, and says why', async () => {
    const { fake, started } = mountApp()
    await started
    fake.agent.runs.say = async () => ({
      ok: false,
      error: { kind: 'invalid', message: 'There is no API key.', hint: 'Add one in Settings.' },
    })
    await composer.fill('hello')
    await userEvent.keyboard('{Enter}')
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('There is no API key. Add one in Settings.')
    await expect.element(composer).toHaveValue('hello')
  })

  it('stops a run by button and by Escape', async () => {
    const { fake, started } = mountApp()
    await started
    fake.emit(story.user('go'), story.runStarted())
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect.element(page.getByText('Stopping')).toBeVisible()
    fake.emit(story.runEnded('aborted_streaming'), story.runStarted())
    await composer.click()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => fake.calls.filter((call) => call === 'stop')).toHaveLength(2)
  })

  it('is filled by an address with a prompt, in a new session, without sending', async () => {
    const { fake, started } = mountApp(undefined, { address: '/?prompt=fix%20it' })
    await started
    await expect.element(composer).toHaveValue('fix it')
    expect(fake.calls).toEqual(['open: s2'])
  })
})

describe('the conversation', () => {
  it('shows messages and calls by role and name, with their states', async () => {
    const { started } = mountApp((fake) => fake.emit(...story.wholeStory()))
    await started
    await expect
      .element(log.getByRole('article', { name: 'You' }))
      .toHaveTextContent('Make the failing test pass')
    const groups = log.getByRole('group').elements()
    const seen = groups.map((group) => [
      group.getAttribute('aria-label'),
      group.querySelector('.state')?.textContent,
    ])
    expect(seen).toEqual([
      ['Bash: npm test', 'failed'],
      ['Grep: setUTCDate', 'done'],
      ['Read: /workspace/src/add-days.js', 'done'],
      ['Edit: /workspace/src/add-days.js', 'done'],
      ['Bash: npm test', 'done'],
    ])
    await expect.element(log.getByRole('heading', { name: 'What I changed' })).toBeVisible()
    await expect.element(status).toHaveTextContent('ready')
    await expect
      .element(page.getByRole('meter', { name: 'Context' }))
      .toHaveAttribute('aria-valuenow', '34340')
    expect(document.title).toBe('Make the failing test pass · Vivarium')
  })

  it('redraws only the block that grows while text streams', async () => {
    const { fake, started } = mountApp()
    await started
    fake.emit(story.user('go'), story.runStarted(), story.request('t1'), story.delta('t1', '# One\n\nTwo'))
    await expect.element(log.getByRole('heading', { name: 'One' })).toBeVisible()
    const heading = log.getByRole('heading', { name: 'One' }).element()
    fake.emit(story.delta('t1', ' and **three**'))
    await expect.element(log.getByText('three')).toBeVisible()
    expect(log.getByRole('heading', { name: 'One' }).element()).toBe(heading)
    await expect
      .element(log.getByRole('article', { name: 'Assistant' }))
      .toHaveTextContent('One Two and three')
  })

  it('looks the same after a reload', async () => {
    const { fake, started } = mountApp()
    await started
    for (const body of story.wholeStory()) fake.emit(body)
    await expect.element(log.getByRole('heading', { name: 'What I changed' })).toBeVisible()
    await expect.poll(() => log.element().querySelectorAll('.tok-comment').length).toBeGreaterThan(0)
    const live = log.element().textContent
    fake.replay()
    await expect.poll(() => log.element().textContent).toBe(live)
  })

  it('shows an error with what to do about it', async () => {
    const { started } = mountApp((fake) =>
      fake.emit(
        story.user('hi'),
        story.runStarted(),
        {
          type: 'error',
          kind: 'authentication',
          message: 'The key was refused.',
          hint: 'Check it.',
        },
        story.runEnded('model_error'),
      ),
    )
    await started
    await expect.element(page.getByRole('alert')).toHaveTextContent('The key was refused. Check it.')
    await expect.element(status).toHaveTextContent('error')
    await page.getByRole('button', { name: 'Check key and address' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  })

  it('says that it only watches, and takes over', async () => {
    const { started } = mountApp((fake) => (fake.role = 'follower'))
    await started
    const banner = page.getByText('This session runs in another tab. You are watching.')
    await expect.element(banner).toBeVisible()
    await page.getByRole('button', { name: 'Take over', exact: true }).click()
    await expect.element(banner).not.toBeInTheDocument()
  })
})

describe('the workspace', () => {
  it('opens a file by keys in the tree and lists changes with their diff', async () => {
    const { started } = mountApp((fake) => {
      fake.files.set('src/a.js', bytes('const fixed = 1\n'))
      fake.originals.set('src/a.js', bytes('const broken = 1\n'))
      fake.emit({ type: 'workspace_imported', name: 'repo', files: 1, bytes: 16, root: 'r' })
    })
    await started
    const tree = page.getByRole('tree', { name: 'Files' })
    await expect.element(tree.getByRole('treeitem', { name: 'src' })).toBeVisible()
    tree.element().focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(tree.getByRole('treeitem', { name: 'a.js' })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(page.getByLabelText('Content of src/a.js')).toHaveTextContent('const fixed = 1')
    await page.getByRole('tab', { name: 'Changes' }).click()
    await page.getByRole('button', { name: 'src/a.js' }).click()
    await expect
      .element(page.getByRole('region', { name: 'Diff of src/a.js' }))
      .toHaveTextContent(/broken.*fixed/)
  })

  it('says why an archive was refused', async () => {
    const { fake, started } = mountApp()
    await started
    const file = new File([bytes('PK')], 'repo.zip', { type: 'application/zip' })
    await page.getByLabelText('Repository zip').upload(file)
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('repo.zip is damaged: its directory cannot be read. Pack it again.')
    expect(fake.calls).toEqual(['open: s1', 'import: repo.zip 2'])
  })

  it('asks before it fetches a shared session from this device or a private network', async () => {
    const { app, fake, started } = mountApp(undefined, {
      address: '/#share=http%3A%2F%2F127.0.0.1%3A8099%2Faction%3Fx%3D1&k=key',
    })
    const sources: RecordingSource[] = []
    const openRecording = fake.agent.recordings.open
    fake.agent.recordings.open = (source) => {
      sources.push(source)
      return openRecording(source)
    }
    await started
    const question = page.getByText('Fetch a shared session from 127.0.0.1:8099?')
    await expect.element(question).toBeVisible()
    await page.getByRole('button', { name: 'Not now' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect([app.offeredShare, sources]).toEqual([undefined, []])

    const url = 'https://192.168.1.1/x'
    await app.openRecording({ kind: 'stored', url, key: 'key' })
    await page.getByRole('button', { name: 'Fetch and open' }).click()
    await expect.poll(() => sources).toEqual([{ from: 'store', url, key: 'key', allowsPrivate: true }])
    expect(app.offeredShare).toBeUndefined()
  })

  it('asks before it fetches an archive that the address names', async () => {
    const { app, started } = mountApp(undefined, { address: '/?zip=https://example.org/a.zip' })
    await started
    await expect.element(page.getByText('Fetch an archive from example.org')).toBeVisible()
    await page.getByRole('button', { name: 'Not now' }).click()
    expect([app.offeredZip, app.workspace.imported]).toEqual([undefined, { status: 'idle' }])
  })
})
