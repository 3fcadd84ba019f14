/** Search of 4,000 files / 9 MB in the kernel, warm, against native programs and a plain scan of strings in memory. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { generateFiles } from '../e2e/fixtures/big-repository.ts'
import { serveHarness } from './support/harness.ts'
import { hasProgram, runNatively, timeNatively, writeNatively } from './support/native-folder.ts'
import { median, report } from './support/result.ts'
import type { SearchRequest, SearchTimes } from './support/search-harness.worker.ts'
import { size } from './support/size.ts'

const SIZE = { files: 4000, bytes: 9 * 1024 * 1024, seed: 3 }
const ROUNDS = size(9, 2)
/** In the sandbox's words, and in grep's. */
const PATTERNS = [
  { what: 'a word that few files have', pattern: 'file 3998', native: 'file 3998' },
  { what: 'a regular expression', pattern: 'index [a-z]+ 9[0-9]{3};', native: 'index [a-z]+ 9[0-9]{3};' },
]

test('search', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-bench-'))
  const files = generateFiles(SIZE)
  writeNatively(folder, files)
  const harness = await serveHarness('search-harness.worker.ts')
  try {
    await page.goto(harness.url)
    const request = {
      files: files.map(({ path, data }) => ({ path, base64: Buffer.from(data).toString('base64') })),
      patterns: PATTERNS.map(({ pattern }) => pattern),
      rounds: ROUNDS,
    }
    const times = await page.evaluate(search, request)
    if (typeof times === 'string') throw new Error(times)
    const scan = median(times.scan)
    const rows = PATTERNS.flatMap(({ what, native }, index) => {
      const found = times.searches[index] ?? { total: 0, ms: [] }
      const ours = median(found.ms.slice(1))
      const count = Number(runNatively(folder, `grep -rlE '${native}' . | wc -l`))
      if (count !== found.total) throw new Error(`${what}: ${found.total} files, not ${count}`)
      const peers = [
        { peer: 'native grep -rlE', command: `grep -rlE '${native}' .`, isTarget: !hasProgram('rg') },
        ...(hasProgram('rg') ? [{ peer: 'ripgrep', command: `rg -l '${native}' .`, isTarget: true }] : []),
      ].map(({ peer, command, isTarget }) => {
        const theirs = median(timeNatively(folder, command, ROUNDS))
        const target = isTarget ? `1 × ${peer}` : 'none'
        return { peer, peers: theirs, target, met: !isTarget || ours <= theirs }
      })
      const plain = { peer: 'a scan of strings in memory', peers: scan, target: 'none', met: true }
      return [...peers, plain].map((row) => ({
        what: `search for ${what}, warm`,
        unit: 'ms' as const,
        ours,
        ...row,
      }))
    })
    report('search', rows)
  } finally {
    harness.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** In the page. */
function search(request: {
  files: { path: string; base64: string }[]
  patterns: string[]
  rounds: number
}): Promise<SearchTimes | string> {
  const { patterns, rounds } = request
  const files = request.files.map(({ path, base64 }) => ({
    path,
    data: Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)),
  }))
  return new Promise((resolve) => {
    const worker = new Worker('/search-harness.worker.js', { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<SearchTimes | string>) => resolve(data)
    worker.onerror = ({ message }) => resolve(message)
    worker.postMessage({ files, patterns, rounds } satisfies SearchRequest)
  })
}
