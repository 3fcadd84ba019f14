/** Sets a passphrase for the stored keys, through the settings dialog. */
import type { Page } from '@playwright/test'
import { expect } from './test.ts'
import type { Workbench } from './workbench.ts'

export const PASSPHRASE = 'eleven quiet lanterns'

/** A value to hide, stored under the passphrase. */
export const HIDDEN = 'velvet-harbour-9'

/** The dialog that asks for the passphrase. */
export const unlockDialog = (page: Page) => page.getByRole('dialog', { name: 'Unlock the keys' })

/** Stores `HIDDEN`, mistypes the passphrase once, and sets it. */
export async function setPassphrase(workbench: Workbench): Promise<void> {
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
