/** Options of one run: data as its result, and going on until a budget is used. */
import { slice } from '../../src/testing/slice.ts'
import { asObject } from '../model-server/json.ts'
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

const SCHEMA = {
  type: 'object',
  properties: { files: { type: 'integer' }, names: { type: 'array', items: { type: 'string' } } },
  required: ['files', 'names'],
}

for (const provider of slice(['Anthropic', 'OpenAI-compatible'] as const, 1)) {
  test(`a script gets data that fits its schema, after a first answer that does not (${provider})`, async ({
    workbench,
    model,
  }) => {
    model.setScript([
      { content: [toolUse('Bash', { command: 'ls', description: 'List' })] },
      { content: [text('There are two files.')] },
      { content: [toolUse('__output__', { files: 'two' })] },
      { content: [toolUse('__output__', { files: 2, names: ['a', 'b'] })] },
      { content: [text('You are welcome.')] },
    ])
    await workbench.open()
    await workbench.configure(model, { provider })
    const result = await workbench.page.evaluate(
      (outputSchema) => window.vivarium.session.send('Count the files', { outputSchema, maxTurns: 10 }),
      SCHEMA,
    )
    expect(result).toEqual({ terminal: 'completed', output: { files: 2, names: ['a', 'b'] } })
    expect(model.rejections).toEqual([])
    const bodies = model.messageRequests().map(({ body }) => asObject(body))
    expect(bodies.map((body) => 'tool_choice' in body)).toEqual([false, false, true, true])
    expect(JSON.stringify(bodies[3])).toContain('`names` is required')
    expect((await workbench.events()).filter(({ type }) => type === 'run_output')).toMatchObject([
      { output: { files: 2, names: ['a', 'b'] } },
    ])
    // The session goes on as if nothing had been: its next run has no such call.
    await workbench.ask('Thank you')
    await expect(workbench.answers.last()).toContainText('You are welcome.')
    expect(JSON.stringify(asObject(model.messageRequests().at(-1)?.body)['tools'])).not.toContain(
      '__output__',
    )
    expect(model.rejections).toEqual([])
  })
}

test('options that cannot be meant are refused before anything is sent', async ({ workbench, model }) => {
  await workbench.open()
  await workbench.configure(model)
  const problem = workbench.page.evaluate(() =>
    window.vivarium.session.send('Hello', { outputSchema: { type: 'string' } }).then(
      () => '',
      (error: Error) => error.message,
    ),
  )
  expect(await problem).toContain('not the schema of an object')
  expect(model.messageRequests()).toEqual([])
})

test('a message with a token budget has the agent go on until it is used', async ({ workbench, model }) => {
  const long = 'word '.repeat(1_200)
  model.setScript(() => ({ content: [text(long)], splitText: { size: 400 } }))
  await workbench.open()
  await workbench.configure(model)
  await workbench.composer.fill('Improve it +4k')
  await expect(workbench.page.getByText('Works on for 4k tokens')).toBeVisible()
  await workbench.ask('Improve it +4k')
  const requests = model.messageRequests()
  expect(requests.length).toBeGreaterThan(1)
  expect(JSON.stringify(requests.at(-1)?.body)).toContain('up to 4k tokens of output')
  await expect(workbench.conversation.getByText(/of 4k tokens of output were used\./)).toBeVisible()
  expect(model.rejections).toEqual([])
})
