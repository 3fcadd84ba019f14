/** A result too long for the conversation is a file at `/results`: for tools and commands, over a reload, in forks and recordings. */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import type { ModelServer } from '../model-server/contract.ts'
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

const LINES = 6_000
const PRINT = `seq ${LINES} | sed 's/.*/{"line":&}/'`

/** Path of the stored result in what the model was last told. */
function storedAt(model: ModelServer): string {
  const told = JSON.stringify(model.messageRequests().at(-1)?.body)
  return /All of it is in (\/results\/[\w.-]+): search it with Grep/.exec(told)?.[1] ?? 'nowhere'
}

/** Calls that look into it, each with something that its result has. Lines that the model has read already are not read again. */
function looks(path: string, line: number) {
  return [
    [toolUse('Bash', { command: `jq -s 'map(.line) | add' ${path}` }), '18003000'],
    [toolUse('Bash', { command: `tail -n 1 ${path}; wc -l < ${path}` }), '{\\"line\\":6000}'],
    [
      toolUse('Grep', { pattern: '"line":4321}', path: '/results', output_mode: 'content' }),
      '4321:{\\"line\\":4321}',
    ],
    [toolUse('Read', { file_path: path, offset: line, limit: 1 }), `{\\"line\\":${line}}`],
  ] as const
}

test('a long result is a file for tools and commands, over a reload, in a fork and in a recording', async ({
  workbench,
  model,
}) => {
  const { page } = workbench
  model.setScript([{ content: [toolUse('Bash', { command: PRINT })] }, { content: [text('Printed.')] }])
  await workbench.open()
  await workbench.configure(model)
  await workbench.ask('Print many lines')
  const path = storedAt(model)
  expect(path).toMatch(/^\/results\/bash-[0-9a-f]{8}\.txt$/)

  let line = 5_000
  /** Asks for looks at it; nobody is asked for permission, and each has its answer. */
  const look = async (prompt: string) => {
    const calls = looks(path, (line += 1))
    model.setScript([{ content: calls.map(([call]) => call) }, { content: [text(`Looked: ${prompt}.`)] }])
    await workbench.ask(prompt)
    const told = JSON.stringify(model.messageRequests().at(-1)?.body)
    for (const [, answer] of calls) expect(told.slice(told.lastIndexOf(prompt))).toContain(answer)
  }
  await look('Look now')

  await page.reload()
  await expect(workbench.status).toHaveText('ready')
  await look('Look after a reload')
  expect((await workbench.exec(`echo more >> ${path}; rm -rf /results; ls /results`)).stdout).toBe(
    `${path.slice('/results/'.length)}\n`,
  )

  // A session without it does not show it; the one before does, again.
  const first = new URL(page.url()).hash
  await page.getByRole('button', { name: 'New session' }).first().click()
  await expect(workbench.answers).toHaveCount(0)
  await expect.poll(async () => (await workbench.exec('ls /results')).stdout).toBe('')
  await page.goto(page.url().replace(/#.*/, first))
  await expect(workbench.answers.last()).toContainText('Looked: Look after a reload.')
  await look('Look on coming back')

  const parent = await page.evaluate(() => window.vivarium.session.id())
  await workbench.send('/rewind')
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
  await steps.last().getByRole('button', { name: 'Fork from here' }).click()
  await expect.poll(() => page.evaluate(() => window.vivarium.session.id())).not.toBe(parent)
  await expect(workbench.status).toHaveText('ready')
  await look('Look in a fork')

  const file = await page.evaluate(() => window.vivarium.session.recording())
  await page.getByLabel('Repository zip').setInputFiles({
    name: 'printed.vivarium',
    mimeType: 'application/zip',
    buffer: Buffer.from(file),
  })
  const bar = page.getByRole('region', { name: 'Replay' })
  await bar.getByRole('combobox', { name: 'Speed' }).selectOption('100 ×')
  await bar.getByRole('button', { name: 'Replay' }).click()
  // Seventeen calls, those that look at the replay's own file included.
  await expect(bar.getByRole('status')).toHaveText('All 17 results are as recorded.', {
    timeout: patience(60_000),
  })
  expect(model.rejections).toEqual([])
})
