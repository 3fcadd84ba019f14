/** What goes wrong outside shows as a sentence that says what to do, loses nothing, and lets the session go on. */
import { createServer } from 'node:http'
import type { Fault } from './model-server/turn.ts'
import { text, toolUse } from './model-server/turn.ts'
import { expect, test } from './support/test.ts'

const FINE = { content: [text('Fine again.')] }

interface Case {
  readonly name: string
  readonly fault: Fault
  /** Requests that it spoils: one is made again in another way. */
  readonly times?: number
  /** What the person reads. */
  readonly says: RegExp
}

/** Faults that retrying cannot cure: said at once. */
const FINAL: readonly Case[] = [
  { name: 'a wrong key', fault: { kind: 'status', status: 401 }, times: 2, says: /API key/i },
  { name: 'a forbidden model', fault: { kind: 'status', status: 404 }, says: /model/i },
  {
    name: 'a refused request',
    fault: { kind: 'status', status: 400, message: 'max_tokens: too large' },
    says: /max_tokens: too large/,
  },
  { name: 'a request over the size limit', fault: { kind: 'status', status: 413 }, says: /too large/i },
  {
    name: 'an address that is not a Messages API',
    fault: { kind: 'body', status: 200, contentType: 'text/html', body: '<h1>Welcome</h1>' },
    times: 2,
    says: /not .*Messages API|Base URL/i,
  },
]

for (const { name, fault, says, times = 1 } of FINAL) {
  test(`${name} is said at once, can be tried again, and the next message goes through`, async ({
    workbench,
    model,
  }) => {
    model.setScript([FINE, FINE])
    model.faultNext(...Array.from({ length: times }, () => fault))
    await workbench.open()
    await workbench.configure(model)
    await workbench.ask('Hello')
    await expect(workbench.conversation).toContainText(says)
    await workbench.page.getByRole('button', { name: 'Try again' }).click()
    await expect(workbench.answers.last()).toContainText('Fine again.')
    expect(model.rejections).toEqual([])
    await workbench.ask('Again, please')
    await expect(workbench.answers.last()).toContainText('Fine again.')
    expect(model.rejections).toEqual([])
  })
}

/** Faults that pass: the run recovers by itself, and nothing is said twice. */
const PASSING: readonly { name: string; fault: Fault }[] = [
  { name: 'an overloaded server', fault: { kind: 'status', status: 529 } },
  { name: 'a rate limit', fault: { kind: 'status', status: 429, headers: { 'retry-after': '1' } } },
  { name: 'a server error', fault: { kind: 'status', status: 500 } },
  { name: 'a reset connection', fault: { kind: 'reset', after: { inside: 'text' } } },
  { name: 'a stream cut in the middle', fault: { kind: 'truncate', after: { inside: 'text' } } },
  {
    name: 'an error event in mid-stream',
    fault: { kind: 'error-event', after: { inside: 'text' }, errorType: 'overloaded_error' },
  },
  { name: 'a stream cut inside a tool call', fault: { kind: 'truncate', after: { inside: 'tool_use' } } },
]

for (const { name, fault } of PASSING) {
  test(`${name} is retried without repeating text or a tool`, async ({ workbench, model }) => {
    model.setScript([
      {
        content: [
          text('I write a file.'),
          toolUse('Bash', { command: 'echo once >> count.txt', description: 'Count' }),
        ],
        splitText: { size: 3 },
      },
      FINE,
    ])
    model.faultNext(fault)
    await workbench.open()
    await workbench.configure(model)
    await workbench.ask('Count')
    await expect(workbench.answers.last()).toContainText('Fine again.')
    expect((await workbench.exec('cat count.txt')).stdout).toBe('once\n')
    const shown = await workbench.transcript()
    expect(shown.split('I write a file.').length - 1).toBe(1)
    expect(model.rejections).toEqual([])
  })
}

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
  await expect(workbench.conversation).toContainText(`127.0.0.1:${port}`, { timeout: 30_000 })
})

test('fifty megabytes of output neither stall the page nor reach the model whole', async ({
  workbench,
  model,
}) => {
  // Fifty megabytes cross four threads; a machine whose cores are shared takes its time.
  test.setTimeout(200_000)
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
