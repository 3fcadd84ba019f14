/** With reduced motion nothing moves. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { mountApp, unmountApp } from './testing/mount-app.ts'
import * as story from './testing/story.ts'

/** The browser command used here; Vitest types no more than that there is a session. */
interface Session {
  send(method: 'Emulation.setEmulatedMedia', params: object): Promise<void>
}

const prefer = (value: '' | 'reduce') =>
  (cdp() as unknown as Session).send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value }],
  })

beforeEach(() => page.viewport(1280, 800))
afterEach(async () => {
  await prefer('')
  await unmountApp()
})

async function working() {
  const { fake, started } = mountApp()
  await started
  const call = { turnId: 't1', id: 'c1', tool: 'Bash', input: { command: 'npm test' }, title: 'npm test' }
  fake.emit(story.user('go'), story.runStarted(), story.request('t1'), ...story.started(call))
  await expect.element(page.getByRole('group', { name: 'Bash: npm test' })).toHaveTextContent('running')
}

/** Whether a person would see it: by how long it is meant to take, as a busy machine draws no frame that ends it. */
const isSeen = ({ playState, effect }: Animation) =>
  playState === 'running' && Number(effect?.getComputedTiming().endTime) > 1

const moving = () => document.getAnimations().filter(isSeen).length

it('moves while the agent works, unless the person wants no motion', async () => {
  await working()
  await expect.poll(moving).toBeGreaterThan(0)
  await unmountApp()
  await prefer('reduce')
  await working()
  // A motion begins with the frame that shows what moves.
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  expect(matchMedia('(prefers-reduced-motion: reduce)').matches).toBe(true)
  expect(moving()).toBe(0)
})
