/** Busy programs are ended: from the signal to the command's result on the page, against a bare worker's answer. */
import { test } from '../e2e/support/test.ts'
import { openBareWorkers } from './support/bare-worker.ts'
import { median, report } from './support/result.ts'
import { size } from './support/size.ts'

const ROUNDS = size(7, 1)
const KILL_TARGET_MS = 50
const INTERRUPT_TARGET_MS = 300

interface Times {
  readonly kill: number[]
  readonly interrupt: number[]
}

test('kill', async ({ workbench, page, context }) => {
  await workbench.open()
  await workbench.exec('node -e 0')
  const times = await page.evaluate(measure, ROUNDS)
  const bare = await openBareWorkers(context)
  const trips: number[] = []
  for (let round = 0; round < ROUNDS; round++) trips.push(await bare.roundTripBesideBusy())
  await bare.close()
  const peers = median(trips)
  const row = (what: string, ms: readonly number[], target: number) => ({
    what,
    unit: 'ms' as const,
    ours: median(ms),
    peer: 'a message to a bare worker and back, beside another that is busy',
    peers,
    target: `${target} ms`,
    met: median(ms) <= target,
  })
  report('kill', [
    row('SIGKILL to a busy program, to the result', times.kill, KILL_TARGET_MS),
    row('SIGINT to a busy loop of the shell, to the result', times.interrupt, INTERRUPT_TARGET_MS),
  ])
})

/** In the page. The signal's time is told by the shell that sends it, just before it does. */
async function measure(rounds: number): Promise<Times> {
  const { sandbox } = window.vivarium
  const times: Times = { kill: [], interrupt: [] }
  const ended = async (into: number[], { busy, signal }: { busy: string; signal: string }): Promise<void> => {
    await sandbox.exec('rm -f /tmp/pid')
    const result = sandbox.exec(busy).then(() => Date.now())
    const sent = await sandbox.exec(
      `until [ -s /tmp/pid ]; do sleep 0.05; done; sleep 1.5; date +%s%3N; kill -${signal} $(cat /tmp/pid)`,
    )
    if (sent.exitCode !== 0) throw new Error(sent.stderr)
    into.push((await result) - Number(sent.stdout))
  }
  for (let round = 0; round < rounds; round++) {
    await ended(times.kill, {
      busy: `node -e "require('fs').writeFileSync('/tmp/pid', String(process.pid)); for (;;);"`,
      signal: 'KILL',
    })
    await ended(times.interrupt, { busy: 'echo $$ > /tmp/pid; while :; do :; done', signal: 'INT' })
  }
  return times
}
