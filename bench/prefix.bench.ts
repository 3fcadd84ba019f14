/**
 * How much of what a session of fifty requests sends opens with the very bytes of the request before: files are read,
 * a list of steps is kept, and while the agent works the mode changes and a rule takes a tool away. (No tool is added
 * in mid-session as yet: such a rule is all that could change the list of tools.) Against a conversation that only grows.
 */
import { zipRepository } from '../e2e/fixtures/big-repository.ts'
import { comparePrefix } from '../e2e/model-server/prefix.ts'
import { bodyOf } from '../e2e/model-server/record.ts'
import { text, toolUse } from '../e2e/model-server/turn.ts'
import type { ReplyBlock } from '../e2e/model-server/turn.ts'
import { writeFile } from 'node:fs/promises'
import { expect, test } from '../e2e/support/test.ts'
import { report } from './support/result.ts'

const REQUESTS = 50
const TARGET = 98
/** Percentage of the old part of requests, however large that is in a job. */
const KEPT_TARGET = 99.9
/** Seconds of the command during which the settings are changed. */
const PAUSE_S = 6
/** Answers of the session, by number: the run's end, and the command that gives time to change the settings. */
const FIRST_END = 25
const CHANGE = 12
const LIST_EVERY = 8
/** Lines of a file that are read at a time. */
const LINES = 15

test('prefix stability', async ({ workbench, page, model }, info) => {
  const zip = info.outputPath('repository.zip')
  await writeFile(zip, zipRepository({ files: 120, bytes: 400 * 1024, seed: 3 }))
  await workbench.open()
  await workbench.configure(model)
  await workbench.importZip(zip)
  const { stdout } = await workbench.exec('find src -name "*.js" | sort')
  const files = stdout.trim().split('\n')
  let answered = 0
  model.setScript(() => {
    answered += 1
    if (answered === FIRST_END || answered === REQUESTS) return { content: [text('That part is done.')] }
    return { content: [text(`Step ${answered}: I look at what is next.`), call(answered, files)] }
  })

  await workbench.send('Tidy up the sources')
  await expect(workbench.tool('Bash')).toContainText('running', { timeout: 60_000 })
  await page.getByRole('combobox', { name: 'Mode', exact: true }).selectOption('acceptEdits')
  await page.getByRole('button', { name: 'Settings' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByLabel('Never allow').fill('NotebookEdit')
  await dialog.getByRole('button', { name: /save|done/i }).click()
  await expect(workbench.tool('Bash')).toContainText('running')
  await expect.poll(() => workbench.runsEnded(), { timeout: 120_000 }).toBe(1)
  await workbench.ask('Go on with the rest')

  const bodies = model.messageRequests().map(bodyOf)
  expect(bodies.length).toBe(REQUESTS)
  expect(model.rejections).toEqual([])
  const sizes = bodies.map((body) => Buffer.byteLength(JSON.stringify(body)))
  let [sent, shared, old] = [0, 0, 0]
  for (const [index, body] of bodies.entries()) {
    const previous = bodies[index - 1]
    const size = sizes[index] ?? 0
    if (!previous) continue
    const { sharedWithPrevious, stripped } = comparePrefix(previous, body)
    if (stripped) console.log(`     request ${index + 1} differs at ${stripped.path}: ${stripped.before}`)
    sent += size
    shared += size * sharedWithPrevious
    old += Math.min(size, sizes[index - 1] ?? 0)
  }
  const ours = (100 * shared) / sent
  report('prefix', [
    {
      what: `input of a session of ${REQUESTS} requests that is, byte by byte, the request before`,
      unit: '%',
      ours,
      peer: 'a conversation that only grows',
      peers: (100 * old) / sent,
      target: `${TARGET} %`,
      met: ours >= TARGET,
    },
    {
      what: 'the same, of what a conversation that only grows could keep',
      unit: '%',
      ours: (100 * shared) / old,
      peer: 'all of it',
      peers: 100,
      target: `${KEPT_TARGET} %`,
      met: (100 * shared) / old >= KEPT_TARGET,
    },
  ])
})

function call(step: number, files: readonly string[]): ReplyBlock {
  if (step === CHANGE) {
    return toolUse('Bash', { command: `sleep ${PAUSE_S}`, description: 'Wait for the build' })
  }
  if (step % LIST_EVERY === 1) {
    return toolUse('TodoWrite', {
      todos: ['Read the sources', 'Tidy them up', 'Run the tests'].map((content, index) => ({
        content,
        activeForm: `${content} now`,
        status: index * 2 * LIST_EVERY < step ? 'completed' : 'pending',
      })),
    })
  }
  return toolUse('Read', { file_path: `/workspace/${files[step % files.length] ?? ''}`, limit: LINES })
}
