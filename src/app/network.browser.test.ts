/** The list of what left the sandbox, and what was refused. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { mountApp, unmountApp } from './testing/mount-app.ts'
import { egressDecided } from './testing/story.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const dialog = page.getByRole('dialog', { name: 'Requests that left the sandbox' })

async function opened() {
  const { app, fake, started } = mountApp()
  await started
  app.dialog = 'network'
  return fake
}

it('says that nothing has left, and what would stand there', async () => {
  await opened()
  await expect.element(dialog).toHaveTextContent('No program has asked for anything outside in this session.')
  await expect.element(dialog).toHaveTextContent('The model’s own requests stand under usage and cost.')
})

it('shows each request with what became of it, the newest first, and only the refused ones on request', async () => {
  const fake = await opened()
  fake.emit(egressDecided('allow'), egressDecided('deny'))
  await expect.element(dialog).toHaveTextContent('1 let out, 1 refused; 5 B sent.')
  const rows = dialog.getByRole('listitem')
  await expect
    .element(rows.first())
    .toHaveTextContent(/Refused GET https:\/\/evil\.example\/\?d=1.*node.*The user refused it\./)
  await expect
    .element(rows.nth(1))
    .toHaveTextContent(
      /Let out POST https:\/\/api\.example\/v1\?key=hidden.*node, 5 B\. The user allowed it once\./,
    )
  await dialog.getByRole('checkbox', { name: 'Only what was refused' }).click()
  await expect.element(rows).toHaveTextContent(/evil\.example/)
  expect(rows.elements()).toHaveLength(1)
})

it('shows what hides in an address', async () => {
  const fake = await opened()
  fake.emit({ ...egressDecided('deny'), url: 'https://a.example/\u202egnp' } as ReturnType<
    typeof egressDecided
  >)
  await expect.element(dialog).toHaveTextContent('https://a.example/[U+202E]gnp')
})
