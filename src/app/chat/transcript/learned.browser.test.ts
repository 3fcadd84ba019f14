/** The line below finished work that names the notes which were made of it. */
import { tick } from 'svelte'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { EventBody } from '../../../agent/protocol/events.ts'
import { german } from '../../language/de/catalogue.ts'
import { setLanguage } from '../../language/language.svelte.ts'
import { LEARNED_SHOWN } from '../../limits.ts'
import { MARKUP } from '../../testing/hostile-texts.ts'
import { mountApp, unmountApp } from '../../testing/mount-app.ts'
import { putNotes } from '../../testing/notes.ts'
import { violations } from '../../testing/screens.ts'
import { runEnded, runStarted, user } from '../../testing/story.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(async () => {
  await unmountApp()
  setLanguage('en', undefined)
})

const conversation = page.getByRole('log')
const line = conversation.getByRole('group', { name: 'Remembered from this work:' })

const note = (path: string, title: string, origin: 'user' | 'unconfirmed' = 'user') => ({
  path,
  title,
  origin,
})

function learned(...notes: readonly ReturnType<typeof note>[]): EventBody {
  const outcome = notes.length > 0 ? 'noted' : 'nothing'
  return { type: 'memory_learned', upTo: 1, outcome, notes: [...notes] }
}

it('leads to each note, in either language', async () => {
  const { fake, started } = mountApp(putNotes)
  await started
  fake.emit(
    user('Use port 4000.'),
    runStarted(),
    runEnded(),
    learned(note('tests.md', 'The tests need port 4000'), note('gone.md', 'It is gone', 'unconfirmed')),
  )
  await expect.element(line).toHaveTextContent(/The tests need port 4000\s*It is gone\s*Unconfirmed/)
  expect(await violations()).toEqual([])
  setLanguage('de', german)
  await tick()
  await expect.element(conversation.getByText('Aus dieser Arbeit gemerkt:')).toBeVisible()
  setLanguage('en', undefined)
  await line.getByRole('button', { name: 'The tests need port 4000' }).click()
  const dialog = page.getByRole('dialog', { name: 'Memory' })
  await expect
    .element(dialog.getByRole('textbox', { name: 'Note' }))
    .toHaveValue(expect.stringContaining('port 4000'))
})

it('names a few of many, and shows a name as it is', async () => {
  const { fake, started } = mountApp()
  await started
  const many = Array.from({ length: 60 }, (_, at) => note(`note-${at}.md`, `Note ${at}`))
  fake.emit(user('Look', 'm1'), learned(note(`${MARKUP}\u202e.md`, `${MARKUP}\u202e`), ...many))
  await expect.element(line).toHaveTextContent('[U+202E]')
  expect(line.getByRole('button').elements()).toHaveLength(LEARNED_SHOWN)
  await expect.element(line).toHaveTextContent(`and ${61 - LEARNED_SHOWN} others`)
  expect(line.element().querySelector('b, img, script')).toBeNull()
})

it('is not there where nothing was noted, and leaves a failed run its way on', async () => {
  const { fake, started } = mountApp()
  await started
  fake.emit(user('Look', 'm1'), runStarted(), runEnded('model_error'), learned())
  await expect.element(conversation.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(line.query()).toBeNull()
  fake.emit(learned(note('a.md', 'A')))
  await expect.element(line).toBeVisible()
  await expect.element(conversation.getByRole('button', { name: 'Try again' })).toBeVisible()
})
