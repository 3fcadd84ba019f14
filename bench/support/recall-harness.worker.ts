/** The recall over the logs of many sessions, on IndexedDB, in a worker: cold and warm, and a plain scan of the same texts. */
import { PastTurns } from '../../src/agent/session/memory/recall/past-turns.ts'
import { Recall } from '../../src/agent/session/memory/recall/recall.ts'
import { storeSession } from '../../src/agent/session/recording/store-session.ts'
import { openDatabase } from '../../src/agent/session/store/database.ts'
import type { Database } from '../../src/agent/session/store/database.ts'
import type { AgentEvent } from '../../src/agent/protocol/events.ts'
import { manyTurns, wordOf } from './many-turns.ts'
import { size } from './size.ts'

export interface RecallTimes {
  readonly turns: number
  readonly megabytes: number
  /** The first question, which reads all logs. */
  readonly coldMs: number
  readonly warmMs: readonly number[]
  readonly scanMs: readonly number[]
}

const SIZE = { sessions: size(60, 3), turns: size(100, 10), chars: 600, seed: 7 }
const ROUNDS = size(60, 3)
const QUESTION_WORDS = 8

async function measure(): Promise<RecallTimes> {
  const sessions = manyTurns(SIZE)
  const database = await openDatabase({ name: `bench-${crypto.randomUUID()}` })
  await fill(database, sessions)
  const records = await database.getAll('sessions')
  const recall = new Recall({
    memory: {
      home: () => Promise.resolve({ key: 'session s', project: undefined }),
      notes: () => Promise.resolve([]),
    },
    store: { texts: () => Promise.resolve([]) },
    sessions: { of: () => Promise.resolve({ sessions: records }) },
    turns: new PastTurns(database),
    session: () => ({ id: 's', events: () => Promise.resolve([]) }),
  })
  const ask = async (round: number): Promise<number> => {
    const start = performance.now()
    const found = await recall.find({ query: question(round), limit: 5 })
    const took = performance.now() - start
    if (!found.ok || found.value.found.length < 5) throw new Error(`Question ${round} has found too little.`)
    return took
  }
  const coldMs = await ask(0)
  const warmMs: number[] = []
  for (let round = 1; round <= ROUNDS; round++) warmMs.push(await ask(round))
  const texts = sessions.flat()
  const chars = texts.reduce((sum, text) => sum + text.length, 0)
  return { turns: texts.length, megabytes: chars / 1e6, coldMs, warmMs, scanMs: scan(texts) }
}

/** Words of every rarity. */
function question(round: number): string {
  return Array.from({ length: QUESTION_WORDS }, (_, at) => wordOf((5 ** at % 9_000) + round)).join(' ')
}

/** The least that it costs to look at every text for every word. */
function scan(texts: readonly string[]): number[] {
  return Array.from({ length: ROUNDS }, (_, round) => {
    const words = question(round).split(' ')
    const start = performance.now()
    const found = texts.filter((text) => words.some((word) => text.includes(word)))
    if (found.length === 0) throw new Error(`Question ${round} is of nothing.`)
    return performance.now() - start
  })
}

async function fill(database: Database, sessions: readonly (readonly string[])[]): Promise<void> {
  for (const [number, turns] of sessions.entries()) {
    const events = turns.map((text, at): AgentEvent => {
      const content = [{ type: 'text' as const, text }]
      return { type: 'user_message', messageId: `m${at}`, origin: 'human', content, seq: at + 1, at: at + 1 }
    })
    const then = { type: 'notice', level: 'info', text: 'end' } as const
    await storeSession(
      { database },
      { id: `s${number}`, title: `Session ${number}`, events, then, now: number },
    )
  }
}

onmessage = () => {
  measure().then(
    (times) => postMessage(times),
    (error: unknown) => postMessage(String(error)),
  )
}
