/** A conversation that does not fit the model's window any more is made shorter, and goes on; nothing of it is lost. */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { asArray } from '../model-server/json.ts'
import type { Brain } from '../model-server/script.ts'
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

const FILES = 9
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
