/** Import of 2,000 files / 20 MB to a usable, stored tree, against native `unzip` of the same archive. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BIG, zipRepository } from '../e2e/fixtures/big-repository.ts'
import { test } from '../e2e/support/test.ts'
import { loadFile } from './support/page-file.ts'
import { median, report } from './support/result.ts'
import { size } from './support/size.ts'

const ROUNDS = size(5, 1)

test('import', async ({ workbench, page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-bench-'))
  try {
    await workbench.open()
    await workbench.exec('true')
    const ours: number[] = []
    const native: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      // Other content each time: what is stored already would not be written again.
      const zip = join(folder, `big-${round}.zip`)
      writeFileSync(zip, zipRepository({ ...BIG, seed: round + 1 }))
      native.push(unzip(zip, join(folder, 'out')))
      await loadFile(page, zip)
      ours.push(await page.evaluate(importLoadedFile))
    }
    const [mine, peers] = [median(ours), median(native)]
    report('import', [
      {
        what: 'import of 2,000 files, 20 MB, to a stored tree',
        unit: 'ms',
        ours: mine,
        peer: 'native unzip to disk',
        peers,
        target: '1.5 × native unzip',
        met: mine <= 1.5 * peers,
      },
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** In the page: the time from bytes in hand to a stored workspace. */
async function importLoadedFile(): Promise<number> {
  const input = document.querySelector<HTMLInputElement>('#bench-file')
  const bytes = new Uint8Array((await input?.files?.[0]?.arrayBuffer()) ?? new ArrayBuffer())
  const start = performance.now()
  await window.vivarium.sandbox.importZip(bytes)
  return performance.now() - start
}

function unzip(zip: string, to: string): number {
  const start = performance.now()
  execFileSync('unzip', ['-q', zip, '-d', to])
  const end = performance.now()
  rmSync(to, { recursive: true, force: true })
  return end - start
}
