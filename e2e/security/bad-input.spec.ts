/** Bad input shows as a sentence that says what to do, loses nothing, and lets the session go on. */
import { toolUse } from '../model-server/turn.ts'
import {
  expectRetried,
  expectSaidAtOnce,
  FINAL_FAULTS,
  FINE,
  PASSING_FAULTS,
} from '../support/model-faults.ts'
import { expect, test } from '../support/test.ts'

// One of each kind; `e2e/long/bad-input.spec.ts` has the others.
for (const fault of FINAL_FAULTS.slice(0, 1))
  test(`${fault.name} is said at once, can be tried again, and the next message goes through`, ({
    workbench,
    model,
  }) => expectSaidAtOnce(fault, { workbench, model }))

for (const { name, fault } of PASSING_FAULTS.slice(-1))
  test(`${name} is retried without repeating text or a tool`, ({ workbench, model }) =>
    expectRetried(fault, { workbench, model }))

test('a tool call with invalid JSON or unknown fields is answered so that the model can mend it', async ({
  workbench,
  model,
}) => {
  model.setScript([
    { content: [{ type: 'tool_use', name: 'Bash', input: {}, rawInput: '{"command": "echo hi' }] },
    { content: [toolUse('Bash', { command: 'echo hi', description: 'Say hi', colour: 'red' })] },
    { content: [toolUse('Nonsense', {})] },
    FINE,
  ])
  await workbench.open()
  await workbench.configure(model)
  await workbench.ask('Try')
  await expect(workbench.answers.last()).toContainText('Fine again.')
  const last = model.messageRequests().at(-1)
  const sent = JSON.stringify(last?.body)
  expect(sent).toContain('InputValidationError')
  expect(sent).toContain('colour')
  expect(sent).toContain('Nonsense')
  expect(model.rejections).toEqual([])
})

test('hostile archives are refused with the entry’s name and change nothing', async ({ workbench, page }) => {
  await workbench.open()
  await page.evaluate(() => window.vivarium.sandbox.writeFile('keep.txt', 'kept'))
  await page.getByLabel('Repository zip').setInputFiles({
    name: 'not-a-zip.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from('<html>Not found</html>'),
  })
  await expect(page.getByRole('alert').first()).toContainText(/zip/i)
  expect((await workbench.exec('cat keep.txt')).stdout).toBe('kept')
})
