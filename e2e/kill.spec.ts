/** The browser dies at any moment of a run; what was acknowledged is there afterwards and the next request is accepted. */
import type { Page } from '@playwright/test'
import type { AgentEvent } from '../src/agent/protocol/events.ts'
import { FIXTURES } from './fixtures/definitions.ts'
import { prepareFixture } from './fixtures/prepare.ts'
import { seededRandom } from './model-server/split.ts'
import { asArray, asObject } from './model-server/json.ts'
import type { Brain } from './model-server/script.ts'
import { text, thinking, toolUse } from './model-server/turn.ts'
import type { ReplyBlock } from './model-server/turn.ts'
import { createProfile } from './support/chromium.ts'
import { expect, test } from './support/test.ts'
import { Workbench } from './support/workbench.ts'

/** Rounds; each takes some ten seconds. `KILLS=60 npx playwright test kill` looks harder. */
const KILLS = Number(process.env['KILLS'] ?? 15)
/** The scripted run takes about this long; kills fall anywhere in it. */
const RUN_SPREAD_MS = 6_000
/** Chosen once, so that a failure can be repeated. */
const SEED = 20_261_121

/** Each kind of tool at work on the real repository; what a step finds does not matter to the next. */
const steps = (round: number): readonly (readonly ReplyBlock[])[] => [
  [
    thinking('The project first, then where the errors are made.'),
    text('I look at the project.'),
    toolUse('Read', { file_path: '/workspace/package.json' }),
    toolUse('Grep', { pattern: 'statusCode', output_mode: 'content' }),
  ],
  [
    text('The tests show where it stands, and I keep a note.'),
    toolUse('Bash', { command: 'npm test', description: 'Run the tests' }),
    toolUse('Write', { file_path: '/workspace/notes.md', content: `# Round ${round}\n\nNothing yet.\n` }),
  ],
  [
    toolUse('Edit', {
      file_path: '/workspace/notes.md',
      old_string: 'Nothing yet.',
      new_string: 'Looked at the tests.',
    }),
  ],
  [
    toolUse('Bash', {
      command: 'for i in 1 2 3 4 5; do echo $i >> log.txt; sleep 0.2; done',
      description: 'Write a log',
    }),
  ],
  [text(`That was **round ${round}**.\n\n- looked\n- noted\n`)],
]

test(`killed at ${KILLS} random moments, no acknowledged event is lost and each resumed request is accepted`, async ({
  site,
  model,
}) => {
  test.setTimeout(KILLS * 30_000)
  const [fixture] = FIXTURES
  if (!fixture) throw new Error('There is no fixture.')
  const { zip } = await prepareFixture(fixture)
  let round = 0
  const prompt = () => `Round ${round}: look at the tests again`
  const work: Brain = ({ body }) => {
    const messages = asArray(body['messages']).map(asObject)
    const asked = messages.findLastIndex((message) => JSON.stringify(message).includes(prompt()))
    const step = messages.slice(asked).filter((message) => message['role'] === 'assistant').length
    return {
      content: steps(round)[step] ?? [text('Done.')],
      pace: { eventMs: 10 },
      splitText: { size: 6 },
      splitJson: { size: 9 },
    }
  }
  model.setScript(work)
  const random = seededRandom(SEED)
  const profile = await createProfile()
  try {
    const first = await profile.launch()
    const setup = new Workbench(first.page, site.url)
    await setup.open()
    await setup.configure(model)
    await setup.importZip(zip)
    let acknowledged: readonly AgentEvent[] = await setup.events()
    await first.kill()

    for (; round < KILLS; round++) {
      const browser = await profile.launch()
      const workbench = new Workbench(browser.page, site.url)
      await workbench.open()
      await expect(workbench.status).toHaveText('ready')
      const recovered = await workbench.events()
      expect(recovered.slice(0, acknowledged.length), `round ${round}`).toEqual(acknowledged)
      expectWhole(recovered)
      const answers = recovered.filter(({ type }) => type === 'response_ended').length
      expect(await countedRequests(browser.page), `round ${round}`).toBe(answers)
      const requests = model.messageRequests().length
      await workbench.send(prompt())
      await model.waitForRequests(requests + 1)
      acknowledged = await eventsUntil(workbench, random() * RUN_SPREAD_MS)
      await browser.kill()
      expect(model.rejections, `round ${round}`).toEqual([])
    }
    expect(model.scriptErrors).toEqual([])
  } finally {
    await profile.remove()
  }
})

/** Requests in the sums of the days, which must not come apart from the log. */
function countedRequests(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('vivarium')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          const reading = database.transaction('usageDays').objectStore('usageDays').getAll()
          reading.onerror = () => reject(reading.error)
          reading.onsuccess = () => {
            database.close()
            const days = reading.result as readonly { totals: readonly { requests: number }[] }[]
            resolve(days.flatMap(({ totals }) => totals).reduce((sum, { requests }) => sum + requests, 0))
          }
        }
      }),
  )
}

/** Polls what the page says is stored until the time is up: the last answer is what was acknowledged. */
async function eventsUntil(workbench: Workbench, ms: number): Promise<readonly AgentEvent[]> {
  const end = Date.now() + ms
  let known = await workbench.events()
  while (Date.now() < end) known = [...known, ...(await workbench.events((known.at(-1)?.seq ?? 0) + 1))]
  return known
}

/** No hole in the numbers, every run ended, every call answered exactly once. */
function expectWhole(events: readonly AgentEvent[]): void {
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
  const count = (type: AgentEvent['type']) => events.filter((event) => event.type === type).length
  expect(count('run_ended')).toBe(count('run_started'))
  const results = events.flatMap((event) => (event.type === 'tool_result' ? [event.toolUseId] : []))
  expect(new Set(results).size).toBe(results.length)
}
