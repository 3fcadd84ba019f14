/**
 * Any step of a session is restored in a workspace of 2,000 files: in the app, from the call on the page to its answer,
 * the step of what was there before and the line in the log included. Against one strict write of the bytes that change.
 */
import { BIG, generateFiles, zipRepository } from '../e2e/fixtures/big-repository.ts'
import { seededRandom } from '../src/testing/seeded-random.ts'
import { expect, test } from '../e2e/support/test.ts'
import { timeOfOnePut } from './support/one-put.ts'
import { median, report } from './support/result.ts'
import { size } from './support/size.ts'

const ROUNDS = size(15, 1)
const FIXED_MS = 50
const MS_A_FILE = 1
/** Files that one step changes. */
const SIZES = [1, 10, 100, 500, 2000] as const
const SEED = 20_261_124

test('restore', async ({ workbench, page }) => {
  await workbench.open()
  const zip = Buffer.from(zipRepository(BIG)).toString('base64')
  const imported = await page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
    return window.vivarium.sandbox.importZip(bytes)
  }, zip)
  const files = generateFiles(BIG)
  const random = seededRandom(SEED)
  const measurements = []
  for (const size of SIZES) {
    const chosen = files
      .map((file) => ({ file, order: random() }))
      .toSorted((a, b) => a.order - b.order)
      .slice(0, size)
      .map(({ file }) => file)
    await page.evaluate((root) => window.vivarium.sandbox.restore(root), imported.root)
    // The workspace is its own folder: what an import has as its only folder becomes the workspace.
    await page.evaluate(
      (list) => window.vivarium.sandbox.writeFile('/tmp/changed', list),
      chosen.map(({ path }) => `${path}\n`).join(''),
    )
    const { exitCode, stderr } = await workbench.exec(
      `while read -r path; do test -f "$path" || exit 3; echo "// step ${size}" >> "$path"; done < /tmp/changed`,
    )
    if (exitCode !== 0) throw new Error(`The ${size} files were not changed: ${stderr || exitCode}`)
    // New contents are still in memory: the first restore after a reload has to read them from the disk.
    await page.reload()
    await expect(workbench.status).toHaveText('ready')
    const times = await page.evaluate(
      async ({ first, rounds }) => {
        const { sandbox } = window.vivarium
        const roots = [first, await sandbox.checkpoint()]
        const all: number[] = []
        for (let round = 0; round < rounds; round++) {
          const start = performance.now()
          await sandbox.restore(roots[round % 2] ?? first)
          all.push(performance.now() - start)
        }
        return all
      },
      { first: imported.root, rounds: ROUNDS },
    )
    const bytes = chosen.reduce((sum, { data }) => sum + data.length, 0)
    const puts = await page.evaluate(timeOfOnePut, 'x'.repeat(bytes))
    const most = FIXED_MS + MS_A_FILE * size
    const changed = size === 1 ? '1 changed file' : `${size.toLocaleString('en')} changed files`
    const row = { unit: 'ms', peer: 'one strict write of their bytes', peers: puts } as const
    const target = `${most} ms`
    const [cold = NaN] = times
    const usual = median(times)
    measurements.push(
      { ...row, what: `restore, ${changed} of 2,000`, ours: usual, target, met: usual <= most },
      { ...row, what: `restore, ${changed} of 2,000, after a reload`, ours: cold, target, met: cold <= most },
    )
  }
  report('restore', measurements)
})
