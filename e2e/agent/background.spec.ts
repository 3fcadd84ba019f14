/** Commands that go on behind the conversation: seen in their call's card, ended by the person, gone with the session. */
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

test('a command in the background is watched, ended by the person, and ends with its session', async ({
  workbench,
  model,
}) => {
  const { page } = workbench
  const start = toolUse('Bash', {
    command: 'echo up; while true; do sleep 1; done',
    run_in_background: true,
  })
  model.setScript([
    { content: [start] },
    { content: [toolUse('TaskOutput', { task_id: 'bash_1' })] },
    { content: [text('It runs.')] },
    { content: [start] },
    { content: [text('It runs again.')] },
    { content: [text('Good.')] },
  ])
  await workbench.open()
  await workbench.configure(model)
  await workbench.ask('Start it')
  const card = workbench.tool('Bash').first()
  await expect(card).toContainText('in the background')
  await expect(card).toContainText('running')
  await expect(workbench.tool('TaskOutput')).toContainText('still running')
  await card.getByRole('button', { name: 'Details' }).click()
  await expect(card.getByLabel('Output')).toContainText('up')
  await card.getByRole('button', { name: 'End bash_1' }).click()
  await expect(card).toContainText('cancelled')

  await workbench.ask('Start it again')
  const told = JSON.stringify(model.messageRequests().at(-1)?.body)
  expect(told).toMatch(/background command bash_1 \(echo up.*was stopped after/)
  await expect(workbench.tool('Bash').last()).toContainText('running')
  expect((await workbench.exec('pgrep -c -f "while true"')).stdout).not.toBe('0\n')
  const first = new URL(page.url()).hash
  await page.getByRole('button', { name: 'New session' }).first().click()
  await expect(workbench.answers).toHaveCount(0)
  await expect.poll(async () => (await workbench.exec('pgrep -c -f "while true"')).stdout).toBe('0\n')

  await page.goto(page.url().replace(/#.*/, first))
  await expect(workbench.tool('Bash').last()).toContainText('cancelled')
  expect(model.rejections).toEqual([])
})
