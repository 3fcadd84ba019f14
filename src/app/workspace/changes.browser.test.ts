/** The list of changes and what it shows of a file. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { mountApp, unmountApp } from '../testing/mount-app.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const bytes = (text: string) => new TextEncoder().encode(text)

async function openDiff(path: string, before: string, after: string) {
  const { started } = mountApp((fake) => {
    fake.originals.set(path, bytes(before))
    fake.files.set(path, bytes(after))
    fake.emit({ type: 'workspace_imported', name: 'repo', files: 1, bytes: 1, root: 'r' })
  })
  await started
  await page.getByRole('tab', { name: 'Changes' }).click()
  await page.getByRole('button', { name: path }).click()
}

it('hides the values of an .env file in its diff, and says which are others', async () => {
  await openDiff('app/.env', 'KEPT=abc123\nTOKEN=hunter1\n', 'KEPT=abc123\nTOKEN=hunter2\nMORE=swordfish\n')
  const diff = page.getByRole('group', { name: 'Diff of app/.env' })
  await expect
    .element(diff)
    .toHaveTextContent(/TOKEN=••••••••.*TOKEN=•••••••• \(another value\).*MORE=••••••••/)
  await expect.element(page.getByText('Values are hidden.')).toBeVisible()
  expect(document.body.innerHTML).not.toMatch(/abc123|hunter|swordfish/)
})

it('says so where all that differs in an .env file is hidden', async () => {
  await openDiff('.env', 'not an assignment one\n', 'not an assignment two\n')
  await expect.element(page.getByText('It differs only in what is hidden.')).toBeVisible()
})
