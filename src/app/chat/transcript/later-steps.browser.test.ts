/** Steps of a session that only a later version of the app knows. */
import { tick } from 'svelte'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { german } from '../../language/de/catalogue.ts'
import { setLanguage } from '../../language/language.svelte.ts'
import { mountApp, unmountApp } from '../../testing/mount-app.ts'
import { user } from '../../testing/story.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(async () => {
  await unmountApp()
  setLanguage('en', undefined)
})

it('are one quiet row with their number, in either language, and the conversation goes on', async () => {
  const { fake, started } = mountApp()
  await started
  const later = { type: 'opaque', kind: 'helper_started' } as const
  fake.emit(user('Look', 'm1'), later)
  const conversation = page.getByRole('log', { name: 'Conversation' })
  const one = conversation.getByText('1 step of a later version of Vivarium is kept but not shown.')
  await expect.element(one).toBeVisible()
  fake.emit(later, later, user('Go on', 'm2'))
  const three = conversation.getByText('3 steps of a later version of Vivarium are kept but not shown.')
  await expect.element(three).toBeVisible()
  expect(one.query()).toBeNull()
  await expect.element(conversation.getByText('Go on')).toBeVisible()
  await expect.element(conversation).not.toHaveTextContent('helper_started')
  setLanguage('de', german)
  await tick()
  await expect
    .element(page.getByRole('log'))
    .toHaveTextContent(
      '3 Schritte einer neueren Version von Vivarium bleiben erhalten, werden aber nicht angezeigt.',
    )
})
