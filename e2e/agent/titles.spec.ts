/** A session's title follows its subject until the user renames it. */
import type { Page } from '@playwright/test'
import { zipSync } from 'fflate'
import { text } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

async function importProject(page: Page, folder: string): Promise<void> {
  const zip = zipSync({ [`${folder}/README.md`]: new TextEncoder().encode(`# ${folder}\n`) })
  await page.evaluate((data) => window.vivarium.sandbox.importZip(Uint8Array.from(data)), [...zip])
}

test('a session goes by its import, then by its first message, then by what a person calls it', async ({
  workbench,
  model,
  page,
}) => {
  model.setScript(() => ({ content: [text('Done.')] }))
  await workbench.open()
  await workbench.configure(model)
  await importProject(page, 'first-project')
  await expect(page).toHaveTitle('first-project · Vivarium')
  await importProject(page, 'second-project')
  await expect(page).toHaveTitle('second-project · Vivarium')
  await workbench.ask('Explain the read me\nand nothing else')
  await expect(page).toHaveTitle('Explain the read me · Vivarium')
  await workbench.ask('And now the tests')
  await importProject(page, 'third-project')
  await expect(page).toHaveTitle('Explain the read me · Vivarium')
  await page.reload()
  await expect(page).toHaveTitle('Explain the read me · Vivarium')

  await page.getByRole('button', { name: 'Sessions' }).click()
  const sessions = page.getByRole('dialog', { name: 'Sessions' })
  await sessions.getByRole('button', { name: 'Rename' }).first().click()
  await sessions.getByRole('textbox', { name: 'Title' }).fill('Mine')
  await sessions.getByRole('button', { name: 'Rename' }).first().click()
  await page.keyboard.press('Escape')
  await importProject(page, 'fourth-project')
  await workbench.ask('One more')
  await expect(page).toHaveTitle('Mine · Vivarium')
})
