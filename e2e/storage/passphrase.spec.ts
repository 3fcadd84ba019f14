/** Keys under a passphrase, as a person meets them: set, asked for after a reload, wrong, declined, locked, forgotten. */
import { text } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'
import { PASSPHRASE, HIDDEN, unlockDialog, setPassphrase } from '../support/passphrase.ts'

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
