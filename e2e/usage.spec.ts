/** What was used, and what the prompt cache kept, against a server that caches as the API does. */
import { text, toolUse } from './model-server/turn.ts'
import { expect, test } from './support/test.ts'

/** As the story's brain does, but enough for a prompt that the cache takes. */
const LONG = 'A long message. '.repeat(1_500)

test('names what has cost the prompt cache, and does not cry wolf (API-37, QUO-07)', async ({
  workbench,
  model,
}) => {
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
  await settings.getByRole('button', { name: /save|done/i }).click()
  await workbench.ask('And you?')
  expect(await workbench.events()).toContainEqual(
    expect.objectContaining({ type: 'cache_broken', cause: 'changed', changed: ['model', 'system'] }),
  )
  expect(await workbench.events()).toContainEqual(
    expect.objectContaining({ type: 'request_started', prefixChange: 'model, system' }),
  )
  await expect(workbench.conversation).toContainText('not from the prompt cache: the model changed')
  await workbench.conversation.getByRole('button', { name: 'Details' }).click()
  const losses = page.getByRole('region', { name: 'Cache losses' })
  await losses.getByText('What changed').click()
  await expect(losses.getByRole('region', { name: 'Diff of the request' })).toContainText('claude-haiku-4-5')
})
