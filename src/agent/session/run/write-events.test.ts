import { describe, expect, it } from 'vitest'
import type { LoopEnd } from '../../loop/state.ts'
import type { EventBody } from '../../protocol/events.ts'
import { writeEvents } from './write-events.ts'
import { StorageError } from '../store/storage-error.ts'

/** A log whose disk does what the test says. */
function slowLog() {
  const waiting: { type: string; done: () => void; fail: (error: unknown) => void }[] = []
  const write = ({ type }: EventBody) =>
    new Promise<never[]>((resolve, reject) => {
      waiting.push({ type, done: () => resolve([]), fail: reject })
    })
  return { waiting, thread: { append: write, appendSoon: write, hurry: () => undefined } }
}

const turn = (turnId: string): EventBody[] => [
  { type: 'turn_committed', turnId, extra: [] },
  { type: 'transition', turnId, reason: 'next_turn' },
]
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('the way from the loop to the log', () => {
  it('goes on with the next turn while the one before is stored, and no further', async () => {
    const { waiting, thread } = slowLog()
    const begun: string[] = []
    async function* loop(): AsyncGenerator<EventBody, LoopEnd> {
      for (const id of ['a', 'b', 'c']) {
        begun.push(id)
        yield* turn(id)
      }
      return { terminal: 'completed', turns: 3 }
    }
    const end = writeEvents(loop(), { thread, stop: new AbortController(), onEvent: () => undefined })
    await settled()
    expect(begun).toEqual(['a', 'b'])
    for (const { done } of waiting.splice(0, 2)) done()
    await settled()
    expect(begun).toEqual(['a', 'b', 'c'])
    for (const { done } of waiting) done()
    expect((await end).terminal).toBe('completed')
  })

  it('stores a message together with the record of what it tells', async () => {
    const stored: string[] = []
    const how = (when: string) => async (event: EventBody) => {
      stored.push(`${event.type} ${when}`)
      return []
    }
    async function* loop(): AsyncGenerator<EventBody, LoopEnd> {
      yield { type: 'memory_recalled', by: 'words', candidates: 1, notes: [], bytes: 0 }
      yield { type: 'user_message', messageId: 'm', origin: 'program', content: [] }
      return { terminal: 'completed', turns: 1 }
    }
    const thread = { append: how('now'), appendSoon: how('soon'), hurry: () => undefined }
    await writeEvents(loop(), { thread, stop: new AbortController(), onEvent: () => undefined })
    expect(stored).toEqual(['memory_recalled soon', 'user_message now'])
  })

  it('ends the run, and what runs for it, when a turn could not be stored', async () => {
    const { waiting, thread } = slowLog()
    let left = false
    async function* loop(): AsyncGenerator<EventBody, LoopEnd> {
      try {
        for (;;) yield* turn('a')
      } finally {
        left = true
      }
    }
    const stop = new AbortController()
    const end = writeEvents(loop(), { thread, stop, onEvent: () => undefined })
    await settled()
    waiting[1]?.fail(new StorageError('quota', 'The disk is full.'))
    await expect(end).rejects.toThrow('The disk is full.')
    expect([stop.signal.aborted, left]).toEqual([true, true])
  })
})
