/**
 * The browser dies at any moment: of a run, after which what was acknowledged is there and the next request is accepted; and
 * of what is done with a session's past, after which the files are those of before or after, byte for byte.
 */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import type { Page } from '@playwright/test'
import type { AgentEvent } from '../../src/agent/protocol/events.ts'
import { zipRepository } from '../fixtures/big-repository.ts'
import { FIXTURES } from '../fixtures/definitions.ts'
import { prepareFixture } from '../fixtures/prepare.ts'
import { seededRandom } from '../../src/testing/seeded-random.ts'
import { soak } from '../../src/testing/soak.ts'
import { asArray, asObject } from '../model-server/json.ts'
import type { Brain } from '../model-server/script.ts'
import { text, thinking, toolUse } from '../model-server/turn.ts'
import type { ReplyBlock } from '../model-server/turn.ts'
import { createProfile } from '../support/chromium.ts'
import { countedRequests, eventsUntil, expectWhole, opened, sleep } from '../support/kills.ts'
import { expect, test } from '../support/test.ts'
import { storedLogs } from '../support/stored-logs.ts'
import { importZip, prepareAct, sessionId, TIME_ACTS } from '../support/time-acts.ts'
import type { Archive } from '../support/time-acts.ts'
import type { Workbench } from '../support/workbench.ts'

/** Kills of a run; each takes some ten seconds. */
const RUN = soak('kill-in-run', { gate: 12, round: 12 })
/** The scripted run takes about this long; kills fall anywhere in it. */
const RUN_SPREAD_MS = 6_000
/** Kills of what is done with the past; each takes some four seconds. */
const PAST = soak('kill-in-history', { gate: 6, round: 12 })
/** A restore, a fork, a redo or an import takes up to about this long; kills fall anywhere in it. */
const ACT_SPREAD_MS = 300

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

const RUN_TITLE =
  'killed at random moments, no acknowledged event is lost and each resumed request is accepted'
test(RUN.title(RUN_TITLE), async ({ site, model }) => {
  test.setTimeout(patience(60_000 + RUN.count * 30_000))
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
  const random = seededRandom(RUN.seed)
  const profile = await createProfile()
  try {
    const [first, setup] = await opened(profile, site)
    await setup.configure(model)
    await setup.importZip(zip)
    let acknowledged: readonly AgentEvent[] = await setup.events()
    await first.kill()

    for (; round < RUN.count; round++) {
      const [browser, workbench] = await opened(profile, site)
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
  } catch (error) {
    throw RUN.repeatable(error)
  } finally {
    await profile.remove()
  }
})

const PAST_TITLE = 'killed inside restores, forks, redos and imports, the files are those of before or after'
test(PAST.title(PAST_TITLE), async ({ site, model }) => {
  test.setTimeout(patience(60_000 + PAST.count * 20_000))
  const random = seededRandom(PAST.seed)
  /** Hash of the names and bytes of all files, by root. */
  const known = new Map<string, string>()
  const archives: Archive[] = []
  /** How many acts were cut off and how many were done by then, by act. */
  const counts: Record<string, { cut: number; done: number }> = {}
  const profile = await createProfile()
  try {
    const [first, setup] = await opened(profile, site)
    await setup.configure(model)
    const note = async () => known.set(await rootOf(first.page), await filesOf(setup))
    for (const seed of [1, 2]) {
      const zip = Buffer.from(zipRepository({ files: 300, bytes: 2_000_000, seed })).toString('base64')
      archives.push({ zip, root: await importZip(first.page, zip) })
      await note()
      model.setScript([
        { content: [toolUse('Write', { file_path: 'notes.md', content: `Of ${seed}.\n` })] },
        { content: [text('It is noted.')] },
      ])
      await setup.ask('Make a note')
      await note()
      await setup.exec('for file in $(find . -name "*.js"); do echo "// changed" >> $file; done')
      await note()
      await setup.exec(
        'rm -r src/part-0/module-0 && mkdir empty && ln -s notes.md link && chmod 755 notes.md',
      )
      await note()
    }
    expect([known.size, new Set(known.values()).size]).toEqual([8, 8])
    let acknowledged = await setup.events()
    let session = await sessionId(first.page)
    let before = await rootOf(first.page)
    let [cut, after]: [string, string] = ['nothing', before]
    await first.kill()

    for (let round = 0; ; round++) {
      const [browser, workbench] = await opened(profile, site)
      const { page } = browser
      await expect(workbench.status).toHaveText('ready')
      const where = `round ${round}, after ${cut}`
      const events = await workbench.events()
      expectWhole(events)
      const logs = await storedLogs(page)
      for (const { lastSeq, seqs } of logs)
        expect(seqs, where).toEqual(Array.from({ length: lastSeq }, (_, index) => index + 1))
      const shown = await sessionId(page)
      if (shown === session) expect(events.slice(0, acknowledged.length), where).toEqual(acknowledged)
      // A fork is there whole: it is what was worked on last, and the session before it has lost nothing.
      else
        expect(logs.find(({ id }) => id === session)?.lastSeq, where).toBeGreaterThanOrEqual(
          acknowledged.length,
        )
      const root = await rootOf(page)
      if (cut === 'fork done') expect(shown, where).not.toBe(session)
      if (cut.endsWith('done')) expect(root, where).toBe(after)
      else if (cut.startsWith('fork')) expect(root, where).toBe(shown === session ? before : after)
      else expect([before, after], where).toContain(root)
      expect(await filesOf(workbench), where).toBe(known.get(root))
      if (round === PAST.count) {
        await browser.kill()
        break
      }

      ;[session, before] = [shown, root]
      const kind = TIME_ACTS[Math.floor(random() * TIME_ACTS.length)] ?? 'restore'
      const act = await prepareAct(workbench, { kind, archives, random })
      acknowledged = await workbench.events()
      const outcome: { killed: boolean; isDone: boolean; failure?: unknown } = {
        killed: false,
        isDone: false,
      }
      const acting = act.run().then(
        () => {
          outcome.isDone = !outcome.killed
        },
        (error: unknown) => {
          if (!outcome.killed) outcome.failure = error
        },
      )
      await sleep(random() * ACT_SPREAD_MS)
      outcome.killed = true
      await browser.kill()
      await acting
      expect(outcome.failure, `${where}: ${act.kind}`).toBeUndefined()
      const { isDone } = outcome
      after = act.after
      cut = `${act.kind} ${isDone ? 'done' : 'cut'}`
      const count = (counts[act.kind] ??= { cut: 0, done: 0 })
      count[isDone ? 'done' : 'cut'] += 1
    }
    console.log(`${PAST.count} kills, seed ${PAST.seed}:`, JSON.stringify(counts))
    expect(model.scriptErrors).toEqual([])
  } catch (error) {
    throw PAST.repeatable(error)
  } finally {
    await profile.remove()
  }
})

/** Root of the files as they are now; kinds, modes and links are in it, too. */
function rootOf(page: Page): Promise<string> {
  return page.evaluate(() => window.vivarium.sandbox.checkpoint())
}

/** All files as the shell reads them, whatever hashes the sandbox has cached. */
async function filesOf(workbench: Workbench): Promise<string> {
  const { stdout, stderr, exitCode } = await workbench.exec(
    'find . -type f -exec sha256sum {} + | LC_ALL=C sort | sha256sum; find . | sort | sha256sum; find . -type l -exec readlink {} +',
  )
  expect([exitCode, stderr]).toEqual([0, ''])
  return stdout
}
