/** The browser dies at any moment of a run; what was acknowledged is there afterwards and the next request is accepted. */
import type { AgentEvent } from '../src/agent/protocol/events.ts'
import { FIXTURES } from './fixtures/definitions.ts'
import { prepareFixture } from './fixtures/prepare.ts'
import { storyOf } from './fixtures/stories/stories.ts'
import { seededRandom } from './model-server/split.ts'
import { storyBrain } from './model-server/story.ts'
import { text } from './model-server/turn.ts'
import { createProfile } from './support/chromium.ts'
import { expect, test } from './support/test.ts'
import { Workbench } from './support/workbench.ts'

const KILLS = 30
/** The scripted run takes about this long; kills fall anywhere in it. */
const RUN_SPREAD_MS = 6_000
/** Chosen once, so that a failure can be repeated. */
const SEED = 20_261_121

test(`killed at ${KILLS} random moments, no acknowledged event is lost and each resumed request is accepted`, async ({
  site,
  model,
}) => {
  test.setTimeout(KILLS * 30_000)
  const [fixture] = FIXTURES
  if (!fixture) throw new Error('There is no fixture.')
  const story = storyOf(fixture.name)
  const { zip } = await prepareFixture(fixture)
  model.setScript(
    storyBrain([story], () => ({ content: [text('Still here.')] }), {
      pace: { eventMs: 10 },
      splitText: { size: 6 },
      splitJson: { size: 9 },
    }),
  )
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

    for (let round = 0; round < KILLS; round++) {
      const browser = await profile.launch()
      const workbench = new Workbench(browser.page, site.url)
      await workbench.open()
      await expect(workbench.status).toHaveText('ready')
      const recovered = await workbench.events()
      expect(recovered.slice(0, acknowledged.length), `round ${round}`).toEqual(acknowledged)
      expectWhole(recovered)
      const requests = model.messageRequests().length
      await workbench.send(story.prompt)
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
