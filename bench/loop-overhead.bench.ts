/**
 * What the loop costs between two requests: from the last event of an answer with one call of a tool that does nothing
 * to the arrival of the next request, at turn 10 and at turn 1,000 of one session.
 */
import { test } from '../e2e/support/test.ts'
import type { RequestRecord } from '../e2e/model-server/record.ts'
import { text, toolUse } from '../e2e/model-server/turn.ts'
import { median, report } from './support/result.ts'

const TARGET_MS = 5
/** Calls in one run; an interactive run ends at 200 turns. */
const CALLS_PER_RUN = 150
const RUNS = 7
/** Turns around the one that is named, of which the median is taken. */
const AROUND = 10

test('loop overhead', async ({ workbench, page, model }) => {
  let asked = 0
  model.setScript(() => {
    asked += 1
    if (asked % (CALLS_PER_RUN + 1) === 0) return { content: [text('Done.')] }
    return { content: [toolUse('TodoWrite', { todos: [] })] }
  })
  await workbench.open()
  await workbench.configure(model)
  for (let round = 0; round < RUNS; round++) await workbench.ask(`Round ${round}`)
  const records = model.messageRequests()
  const bare = await page.evaluate(async (url) => {
    const headers = { 'x-api-key': 'test-key', 'anthropic-version': '2023-06-01' }
    const starts: number[] = []
    for (let round = 0; round < 20; round++) {
      starts.push(performance.timeOrigin + performance.now())
      await (await fetch(`${url}/v1/models`, { headers })).text()
    }
    return starts
  }, model.url)
  const arrivals = model.requests.filter(({ path }) => path === '/v1/models').slice(-bare.length)
  const peers = median(arrivals.map(({ arrivedAt }, index) => arrivedAt - (bare[index] ?? NaN)))
  report(
    'loop-overhead',
    [10, 1_000].map((turn) => {
      const ours = median(gapsAround(records, turn))
      return {
        what: `loop overhead of a turn with one no-op tool, at turn ${turn.toLocaleString('en')}`,
        unit: 'ms' as const,
        ours,
        peer: 'a bare fetch from the page',
        peers,
        target: `${TARGET_MS} ms`,
        met: ours <= TARGET_MS,
      }
    }),
  )
})

/** Milliseconds between the end of an answer and the request that follows it in the same run. */
function gapsAround(records: readonly RequestRecord[], turn: number): number[] {
  const gaps: number[] = []
  for (let at = turn - AROUND / 2; gaps.length < AROUND; at++) {
    const [before, after] = [records[at - 1], records[at]]
    if (!before || !after) throw new Error(`There is no turn ${at}: only ${records.length} requests came.`)
    // A run's last answer waits for the person.
    if (at % (CALLS_PER_RUN + 1) !== 0) gaps.push(after.arrivedAt - (before.sent.at(-1)?.at ?? NaN))
  }
  return gaps
}
