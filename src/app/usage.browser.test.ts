/** The dialog that "Cost" opens. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountApp, unmountApp } from './testing/mount-app.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const dialog = page.getByRole('dialog', { name: 'Usage and cost' })

it('tells the classes of tokens apart, and keeps limits', async () => {
  const { fake, started } = mountApp()
  await started
  const usage = { inputTokens: 1000, outputTokens: 500, cacheReadTokens: 8000, cacheWriteTokens: 1000 }
  fake.emit(
    { type: 'run_started', runId: 'r', model: 'claude-sonnet-4-6', mode: 'default' },
    { type: 'response_ended', turnId: 't', stopReason: 'end_turn', usage, costUsd: 0.25 },
    { type: 'run_ended', runId: 'r', terminal: 'completed', turns: 1 },
  )
  await page.getByRole('button', { name: /^Cost/ }).click()
  await expect
    .element(dialog.getByRole('row', { name: /^Last run/ }))
    .toHaveTextContent(/Last run.*\$0\.25.*1\.0k.*8\.0k.*1\.0k.*500.*1/)
  await expect.element(dialog).toHaveTextContent('80 % of this session’s prompts came from the cache.')
  await dialog.getByRole('textbox', { name: 'Limit per session ($)' }).fill('2.5')
  await dialog.getByRole('textbox', { name: 'Limit per run ($)' }).fill('many')
  await userEvent.keyboard('{Tab}')
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('A limit is a number')
  expect(fake.settingsNow.limits).toEqual({ run: 0, session: 2.5, day: 0 })
})

it.each([
  ['', 'No API key is kept for model.example'],
  ['wxyz', 'billed by model.example to your API key that ends in wxyz.'],
])('tells whose key is billed, where its end is %j', async (hint, text) => {
  // The settings are read as soon as the page starts.
  const { started } = mountApp((fake) => {
    fake.keyHint = hint
  })
  await started
  await page.getByRole('button', { name: /^Cost/ }).click()
  await expect.element(dialog).toHaveTextContent(text)
})

it('tells how often the advisor was asked, and what that says of it', async () => {
  const { fake, started } = mountApp()
  await started
  const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 }
  const advice = { type: 'advice_given', turnId: 't', model: 'claude-opus-4-6', usage, costUsd: 0.1 } as const
  for (const runId of Array.from({ length: 21 }, (_, index) => `r${index}`)) {
    fake.emit({ type: 'run_started', runId, model: 'claude-sonnet-4-6', mode: 'default' })
    if (runId === 'r3') fake.emit({ ...advice, toolUseId: 'a' }, { ...advice, toolUseId: 'b' })
    fake.emit({ type: 'run_ended', runId, terminal: 'completed', turns: 1 })
  }
  await page.getByRole('button', { name: /^Cost/ }).click()
  await expect
    .element(dialog)
    .toHaveTextContent(
      'The advisor was asked 2 times, in 1 of 21 runs of this session. This is less than one run in ten',
    )
})

it('tells what has cost the prompt cache, in the conversation and with what changed in the dialog', async () => {
  const { fake, started } = mountApp()
  await started
  fake.emit(
    { type: 'run_started', runId: 'r', model: 'claude-sonnet-4-6', mode: 'default' },
    {
      type: 'cache_broken',
      turnId: 't',
      requestId: 'q',
      source: 'main',
      model: 'claude-sonnet-4-6',
      cause: 'changed',
      changed: ['tools'],
      cachedTokens: 42_000,
      readTokens: 2_000,
      ageMs: 10_000,
      patch: '--- tools before\n+++ tools now\n@@ -1,1 +1,1 @@\n-Bash\n+Bash and more\n',
    },
    { type: 'run_ended', runId: 'r', terminal: 'completed', turns: 1 },
  )
  const conversation = page.getByRole('log', { name: 'Conversation' })
  await expect
    .element(conversation)
    .toHaveTextContent('40k tokens were read anew and not from the prompt cache: the list of tools changed.')
  await conversation.getByRole('button', { name: 'Show what changed' }).click()
  const losses = dialog.getByRole('region', { name: 'Cache losses' })
  await losses.getByText('Changes', { exact: true }).click()
  await expect
    .element(losses.getByRole('group', { name: 'Diff of the request' }))
    .toHaveTextContent('Bash and more')
})

it('says that it makes room, what of the conversation the model has from then on, and why that failed', async () => {
  const { fake, started } = mountApp()
  await started
  fake.emit(
    {
      type: 'user_message',
      messageId: 'm',
      content: [{ type: 'text', text: 'Go on' }],
      origin: 'human',
    },
    { type: 'run_started', runId: 'r', model: 'claude-sonnet-4-6', mode: 'default' },
    { type: 'compaction_started', trigger: 'auto' },
  )
  const conversation = page.getByRole('log', { name: 'Conversation' })
  await expect.element(conversation).toHaveTextContent('Summarising the conversation to make room')
  fake.emit(
    {
      type: 'conversation_compacted',
      trigger: 'auto',
      summary: '**Task**: mend it. <img src=x onerror=alert(1)>',
      notes: [],
      messages: 40,
      tokensBefore: 168_000,
      tokensAfter: 9_000,
      model: 'claude-sonnet-4-6',
      usage: { inputTokens: 9, outputTokens: 9, cacheReadTokens: 160_000, cacheWriteTokens: 0 },
      costUsd: 0.05,
    },
    { type: 'compaction_failed', trigger: 'auto', reason: 'The model answered without one.', stopped: false },
    { type: 'run_ended', runId: 'r', terminal: 'completed', turns: 1 },
  )
  await expect.element(conversation).not.toHaveTextContent('Summarising')
  await expect.element(conversation).toHaveTextContent('was not summarised. The model answered without one.')
  await expect.element(page.getByText('Task', { exact: true })).not.toBeVisible()
  await conversation.getByText('40 messages summarised to make room: 168k → 9.0k tokens').click()
  await expect.element(page.getByText('Task', { exact: true })).toBeVisible()
  expect(conversation.element().querySelector('[onerror]')).toBeNull()
  await page.getByRole('button', { name: /^Cost/ }).click()
  await expect.element(dialog).toHaveTextContent('claude-sonnet-4-6 (compaction)')
})

it('shows what fills the context, from the meter and by a command, and what helps', async () => {
  const { fake, started } = mountApp()
  await started
  fake.emit({ type: 'run_started', runId: 'r', model: 'claude-sonnet-4-6', mode: 'default' })
  const context = page.getByRole('dialog', { name: 'Context' })
  await page.getByRole('button', { name: 'Contents of the context' }).click()
  await expect
    .element(context.getByRole('row', { name: /^Results of tools/ }))
    .toHaveTextContent(/80k.*40 %.*the tools/)
  await expect.element(context.getByRole('row', { name: /^Free/ })).toHaveTextContent(/35k.*18 %/)
  await expect
    .element(context)
    .toHaveTextContent(/Results of tools take the most\. Output of commands .* Name the file/)
  await context.getByRole('button', { name: 'Tool definitions' }).click()
  await expect.element(context).toHaveTextContent('Tool definitions. The purpose of each tool')
  await expect.element(context).not.toHaveTextContent('take the most')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('meter', { name: 'Context' })).toBeInTheDocument()

  const composer = page.getByRole('textbox', { name: 'Message' })
  await composer.fill('/context')
  await userEvent.keyboard('{Enter}')
  await expect.element(context).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await composer.fill('/cost')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).toBeInTheDocument()
  expect(fake.calls.filter((call) => call.startsWith('send'))).toEqual([])
  await expect.element(composer).toHaveValue('')
})

it('shows the provider’s own limits apart from what this browser has counted', async () => {
  const { fake, started } = mountApp()
  await started
  fake.emit(
    { type: 'run_started', runId: 'r', model: 'claude-sonnet-4-6', mode: 'default' },
    {
      type: 'limits_told',
      turnId: 't',
      limits: [
        { name: 'five-hour limit', used: 0.426, resetAt: Date.now() + 3_600_000 },
        { name: 'weekly limit', used: 0.1, resetAt: Date.now() - 1 },
      ],
    },
    { type: 'run_ended', runId: 'r', terminal: 'completed', turns: 1 },
  )
  await page.getByRole('button', { name: /^Cost/ }).click()
  const limits = dialog.getByRole('region', { name: 'Provider’s limits' })
  await expect
    .element(limits.getByRole('meter', { name: 'five-hour limit' }))
    .toHaveAttribute('aria-valuenow', '42')
  await expect.element(limits).not.toHaveTextContent('weekly')
})

it('shows that it is reading the sums of other sessions, never a sum that is not one', async () => {
  const { fake, started } = mountApp()
  await started
  const read = Promise.withResolvers<void>()
  const overview = fake.agent.usage.overview.bind(fake.agent)
  fake.agent.usage.overview = async () => {
    await read.promise
    return overview()
  }
  await page.getByRole('button', { name: /^Cost/ }).click()
  const row = (name: RegExp) => dialog.getByRole('row', { name })
  await expect.element(row(/^Today/)).toHaveTextContent(/^Today\s*Being read …$/)
  await expect.element(row(/^All time/)).toHaveTextContent(/^All time\s*Being read …$/)
  await expect.element(row(/^This session/)).toHaveTextContent('$0.00')
  read.resolve()
  await expect.element(row(/^Today/)).toHaveTextContent('$4.20')
  await expect.element(row(/^All time/)).toHaveTextContent('$32.25')
})

it('says of sums that cannot be read that they are not', async () => {
  const { fake, started } = mountApp()
  await started
  fake.agent.usage.overview = () => Promise.reject(new Error('The store is gone.'))
  await page.getByRole('button', { name: /^Cost/ }).click()
  await expect.element(dialog).toHaveTextContent('The store is gone.')
  await expect.element(dialog.getByRole('row', { name: /^Today/ })).toHaveTextContent('Could not be read')
})
