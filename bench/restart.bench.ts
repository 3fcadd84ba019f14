/** The sandbox's process dies with 2,000 files in it: to the first command that its successor answers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BIG, generateFiles, zipRepository } from '../e2e/fixtures/big-repository.ts'
import { crashSandbox, watchFromOutside } from '../e2e/support/crash.ts'
import { test } from '../e2e/support/test.ts'
import { timeNatively, writeNatively } from './support/native-folder.ts'
import { loadFile } from './support/page-file.ts'
import { median, report } from './support/result.ts'
import { size } from './support/size.ts'

const ROUNDS = size(3, 1)
const TARGET_MS = 1000

test('restart', async ({ workbench, page, context, site }) => {
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-bench-'))
  try {
    await workbench.open()
    const zip = join(folder, 'big.zip')
    writeFileSync(zip, zipRepository(BIG))
    await loadFile(page, zip)
    await page.evaluate(async () => {
      const [file] = document.querySelector<HTMLInputElement>('#bench-file')?.files ?? []
      await window.vivarium.sandbox.importZip(
        new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer()),
      )
    })
    const ask = await watchFromOutside(page, context, `${site.url}icon.svg`)
    const count = 'find . -type f | wc -l'
    test.expect((await ask(count)).said).toBe(`${BIG.files}\n`)
    const [restarts, noticed]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      const busy = ask(`sleep 60${round}`)
      await ask('sleep 0.5')
      const crashedAt = Date.now()
      await crashSandbox(page, context)
      const gone = await busy
      const answer = await ask(`${count} # ${round}`)
      test.expect(answer.said).toBe(`${BIG.files}\n`)
      noticed.push(gone.at - crashedAt)
      restarts.push(answer.at - crashedAt)
    }
    console.log(`     of which until it was noticed: ${median(noticed)} ms`)
    const root = join(folder, 'native')
    writeNatively(root, generateFiles(BIG))
    const copies = timeNatively(root, 'rm -rf ../copy; cp -r . ../copy; find ../copy -type f | wc -l', 5)
    const mine = median(restarts)
    report('restart', [
      {
        what: 'death of the sandbox with 2,000 files, to an answer from the next',
        unit: 'ms',
        ours: mine,
        peer: 'native cp and find of the same files',
        peers: median(copies),
        target: `${TARGET_MS} ms`,
        met: mine <= TARGET_MS,
      },
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
