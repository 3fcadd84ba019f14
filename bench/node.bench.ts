/**
 * Node's programs in the sandbox and on this machine's own Node of the same version: starts, many modules, work for the
 * processor, small files. A program of the same text times them on both sides, so that no shell's start is in it.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { projectRoot } from '../e2e/fixtures/project-root.ts'
import { test } from '../e2e/support/test.ts'
import type { Workbench } from '../e2e/support/workbench.ts'
import { NODE_PROGRAM } from '../scripts/lib/node/pinned-node.mjs'
import { writeNatively } from './support/native-folder.ts'
import { openBareWorkers } from './support/bare-worker.ts'
import { PROGRAMS } from './support/node-programs.ts'
import { loadFile } from './support/page-file.ts'
import { median, report, type Measurement } from './support/result.ts'
import { size } from './support/size.ts'

const ROUNDS = size(3, 1)
/** Milliseconds until the page has made a worker ready, after it was opened or has run one. */
const SETTLED_MS = 2500
/** Milliseconds for 30,000 reads. */
const READS_MS = 1000

interface Case {
  readonly what: string
  readonly command: string
  /** Upper bound, as a ratio to native Node; or what is within `READS_MS`. */
  readonly target: number | 'reads'
  /** In a page that has just been opened. */
  readonly opens?: boolean
}

const CASES: readonly Case[] = [
  { what: 'node -e 0, no worker is ready', command: 'timing.mjs cold -e 0', target: 1, opens: true },
  { what: 'node -e 0, a worker is ready', command: 'timing.mjs warm -e 0', target: 0.7 },
  { what: '1,000 CommonJS modules', command: 'timing.mjs warm cjs/m0.cjs', target: 3 },
  { what: '1,000 ES modules', command: 'timing.mjs warm mjs/m0.mjs', target: 3 },
  { what: 'work for the processor, a CommonJS script', command: 'timing.mjs warm work.cjs', target: 1.2 },
  { what: 'work for the processor, an ES module', command: 'timing.mjs warm main.mjs', target: 1.2 },
  { what: '30,000 synchronous reads of small files, each once', command: 'reads.mjs 1', target: 'reads' },
  { what: '30,000 synchronous reads of small files, again', command: 'reads.mjs 5', target: 'reads' },
]

test('node', async ({ workbench, page, context }) => {
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-bench-'))
  const natively = (command: string): number =>
    JSON.parse(execFileSync(NODE_PROGRAM, command.split(' '), { cwd: folder, encoding: 'utf8' })) as number
  const timing = readFileSync(join(projectRoot(), 'bench', 'support', 'node-timing.mjs'), 'utf8')
  try {
    const files = { 'timing.mjs': timing, ...PROGRAMS }
    writeNatively(
      folder,
      Object.entries(files).map(([path, text]) => ({ path, data: Buffer.from(text) })),
    )
    await workbench.open()
    const zip = join(folder, 'programs.zip')
    writeFileSync(
      zip,
      zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [`a/${path}`, strToU8(text)]))),
    )
    await loadFile(page, zip)
    await page.evaluate(async () => {
      const input = document.querySelector<HTMLInputElement>('#bench-file')
      const bytes = await input?.files?.[0]?.arrayBuffer()
      await window.vivarium.sandbox.importZip(new Uint8Array(bytes ?? new ArrayBuffer()))
    })
    const rows: Measurement[] = []
    const bare = await openBareWorkers(context)
    for (const one of CASES) {
      const [ours, peers]: [number[], number[]] = [[], []]
      // In turn, so that what else the machine does slows both.
      for (let round = 0; round < ROUNDS; round += 1) {
        if (one.opens === true) await workbench.open()
        await page.waitForTimeout(SETTLED_MS)
        ours.push(await inSandbox(workbench, one.command))
        peers.push(natively(one.command))
      }
      rows.push(row(one, median(ours), median(peers)))
    }
    // The browser's own time: the rest is ours.
    const work = [
      median(await inTurn(() => bare.run(PROGRAMS['work.cjs'] ?? ''))),
      natively('timing.mjs warm work.cjs'),
    ]
    rows.push(
      limit('the same work in a bare worker', work),
      limit('the start of a bare worker', [
        median(await inTurn(bare.start)),
        natively('timing.mjs warm -e 0'),
      ]),
    )
    await bare.close()
    report('node', rows)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

function row({ what, target }: Case, ours: number, peers: number): Measurement {
  const bound = target === 'reads' ? READS_MS : target * peers
  return {
    what,
    unit: 'ms',
    ours,
    peer: 'Node of the same version on this machine',
    peers,
    target: target === 'reads' ? `${READS_MS} ms` : `${target} × native`,
    met: ours <= bound,
  }
}

async function inTurn(take: () => Promise<number>): Promise<number[]> {
  const all: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) all.push(await take())
  return all
}

/** Not ours, so that there is nothing to meet. */
function limit(what: string, [ours = NaN, peers = NaN]: readonly number[]): Measurement {
  return {
    what,
    unit: 'ms',
    ours,
    peer: 'Node of the same version on this machine',
    peers,
    target: 'none: a physical limit',
    met: true,
  }
}

async function inSandbox(workbench: Workbench, command: string): Promise<number> {
  const { stdout, stderr, exitCode } = await workbench.exec(`node ${command}`)
  test.expect({ command, stderr, exitCode }).toEqual({ command, stderr: '', exitCode: 0 })
  return JSON.parse(stdout) as number
}
