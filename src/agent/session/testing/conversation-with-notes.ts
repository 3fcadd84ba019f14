/** A conversation as far as notes are concerned: its facts, which events change, and a memory with the notes of a test. */
import { PreparedMemory } from '../../memory/notes/prepared-memory.ts'
import type { MemoryNow } from '../../memory/notes/told-memory.ts'
import { NOW } from '../../memory/recall/test-support.ts'
import type { EventBody } from '../../protocol/events.ts'
import { applyFact, NO_FACTS } from '../log/facts.ts'

/** All texts go with it. */
export const COMPACTED: EventBody = {
  type: 'conversation_compacted',
  trigger: 'auto',
  summary: 'It goes on.',
  notes: [],
  messages: 2,
  tokensBefore: 2,
  tokensAfter: 1,
  model: 'm',
  usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
  costUsd: null,
}

/** Texts in results of calls go with it. */
export const CLEARED: EventBody = { type: 'results_cleared', toolUseIds: ['c'], why: 'old', tokens: 1 }

/** The notes may be changed meanwhile. */
export function conversationWithNotes(notes: MemoryNow['notes'] = []) {
  let facts = NO_FACTS
  /** Paths of each reading. */
  const readings: (readonly string[])[] = []
  return {
    thread: {
      get facts() {
        return facts
      },
    },
    memory: {
      now: async () => new PreparedMemory({ notes, now: NOW }),
      texts: async (paths: readonly string[]) => {
        readings.push(paths)
        const named = notes.filter(({ path }) => paths.includes(path))
        return new Map(named.map(({ path, hash, body }) => [path, { hash, text: body }]))
      },
    },
    readings,
    take: (event: EventBody) => void (facts = applyFact(facts, { ...event, at: 0 })),
  }
}
