/**
 * The browser dies in mid-run, and at times in a start, and at times its databases are gone afterwards: of all sessions of the
 * profile, open or not, each acknowledged event is there, once, and the next request is accepted.
 */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import type { AgentEvent } from '../../src/agent/protocol/events.ts'
import { seededRandom } from '../../src/testing/seeded-random.ts'
import { soak } from '../../src/testing/soak.ts'
import { asArray, asObject } from '../model-server/json.ts'
import type { Brain } from '../model-server/script.ts'
import { text, toolUse } from '../model-server/turn.ts'
import type { ReplyBlock } from '../model-server/turn.ts'
import { createProfile } from '../support/chromium.ts'
import { countedRequests, eventsUntil, expectOnce, expectWhole, opened, sleep } from '../support/kills.ts'
import { storedEvents } from '../support/stored-logs.ts'
import { expect, test } from '../support/test.ts'
import { prepareAct, sessionId } from '../support/time-acts.ts'
import type { Workbench } from '../support/workbench.ts'

/** Each kill takes some five seconds, most of them a browser's start. */
const KILLS = soak('kills', { gate: 1, round: 100 })
/** The scripted run takes about this long; kills fall anywhere in it, and a few behind its end. */
const RUN_SPREAD_MS = 1_600
/** A start, and the return of lost sessions, takes about this long. */
const START_SPREAD_MS = 1_200
/** Restarts before which all databases are lost. */
const LOSSES = 1 / 3
/** Kills that come in a start; with a loss before it, while sessions are brought back. */
const IN_START = 1 / 8
/** Rounds that begin with a session of their own, and with a fork. */
const NEW_SESSIONS = 1 / 20
const FORKS = 1 / 20

/** Each call leaves a mark of its own: one that ran twice has two of them. */
const steps = (round: number): readonly (readonly ReplyBlock[])[] => [
  [
    text('I begin with a mark, and leave a note beside it.'),
    toolUse('Bash', { command: `echo ${round}-first >> marks.txt`, description: 'Leave a mark' }),
    toolUse('Write', { file_path: `/workspace/note-${round % 5}.md`, content: `# Round ${round}\n` }),
  ],
  [
    toolUse('Bash', {
      command: `for i in 1 2 3; do echo ${round}-$i; sleep 0.1; done >> marks.txt; tail -n 3 marks.txt`,
      description: 'Leave more marks',
    }),
  ],
  [text(`That was **round ${round}**.\n\n- marked\n- noted\n`)],
]

const prompt = (round: number) => `Round ${round}: go on`

const TITLE = 'killed in runs and starts, databases lost at times, no session loses or doubles an event'
test(KILLS.title(TITLE), async ({ site, model }) => {
  test.setTimeout(patience(60_000 + KILLS.count * 20_000))
  let round = 0
  const work: Brain = ({ body }) => {
    const messages = asArray(body['messages']).map(asObject)
    const asked = messages.findLastIndex((message) => JSON.stringify(message).includes(prompt(round)))
    const step = messages.slice(asked).filter((message) => message['role'] === 'assistant').length
    return {
      content: steps(round)[step] ?? [text('Done.')],
      pace: { eventMs: 5 },
      splitText: { size: 6 },
      splitJson: { size: 9 },
    }
  }
  model.setScript(work)
  const random = seededRandom(KILLS.seed)
  /** The events of each session that the page said are stored. */
  const acknowledged = new Map<string, readonly AgentEvent[]>()
  const counts = { losses: 0, starts: 0, sessions: 0, forks: 0, events: 0 }
  /** The key is to be entered: it was lost since. */
  let isUnset = false
  /** A browser was killed in its start: there may be no database to lose. */
  let isBegun = true
  const profile = await createProfile()
  try {
    const [first, setup] = await opened(profile, site)
    await setup.configure(model)
    await setup.ask(prompt(round))
    const eldest = await idOf(setup, acknowledged)
    await begin(setup)
    await setup.ask(prompt(round))
    await idOf(setup, acknowledged)
    await fork(setup, random)
    let open = await idOf(setup, acknowledged)
    expect(new Set([...acknowledged.keys(), eldest]).size).toBe(3)
    await first.kill()

    for (round = 1; round <= KILLS.count + 1; round++) {
      const isLast = round > KILLS.count
      // The first and the last restart show a loss in a run of any size.
      const isLost = (random() < LOSSES || round === 1 || isLast) && isBegun
      if (isLost) {
        counts.losses += 1
        await profile.loseDatabases()
        isUnset = true
      }
      const where = `round ${round}${isLost ? ', after a loss' : ''}`
      const known = [...acknowledged.keys()]
      if (random() < 1 / 2) open = known[Math.floor(random() * known.length)] ?? open

      isBegun = isLast || random() >= IN_START
      if (!isBegun) {
        counts.starts += 1
        const browser = await profile.launch()
        const going = browser.page.goto(`${site.url}#session=${open}`).catch(() => undefined)
        await sleep(random() * START_SPREAD_MS)
        await browser.kill()
        await going
        continue
      }

      const [browser, workbench] = await opened(profile, site, `#session=${open}`)
      const { page } = browser
      await expect(workbench.status, where).toHaveText('ready')
      expect(await sessionId(page), where).toBe(open)
      expectWhole(await workbench.events())
      await expectAll(workbench, acknowledged, where)
      if (isUnset) {
        await expectSettings(workbench, model.url)
        await workbench.configure(model)
        isUnset = false
      }
      await expectMarks(workbench, where)
      if (isLast) {
        await browser.kill()
        break
      }

      const act = random()
      if (act < NEW_SESSIONS) {
        counts.sessions += 1
        await begin(workbench)
      } else if (act < NEW_SESSIONS + FORKS) {
        counts.forks += 1
        await fork(workbench, random)
      }
      open = await idOf(workbench, acknowledged)
      const requests = model.messageRequests().length
      await workbench.send(prompt(round))
      await model.waitForRequests(requests + 1)
      const events = await eventsUntil(workbench, random() * RUN_SPREAD_MS)
      acknowledged.set(open, events)
      await browser.kill()
      expect(model.rejections, where).toEqual([])
    }
    counts.events = [...acknowledged.values()].reduce((sum, events) => sum + events.length, 0)
    console.log(`${KILLS.count} kills, seed ${KILLS.seed}:`, JSON.stringify(counts))
    expect(model.scriptErrors).toEqual([])
  } catch (error) {
    throw KILLS.repeatable(error)
  } finally {
    await profile.remove()
  }
})

/** The open session; what it has is acknowledged. */
async function idOf(workbench: Workbench, acknowledged: Map<string, readonly AgentEvent[]>): Promise<string> {
  const id = await sessionId(workbench.page)
  acknowledged.set(id, await workbench.events())
  return id
}

async function begin({ page }: Workbench): Promise<void> {
  const before = await sessionId(page)
  await page.getByRole('button', { name: 'New session' }).click()
  await expect.poll(() => sessionId(page)).not.toBe(before)
}

async function fork(workbench: Workbench, random: () => number): Promise<void> {
  const act = await prepareAct(workbench, { kind: 'fork', archives: [], random })
  await act.run()
}

/** All logs have what was acknowledged of them, no event twice, and the days count their answers. Notes what they have now. */
async function expectAll(
  { page }: Workbench,
  acknowledged: Map<string, readonly AgentEvent[]>,
  where: string,
): Promise<void> {
  const logs = await storedEvents(page)
  const begun = new Map(logs.map(({ id, events }) => [id, events]))
  for (const [id, events] of acknowledged) {
    const kept = begun.get(id)?.slice(0, events.length) ?? []
    expect(kept.length, `${where}: events of ${id}`).toBe(events.length)
    expect(kept, `${where}: ${id}`).toEqual(events)
  }
  for (const { id, lastSeq, events } of logs) {
    expect(events.length, `${where}: ${id}`).toBe(lastSeq)
    expectOnce(events)
    // One that is new and has no event may be left out of the second copy.
    if (events.length > 0) acknowledged.set(id, events)
  }
  const answers = logs.flatMap(({ copied, events }) =>
    events.filter(({ type, seq }) => type === 'response_ended' && seq > copied),
  )
  expect(await countedRequests(page), `${where}: requests of the days`).toBe(answers.length)
}

/** No call has left its mark twice in the files of the open session, and none of a run that was completed is missing. */
async function expectMarks(workbench: Workbench, where: string): Promise<void> {
  const { stdout, stderr } = await workbench.exec('touch marks.txt; sort marks.txt')
  const marks = stdout.split('\n').filter((line) => line !== '')
  expect([new Set(marks).size, stderr], `${where}: marks`).toEqual([marks.length, ''])
  expect(marks, `${where}: marks`).toEqual(expect.arrayContaining(marksOf(await workbench.events())))
}

/** Marks of the rounds whose run was completed. */
function marksOf(events: readonly AgentEvent[]): string[] {
  let round: string | undefined
  return events.flatMap((event) => {
    if (event.type === 'user_message') round = /Round (\d+): go on/.exec(JSON.stringify(event.content))?.[1]
    const isDone = event.type === 'run_ended' && event.terminal === 'completed' && round !== undefined
    return isDone ? ['first', '1', '2', '3'].map((mark) => `${round}-${mark}`) : []
  })
}

async function expectSettings({ page }: Workbench, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await expect(dialog.getByLabel('Base URL')).toHaveValue(url)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}
