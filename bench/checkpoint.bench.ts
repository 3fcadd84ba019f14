/** A checkpoint after a one-file change in 2,000 files, and the restore of one file, as the page sees them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BIG, zipRepository } from '../e2e/fixtures/big-repository.ts'
import { test } from '../e2e/support/test.ts'
import { loadFile } from './support/page-file.ts'
import { median, report } from './support/result.ts'

const TARGET_MS = 5

test('checkpoint', async ({ workbench, page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-bench-'))
  const zip = join(folder, 'big.zip')
  writeFileSync(zip, zipRepository(BIG))
  try {
    await workbench.open()
    await loadFile(page, zip)
    const samples = await page.evaluate(measure)
    const peers = median(samples.put)
    const rows = [
      { what: 'checkpoint after a one-file change in 2,000 files', values: samples.checkpoint },
      { what: 'restore of one file in 2,000', values: samples.restore },
    ]
    report(
      'checkpoint',
      rows.map(({ what, values }) => ({
        what,
        unit: 'ms',
        ours: median(values),
        peer: 'one strict IndexedDB write of the same bytes',
        peers,
        target: `${TARGET_MS} ms`,
        met: median(values) <= TARGET_MS,
      })),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** In the page. The calls go page → agent worker → kernel and back, as a tool's do from the agent worker on. */
async function measure(): Promise<{ checkpoint: number[]; restore: number[]; put: number[] }> {
  const { sandbox } = window.vivarium
  const input = document.querySelector<HTMLInputElement>('#bench-file')
  await sandbox.importZip(new Uint8Array((await input?.files?.[0]?.arrayBuffer()) ?? new ArrayBuffer()))
  const timed = async (into: number[], action: () => Promise<unknown>) => {
    const start = performance.now()
    const result = await action()
    into.push(performance.now() - start)
    return result
  }
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('bench-put', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('values')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const put = (value: Uint8Array, key: number) =>
    new Promise<void>((resolve, reject) => {
      const transaction = database.transaction('values', 'readwrite', { durability: 'strict' })
      transaction.objectStore('values').put(value, key)
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
  const samples = { checkpoint: [] as number[], restore: [] as number[], put: [] as number[] }
  const path = 'src/part-0/module-3/file-125.js'
  const original = await sandbox.readFile(path)
  const before = await sandbox.checkpoint()
  for (let round = 0; round < 30; round++) {
    const text = `// change ${round}\n`
    const changed = new Uint8Array(original.length + text.length)
    changed.set(new TextEncoder().encode(text))
    changed.set(original, text.length)
    await timed(samples.put, () => put(changed, round))
    // A write from the page stores the workspace itself; the kernel's own cost shows in the command's end.
    await timed(samples.checkpoint, () => sandbox.writeFile(path, changed))
    await timed(samples.restore, () => sandbox.restore(before))
  }
  return samples
}
