/**
 * A call with a megabyte of input that comes in 20,000 deltas: from the first of them on the wire to the request with
 * the call's result. Against an agent that parses the partial input anew with each delta, and against half as much.
 */
import { test } from '@playwright/test'
import { text, toolUse } from '../e2e/model-server/turn.ts'
import type { Script } from '../e2e/model-server/script.ts'
import { OURS, PI, serveContenders } from './support/job.ts'
import type { JobRun } from './support/job.ts'
import { median, report } from './support/result.ts'
import { size } from './support/size.ts'

const MEGABYTE = size(1_000_000, 100_000)
const DELTAS = size(20_000, 2_000)
const ROUNDS = size(5, 1)
const TIMES_FASTER = 10
/** Twice the deltas, twice the time, and what measuring does to it. */
const LINEAR = 2.4
/** Milliseconds after which the other is stopped: by then it is beaten. */
const PATIENCE_MS = size(90_000, 10_000)

test('a megabyte of tool input', async ({ page }) => {
  const contenders = await serveContenders(page)
  try {
    const [whole, half]: number[][] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      whole?.push(timeOf(await contenders.run(OURS, { script: longInput(DELTAS), turns: 1 })))
      half?.push(timeOf(await contenders.run(OURS, { script: longInput(DELTAS / 2), turns: 1 })))
    }
    const other = await contenders.run(PI, { script: longInput(DELTAS), turns: 1, capMs: PATIENCE_MS })
    const [ours, halfOfOurs] = [median(whole ?? []), median(half ?? [])]
    const theirs = other.whole ? timeOf(other) : PATIENCE_MS
    report('tool-input', [
      {
        what: '1 MB of tool input in 20,000 deltas, from the wire to the next request',
        unit: 'ms',
        ours,
        peer: other.whole ? `${PI}, which parses it anew with each` : `${PI}, stopped before its end,`,
        peers: theirs,
        target: `a ${TIMES_FASTER}th`,
        met: ours * TIMES_FASTER <= theirs,
      },
      {
        what: 'the same',
        unit: 'ms',
        ours,
        peer: 'half the input in half the deltas',
        peers: halfOfOurs,
        target: `${LINEAR} times`,
        met: ours <= LINEAR * halfOfOurs,
      },
    ])
  } finally {
    contenders.close()
  }
})

function longInput(deltas: number): Script {
  const size = MEGABYTE / DELTAS
  return ({ results }) =>
    results.length === 0
      ? { content: [toolUse('Look', { at: 'x'.repeat(size * deltas) })], splitJson: { size } }
      : { content: [text('That was long.')] }
}

function timeOf({ requests: [first, second] }: JobRun): number {
  return (second?.arrivedAt ?? NaN) - (first?.sent[0]?.at ?? NaN)
}
