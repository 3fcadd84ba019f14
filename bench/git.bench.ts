/** git in the sandbox against native git, on the same 2,000 files / 20 MB: add, add and commit, status. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { BIG, generateFiles, zipRepository } from '../e2e/fixtures/big-repository.ts'
import { test } from '../e2e/support/test.ts'
import { loadFile } from './support/page-file.ts'
import { median, report } from './support/result.ts'
import { size } from './support/size.ts'

const ROUNDS = size(5, 1)
const STATUS_ROUNDS = size(15, 1)
const ADD_TARGET_MS = 1000
const COMMIT_TARGET = 4
const STATUS_TARGET = 3

interface Samples {
  readonly add: number[]
  readonly commit: number[]
  readonly status: number[]
}

test('git', async ({ workbench, page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-bench-'))
  try {
    await workbench.open()
    await workbench.exec('true')
    const zip = join(folder, 'big.zip')
    writeFileSync(zip, zipRepository(BIG))
    await loadFile(page, zip)
    const native = measureNative(join(folder, 'native'))
    const ours = await page.evaluate(measure, { rounds: ROUNDS, statusRounds: STATUS_ROUNDS })
    const row = (
      what: string,
      name: keyof Samples,
      target: string,
      met: (mine: number, peers: number) => boolean,
    ) => {
      const [mine, peers] = [median(ours[name]), median(native[name])]
      return {
        what,
        unit: 'ms' as const,
        ours: mine,
        peer: 'native git',
        peers,
        target,
        met: met(mine, peers),
      }
    }
    report('git', [
      row('git add of 2,000 files, 20 MB', 'add', `${ADD_TARGET_MS} ms`, (mine) => mine <= ADD_TARGET_MS),
      row(
        'git add and commit of the same',
        'commit',
        `${COMMIT_TARGET} × native git`,
        (mine, peers) => mine <= COMMIT_TARGET * peers,
      ),
      row(
        'git status of the same, nothing changed',
        'status',
        `${STATUS_TARGET} × native git`,
        (mine, peers) => mine <= STATUS_TARGET * peers,
      ),
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** In the page: whole command lines, from the call to the result. */
async function measure({ rounds, statusRounds }: { rounds: number; statusRounds: number }): Promise<Samples> {
  const { sandbox } = window.vivarium
  const input = document.querySelector<HTMLInputElement>('#bench-file')
  await sandbox.importZip(new Uint8Array((await input?.files?.[0]?.arrayBuffer()) ?? new ArrayBuffer()))
  const samples: Samples = { add: [], commit: [], status: [] }
  const timed = async (into: number[], command: string) => {
    const start = performance.now()
    const result = await sandbox.exec(command)
    into.push(performance.now() - start)
    if (result.exitCode !== 0) throw new Error(`${command}: ${result.exitCode}`)
  }
  for (let round = 0; round < rounds; round++) {
    for (const [name, command] of [
      ['add', 'git add .'],
      ['commit', 'git add . && git commit -qm all'],
    ] as const) {
      await sandbox.exec('rm -rf .git; git init -q; git config user.name A; git config user.email a@b')
      await timed(samples[name], command)
    }
  }
  await sandbox.exec('git status')
  for (let round = 0; round < statusRounds; round++) await timed(samples.status, 'git status')
  return samples
}

function measureNative(root: string): Samples {
  for (const file of generateFiles(BIG)) {
    mkdirSync(dirname(join(root, file.path)), { recursive: true })
    writeFileSync(join(root, file.path), file.data)
  }
  const shell = (command: string) => execFileSync('sh', ['-c', command], { cwd: root })
  const timed = (into: number[], command: string) => {
    const start = performance.now()
    shell(command)
    into.push(performance.now() - start)
  }
  const samples: Samples = { add: [], commit: [], status: [] }
  const init = 'rm -rf .git; git init -q; git config user.name A; git config user.email a@b'
  for (let round = 0; round < ROUNDS; round++) {
    shell(init)
    timed(samples.add, 'git add .')
    shell(init)
    timed(samples.commit, 'git add . && git commit -qm all')
  }
  shell('git status')
  for (let round = 0; round < STATUS_ROUNDS; round++) timed(samples.status, 'git status')
  return samples
}
