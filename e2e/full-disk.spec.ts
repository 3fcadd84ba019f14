/** No storage is left in the middle of a run: the step is finished from the reserve, the run ends, nothing is lost, and it goes on by a click. */
import type { CDPSession, Page } from '@playwright/test'
import { seededRandom } from '../src/testing/seeded-random.ts'
import { patience } from '../scripts/lib/testing/patience.mjs'
import { text, toolUse } from './model-server/turn.ts'
import { expect, test } from './support/test.ts'

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
 * From now on the origin may have so many bytes more than it uses. Chromium goes on for some time with what it has granted already: a
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
    await leave(devtools, page, 100_000)
    await workbench.send(`Write ${name}`)
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
      await expect(workbench.status).toHaveText('ready')
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
