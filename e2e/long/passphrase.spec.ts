/** The passphrase: stopped and forgotten, and in two tabs. */
import { text } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'
import { PASSPHRASE, unlockDialog, setPassphrase } from '../support/passphrase.ts'

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
