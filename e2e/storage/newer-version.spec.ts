/** A newer version of the app in another tab takes the database over: this tab stops, shows what is stored, and says so. */
import type { Page } from '@playwright/test'
import { text } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

const SENTENCE = /newer version of Vivarium works in another tab.*read-only/

/** Lifts the database to a made-up later version, and holds it; resolves when it has it. */
const lift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('vivarium', 1000)
        request.onupgradeneeded = () => request.result.createObjectStore('later')
        request.onsuccess = () => resolve()
        request.onerror = () => reject(request.error ?? new Error('It was not lifted.'))
      }),
  )

test('an older tab ends its run, shows what is stored, and reloads only when asked', async ({
  workbench,
  model,
  site,
}) => {
  model.setScript([
    { content: [text('First answer.')] },
    { content: [text('Half an answer')], fault: { kind: 'stall', at: { inside: 'text' }, ms: 'forever' } },
  ])
  const { page } = workbench
  await workbench.open()
  await workbench.configure(model)
  await workbench.ask('One')
  const address = `#session=${await page.evaluate(() => window.vivarium.session.id())}`
  await workbench.composer.fill('Two')
  await workbench.composer.press('Enter')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()

  // A page of the same origin that is no Vivarium.
  const other = await page.context().newPage()
  await other.goto(`${site.url}icon.svg`)
  await lift(other)

  const banner = page.getByRole('alert').filter({ hasText: SENTENCE })
  await expect(banner.getByRole('button', { name: 'Reload' })).toBeVisible()
  await expect(page.getByText('runs in another tab')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  await expect(workbench.composer).toHaveAttribute('placeholder', 'This tab is read-only: reload it to go on')
  const events = await workbench.events()
  expect(events.at(-1)?.type).toBe('run_ended')
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  await workbench.composer.fill('Three')
  await workbench.composer.press('Enter')
  await expect(workbench.composer).toHaveValue('Three')

  // The older program that starts now shows the same.
  const late = new Workbench(await page.context().newPage(), site.url)
  await late.page.goto(site.url + address)
  await expect(late.page.getByRole('alert').filter({ hasText: SENTENCE })).toBeVisible()
  await expect(late.conversation).toContainText('First answer.')
  expect(await late.events()).toEqual(events)
  expect(await workbench.events()).toEqual(events)
})
