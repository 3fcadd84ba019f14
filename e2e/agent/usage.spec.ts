/** Usage and prompt cache, against a server that caches as the API does. */
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

/** As the story's brain does, but enough for a prompt that the cache takes. */
const LONG = 'A long message. '.repeat(1_500)

test('names what has cost the prompt cache, and does not cry wolf', async ({ workbench, model }) => {
  model.setScript([
    { content: [toolUse('LS', { path: '.' })] },
    { content: [text('Read.')] },
    { content: [text('Read after a reload.')] },
    { content: [text('Read by another.')] },
  ])
  const { page } = workbench
  await workbench.open()
  await workbench.configure(model)
  await workbench.ask(LONG)
  await page.reload()
  await expect(workbench.status).toHaveText('ready')
  await workbench.ask('And now?')
  const verdicts = (await workbench.events()).flatMap((event) =>
    event.type === 'response_ended' ? [event.cache] : [],
  )
  expect(verdicts).toEqual(['first', 'kept', 'kept'])

  await page.getByRole('button', { name: 'Settings' }).first().click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await expect(settings).toContainText('Another model does not have this session’s prompt cache')
  await settings.getByLabel('Model', { exact: true }).fill('claude-haiku-4-5')
  await workbench.saveSettings()
  await workbench.ask('And you?')
  expect(await workbench.events()).toContainEqual(
    expect.objectContaining({ type: 'cache_broken', cause: 'changed', changed: ['model', 'system'] }),
  )
  expect(await workbench.events()).toContainEqual(
    expect.objectContaining({ type: 'request_started', prefixChange: 'model, system' }),
  )
  await expect(workbench.conversation).toContainText('not from the prompt cache: the model changed')
  await workbench.conversation.getByRole('button', { name: 'Show what changed' }).click()
  const losses = page.getByRole('region', { name: 'Cache losses' })
  await losses.getByText('Changes', { exact: true }).click()
  await expect(losses.getByRole('group', { name: 'Diff of the request' })).toContainText('claude-haiku-4-5')
})

test('sums of the day and of all time survive a reload and the session, and a day has a limit', async ({
  workbench,
  model,
}) => {
  model.setScript([{ content: [text('One.')] }, { content: [text('Two.')] }])
  const { page } = workbench
  await workbench.open()
  await workbench.configure(model)
  await workbench.ask('One')
  await workbench.ask('Two')
  const costs = (await workbench.events()).flatMap((event) =>
    event.type === 'response_ended' ? [event.costUsd ?? 0] : [],
  )
  const dialog = page.getByRole('dialog', { name: 'Usage and cost' })
  const row = (name: string) => dialog.getByRole('row', { name: new RegExp(`^${name}`) })
  const figures = async (name: string) => (await row(name).innerText()).replace(name, '')

  await page.reload()
  await page.getByRole('button', { name: /^Cost/ }).click()
  await expect(row('Today')).toContainText('2')
  const used = await figures('Today')
  // The session is there a moment after the page.
  await expect.poll(() => figures('This session')).toBe(used)
  await expect.poll(() => figures('All time')).toBe(used)
  await dialog.getByText('Each request of this session').click()
  await expect(dialog.getByRole('region', { name: 'Requests' }).getByRole('row')).toHaveCount(
    costs.length + 1,
  )
  await dialog.getByText('How long answers took').click()
  await expect(dialog.getByRole('region', { name: 'Latency' })).toContainText('claude-sonnet-4-6')
  await dialog.getByRole('textbox', { name: 'Limit per day ($)' }).fill('0.0001')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Sessions' }).first().click()
  const sessions = page.getByRole('dialog', { name: 'Sessions' })
  await sessions.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(async () => (await workbench.events()).length).toBeLessThan(5)
  await page.keyboard.press('Escape')
  await workbench.send('Three')
  await expect(workbench.conversation).toContainText('for a day is reached')
  expect(model.messageRequests()).toHaveLength(2)
  await page.getByRole('button', { name: /^Cost/ }).click()
  await expect(row('This session')).toContainText('$0.00')
  // The sums of earlier sessions are read when the dialog opens.
  await expect.poll(() => figures('Today')).toBe(used)
})

test('what fills the context adds up to the window, and to what the next request takes', async ({
  workbench,
  model,
}) => {
  model.setScript([
    { content: [toolUse('Bash', { command: 'seq 1 4000', description: 'Count' })] },
    { content: [text('Counted.')] },
    { content: [text('Again.')] },
  ])
  const { page } = workbench
  await workbench.open()
  await workbench.configure(model)
  await workbench.ask('Count to 4000')
  await page.getByRole('button', { name: 'Contents of the context' }).click()
  const dialog = page.getByRole('dialog', { name: 'Context' })
  await expect(dialog).toContainText('counted by the provider')
  const cells = await dialog
    .getByRole('region', { name: 'Cells' })
    .getByRole('row')
    .evaluateAll((rows) => rows.slice(1).map((row) => row.querySelector('td')?.textContent ?? ''))
  const numbers = cells.map(
    (cell) => Number(cell.replace(/[kM]$/, '')) * (cell.endsWith('M') ? 1e6 : cell.endsWith('k') ? 1e3 : 1),
  )
  expect(numbers.reduce((sum, tokens) => sum + tokens, 0) / 1e6).toBeCloseTo(1, 1)
  await page.keyboard.press('Escape')
  await workbench.ask('Again')
  const last = (await workbench.events()).findLast((event) => event.type === 'response_ended')
  if (!last) throw new Error('There was no answer.')
  const { inputTokens, cacheReadTokens, cacheWriteTokens } = last.usage
  // All but what is kept for the answer, and what is free.
  const used = numbers.slice(0, -2).reduce((sum, tokens) => sum + tokens, 0)
  expect((inputTokens + cacheReadTokens + cacheWriteTokens) / used).toBeCloseTo(1, 1)
})

test('terse answers are asked for by an appended message, and the cache is kept', async ({
  workbench,
  model,
}) => {
  model.setScript([
    { content: [text('I am happy to help you with this.')] },
    { content: [text('Test: off by one.\n\n```\nError: expected 1,  got 2\n```')] },
    { content: [text('As before.')] },
  ])
  const { page } = workbench
  const turn = async () => {
    await page.getByRole('button', { name: 'Settings' }).first().click()
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('switch', { name: /^Terse answers/ }).click()
    await workbench.saveSettings()
  }
  await workbench.open()
  await workbench.configure(model)
  await workbench.ask(LONG)
  await turn()
  await workbench.ask('And?')
  const said = () => JSON.stringify(model.messageRequests().at(-1)?.body)
  expect(said()).toContain('The user wants terse answers from here on')
  await expect(workbench.answers.last().locator('code')).toHaveText(/^Error: expected 1, {2}got 2\n?$/)
  await turn()
  await workbench.ask('And now?')
  expect(said().match(/terse answers/g)).toHaveLength(2)
  const events = await workbench.events()
  expect(events.flatMap((event) => (event.type === 'response_ended' ? [event.cache] : []))).toEqual([
    'first',
    'kept',
    'kept',
  ])
  expect(events.some((event) => event.type === 'request_started' && event.prefixChange !== undefined)).toBe(
    false,
  )
})
