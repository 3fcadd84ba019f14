/** Finding in the conversation, links to its places, and the way from them to the timeline. */
import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EventBody } from '../../../agent/protocol/events.ts'
import { mountApp, unmountApp } from '../../testing/mount-app.ts'
import { delta, request, runEnded, runStarted, user, wholeStory } from '../../testing/story.ts'

beforeEach(() => page.viewport(1280, 700))
afterEach(unmountApp)

const box = page.getByRole('textbox', { name: 'Find in the conversation' })
const found = page.getByRole('status', { name: 'Found' })
const chat = page.getByRole('log', { name: 'Conversation' })

/** So many questions with their answers, each with its number. */
function long(pairs: number): EventBody[] {
  return Array.from({ length: pairs }, (_, pair): EventBody[] => [
    user(`Question ${pair}`, `m${pair}`),
    request(`t${pair}`),
    {
      type: 'assistant_block',
      turnId: `t${pair}`,
      block: 0,
      content: { type: 'text', text: `Answer ${pair}.\n\n${'line\n\n'.repeat(5)}` },
    },
  ]).flat()
}

async function opened(events: readonly EventBody[], address?: string) {
  const mounted = mountApp((fake) => fake.emit(...events), address === undefined ? {} : { address })
  await mounted.started
  return mounted
}

/** All texts marked on the screen. */
const marked = () => [...(CSS.highlights.get('found') ?? [])].map((range) => range.toString())

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

describe('find', () => {
  it('counts what is found, goes from the last to the first and around, and marks it', async () => {
    await opened(wholeStory())
    await userEvent.keyboard('{Control>}f{/Control}')
    await expect.element(box).toHaveFocus()
    await userEvent.keyboard('addDays')
    await expect.element(found).toHaveTextContent('3 of 3')
    await expect.poll(marked).toEqual(['addDays'])
    await userEvent.keyboard('{Enter}')
    await expect.element(found).toHaveTextContent('2 of 3')
    await userEvent.keyboard('{Shift>}{Enter}{Enter}{/Shift}')
    await expect.element(found).toHaveTextContent('1 of 3')
    await box.fill('nowhere at all')
    await expect.element(found).toHaveTextContent('Nothing found')
    await expect.poll(marked).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(box).not.toBeInTheDocument()
    await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus()
  })

  it('marks it where it is drawn anew, as by the Markdown renderer once that is loaded', async () => {
    const { app } = await opened([user('Look at addDays', 'm1')])
    app.showFind('addDays')
    await expect.poll(marked).toEqual(['addDays'])
    const drawn = chat.getByText('Look at addDays').element()
    drawn.innerHTML = 'Look at <code>addDays</code>'
    await expect.poll(marked).toEqual(['addDays'])
  })

  it('marks nothing when it was closed before it was shown', async () => {
    const { app } = await opened(wholeStory())
    app.showFind('addDays')
    flushSync()
    app.find.close()
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    expect(marked()).toEqual([])
  })

  it('opens the call that says it', async () => {
    await opened(wholeStory())
    await userEvent.keyboard('{Control>}f{/Control}2 matches')
    await box.fill('src/add-days.js:4')
    const call = page.getByRole('group', { name: 'Grep: setUTCDate' })
    await expect
      .element(call.getByRole('button', { name: 'Details' }))
      .toHaveAttribute('aria-expanded', 'true')
    await expect.poll(marked).toEqual(['src/add-days.js:4'])
  })

  it('reaches what is not drawn, and draws but that part of a long conversation', async () => {
    const { app } = await opened(long(3_000))
    app.showFind('question 1000')
    await expect.element(found).toHaveTextContent('1 of 1')
    const question = chat.getByText('Question 1000', { exact: true })
    await expect.poll(() => isInView(question.element())).toBe(true)
    expect(chat.getByRole('article').elements().length).toBeLessThan(400)
    expect(chat.getByText('Question 2999').elements()).toEqual([])
    await expect.element(chat.getByRole('button', { name: /later messages/ })).toBeInTheDocument()
    await page.getByRole('button', { name: 'Latest' }).click()
    await expect.poll(() => isInView(chat.getByText('Answer 2999.').element())).toBe(true)
  })

  it('keeps the person there while the agent goes on', async () => {
    const { app, fake } = await opened([...long(99), user('Go', 'm-go'), runStarted(), request('tx')])
    app.showFind('question 37')
    const question = chat.getByText('Question 37', { exact: true })
    await expect.poll(() => isInView(question.element())).toBe(true)
    for (let at = 0; at < 20; at += 1) {
      fake.emit(delta('tx', `word ${at} `.repeat(20)))
      await new Promise(requestAnimationFrame)
    }
    fake.emit(runEnded())
    expect(isInView(question.element())).toBe(true)
  })

  it('leaves the keys to the browser where there is nothing to look at, and when they are pressed again', async () => {
    const { fake } = await opened([])
    const presses: boolean[] = []
    const note = (event: KeyboardEvent) => presses.push(event.defaultPrevented)
    window.addEventListener('keydown', note)
    const press = () =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'f',
          code: 'KeyF',
          ctrlKey: true,
          bubbles: true,
          cancelable: true,
        }),
      )
    press()
    fake.emit(...wholeStory())
    press()
    await expect.element(box).toHaveFocus()
    press()
    window.removeEventListener('keydown', note)
    expect(presses).toEqual([false, true, false])
  })
})

describe('a place of the conversation', () => {
  it('has an address, at which it is shown', async () => {
    const { fake } = await opened(long(500))
    const seq = fake.emitted('user_message')[40]?.seq
    await unmountApp()
    await opened(long(500), `/#session=s1&at=${seq}`)
    await expect.poll(() => isInView(chat.getByText('Question 40', { exact: true }).element())).toBe(true)
  })

  it('leads to its step on the timeline', async () => {
    await opened(wholeStory())
    const timeline = page.getByRole('dialog', { name: 'Timeline' })
    const step = timeline.getByRole('listitem').filter({ has: page.getByRole('button') })
    const current = () =>
      step.elements().find((each) => each.getAttribute('aria-current') === 'step')?.textContent
    await chat.getByRole('button', { name: 'Show on the timeline' }).first().click()
    await expect.poll(current).toMatch(/You\s*Make the failing test pass/)
    await userEvent.keyboard('{Escape}')
    const call = page.getByRole('group', { name: 'Bash: npm test' }).first()
    await call.getByRole('button', { name: 'Show on the timeline' }).click()
    await expect.poll(current).toMatch(/Bash\s*npm test/)
  })
})
