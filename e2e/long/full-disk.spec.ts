/** A store without room: said once, with what to do; what was stored stays, and it passes. */
import { readFile } from 'node:fs/promises'
import { seededRandom } from '../../src/testing/seeded-random.ts'
import { text, toolUse } from '../model-server/turn.ts'
import { limitStorage } from '../support/small-storage.ts'
import { expect, test } from '../support/test.ts'

// The agent's worker is replaced on its way from the server; a service worker would bring the kept one.
test.use({ serviceWorkers: 'block' })

/** Bytes. An empty profile takes 1.2 MB in Chromium 156, 75 kB for each of its databases; less in older ones. */
const QUOTA = 2_000_000
/** Lines of ten characters and a line feed, which alone do not fit. */
const LARGE_LINES = 250_000

test('a full disk is said with what to do, loses nothing that was stored, and passes', async ({
  workbench,
  model,
  page,
}) => {
  const random = seededRandom(1)
  const large = Array.from({ length: LARGE_LINES }, () => random().toString(36).slice(2, 12)).join('\n')
  model.setScript([
    { content: [toolUse('Write', { file_path: '/workspace/small.txt', content: 'small' })] },
    {
      content: [toolUse('Write', { file_path: '/workspace/large.txt', content: large })],
      splitJson: { size: 20_000 },
    },
    { content: [text('Fine again.')] },
  ])
  await limitStorage(page, QUOTA)
  await workbench.open()
  await workbench.configure(model)
  await workbench.exec('echo kept > kept.txt')
  await workbench.send('Write two files')
  await expect(page.getByRole('alert').filter({ hasText: 'no storage left' })).toContainText(
    'Delete old sessions',
  )
  await expect(workbench.page.getByRole('button', { name: 'Stop' })).toBeHidden()
  // Stop and export: what is there can be taken out before anything else.
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export the files' }).click()
  const archive = await readFile(await (await download).path())
  for (const name of ['kept.txt', 'small.txt']) expect(archive.includes(name)).toBe(true)
  const stored = await workbench.events()
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1))

  await page.reload()
  await expect(workbench.status).toHaveText('ready')
  expect((await workbench.events()).slice(0, stored.length)).toEqual(stored)
  expect((await workbench.exec('cat kept.txt small.txt')).stdout).toBe('kept\nsmall')
  await workbench.ask('Go on')
  await expect(workbench.answers.last()).toContainText('Fine again.')
  expect(model.rejections).toEqual([])
})
