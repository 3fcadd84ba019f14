/** Keys under a passphrase, as a person meets them: set, asked for after a reload, wrong, declined, locked, forgotten (issue 6). */
import type { Page } from '@playwright/test'
import { text } from './model-server/turn.ts'
import { expect, test } from './support/test.ts'
import type { Workbench } from './support/workbench.ts'

const PASSPHRASE = 'eleven quiet lanterns'
const HIDDEN = 'velvet-harbour-9'

const unlockDialog = (page: Page) => page.getByRole('dialog', { name: 'Unlock the keys' })

async function setPassphrase(workbench: Workbench): Promise<void> {
  const { page } = workbench
  await page.getByRole('button', { name: 'Settings' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByLabel('Hidden value').fill(HIDDEN)
  await dialog.getByLabel('New passphrase', { exact: true }).fill(PASSPHRASE)
  await dialog.getByLabel('New passphrase again').fill('something else')
  await dialog.getByRole('button', { name: 'Set passphrase' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The two are not the same')
  await dialog.getByLabel('New passphrase again').fill(PASSPHRASE)
  await dialog.getByRole('button', { name: 'Set passphrase' }).click()
  await expect(dialog.getByRole('button', { name: 'Change passphrase' })).toBeVisible()
  await workbench.saveSettings()
}

test('after a reload the passphrase is asked for when a key is needed; wrong, declined, entered, locked again', async ({
  workbench,
  model,
}) => {
  const { page } = workbench
  await workbench.open()
  await workbench.configure(model)
  await setPassphrase(workbench)
  model.setScript([
    { content: [text('Before.')] },
    { content: [text('After.')] },
    { content: [text('Once more.')] },
  ])
  await workbench.ask('Hello')
  await expect(workbench.answers.last()).toContainText('Before.')

  await page.reload()
  await expect(workbench.composer).toBeEditable()
  const dialog = unlockDialog(page)
  await expect(dialog).toBeHidden()
  const before = model.messageRequests().length
  await workbench.send(`The value is ${HIDDEN}.`)
  await dialog.getByLabel('Passphrase').fill('eleven quiet lamps')
  await dialog.getByRole('button', { name: 'Unlock' }).click()
  await expect(dialog.getByRole('alert')).toContainText('That is not the passphrase.')
  await expect(dialog.getByLabel('Passphrase')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(dialog).toBeHidden()
  await expect(
    page.getByText('The keys are locked, and the passphrase was not entered.').first(),
  ).toBeVisible()
  expect(model.messageRequests()).toHaveLength(before)
  // Nothing of it was stored: what has to be kept out of the log was not known yet.
  expect(JSON.stringify(await workbench.events())).not.toContain(HIDDEN)

  await workbench.send(`The value is ${HIDDEN}.`)
  await dialog.getByLabel('Passphrase').fill(PASSPHRASE)
  await dialog.getByLabel('Passphrase').press('Enter')
  await expect(workbench.answers.last()).toContainText('After.')
  await expect(dialog).toBeHidden()
  const known = JSON.stringify([model.messageRequests().map(({ body }) => body), await workbench.events()])
  expect(known).not.toContain(HIDDEN)
  expect(known).toContain('[REDACTED]')
  expect(known).not.toContain(PASSPHRASE)

  await workbench.send('/lock')
  await expect(page.getByText('The keys are locked, in all tabs.')).toBeVisible()
  await workbench.send('Again')
  await dialog.getByLabel('Passphrase').fill(PASSPHRASE)
  await dialog.getByRole('button', { name: 'Unlock' }).click()
  await expect(workbench.answers.last()).toContainText('Once more.')

  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(kept).not.toContain(PASSPHRASE)
})

test('stopped while it waits for the passphrase, it ends; who has forgotten it removes the keys and goes on', async ({
  workbench,
  model,
}) => {
  const { page } = workbench
  await workbench.open()
  await workbench.configure(model)
  await setPassphrase(workbench)
  await page.reload()
  await expect(workbench.composer).toBeEditable()
  await workbench.send('Hello')
  const dialog = unlockDialog(page)
  await expect(dialog).toBeVisible()
  await page.evaluate(() => window.vivarium.session.stop())
  await expect(dialog).toBeHidden()

  // The person's own programs wait as well: what they send is looked through for what is locked.
  const fetched = workbench.exec('curl -sS https://api.example/x')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Not now' }).click()
  expect((await fetched).stderr).toContain('The keys are locked')

  await workbench.send('Hello')
  await dialog.getByRole('button', { name: 'Forgotten' }).click()
  await expect(dialog).toContainText('Sessions and files stay.')
  await dialog.getByRole('button', { name: 'Remove them all' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Settings' }).first().click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await expect(settings.getByRole('button', { name: 'Set passphrase' })).toBeVisible()
  await expect(settings.getByLabel('API key')).not.toHaveAttribute('placeholder', /Stored/)
  await settings.getByLabel('API key').fill(model.apiKey)
  await workbench.saveSettings()
  model.setScript([{ content: [text('Here again.')] }])
  await workbench.ask('Hello once more')
  await expect(workbench.answers.last()).toContainText('Here again.')
})

test('in two tabs: unlocked one by one, locked together; taken away it is gone in both', async ({
  workbench,
  model,
}) => {
  const { page } = workbench
  await workbench.open()
  await workbench.configure({ url: model.url, apiKey: 'sk-0123456789abcdef' })
  const other = await page.context().newPage()
  await other.goto(page.url().replace(/#.*/, ''))
  await expect(other.getByRole('textbox', { name: 'Message' })).toBeEditable()
  await setPassphrase(workbench)
  await other.getByRole('button', { name: 'Settings' }).first().click()
  const there = other.getByRole('dialog', { name: 'Settings' })
  await there.getByRole('button', { name: 'Unlock', exact: true }).click()
  const unlock = unlockDialog(other)
  await unlock.getByLabel('Passphrase').fill(PASSPHRASE)
  await unlock.getByRole('button', { name: 'Unlock' }).click()
  await expect(there.getByLabel('API key')).toHaveAttribute('placeholder', /ends in/)

  await page.getByRole('button', { name: 'Settings' }).first().click()
  const here = page.getByRole('dialog', { name: 'Settings' })
  await here.getByRole('button', { name: 'Lock now' }).click()
  await expect(here.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible()
  await expect(there.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible()

  await here.getByRole('button', { name: 'Unlock', exact: true }).click()
  await unlockDialog(page).getByLabel('Passphrase').fill(PASSPHRASE)
  await unlockDialog(page).getByRole('button', { name: 'Unlock' }).click()
  await here.getByLabel('Passphrase now').fill(PASSPHRASE)
  await here.getByRole('button', { name: 'Take the passphrase away' }).click()
  await expect(here.getByRole('button', { name: 'Set passphrase' })).toBeVisible()
  await expect(there.getByRole('button', { name: 'Set passphrase' })).toBeVisible()
  await expect(there.getByLabel('API key')).toHaveAttribute('placeholder', /ends in/)
})
