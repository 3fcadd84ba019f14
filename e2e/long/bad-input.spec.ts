/** Faults of the model's server and of commands; `e2e/security/bad-input.spec.ts` has one of each kind. */
import { createServer } from 'node:http'
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { toolUse } from '../model-server/turn.ts'
import {
  expectRetried,
  expectSaidAtOnce,
  FINAL_FAULTS,
  FINE,
  PASSING_FAULTS,
} from '../support/model-faults.ts'
import { expect, test } from '../support/test.ts'

for (const fault of FINAL_FAULTS.slice(1))
  test(`${fault.name} is said at once, can be tried again, and the next message goes through`, ({
    workbench,
    model,
  }) => expectSaidAtOnce(fault, { workbench, model }))

for (const { name, fault } of PASSING_FAULTS.slice(0, -1))
  test(`${name} is retried without repeating text or a tool`, ({ workbench, model }) =>
    expectRetried(fault, { workbench, model }))

test('a server that refuses pages (CORS) is told apart from no network', async ({ workbench, model }) => {
  model.setScript([FINE])
  model.setCors(false)
  await workbench.open()
  await workbench.configure(model)
  await workbench.ask('Hello')
  await expect(workbench.conversation).toContainText(/CORS|does not allow/i)
})

test('no server at that address is said with the address', async ({ workbench }) => {
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const address = closed.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  await new Promise((resolve) => closed.close(resolve))
  await workbench.open()
  await workbench.configure({ url: `http://127.0.0.1:${port}`, apiKey: 'k' })
  await workbench.send('Hello')
  await expect(workbench.conversation).toContainText(`127.0.0.1:${port}`)
})

test('fifty megabytes of output neither stall the page nor reach the model whole', async ({
  workbench,
  model,
}) => {
  // Fifty megabytes cross four threads; a machine whose cores are shared takes its time.
  test.setTimeout(patience(200_000))
  model.setScript([
    {
      content: [
        toolUse('Bash', {
          command:
            "node -e \"const l='x'.repeat(1023)+'\\n';for(let i=0;i<51200;i++)process.stdout.write(l)\"",
          description: 'Flood',
        }),
      ],
    },
    FINE,
  ])
  await workbench.open()
  await workbench.configure(model)
  await workbench.ask('Flood')
  await expect(workbench.answers.last()).toContainText('Fine again.')
  expect(model.messageRequests().at(-1)?.bodyBytes).toBeLessThan(200_000)
})

test('an infinite loop in a script ends at its time limit and the sandbox goes on', async ({
  workbench,
  model,
}) => {
  model.setScript([
    { content: [toolUse('Bash', { command: 'node -e "for(;;);"', description: 'Loop', timeout: 1500 })] },
    { content: [toolUse('Bash', { command: 'while true; do :; done', description: 'Loop', timeout: 1500 })] },
    { content: [toolUse('Bash', { command: 'echo alive', description: 'Say' })] },
    FINE,
  ])
  await workbench.open()
  await workbench.configure(model)
  await workbench.ask('Loop')
  await expect(workbench.answers.last()).toContainText('Fine again.')
  await expect(workbench.tool('Bash').last()).toContainText('done')
})
