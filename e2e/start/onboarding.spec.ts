/** A person's first minute: three ways to begin, by hand on a phone and by keys alone. */
import { text } from '../model-server/turn.ts'
import { Keyboard } from '../support/keyboard.ts'
import { expect, test } from '../support/test.ts'

const PHONE = { width: 390, height: 844 }

test('with a key, on a phone: the first question is answered', async ({ workbench, page, model }) => {
  // The connection is tested with a request, too.
  model.setScript(() => ({ content: [text('Six times seven is 42.')] }))
  await page.setViewportSize(PHONE)
  await workbench.open()
  await page.getByRole('list', { name: 'Ways to begin' }).getByRole('button').first().click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  const key = settings.getByLabel('API key', { exact: true })
  await expect(key).toBeFocused()
  await key.fill(model.apiKey)
  await settings.getByLabel('Base URL').fill(model.url)
  // Behind what it tests, before what most people leave as it is.
  const testIt = settings.getByRole('button', { name: 'Test connection' })
  await testIt.click()
  await expect(settings.getByRole('list', { name: 'Connection' }).getByRole('listitem').first()).toBeVisible()
  const order = await testIt.evaluate((button) =>
    [...(button.closest('fieldset')?.querySelectorAll('button, label') ?? [])].map((each) =>
      (each.textContent ?? '').trim(),
    ),
  )
  expect(order.indexOf('Test connection')).toBe(order.indexOf('Fallback model') - 1)
  await settings.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('list', { name: 'Ways to begin' })).toBeHidden()
  await workbench.ask('What is six times seven?')
  await expect(workbench.answers.last()).toContainText('42')
  // It is there once: settings open as any dialog then.
  await page.getByRole('button', { name: 'Settings' }).first().click()
  await expect(settings).toBeVisible()
  await expect(key).not.toBeFocused()
})

test('with a model on this machine, which wants no key', async ({ workbench, page }) => {
  await page.setViewportSize(PHONE)
  await workbench.open()
  await page.getByRole('list', { name: 'Ways to begin' }).getByRole('button').nth(1).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await expect(settings.getByRole('combobox', { name: 'Provider' })).toHaveValue('openai')
  await expect(settings.getByLabel('Base URL')).toHaveValue(/^http:\/\/localhost:/)
  await expect(settings.getByLabel('API key', { exact: true })).not.toBeFocused()
})

test('with a tour, on a phone: nothing is asked for', async ({ workbench, page }) => {
  await page.setViewportSize(PHONE)
  await workbench.open()
  await page.getByRole('list', { name: 'Ways to begin' }).getByRole('button').nth(2).click()
  await expect(page.getByRole('region', { name: 'Replay' })).toContainText('A recording')
})

test('with a key, by keys alone', async ({ workbench, page, model }) => {
  model.setScript([{ content: [text('Six times seven is 42.')] }])
  const keyboard = await Keyboard.of(page)
  await workbench.open()
  await keyboard.tabTo(/^Add your key/)
  await keyboard.press('Enter')
  await expect.poll(() => keyboard.focusedName()).toBe('API key')
  await keyboard.type(model.apiKey)
  await keyboard.tabTo('Base URL')
  await keyboard.press('Control+a')
  await keyboard.type(model.url)
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeHidden()
  await expect(workbench.composer).toBeFocused()
  await keyboard.type('What is six times seven?')
  await keyboard.press('Enter')
  await expect(workbench.answers.last()).toContainText('42')
  expect(keyboard.pointers).toEqual([])
})
