/** Sessions by commands alone; `e2e/agent/titles.spec.ts` has what they are called by themselves. */
import { text } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

test('a session is named, left for an empty one, and found again by its name', async ({
  workbench,
  model,
}) => {
  model.setScript([{ content: [text('It is about boats.')] }, { content: [text('Of what?')] }])
  await workbench.open()
  await workbench.configure(model)
  await workbench.ask('What is this about?')
  await workbench.send('/rename The boats')
  await expect(workbench.page.getByTitle('The boats', { exact: true })).toBeVisible()
  await workbench.send('/clear')
  await expect(workbench.answers).toHaveCount(0)
  await workbench.ask('And now?')
  expect(JSON.stringify(model.messageRequests().at(-1)?.body)).not.toContain('boats')
  await workbench.send('/resume boats')
  await expect(workbench.answers.last()).toContainText('It is about boats.')
  await workbench.send('/resume nothing of the kind')
  await expect(workbench.page.getByRole('status', { name: '/resume' })).toContainText('No session is called')
})
