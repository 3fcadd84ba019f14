/** A session recorded, shared as a link, opened elsewhere, run again with no key and no model, and taken over. */
import { text } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'
import { SUM, work, linkOf, replay } from '../support/shared-session.ts'

test('a link replays in a fresh profile without a key, asks no model, with every result as recorded, and can be taken over @smoke', async ({
  workbench,
  model,
  browser,
}) => {
  await work(workbench, model)
  // A secret that a program prints is not in the log, and the replay masks it before it compares.
  expect(JSON.stringify(await workbench.events())).toContain('ok, [REDACTED]')
  const link = await linkOf(workbench.page)
  expect(link.length).toBeLessThan(32 * 1024)

  const context = await browser.newContext()
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => void (request.url().startsWith(model.url) && asked.push(request.url())))
  const other = new Workbench(page, new URL(link).origin)
  await page.goto(link)
  await expect(page).toHaveURL(/#session=/)
  await expect(other.answers.last()).toContainText('now the test passes')
  await expect(other.status).toHaveText('ready')
  // Opening it has run nothing.
  expect((await other.events()).filter(({ type }) => type === 'replay_started')).toEqual([])

  for (const button of ['Replay', 'Replay again'] as const) {
    await replay(other, button)
    const compared = (await other.events()).flatMap((event) =>
      event.type === 'replay_compared' ? [[event.result, event.files]] : [],
    )
    // A program's time is in its result; it may be the same by chance.
    expect(compared.map(([result, files]) => [result === 'times' ? 'same' : result, files])).toEqual(
      Array.from({ length: 4 }, () => ['same', 'same']),
    )
    await expect(page.getByText('All 4 results are as recorded.')).toBeVisible()
    await expect(other.tool('Edit').last()).toContainText('as recorded')
  }
  expect(await other.exec('cat sum.mjs')).toMatchObject({ stdout: SUM.replace('-', '+') })
  expect(asked).toEqual([])

  model.setScript([{ content: [text('It is yours now.')] }])
  await other.configure(model)
  await other.ask('Anything else?')
  await expect(other.answers.last()).toContainText('It is yours now.')
  await expect(page.getByRole('region', { name: 'Replay' })).toBeHidden()
  const request = JSON.stringify(model.messageRequests().at(-1)?.body)
  expect(request).toContain('Make the test pass')
  await context.close()
})

test('files and conversation go back to a step, forward again, and into a fork @smoke', async ({
  workbench,
  model,
}) => {
  await work(workbench, model)
  const { page } = workbench
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const slider = page.getByRole('slider', { name: 'Timeline' })
  await expect(slider).toBeVisible()
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
  await steps.filter({ hasText: 'Read' }).getByRole('button', { name: 'Restore' }).click()
  await expect(workbench.conversation).not.toContainText('now the test passes')
  expect(await workbench.exec('cat sum.mjs')).toMatchObject({ stdout: SUM })
  model.setScript([{ content: [text('Not again.')] }])
  await workbench.ask('Explain it only')
  const request = JSON.stringify(model.messageRequests().at(-1)?.body)
  expect(request).toContain('a - b')
  expect(request).not.toContain('a + b')
  await page.reload()
  await expect(workbench.status).toHaveText('ready')
  await expect(workbench.conversation).toContainText('Not again.')
  await expect(workbench.conversation).not.toContainText('now the test passes')

  // Nothing was destroyed: what was taken back is a step like any other.
  await workbench.send('/rewind')
  await expect(steps.filter({ hasText: 'taken back' }).first()).toBeVisible()
  await steps.filter({ hasText: 'now the test passes' }).getByRole('button', { name: 'Restore' }).click()
  await expect(slider).toBeHidden()
  await expect(workbench.conversation).toContainText('now the test passes')
  expect(await workbench.exec('cat sum.mjs')).toMatchObject({ stdout: SUM.replace('-', '+') })

  const parent = await page.evaluate(() => window.vivarium.session.id())
  await workbench.send('/rewind')
  await slider.fill('2')
  await steps.nth(2).getByRole('button', { name: 'Fork from here' }).click()
  await expect.poll(() => page.evaluate(() => window.vivarium.session.id())).not.toBe(parent)
  await expect(workbench.status).toHaveText('ready')
  expect(await workbench.exec('cat sum.mjs')).toMatchObject({ stdout: SUM })
})
