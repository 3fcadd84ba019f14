/** The first screen on a phone. */
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountApp, unmountApp } from '../testing/mount-app.ts'
import * as story from '../testing/story.ts'

afterEach(unmountApp)

const chat = () => {
  const found = page.getByRole('region', { name: 'Chat' }).element()
  if (!(found instanceof HTMLElement)) throw new Error('There is no chat.')
  return found
}

it('begins with its first line, though it is longer than the screen', async () => {
  await page.viewport(390, 560)
  const { started, fake } = mountApp()
  await started
  await expect.element(page.getByRole('heading', { name: 'What should we work on?' })).toBeInViewport()
  expect(chat().scrollHeight).toBeGreaterThan(chat().clientHeight)
  expect(chat().scrollTop).toBe(0)
  await page.getByRole('textbox', { name: 'Message' }).click()
  await userEvent.keyboard('a{Shift>}{Enter}{/Shift}b')
  expect(chat().scrollTop).toBe(0)
  // The view follows new messages to their end.
  fake.emit(...story.wholeStory())
  await expect.poll(() => chat().scrollTop).toBeGreaterThan(100)
  await expect.poll(() => chat().scrollHeight - chat().scrollTop - chat().clientHeight).toBeLessThan(60)
})
