/** Messages sent while the agent works: shown, changed, taken back, and read at once. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EventBody } from '../agent/protocol/events.ts'
import { mountApp, unmountApp } from './testing/mount-app.ts'

const RUN: readonly EventBody[] = [
  { type: 'user_message', messageId: 'u', content: [{ type: 'text', text: 'Go' }], origin: 'human' },
  { type: 'run_started', runId: 'r', model: 'm', mode: 'default' },
  { type: 'request_started', turnId: 't', requestId: 'q', attempt: 1 },
]
const composer = page.getByRole('textbox', { name: 'Message' })
const queued = page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem')

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

async function working() {
  const { fake, started } = mountApp()
  await started
  fake.emit(...RUN)
  await expect.element(page.getByRole('status', { name: 'Agent' })).toHaveTextContent('working')
  await composer.click()
  return fake
}

describe('while the agent works', () => {
  it('Enter queues, Ctrl+Enter interrupts, and each is shown until it was read', async () => {
    const fake = await working()
    await userEvent.keyboard('also this{Enter}')
    await expect.element(queued.first()).toHaveTextContent('also this')
    await expect.element(composer).toHaveValue('')
    await userEvent.keyboard('stop that{Control>}{Enter}{/Control}')
    await expect.poll(() => queued.elements().length).toBe(2)
    expect(fake.calls.slice(1)).toEqual(['queue: also this', 'steer: stop that'])
    const [first] = fake.emitted('message_queued')
    const content = [{ type: 'text' as const, text: 'also this' }]
    fake.emit({ type: 'user_message', messageId: first?.messageId ?? '', content, origin: 'human' })
    await expect.poll(() => queued.elements().length).toBe(1)
    await expect.element(page.getByRole('article', { name: 'You' }).last()).toHaveTextContent('also this')
  })

  it('a message that waits can be changed, removed and hurried', async () => {
    const fake = await working()
    for (const text of ['one', 'two', 'three']) {
      await userEvent.keyboard(`${text}{Enter}`)
      await expect.element(queued.last()).toHaveTextContent(text)
    }
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(composer).toHaveValue('three')
    await queued.first().getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => queued.elements().length).toBe(1)
    await queued.first().getByRole('button', { name: 'Send now' }).click()
    const [, second] = fake.emitted('message_queued')
    expect(fake.calls).toContain(`hurry: ${second?.messageId}`)
    await queued.first().getByRole('button', { name: 'Edit' }).click()
    await expect.element(composer).toHaveValue('two\n\nthree')
  })

  it('one that was not read when the run ended is there after a reload, and is sent at a click', async () => {
    const fake = await working()
    await userEvent.keyboard('and then{Enter}')
    await expect.element(queued.first()).toHaveTextContent('and then')
    fake.emit({ type: 'run_ended', runId: 'r', terminal: 'aborted_streaming', turns: 1 })
    fake.replay()
    await expect.element(queued.first()).toHaveTextContent('and then')
    await queued.first().getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => fake.calls.at(-1)).toMatch(/^hurry: queued-/)
  })
})

describe('a run that goes in circles', () => {
  const paused: EventBody = {
    type: 'run_paused',
    turnId: 't',
    kind: 'same_call',
    text: 'The same call.',
    toolUseIds: [],
    root: 'r0',
  }

  it('says so, and goes on at a click', async () => {
    const fake = await working()
    fake.emit(paused)
    const card = page.getByRole('alertdialog', { name: 'Paused' })
    await expect.element(page.getByRole('status', { name: 'Agent' })).toHaveTextContent('paused')
    await expect.element(card).toHaveTextContent('The same call.')
    await card.getByRole('button', { name: 'Go on' }).click()
    expect(fake.calls).toContain('resume')
    fake.emit({ type: 'run_resumed', turnId: 't' })
    await expect.element(card).not.toBeInTheDocument()
  })

  it('is ended and its files put back at another', async () => {
    const fake = await working()
    fake.emit(paused)
    await page.getByRole('button', { name: 'Stop and rewind files' }).click()
    await expect.poll(() => fake.calls).toContain('stop')
    await expect.poll(() => fake.calls).toContain('restore: r0')
  })
})
