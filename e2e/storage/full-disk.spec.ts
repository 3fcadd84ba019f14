/** No storage is left in the middle of a run: the step is finished from the reserve, the run ends, nothing is lost, and it goes on by a click. */
import type { CDPSession, Page } from '@playwright/test'
import { seededRandom } from '../../src/testing/seeded-random.ts'
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

const MIB = 1024 * 1024
const random = seededRandom(27)
/** Text that no browser stores in fewer bytes. */
const noise = (bytes: number) =>
  Array.from({ length: bytes / 11 }, () => random().toString(36).slice(2, 12).padEnd(10, 'x')).join('\n')

const used = (page: Page) => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)

/** Bytes of the reserve, as they are in the origin's files. */
const reserved = (page: Page) =>
  page.evaluate(async () => {
    try {
      const root = await navigator.storage.getDirectory()
      const folder = await (await root.getDirectoryHandle('reserve')).getDirectoryHandle('room')
      return (await (await folder.getFileHandle('room')).getFile()).size
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotFoundError') return 0
      throw error
    }
  })

/**
 * From now on the origin may have so many bytes more than it uses; what is being stored at that moment counts or not. Chromium goes on for some time with what it has granted already: a
 * mebibyte or so to a file, and to a database all for half a minute.
 */
async function leave(devtools: CDPSession, page: Page, bytes: number): Promise<void> {
  const origin = new URL(page.url()).origin
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: (await used(page)) + bytes })
}

const banner = (page: Page) =>
  page.getByRole('region', { name: 'Notices' }).getByRole('alert').filter({ hasText: 'no storage left' })

test('a run that fills the storage ends after its step, twice, and goes on by a click', async ({
  workbench,
  model,
  page,
}) => {
  test.setTimeout(patience(240_000))
  const write = (name: string, bytes: number) => ({
    content: [toolUse('Write', { file_path: `/workspace/${name}`, content: noise(bytes) })],
    splitJson: { size: 20_000 },
    hold: { name },
  })
  model.setScript([
    write('one.txt', 1_200_000),
    { content: [text('Fine again.')] },
    write('two.txt', 1_200_000),
    { content: [text('And again.')] },
  ])
  await workbench.open()
  await workbench.configure(model)
  const devtools = await page.context().newCDPSession(page)
  for (const [at, name, answer] of [
    [1, 'one.txt', 'Fine again.'],
    [2, 'two.txt', 'And again.'],
  ] as const) {
    await expect.poll(() => reserved(page)).toBe(8 * MIB)
    await workbench.send(`Write ${name}`)
    // Not before the request: a page that is still storing from before may leave no room even for the message.
    await model.held(name)
    await leave(devtools, page, 100_000)
    model.release(name)
    await expect(banner(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
    expect(await reserved(page)).toBe(0)

    // The step is whole: the call, its result, and the end of the run.
    const stored = await workbench.events()
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1))
    const run = stored.slice(stored.findLastIndex(({ type }) => type === 'run_started'))
    expect(run.find((event) => event.type === 'tool_result')).toMatchObject({ outcome: 'done' })
    expect(run.slice(-2)).toMatchObject([
      { type: 'error', kind: 'storage_quota' },
      { type: 'run_ended', terminal: 'error' },
    ])
    expect(Buffer.from(await workbench.exportZip()).includes(name)).toBe(true)

    // Nothing more is taken, and what was typed stays.
    await workbench.send('Go on all the same')
    await expect(workbench.composer).toHaveValue('Go on all the same')
    expect(await workbench.events()).toEqual(stored)
    await workbench.composer.fill('')

    if (at === 2) {
      await page.reload()
      // Its last run has failed, which the page knows once it has the log.
      await expect(workbench.status).toHaveText('error')
      expect(await workbench.events()).toEqual(stored)
      await expect(banner(page)).toBeVisible()
      expect((await workbench.exec(`wc -c < ${name}`)).stdout.trim()).not.toBe('0')
    }
    await leave(devtools, page, 64 * MIB)
    await banner(page).getByRole('button', { name: 'Go on' }).click()
    await expect(workbench.answers.last()).toContainText(answer)
    await expect(banner(page)).toBeHidden()
  }
  await expect.poll(() => reserved(page)).toBe(8 * MIB)
  expect(model.rejections).toEqual([])
})

test('two tabs share the reserve, and room is made where not a byte is left', async ({
  workbench: reader,
  model,
  page,
  site,
}) => {
  test.setTimeout(patience(240_000))
  model.setScript([
    { content: [text('The first answer.')] },
    { content: [text('The second answer.')] },
    {
      content: [toolUse('Write', { file_path: '/workspace/one.txt', content: noise(1_200_000) })],
      splitJson: { size: 20_000 },
      hold: { name: 'one.txt' },
    },
    { content: [text('Fine again.')] },
  ])
  await reader.open()
  await reader.configure(model)
  await reader.ask('Say something')
  const own = `#session=${await page.evaluate(() => window.vivarium.session.id())}`
  const writer = new Workbench(await page.context().newPage(), site.url)
  await writer.open()
  await writer.page.getByRole('button', { name: 'New session' }).click()
  await expect.poll(() => writer.runsEnded()).toBe(0)
  await writer.exec('head -c 12000000 /dev/urandom > large.bin')
  await writer.ask('Another session')
  await expect.poll(() => reserved(page)).toBe(8 * MIB)
  const devtools = await page.context().newCDPSession(page)
  await writer.send('Write one.txt')
  await model.held('one.txt')
  await leave(devtools, page, 100_000)
  model.release('one.txt')
  for (const tab of [reader, writer]) await expect(banner(tab.page)).toBeVisible()
  await expect(writer.page.getByRole('button', { name: 'Stop' })).toBeHidden()
  expect((await writer.events()).slice(-2)).toMatchObject([{ kind: 'storage_quota' }, { type: 'run_ended' }])

  // The other tab takes nothing either, so that the room is for the end of the run.
  const stored = await reader.events()
  await reader.send('And you?')
  await expect(reader.composer).toHaveValue('And you?')
  expect(await reader.events()).toEqual(stored)
  await reader.composer.fill('')
  await page.getByRole('button', { name: 'New session' }).click()
  await expect.poll(async () => (await reader.events()).map(({ type }) => type)).toEqual(['session_created'])
  await writer.page.close()

  // Not even the room of the reserve is left: all can be read, and sessions can go.
  await leave(devtools, page, -MIB)
  await page.goto(site.url + own)
  await page.reload()
  await expect(reader.status).toHaveText('ready')
  expect(await reader.events()).toEqual(stored)
  await banner(page).getByRole('button', { name: 'Make room' }).click()
  const storage = page.getByRole('dialog', { name: 'Storage' })
  await storage.getByRole('button', { name: 'Sessions' }).click()
  const sessions = page.getByRole('dialog', { name: 'Sessions' })
  const other = sessions.getByRole('listitem').filter({ hasText: 'Another session' })
  await other.getByRole('button', { name: 'Delete', exact: true }).click()
  await sessions.getByRole('button', { name: 'Storage' }).click()
  await storage.getByRole('button', { name: 'Delete for good' }).click()
  await storage.getByRole('button', { name: 'Clean up' }).click()
  await expect(banner(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await reader.ask('Go on')
  await expect(reader.answers.last()).toContainText('Fine again.')
  expect(await reserved(page)).toBe(8 * MIB)
  expect(model.rejections).toEqual([])
})
