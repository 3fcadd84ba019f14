/** CLAUDE.md and AGENTS.md: told once, and again only when they have changed. */
import { text } from './model-server/turn.ts'
import { expect, test } from './support/test.ts'

test('instruction files open the conversation, and a change is told with the next message', async ({
  workbench,
  model,
  page,
}) => {
  model.setScript(() => ({ content: [text('Yes.')] }))
  await workbench.open()
  await workbench.configure(model)
  await workbench.exec('echo "Use tabs." > CLAUDE.md')
  await workbench.ask('One')
  await page.reload()
  await expect(workbench.status).toHaveText('ready')
  await workbench.ask('Two')
  await workbench.exec('echo "Use spaces." > CLAUDE.md; echo "Run npm test." > AGENTS.md')
  await workbench.ask('Three')
  await workbench.exec('rm CLAUDE.md')
  await workbench.ask('Four')
  const sent = model.messageRequests().map(({ body }) => JSON.stringify(body))
  const count = (request: number, part: string) => (sent[request] ?? '').split(part).length - 1
  expect([0, 1].map((request) => count(request, 'Use tabs.'))).toEqual([1, 1])
  expect(sent[1]).not.toContain('instruction files have changed')
  expect([2, 3].map((request) => count(request, 'Use spaces.'))).toEqual([1, 1])
  expect(count(2, 'Run npm test.')).toBe(1)
  expect(sent[3]).toContain('No longer in force: CLAUDE.md.')
  expect(model.rejections).toEqual([])
})
