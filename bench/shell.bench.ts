/** The shell against bash and the GNU tools: loops, and commands over the same 2,000 files / 20 MB. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BIG, generateFiles, zipRepository } from '../e2e/fixtures/big-repository.ts'
import { test } from '../e2e/support/test.ts'
import { hasProgram, runNatively, timeNatively, writeNatively } from './support/native-folder.ts'
import { loadFile } from './support/page-file.ts'
import { median, report } from './support/result.ts'
import { size } from './support/size.ts'

const ROUNDS = size(3, 1)
const PAUSE_MS = size(1000, 0)
const TARGET = 5

interface Case {
  readonly what: string
  readonly command: string
  /** The native command needs this program. */
  readonly needs?: string
}

const FILES = '$(find . -name "*.js")'
const CASES: readonly Case[] = [
  { what: 'nothing', command: ':' },
  {
    what: 'a loop of if, [ and arithmetic',
    command: 'for ((i=0;i<10000;i++)); do if [ $((i%3)) -eq 0 ]; then x=$((x+1)); fi; done; echo $x',
  },
  { what: 'a loop of echo', command: 'for ((i=0;i<10000;i++)); do echo "line $i"; done | tail -1' },
  {
    what: 'a loop of functions and ${…}',
    command:
      'f() { local a=$1; r=${a%5}; }; for ((i=0;i<5000;i++)); do f $i; case $r in *7) n=$((n+1));; esac; done; echo $n',
  },
  { what: 'find', command: 'find . -name "*.js" -size +4k | wc -l' },
  { what: 'cat', command: `cat ${FILES} | wc -c` },
  { what: 'grep -rlw', command: 'grep -rlw "file 398" . | sort' },
  { what: 'rg', command: 'rg -l "index [a-z]+ 9[0-9]{3};" src | sort', needs: 'rg' },
  { what: 'awk', command: `awk '{ n += NF } END { print n }' ${FILES}` },
  { what: 'sed', command: `sed -n 's/const \\([a-z]*\\)/let \\1/p' ${FILES} | wc -l` },
  { what: 'sort', command: `sort ${FILES} | tail -1` },
]

test('shell', async ({ workbench, page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-bench-'))
  const native = join(folder, 'native')
  const cases = CASES.filter(({ needs }) => needs === undefined || hasProgram(needs))
  try {
    await workbench.open()
    await workbench.exec('true')
    const zip = join(folder, 'big.zip')
    writeFileSync(zip, zipRepository(BIG))
    writeNatively(native, generateFiles(BIG))
    await loadFile(page, zip)
    const ours = await page.evaluate(measure, {
      commands: cases.map(({ command }) => command),
      rounds: ROUNDS,
      pauseMs: PAUSE_MS,
    })
    const rows = cases.map(({ what, command }, index) => {
      const mine = ours[index] ?? { ms: [], stdout: '' }
      const said = runNatively(native, command)
      if (mine.stdout.trim() !== said.trim())
        throw new Error(`${what}: ${mine.stdout.slice(0, 200)} is not ${said.slice(0, 200)}`)
      const [own, peers] = [median(mine.ms), median(timeNatively(native, command, ROUNDS))]
      const target = `${TARGET} × native`
      return {
        what,
        unit: 'ms' as const,
        ours: own,
        peer: 'native',
        peers,
        target,
        met: own <= TARGET * peers,
      }
    })
    report('shell', rows)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/**
 * In the page: whole command lines, a shell's start included. The first round, which also loads code, is not counted.
 * Between two of them the next shell gets ready, as between two calls of a model.
 */
async function measure(request: {
  readonly commands: readonly string[]
  readonly rounds: number
  readonly pauseMs: number
}) {
  const { commands, rounds, pauseMs } = request
  const { sandbox } = window.vivarium
  const input = document.querySelector<HTMLInputElement>('#bench-file')
  await sandbox.importZip(new Uint8Array((await input?.files?.[0]?.arrayBuffer()) ?? new ArrayBuffer()))
  const measured = []
  for (const command of commands) {
    const ms = []
    let stdout = ''
    for (let round = 0; round <= rounds; round++) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      const result = await sandbox.exec(command)
      if (round > 0) ms.push(result.durationMs)
      stdout = result.stdout
    }
    measured.push({ ms, stdout })
  }
  return measured
}
