import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { checkStartSize } from './start-budget.mjs'

const folder = mkdtempSync(join(tmpdir(), 'vivarium-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Nothing of it can be made smaller. */
const noise = (bytes: number) => `export const noise = '${randomBytes(bytes / 2).toString('hex')}'\n`
const FILES = {
  'index.html':
    '<link rel="modulepreload" crossorigin href="/assets/b.js"><script type="module" crossorigin src="/assets/a.js"></script>',
  'assets/a.js': `import { noise } from './b.js'\nimport './c.js'\nconst later = () => import('./d.js')\nnew Worker('/assets/e.js')\n`,
  'assets/b.js': noise(1000),
  'assets/c.js': noise(2000),
  'assets/d.js': noise(50_000),
  'assets/e.js': noise(50_000),
}
mkdirSync(join(folder, 'assets'))
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)

it('counts each script that the page needs at once, and none that it loads later or runs elsewhere', async () => {
  const sizes = ['a', 'b', 'c'].map(
    (name) => gzipSync(FILES[`assets/${name}.js` as keyof typeof FILES], { level: 9 }).length,
  )
  expect(await checkStartSize(folder)).toBe(sizes.reduce((sum, size) => sum + size, 0))
})

it('stops the build over the ceiling, and names the largest', async () => {
  await expect(checkStartSize(folder, { limit: 1000 })).rejects.toThrow(
    /at most 1,000 may be.*The largest:\n +[\d,]+ {2}\/assets\/c\.js/s,
  )
})

it('stops the build when the start is many small files, and names them', async () => {
  await expect(checkStartSize(folder, { files: 2 })).rejects.toThrow(
    /loads 3 scripts.*at most 2 may be.*\/assets\/b\.js/s,
  )
})

it('does not take a page without scripts for a small one', async () => {
  const empty = mkdtempSync(join(folder, 'empty-'))
  writeFileSync(join(empty, 'index.html'), '<p>')
  await expect(checkStartSize(empty)).rejects.toThrow('names no script')
})
