/**
 * The disk that 500 steps of edits take in a session that the agent has really run: content and log, as they lie in its
 * files and the database, against the lines that the edits wrote.
 */
import type { Page } from '@playwright/test'
import { zipSync, strToU8 } from 'fflate'
import { text, toolUse } from '../e2e/model-server/turn.ts'
import { expect, test } from '../e2e/support/test.ts'
import { report } from './support/result.ts'
import { size } from './support/size.ts'

const FACTOR = 3
/** Edits of each run: a run of a person's has at most 200 turns. */
const RUNS = size([125, 125, 125, 125], [10])
const FILES = 25
const BLOCKS = 12
const LINES = 10

/** Lines that nothing makes short: each version of a block has its own. */
function block(file: number, index: number, version: number): string {
  return Array.from({ length: LINES }, (_, line) => {
    const seed = Math.sin(((file * BLOCKS + index) * 1000 + version) * LINES + line)
    return `export const v${file}_${index}_${line} = '${Math.abs(seed).toString(36).slice(2)}' // ${version}`
  }).join('\n')
}

test('500 steps of edits that were run', async ({ workbench, model, page }) => {
  test.setTimeout(1_200_000)
  const content = (file: number) =>
    strToU8(`${Array.from({ length: BLOCKS }, (_, index) => block(file, index, 0)).join('\n\n')}\n`)
  // The one folder that all is in is the project itself.
  const files = Object.fromEntries(
    Array.from({ length: FILES }, (_, file) => [`edits/src/f${file}.ts`, content(file)]),
  )
  await workbench.open()
  await workbench.configure(model)
  await page.getByLabel('Repository zip').setInputFiles({
    name: 'edits.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(zipSync(files)),
  })
  await expect(workbench.files.getByRole('treeitem', { name: /^(src|f0.ts)/ }).first()).toBeVisible()
  const before = await stored(page)
  let changed = 0
  let step = 0
  for (const [run, edits] of RUNS.entries()) {
    const reads = Array.from({ length: FILES }, (_, file) =>
      toolUse('Read', { file_path: `src/f${file}.ts` }),
    )
    const turns = Array.from({ length: edits }, () => {
      const at = step++
      const file = at % FILES
      const index = Math.floor(at / FILES) % BLOCKS
      const version = Math.floor(at / (FILES * BLOCKS)) + 1
      const now = block(file, index, version)
      changed += now.length
      const input = {
        file_path: `src/f${file}.ts`,
        old_string: block(file, index, version - 1),
        new_string: now,
      }
      return { content: [toolUse('Edit', input)] }
    })
    model.setScript([
      ...(run === 0 ? [{ content: reads }] : []),
      ...turns,
      { content: [text(`Done ${run}.`)] },
    ])
    await workbench.ask(`Edit, part ${run}`)
    await expect(workbench.answers.last()).toContainText(`Done ${run}.`)
  }
  const done = (await workbench.events()).filter(
    (event) => event.type === 'tool_result' && event.tool === 'Edit' && event.outcome === 'done',
  )
  expect(done).toHaveLength(step)
  const after = await stored(page)
  const kept = after.content - before.content
  const kilobytes = Math.round((after.log - before.log) / 1000)
  console.log(`their log, as JSON: ${kilobytes} kB`)
  report('run-storage', [
    {
      what: `content stored for ${step} edits that were run`,
      unit: 'kB',
      ours: kept / 1000,
      peer: 'the lines that they wrote',
      peers: changed / 1000,
      target: `${FACTOR} times`,
      met: kept <= FACTOR * changed,
    },
  ])
})

/** Bytes of all content, and of all events as JSON. */
function stored(page: Page): Promise<{ content: number; log: number }> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('vivarium')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const all = (store: string) =>
      new Promise<unknown[]>((resolve, reject) => {
        const asking = database.transaction(store).objectStore(store).getAll()
        asking.onsuccess = () => resolve(asking.result)
        asking.onerror = () => reject(asking.error)
      })
    const bytesIn = (value: unknown): number => {
      if (value instanceof ArrayBuffer) return value.byteLength
      if (ArrayBuffer.isView(value)) return value.byteLength
      if (value instanceof Blob) return value.size
      if (typeof value === 'string') return value.length
      if (typeof value === 'number') return 8
      if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + bytesIn(each), 0)
      if (value instanceof Map) return bytesIn([...value.entries()])
      if (typeof value === 'object' && value !== null) return bytesIn(Object.values(value))
      return 0
    }
    const sizes = async (folder: FileSystemDirectoryHandle): Promise<number> => {
      let bytes = 0
      for await (const entry of folder.values())
        bytes += entry.kind === 'directory' ? await sizes(entry) : (await entry.getFile()).size
      return bytes
    }
    const root = await navigator.storage.getDirectory()
    const files = await sizes(await root.getDirectoryHandle('contents', { create: true }))
    const content = files + bytesIn(await all('packs')) + bytesIn(await all('packIndexes'))
    const log = JSON.stringify(await all('events')).length
    database.close()
    return { content, log }
  })
}
