/** The same session in two tabs: one leads, the other follows, says so, and can take over. */
import { text } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

test('the second tab watches, takes over on request, and nothing is lost or doubled @smoke', async ({
  workbench,
  model,
  site,
}) => {
  model.setScript([{ content: [text('First answer.')] }, { content: [text('Second answer.')] }])
  await workbench.open()
  await workbench.configure(model)
  await workbench.ask('One')
  const address = `#session=${await workbench.page.evaluate(() => window.vivarium.session.id())}`

  const second = new Workbench(await workbench.page.context().newPage(), site.url)
  await second.page.goto(site.url + address)
  await expect(second.page.getByText(/runs in another tab/i)).toBeVisible()
  await expect(second.conversation).toContainText('First answer.')

  await second.page.getByRole('button', { name: 'Take over' }).click()
  await expect(workbench.page.getByText(/runs in another tab/i)).toBeVisible()
  await second.ask('Two')
  await expect(second.answers.last()).toContainText('Second answer.')
  await expect(workbench.conversation).toContainText('Second answer.')

  const events = await second.events()
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
  expect(await workbench.events()).toEqual(events)
  expect(model.rejections).toEqual([])
})

test('when the leading tab closes, the other leads', async ({ workbench, model, site }) => {
  model.setScript([{ content: [text('First answer.')] }, { content: [text('Second answer.')] }])
  await workbench.open()
  await workbench.configure(model)
  await workbench.ask('One')
  const address = `#session=${await workbench.page.evaluate(() => window.vivarium.session.id())}`
  const second = new Workbench(await workbench.page.context().newPage(), site.url)
  await second.page.goto(site.url + address)
  await expect(second.page.getByText(/runs in another tab/i)).toBeVisible()
  await workbench.page.close()
  await expect(second.page.getByText(/runs in another tab/i)).toBeHidden()
  await second.ask('Two')
  await expect(second.answers.last()).toContainText('Second answer.')
})
