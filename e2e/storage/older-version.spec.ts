/**
 * A profile of an older version opens, replays and goes on. To store one of the version that was built into DIST:
 * `PROFILE_BUILD=DIST PROFILE_FILE=e2e/fixtures/profiles/VERSION.json.gz npx playwright test e2e/storage/older-version.spec.ts -g "this version"`
 */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { soak } from '../../src/testing/soak.ts'
import type { AgentEvent } from '../../src/agent/protocol/events.ts'
import type { ModelServer } from '../model-server/contract.ts'
import { text, toolUse } from '../model-server/turn.ts'
import type { Turn } from '../model-server/turn.ts'
import { createProfile } from '../support/chromium.ts'
import type { Profile } from '../support/chromium.ts'
import { expectWhole, opened, sleep } from '../support/kills.ts'
import { linkOf, replay, work } from '../support/shared-session.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'
import { layOutProfile, readProfile, storedProfile, writeProfile } from '../support/stored-profile.ts'
import type { StoredProfile } from '../support/stored-profile.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

/** A session of the profile, and its log when it was stored. */
interface StoredSession {
  readonly id: string
  readonly events: readonly AgentEvent[]
}

interface OlderProfile {
  readonly profile: StoredProfile
  /** Four calls that can be replayed. */
  readonly worked: StoredSession
  /** An imported project with a rule, a lock, a list of steps, and a command that has left the workspace's root. */
  readonly imported: StoredSession
  /** Link of `worked`. */
  readonly link: string
}

const OLDER = join(import.meta.dirname, '../fixtures/profiles/0.5.0.json.gz')

test('a profile of version 0.5.0 opens, replays and goes on', async ({ page, model, site }) => {
  const older = await readProfile<OlderProfile>(OLDER)
  await leave(page, site.origin)
  await layOutProfile(page, older.profile)
  await expectUsable(new Workbench(page, site.url), older, model)
})

/** Each case takes some six seconds, most of them the starts of two browsers. */
const KILLS = soak('older-profile', { gate: 2, round: 20 })
/** A start, and the change of all that is stored, takes about this long. */
const START_SPREAD_MS = 1_400
/** Part of the seeds whose cases are killed twice, and of those that go on at the end: a round has one to three of each. */
const RARE = 1 / 10

test(
  KILLS.title('a profile of version 0.5.0 whose first starts are killed loses nothing'),
  async ({ site, model }) => {
    test.setTimeout(patience(180_000 + KILLS.count * 30_000))
    const older = await readProfile<OlderProfile>(OLDER)
    await KILLS.each(async ({ seed, random }) => {
      const place = seed / 2 ** 32
      const profile = await createProfile()
      try {
        await killedInStart(profile, { site, older, ms: random() * START_SPREAD_MS })
        // The second start meets what the first has changed.
        if (place >= 1 - RARE) await killedInStart(profile, { site, ms: random() * START_SPREAD_MS })
        const [browser, workbench] = await opened(profile, site, `#session=${older.worked.id}`)
        try {
          await expectEvents(workbench, older.worked)
          await goTo(browser.page, `#session=${older.imported.id}`)
          await expectEvents(workbench, older.imported)
          if (place < RARE) await expectUsable(workbench, older, model)
        } finally {
          await browser.kill()
        }
      } finally {
        await profile.remove()
      }
    })
  },
)

interface KilledStart {
  readonly site: Site
  /** It is laid out before the start, which is the first of its profile. */
  readonly older?: OlderProfile
  readonly ms: number
}

async function killedInStart(profile: Profile, { site, older, ms }: KilledStart): Promise<void> {
  const { page, kill } = await profile.launch()
  try {
    if (older) {
      await leave(page, site.origin)
      await layOutProfile(page, older.profile)
    }
    // It is killed while it loads.
    void page.goto(site.url).catch(() => undefined)
    await sleep(ms)
  } finally {
    await kill()
  }
}

/** Its log begins as it was stored; while the app starts it has none. */
async function expectEvents(workbench: Workbench, { events }: StoredSession): Promise<void> {
  await expect
    .poll(async () => (await workbench.events().catch(() => [])).slice(0, events.length))
    .toEqual(events)
}

test('a profile of this version is stored, and does so elsewhere', async ({ page, model, browser }) => {
  const { PROFILE_BUILD = 'dist', PROFILE_FILE } = process.env
  const site = await startSite({ root: PROFILE_BUILD })
  const own = await recorded(new Workbench(page, site.url), model)
  if (PROFILE_FILE !== undefined) await writeProfile(PROFILE_FILE, own)
  await site.close()
  const here = await startSite()
  const context = await browser.newContext()
  const other = await context.newPage()
  await leave(other, here.origin)
  await layOutProfile(other, own.profile)
  const request = await expectUsable(new Workbench(other, here.url), own, model)
  // Version 0.5.0 did not store where the next command starts.
  expect(request).toContain('/workspace/deep')
  await context.close()
  await here.close()
})

/** A call that asks, unless a rule allows it. */
const MAKE: Turn = { content: [toolUse('Bash', { command: 'touch made.txt' })] }

/** Two sessions of a person, and all that is stored of them. */
async function recorded(workbench: Workbench, model: ModelServer): Promise<OlderProfile> {
  const { page } = workbench
  await work(workbench, model)
  const worked = await sessionOf(workbench)
  const link = await linkOf(page)

  await page.getByRole('button', { name: 'New session' }).first().click()
  await expect.poll(() => idOf(page)).not.toBe(worked.id)
  const buffer = Buffer.from(
    zipSync({ 'shop/app.js': strToU8('console.log(1)\n'), 'shop/lib.js': strToU8('lib\n') }),
  )
  await page
    .getByLabel('Repository zip')
    .setInputFiles({ name: 'shop.zip', mimeType: 'application/zip', buffer })
  await workbench.files.getByRole('treeitem', { name: 'lib.js' }).click()
  const lock = page.getByRole('button', { name: 'Lock lib.js' })
  await lock.click()
  await expect(lock).toHaveAttribute('aria-pressed', 'true')
  model.setScript([
    { content: [toolUse('Read', { file_path: 'app.js' })] },
    {
      content: [
        toolUse('TodoWrite', {
          todos: [{ content: 'Count on', status: 'in_progress', activeForm: 'Counting on' }],
        }),
      ],
    },
    { content: [toolUse('Edit', { file_path: 'app.js', old_string: '1', new_string: '2' })] },
    { content: [toolUse('Bash', { command: 'mkdir deep && cd deep && node ../app.js' })] },
    { content: [text('It counts.')] },
  ])
  await workbench.ask('Count on')
  await workbench.configure(model, { autoAllow: false })
  model.setScript([MAKE, { content: [text('It is made.')] }])
  await workbench.send('Make a file')
  await workbench.permission.getByRole('button', { name: 'Always allow' }).click()
  await expect(workbench.answers.last()).toContainText('It is made.')
  await workbench.exec('echo mine > mine.txt')
  await page.reload()
  await expect(workbench.status).toHaveText('ready')
  const imported = await sessionOf(workbench)
  // The program stores at the page's end what it still has.
  await leave(page)
  return { profile: await storedProfile(page), worked, imported, link }
}

/** Gives the last request of the imported project's session, which goes on. */
async function expectUsable(workbench: Workbench, older: OlderProfile, model: ModelServer): Promise<string> {
  const { page } = workbench
  const { worked, imported } = older
  await workbench.open(`#session=${imported.id}`)
  await expect(workbench.conversation).toContainText('It is made.')
  expect((await workbench.events()).slice(0, imported.events.length)).toEqual(imported.events)
  expect(await workbench.exec('cat app.js mine.txt')).toMatchObject({ stdout: 'console.log(2)\nmine\n' })
  await workbench.files.getByRole('treeitem', { name: 'lib.js' }).click()
  await expect(page.getByRole('button', { name: 'Lock lib.js' })).toHaveAttribute('aria-pressed', 'true')
  await workbench.configure(model)
  model.setScript([
    MAKE,
    { content: [toolUse('Bash', { command: 'pwd' }), toolUse('Read', { file_path: '/workspace/app.js' })] },
    { content: [text('I go on.')] },
  ])
  // The stored rule allows what asks without one: a question would keep the run from its end.
  await workbench.ask('Go on')
  await expect(workbench.answers.last()).toContainText('I go on.')
  const request = JSON.stringify(model.messageRequests().at(-1)?.body)
  for (const known of ['It counts.', 'Count on']) expect(request).toContain(known)
  expectWhole(await workbench.events())

  await goTo(page, `#session=${worked.id}`)
  await expect(workbench.answers.last()).toContainText('now the test passes')
  expect((await workbench.events()).slice(0, worked.events.length)).toEqual(worked.events)
  for (const link of [older.link, await linkOf(page)]) {
    await goTo(page, new URL(link).hash)
    await expect(page.getByRole('region', { name: 'Replay' })).toBeVisible()
    await replay(workbench, 'Replay')
    await expect(page.getByText('All 4 results are as recorded.')).toBeVisible()
  }
  return request
}

/** To a page of the origin that is not the app. */
async function leave(page: Page, origin: string = new URL(page.url()).origin): Promise<void> {
  await page.goto(`${origin}/icon.svg`)
}

/** Starts the app at an address, as one that is opened anew. */
async function goTo(page: Page, address: string): Promise<void> {
  await leave(page)
  await page.goto(new URL(`/${address}`, page.url()).href)
}

const idOf = (page: Page) => page.evaluate(() => window.vivarium.session.id())

async function sessionOf(workbench: Workbench): Promise<StoredSession> {
  return { id: await idOf(workbench.page), events: await workbench.events() }
}
