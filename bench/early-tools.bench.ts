/**
 * Three calls of half a second that only read, inside an answer of two and a half: from the answer's last event to the
 * request with their results. Against the same with the other agents.
 */
import { test } from '@playwright/test'
import { text, toolUse } from '../e2e/model-server/turn.ts'
import type { ReplyBlock } from '../e2e/model-server/turn.ts'
import type { Script } from '../e2e/model-server/script.ts'
import { gapsBetween, OURS, PEERS, serveContenders } from './support/job.ts'
import { median, report } from './support/result.ts'
import { size } from './support/size.ts'

const TURNS = size(5, 2)
const CALLS = 3
const TOOL_MS = 500
const STREAM_MS = 2_500
const TARGET_MS = 200
/** Pieces of text between two calls, and the events of an answer made so. */
const PIECES = 20
const PIECE = 'A dozen of c'
const EVENTS = (CALLS + 1) * (PIECES + 2) + CALLS * 5 + 3

test('tools that start early', async ({ page }) => {
  const contenders = await serveContenders(page)
  try {
    const after = new Map<string, number>()
    for (const name of [OURS, ...PEERS]) {
      const { requests } = await contenders.run(name, { script: script(name), turns: TURNS, toolMs: TOOL_MS })
      after.set(name, median(gapsBetween(requests)))
      const streams = requests
        .slice(0, TURNS)
        .map(({ sent }) => (sent.at(-1)?.at ?? NaN) - (sent[0]?.at ?? NaN))
      console.log(`     ${name}: streams of ${Math.round(median(streams))} ms`)
    }
    const ours = after.get(OURS) ?? NaN
    report(
      'early-tools',
      PEERS.map((peer) => ({
        what: `three calls of ${TOOL_MS} ms in a stream of ${STREAM_MS} ms: from its end to the next request`,
        unit: 'ms' as const,
        ours,
        peer,
        peers: after.get(peer) ?? NaN,
        target: `${TARGET_MS} ms`,
        met: ours <= TARGET_MS,
      })),
    )
  } finally {
    contenders.close()
  }
})

/** The other wire format has the text apart from the calls, which all come after it: so they do for its agent. */
function script(name: string): Script {
  const words = text(PIECE.repeat(PIECES))
  return ({ results }) => {
    if (results.length >= TURNS * CALLS) return { content: [text('That was all.')] }
    const calls = Array.from({ length: CALLS }, (_, call) =>
      toolUse('Look', { at: `place ${results.length + call}` }),
    )
    const content: ReplyBlock[] =
      name === '@openai/agents' ? calls : calls.flatMap((call) => [words, call]).concat(words)
    const events = name === '@openai/agents' ? CALLS * 5 + 3 : EVENTS
    return { content, pace: { eventMs: STREAM_MS / events } }
  }
}
