/** A screen reader announces that the agent works and the finished answer, not each streamed piece. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { mountApp, unmountApp } from './testing/mount-app.ts'
import * as story from './testing/story.ts'

const DELTAS = 200
/** The state of the agent, what it does, and the answer at the end. */
const MAX_ANNOUNCEMENTS = 6
const REGIONS = '[role="log"], [role="status"], [role="alert"], [aria-live]:not([aria-live="off"])'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

/** Counts what a screen reader would say: changes of a live region's text, but for those in one that is busy. */
function listen(): { readonly said: string[]; stop(): void } {
  const said: string[] = []
  const observer = new MutationObserver((changes) => {
    const regions = new Set(
      changes.flatMap(({ target }) => {
        const element = target instanceof Element ? target : target.parentElement
        const region = element?.closest(REGIONS)
        return region && !element?.closest('[aria-busy="true"], [aria-hidden="true"], [aria-live="off"]')
          ? [region]
          : []
      }),
    )
    for (const region of regions)
      said.push(
        `${region.getAttribute('aria-label') ?? region.className}: ${region.textContent.trim().slice(0, 60)}`,
      )
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  return { said, stop: () => observer.disconnect() }
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

it('announces a few times while 200 pieces come, and the conversation is busy as long', async () => {
  const { fake, started } = mountApp()
  await started
  fake.emit(story.user('explain'))
  const log = page.getByRole('log', { name: 'Conversation' })
  await expect.element(log).toHaveTextContent('explain')
  const ears = listen()
  fake.emit(story.runStarted(), story.request('t1'))
  for (let piece = 0; piece < DELTAS; piece += 1) {
    fake.emit(story.delta('t1', `piece ${piece}. `))
    await frame()
    expect(log.element().getAttribute('aria-busy')).toBe('true')
  }
  await expect.element(log).toHaveTextContent('piece 199')
  const during = [...ears.said]
  fake.emit(story.runEnded())
  await expect.element(log).toHaveAttribute('aria-busy', 'false')
  ears.stop()
  console.info(`${DELTAS} pieces: ${during.length} announcements while they came, ${ears.said.length} in all`)
  expect(during.length, during.join('\n')).toBeLessThanOrEqual(MAX_ANNOUNCEMENTS)
  expect(ears.said.length, ears.said.join('\n')).toBeLessThanOrEqual(MAX_ANNOUNCEMENTS + 4)
  // The test itself hears: the state has changed.
  expect(ears.said.length).toBeGreaterThan(0)
})
