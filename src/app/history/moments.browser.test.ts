/** The timeline shows a session as it was at a step: not its files alone. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { EventBody } from '../../agent/protocol/events.ts'
import { mountApp, unmountApp } from '../testing/mount-app.ts'
import * as story from '../testing/story.ts'

beforeEach(() => page.viewport(1280, 900))
afterEach(unmountApp)

const WRITE = {
  turnId: 't1',
  id: 'c1',
  tool: 'Bash',
  input: { command: 'npm test' },
  title: 'npm test',
}
const PLAN = { turnId: 't2', id: 'c2', tool: 'TodoWrite', input: {}, title: '2 tasks' }
const FIRST: readonly EventBody[] = [
  story.user('Make the test pass'),
  story.runStarted(),
  story.request('t1'),
  ...story.started(WRITE),
  story.finished(WRITE, { text: 'ok' }),
]
const SECOND: readonly EventBody[] = [
  story.request('t2'),
  ...story.started(PLAN),
  story.finished(PLAN, {
    display: {
      kind: 'todos',
      todos: [
        { content: 'Find the \u202efault', activeForm: 'Finding', status: 'completed' },
        { content: 'Mend it', activeForm: 'Mending', status: 'pending' },
      ],
    },
  }),
  { type: 'assistant_block', turnId: 't2', block: 2, content: { type: 'text', text: 'All done.' } },
  story.runEnded(),
]

const timeline = page.getByRole('dialog', { name: 'Timeline' })
const view = (name: string) => timeline.getByRole('button', { name, exact: true })

async function open() {
  const mounted = mountApp()
  await mounted.started
  mounted.fake.emit(...FIRST, ...SECOND)
  await page.getByRole('textbox', { name: 'Message' }).fill('/rewind')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.element(timeline).toBeVisible()
  return mounted.fake
}

it('shows the conversation and the tasks as they were, and keeps the view while the slider moves', async () => {
  await open()
  await view('Conversation').click()
  const said = timeline.getByRole('list', { name: 'Conversation at this step' })
  await expect.element(said).toHaveTextContent(/Make the test pass.*npm test.*All done\./)
  await view('Tasks').click()
  const tasks = timeline.getByRole('list', { name: 'Tasks at this step' })
  // Characters that turn text round are shown by their number.
  await expect.element(tasks).toHaveTextContent(/Find the \[U\+202E\]fault.*Mend it/)
  const slider = timeline.getByRole('slider', { name: 'Timeline' })
  await slider.fill('1')
  await expect.element(timeline).toHaveTextContent('The agent had no list of tasks.')
  await view('Conversation').click()
  await expect.element(said).toHaveTextContent(/npm test · done/)
  await expect.element(said).not.toHaveTextContent(/All done/)
  await slider.fill('0')
  await expect.element(said).toHaveTextContent(/Make the test pass/)
  await expect.element(said).not.toHaveTextContent(/npm test/)
})

it('shows the end of a long conversation, which is what the step is about', async () => {
  const fake = await open()
  fake.emit(
    ...Array.from({ length: 80 }, (_, index) => story.user(`Question ${index}\nof many`, `q${index}`)),
  )
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('/rewind')
  await page.getByRole('button', { name: 'Send' }).click()
  await view('Conversation').click()
  const lines = timeline.getByRole('list', { name: 'Conversation at this step' }).getByRole('listitem')
  await expect.element(lines.last()).toHaveTextContent('Question 79')
  await expect.element(lines.last()).toBeInViewport()
  await expect.element(lines.first()).not.toBeInViewport()
})
