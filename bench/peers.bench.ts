/**
 * Cost of a turn beside the model: three other agents and ours do the same job, each in a worker of the same
 * browser over the same local model server, with the same prompt and the same list of tools to send. Measured
 * on the wire, from the last event of an answer to the next request. Ours stores each turn on disk, the
 * others keep theirs in memory.
 */
import { test } from '@playwright/test'
import { BARE, gapsBetween, oneCallATurn, OURS, PEERS, serveContenders, toldByOurs } from './support/job.ts'
import { median, report } from './support/result.ts'
import { size } from './support/size.ts'

const TURNS = size(50, 5)
const ROUNDS = size(7, 1)
/** A run's most requests, but the last. */
const MANY_TURNS = size(999, 30)
/** Turns around the one that is named, of which the median is taken. */
const AROUND = 20
/** Ratio of times above the bare loop up to which a difference is noise. */
const NOISE = 1.25

test('overhead of a turn, against peers', async ({ page }) => {
  const contenders = await serveContenders(page)
  try {
    const told = await toldByOurs(contenders)
    const gaps = new Map<string, number[]>()
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of [OURS, ...PEERS, BARE]) {
        const { requests } = await contenders.run(name, { script: oneCallATurn(TURNS), turns: TURNS, told })
        gaps.set(name, [...(gaps.get(name) ?? []), median(gapsBetween(requests))])
      }
    }
    const of = (name: string) => median(gaps.get(name) ?? [])
    const long = new Map<string, number[]>()
    for (const name of [OURS, BARE]) {
      const job = { script: oneCallATurn(MANY_TURNS), turns: MANY_TURNS, told }
      long.set(name, gapsBetween((await contenders.run(name, job)).requests))
    }
    const added = (turn: number) => {
      const [ours, bare] = [OURS, BARE].map((name) =>
        median(long.get(name)?.slice(Math.max(0, turn - AROUND / 2), turn + AROUND / 2) ?? []),
      )
      return (ours ?? NaN) - (bare ?? NaN)
    }
    const best = Math.min(...PEERS.map(of))
    report('peers', [
      ...[...PEERS, BARE].map((name) => ({
        what: `between two requests of a job of ${TURNS} turns, a tool a turn`,
        unit: 'ms' as const,
        ours: of(OURS),
        peer: name,
        peers: of(name),
        target: 'the best peer',
        met: of(OURS) <= best,
      })),
      {
        what: `the same above the bare loop, at turn ${MANY_TURNS - AROUND / 2}`,
        unit: 'ms',
        ours: added(MANY_TURNS - AROUND / 2),
        peer: 'at turn 10 of the same run',
        peers: added(10),
        target: 'no growth',
        met: added(MANY_TURNS - AROUND / 2) <= NOISE * added(10),
      },
    ])
  } finally {
    contenders.close()
  }
})
