/** A part of the conversation becomes a summary: the choice, the draft, and the way back. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EventBody } from '../../../agent/protocol/events.ts'
import { fail } from '../../../sandbox/contract/errors.ts'
import { mountApp, unmountApp } from '../../testing/mount-app.ts'
import { violations } from '../../testing/screens.ts'
import { request, runEnded, runStarted, user } from '../../testing/story.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const chat = page.getByRole('log', { name: 'Conversation' })
const dialog = page.getByRole('dialog', { name: 'Summarise' })
const card = page.getByRole('region', { name: 'A summary to look at' })
const from = dialog.getByRole('combobox', { name: 'From' })
const upTo = dialog.getByRole('combobox', { name: 'Up to' })
const outcome = dialog.getByRole('status')
const preview = dialog.getByRole('button', { name: 'Preview' })
const now = dialog.getByRole('button', { name: 'Summarise now' })

const drafted: EventBody = {
  type: 'compaction_drafted',
  keep: 'the ports',
  messages: 12,
  summary: '**Task**: mend it. <img src=x onerror=alert(1)>',
  earlier: ['Looked at.'],
  tokensBefore: 40_000,
  tokensAfter: 2_100,
  model: 'm',
  requestId: 'q',
}

function compacted(summary = 'Mended.'): EventBody {
  return {
    type: 'conversation_compacted',
    trigger: 'manual',
    summary,
    notes: [],
    messages: 4,
    tokensBefore: 9_000,
    tokensAfter: 900,
    model: 'm',
    usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
    costUsd: 0,
  }
}

const answered = (text: string, id: string): EventBody[] => [
  user(text, id),
  runStarted(),
  request(`t-${id}`),
  { type: 'assistant_block', turnId: `t-${id}`, block: 0, content: { type: 'text', text: `About ${id}.` } },
  runEnded(),
]
const THREE = [
  ...answered('Mend the parser', 'a'),
  ...answered('Write tests', 'b'),
  ...answered('Rename it', 'c'),
]

async function opened(events: readonly EventBody[] = THREE) {
  const mounted = mountApp((fake) => fake.emit(...events))
  await mounted.started
  return mounted
}

async function openDialog(events?: readonly EventBody[]) {
  const mounted = await opened(events)
  mounted.app.summarise()
  await expect.element(dialog).toBeVisible()
  return mounted
}

const optionsOf = (select: typeof from) =>
  [...select.element().querySelectorAll('option')].map(({ textContent }) => textContent)
const compactCalls = (calls: readonly string[]) => calls.filter((call) => call.startsWith('compact'))

describe('the dialog', () => {
  it('has all of the conversation at first, and shows its summary before it counts', async () => {
    const { fake } = await openDialog()
    expect(optionsOf(from)).toEqual(['the beginning', 'Write tests', 'Rename it'])
    expect(optionsOf(upTo)).toEqual(['Write tests', 'Rename it', 'the end'])
    await expect
      .element(outcome)
      .toHaveTextContent('3 messages of yours and all that came of them become a summary.')
    await dialog.getByRole('textbox', { name: 'Keep in particular' }).fill(' the ports ')
    await preview.click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(compactCalls(fake.calls)).toEqual(['compact: the ports {"preview":true}'])
  })

  it('has a part summarised at once, whose end stays behind its beginning', async () => {
    const { fake } = await openDialog()
    await upTo.selectOptions('Write tests')
    await expect.element(outcome).toHaveTextContent('1 message of yours and all that came of it')
    await expect.element(dialog).toHaveTextContent('From this message on, all stays as it is.')
    await from.selectOptions('Write tests')
    await expect.element(upTo).toHaveDisplayValue('the end')
    expect(optionsOf(upTo)).toEqual(['Rename it', 'the end'])
    await upTo.selectOptions('Rename it')
    const rows = dialog.getByRole('list', { name: 'Your messages' }).getByRole('listitem')
    expect(rows.elements().map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'Mend the parser stays',
      'Write tests summarised',
      'Rename it stays',
    ])
    await now.click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(compactCalls(fake.calls)).toEqual(['compact:  {"from":"b","to":"c"}'])
  })

  it('offers only messages that no summary stands for', async () => {
    await openDialog([...THREE, compacted(), ...answered('Go on', 'd'), ...answered('And on', 'e')])
    expect(optionsOf(from)).toEqual(['the beginning', 'Go on', 'And on'])
    expect(optionsOf(upTo)).toEqual(['And on', 'the end'])
  })

  it('says why nothing can be summarised', async () => {
    const { fake, app } = await openDialog([...THREE, compacted()])
    const says = async (why: string) => {
      await expect.element(outcome).toHaveTextContent(why)
      await expect.element(preview).toBeDisabled()
      await expect.element(now).toBeDisabled()
    }
    await says('Nothing was said since the last summary.')
    fake.emit(user('Go on', 'd'), runStarted())
    await says('The agent works; stop it first.')
    fake.emit(runEnded())
    await expect.element(preview).toBeEnabled()
    app.connection.online = false
    await says('There is no network, and the model is not on this device.')
    app.connection.online = true
    fake.notice({ type: 'role', role: 'follower' })
    await says('Another tab runs this session.')
  })

  it('stays with its choices where the agent refuses, and goes once the run has begun', async () => {
    const { fake, app } = await openDialog()
    const { runs } = fake.agent
    const compact = runs.compact
    runs.compact = async () => fail('invalid', 'There is too little to summarise; nothing has changed.')
    await from.selectOptions('Rename it')
    await preview.click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('There is too little to summarise')
    await expect.element(from).toHaveDisplayValue('Rename it')
    const ends = Promise.withResolvers<void>()
    runs.compact = async (...args) => {
      fake.emit(runStarted(), { type: 'compaction_started', trigger: 'manual' })
      await ends.promise
      return compact(...args)
    }
    await preview.click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(chat).toHaveTextContent('Summarising the conversation')
    // Another dialog that was opened meanwhile stays.
    app.dialog = 'keys'
    ends.resolve()
    await expect.poll(() => compactCalls(fake.calls)).toHaveLength(1)
    await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  })

  it('takes the refusal that was read in it along when it is closed', async () => {
    const { fake } = await openDialog()
    fake.agent.runs.compact = async () => fail('invalid', 'There is too little to summarise.')
    await now.click()
    await expect.element(dialog.getByRole('alert')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByText('There is too little to summarise.')).not.toBeInTheDocument()
  })

  it('opens from a message that it ends before, by a command, and from the context', async () => {
    await opened()
    const actions = chat.getByRole('button', { name: 'Summarise up to here' })
    // Before the first there is nothing.
    expect(actions.elements()).toHaveLength(2)
    await actions.nth(1).click()
    await expect.element(upTo).toHaveDisplayValue('Rename it')
    await expect.element(outcome).toHaveTextContent('2 messages of yours')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await page.getByRole('textbox', { name: 'Message' }).fill('/compact-part')
    await userEvent.keyboard('{Enter}')
    await expect.element(upTo).toHaveDisplayValue('the end')
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Contents of the context' }).click()
    await page.getByRole('dialog', { name: 'Context' }).getByRole('button', { name: 'Summarise…' }).click()
    await expect.element(dialog).toBeVisible()
  })

  it('has nothing for axe, in either theme, nor has the draft', async () => {
    const { app, fake } = await openDialog()
    await upTo.selectOptions('Rename it')
    expect(await violations()).toEqual([])
    app.dialog = undefined
    fake.emit(drafted)
    document.documentElement.dataset.theme = 'dark'
    await expect.element(card).toBeVisible()
    expect(await violations()).toEqual([])
  })
})

describe('a draft', () => {
  it('shows its text, its focus and what it saves, and is found by its words', async () => {
    const { app } = await opened([...THREE, drafted])
    await expect.element(card).toHaveTextContent('12 messages: 40k → 2.1k tokens.')
    await expect.element(card).toHaveTextContent('Kept in particular: the ports')
    await expect.element(card.getByText('Task', { exact: true })).toBeVisible()
    expect(card.element().querySelector('[onerror]')).toBeNull()
    await card.getByText('1 earlier summary, word for word as before').click()
    await expect.element(card.getByText('Looked at.')).toBeVisible()
    app.showFind('mend it')
    await expect.element(page.getByRole('status', { name: 'Found' })).toHaveTextContent('1 of 1')
  })

  it('is used, and gives way to the summary that stands', async () => {
    const { fake } = await opened([...THREE, drafted])
    await card.getByRole('button', { name: 'Use it' }).click()
    expect(fake.calls).toContain('use draft')
    fake.emit(compacted())
    await expect.element(card).not.toBeInTheDocument()
    await expect.element(chat).toHaveTextContent('4 messages summarised as you asked')
  })

  it('is discarded, but not while the agent works', async () => {
    const { fake } = await opened([...THREE, drafted, user('Go on', 'd'), runStarted()])
    const discard = card.getByRole('button', { name: 'Discard' })
    await expect.element(discard).toBeDisabled()
    await expect
      .element(card.getByRole('button', { name: 'Use it' }))
      .toHaveAttribute('title', 'The agent works; stop it first.')
    fake.emit(runEnded())
    await discard.click()
    await expect.element(card).not.toBeInTheDocument()
    expect(fake.calls).toContain('drop draft')
  })
})

describe('the undo of a summary', () => {
  const undo = chat.getByRole('button', { name: 'Undo' })

  it('is at the last one that stands, says what it does, and strikes it', async () => {
    const { fake } = await opened([
      ...THREE,
      compacted('First.'),
      ...answered('Go on', 'd'),
      compacted('Second.'),
    ])
    await expect.element(undo).toHaveAttribute('title', 'The model is sent these messages again')
    expect(undo.elements()).toHaveLength(1)
    await undo.click()
    await expect.poll(() => fake.calls).toContain('undo compaction')
    await expect.element(chat.getByText('· taken back')).toBeVisible()
    // The one before it stands again.
    const first = chat.getByText('4 messages summarised').first()
    const last = chat.getByText('4 messages summarised').last()
    expect(getComputedStyle(first.element()).textDecorationLine).toBe('none')
    expect(getComputedStyle(last.element()).textDecorationLine).toBe('line-through')
    await last.click()
    await expect.element(chat).toHaveTextContent('the model is sent the messages themselves again')
    await undo.click()
    await expect.element(undo).not.toBeInTheDocument()
    expect(chat.getByText('· taken back').elements()).toHaveLength(2)
  })

  it('says why it was refused, and is not there while the agent works', async () => {
    const { fake } = await opened([...THREE, compacted()])
    fake.agent.runs.undoCompaction = async () =>
      fail('invalid', 'The messages do not fit the model’s window.', { hint: 'Choose a larger model.' })
    await undo.click()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('The messages do not fit the model’s window.')
    await expect.element(undo).toBeEnabled()
    fake.emit(user('Go on', 'd'), runStarted())
    await expect.element(undo).toBeDisabled()
  })
})
