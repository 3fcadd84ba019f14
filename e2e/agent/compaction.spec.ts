/** A conversation that does not fit the model's window any more is made shorter, and goes on; nothing of it is lost. */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { asArray } from '../model-server/json.ts'
import type { Brain } from '../model-server/script.ts'
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

const FILES = 9
const NOTES =
  'A story about a fox is wanted, and port 4173. The fox is called Ferdinand, and lives in a tree.'
const SUMMARY = 'The person wants all parts read. Parts 1 to 9 were read: each has 600 equal lines.'

/** Reads one part after the other, and writes a summary when it is asked for one. */
function reader(): Brain {
  let part = 0
  return ({ body }) => {
    if (JSON.stringify(asArray(body['messages']).at(-1)).includes('about to be cut here'))
      return { content: [text(`<summary>\n${SUMMARY}\n</summary>`)] }
    part++
    if (part > FILES) return { content: [text('I have read all of it.')] }
    return { content: [toolUse('Read', { file_path: `part-${part}.txt` })] }
  }
}

test('old results are left out by themselves, all is summarised by hand, and nothing is lost', async ({
  workbench,
  model,
}) => {
  const { page } = workbench
  model.setScript(reader())
  await workbench.open()
  await workbench.configure(model)
  await page.getByRole('button', { name: 'Settings' }).first().click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByLabel('Model facts').fill('{"claude-sonnet-4-6": {"contextWindow": 50500}}')
  await workbench.saveSettings()
  await workbench.exec(
    `for i in 1 2 3 4 5 6 7 8 9; do for j in $(seq 600); do echo "part $i has equal lines"; done > part-$i.txt; done`,
  )
  await workbench.ask('Read all parts')
  await expect(workbench.answers.last()).toContainText('I have read all of it.')
  expect(model.rejections).toEqual([])
  const first = await workbench.events()
  expect(first.some(({ type }) => type === 'results_cleared')).toBe(true)
  expect(first.filter(({ type }) => type === 'tool_result').length).toBe(FILES)
  await expect(workbench.conversation).toContainText('no longer sent to the model')
  const sent = JSON.stringify(model.messageRequests().at(-1)?.body)
  expect(sent).toContain('left out to make room')
  expect(sent).toContain('part 9 has equal lines')
  expect(sent).not.toContain('part 1 has equal lines')

  await workbench.send('/compact keep the count of lines')
  const summary = workbench.conversation.getByText(/messages summarised as you asked/)
  await expect(summary).toBeVisible()
  expect(JSON.stringify(model.messageRequests().at(-1)?.body)).toContain('keep the count of lines')
  await summary.click()
  await expect(workbench.conversation).toContainText(SUMMARY)
  await page.reload()
  await expect(workbench.status).toHaveText('ready')
  await workbench.ask('Go on')
  const after = JSON.stringify(model.messageRequests().at(-1)?.body)
  expect(after).toContain(SUMMARY)
  expect(after).toContain('Read all parts')
  expect(after).not.toContain('equal lines\\n')
  expect(model.rejections).toEqual([])

  // As it was recorded, also where it gets shorter, and without asking any model.
  const asked = model.messageRequests().length
  const file = await page.evaluate(() => window.vivarium.session.recording())
  await page.getByLabel('Repository zip').setInputFiles({
    name: 'parts.vivarium',
    mimeType: 'application/zip',
    buffer: Buffer.from(file),
  })
  const bar = page.getByRole('region', { name: 'Replay' })
  await bar.getByRole('combobox', { name: 'Speed' }).selectOption('100 ×')
  await bar.getByRole('button', { name: 'Replay' }).click()
  await expect(bar.getByRole('status')).toHaveText(`All ${FILES} results are as recorded.`, {
    timeout: patience(60_000),
  })
  await expect(workbench.conversation).toContainText(/messages summarised as you asked/)
  expect(model.messageRequests().length).toBe(asked)
})

test('running notes take the place of the beginning: nobody waits for a summary', async ({
  workbench,
  model,
}) => {
  const { page } = workbench
  model.setScript(({ body }) => {
    const asked = JSON.stringify(asArray(body['messages']).at(-1))
    if (asked.includes('about to be cut here')) throw new Error('A summary was asked for.')
    if (asked.includes('This is no message of the person'))
      return { content: [text(`<summary>\n${NOTES}\n</summary>`)] }
    return { content: [text(`A story. ${'And then the fox ran on. '.repeat(1_600)}`)] }
  })
  await workbench.open()
  await workbench.configure(model)
  await page.getByRole('button', { name: 'Settings' }).first().click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByLabel('Model facts').fill('{"claude-sonnet-4-6": {"contextWindow": 60000}}')
  await workbench.saveSettings()
  await workbench.ask('Tell me a story about a fox, and keep to port 4173')
  await workbench.ask('Another one')
  await workbench.ask('And another one')
  const made = async (type: string) =>
    (await workbench.events()).filter((event) => event.type === type).length
  await expect.poll(() => made('session_notes')).toBeGreaterThan(0)
  // They are asked for when the conversation is cached: all but the question is read from there.
  const asked = (await workbench.events()).flatMap((event) =>
    event.type === 'side_query_ended' && event.source === 'notes' && event.usage ? [event.usage] : [],
  )
  for (const { inputTokens, cacheReadTokens, cacheWriteTokens } of asked)
    expect(cacheReadTokens / (inputTokens + cacheReadTokens + cacheWriteTokens)).toBeGreaterThan(0.95)
  expect(asked.length).toBeGreaterThan(0)
  await workbench.send('/context')
  const context = page.getByRole('dialog', { name: 'Context' })
  await expect(context.getByRole('heading', { name: 'Running notes' })).toBeVisible()
  await expect(context).toContainText(NOTES)
  // A source of a line lies beneath the dialog.
  await context
    .getByRole('link', { name: /^Source #\d+$/ })
    .first()
    .click()
  await expect(context).toBeHidden()
  for (let more = 0; more < 4 && (await made('conversation_compacted')) === 0; more++)
    await workbench.ask('One more')
  const summary = workbench.conversation.getByText(/messages summarised to make room.*from the running notes/)
  await expect(summary).toBeVisible()
  await summary.click()
  await expect(workbench.conversation).toContainText('Ferdinand')
  const sent = JSON.stringify(model.messageRequests().at(-1)?.body)
  for (const known of [NOTES, 'keep to port 4173']) expect(sent).toContain(known)
  expect(model.rejections).toEqual([])
})
