/** The language of a screen that stands, switched without a reload. */
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountApp, unmountApp } from '../testing/mount-app.ts'
import { readLanguage } from '../tab-storage.ts'
import { chooseLanguage } from './choose-language.ts'
import { german } from './de/catalogue.ts'

afterEach(unmountApp)

it('is chosen in the settings, shown at once, and there at the next start', async () => {
  const { started } = mountApp()
  await started
  await page.getByRole('textbox', { name: 'Message' }).fill('half a message')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('dialog').getByLabelText('Language').selectOptions('Deutsch')
  await expect.element(page.getByLabelText(german.settings.language)).toHaveValue('de')
  await expect.element(page.getByRole('textbox', { name: 'Nachricht' })).toHaveValue('half a message')
  expect(document.documentElement.lang).toBe('de')
  expect(readLanguage()).toBe('de')
  await page.getByLabelText(german.settings.language).selectOptions('English')
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveValue('half a message')
  expect(document.documentElement.lang).toBe('en')
})

it('is the one that was asked for last, whichever comes first', async () => {
  const { started } = mountApp()
  await started
  const slow = chooseLanguage('de')
  await chooseLanguage('en')
  await slow
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  expect(document.documentElement.lang).toBe('en')
})

it('is that of the editor, too', async () => {
  const { app, started } = mountApp((fake) => fake.files.set('a.ts', new TextEncoder().encode('let a')))
  await started
  const find = async (content: string) => {
    await page.getByRole('textbox', { name: content }).click()
    await userEvent.keyboard('{Control>}f{/Control}')
  }
  await app.showFile('a.ts')
  await find('Content of a.ts')
  await expect.element(page.getByRole('textbox', { name: 'Find' })).toBeVisible()
  await chooseLanguage('de')
  app.workspace.files.close(app.workspace.files.current ?? fail())
  await app.showFile('a.ts')
  await find('Inhalt von a.ts')
  await expect.element(page.getByRole('textbox', { name: 'Finden' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'alle ersetzen' })).toBeVisible()
})

function fail(): never {
  throw new Error('No file is open.')
}
