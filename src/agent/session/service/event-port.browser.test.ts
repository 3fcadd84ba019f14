import { describe, expect, it } from 'vitest'
import { PORT_BACKLOG_EVENTS, PORT_BATCH_EVENTS } from '../../limits.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import type { EventPortMessage } from '../../protocol/event-port.ts'
import { EventPort } from './event-port.ts'

function numbered(from: number, to: number): AgentEvent[] {
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    type: 'notice',
    level: 'info',
    text: `n${from + index}`,
    seq: from + index,
    at: 0,
  }))
}

function open(stored: AgentEvent[]) {
  const { port1, port2 } = new MessageChannel()
  let reads = 0
  const port = new EventPort(port1, (_session, fromSeq, limit) => {
    reads += 1
    return Promise.resolve(stored.filter((event) => event.seq >= fromSeq).slice(0, limit))
  })
  const messages: EventPortMessage[] = []
  port2.onmessage = (event: MessageEvent<EventPortMessage>) => messages.push(event.data)
  const credit = (count: number) => port2.postMessage({ type: 'credit', count })
  const sequence = () =>
    messages.flatMap((message) => (message.type === 'events' ? message.events : [])).map((e) => e.seq)
  return { port, messages, credit, sequence, reads: () => reads }
}

const range = (to: number) => Array.from({ length: to }, (_, index) => index + 1)

describe('event port', () => {
  it('replays what is stored after a reset, then goes on live, without a gap or a repetition', async () => {
    const { port, messages, credit, sequence } = open(numbered(1, 3))
    port.reset('s', 'leader', 3)
    credit(5)
    await expect.poll(sequence).toEqual([1, 2, 3])
    port.push('s', numbered(4, 5))
    await expect.poll(sequence).toEqual(range(5))
    expect(messages[0]).toEqual({ type: 'reset', sessionId: 's', role: 'leader', latest: 3 })
  })

  it('sends no batch without a credit', async () => {
    const { port, messages, credit, sequence } = open([])
    port.reset('s', 'leader', 0)
    credit(1)
    port.push('s', numbered(1, 1))
    await expect.poll(sequence).toEqual([1])
    port.push('s', numbered(2, 3))
    port.notice({ type: 'sessions_changed' })
    await expect.poll(() => messages.at(-1)?.type).toBe('notice')
    expect(sequence()).toEqual([1])
    credit(1)
    await expect.poll(sequence).toEqual([1, 2, 3])
  })

  it('reads from disk what a slow page has missed, instead of queueing without end', async () => {
    const stored: AgentEvent[] = []
    const { port, credit, sequence, reads } = open(stored)
    port.reset('s', 'leader', 0)
    const total = PORT_BACKLOG_EVENTS * 2
    for (let from = 1; from <= total; from += 100) {
      const events = numbered(from, from + 99)
      stored.push(...events)
      port.push('s', events)
    }
    credit(total / PORT_BATCH_EVENTS + 10)
    await expect.poll(() => sequence().length).toBe(total)
    expect(sequence()).toEqual(range(total))
    expect(reads()).toBeGreaterThan(0)
  })

  it('ignores events of a session that is no longer shown', async () => {
    const { port, credit, sequence } = open(numbered(1, 2))
    port.reset('other', 'leader', 0)
    port.push('s', numbered(1, 2))
    port.reset('s', 'follower', 2)
    credit(3)
    await expect.poll(sequence).toEqual([1, 2])
  })

  it('sends what a session that is being opened has without a credit, once, and the rest after the reset', async () => {
    const stored = numbered(1, 6)
    const { port, messages, credit, sequence, reads } = open(stored)
    port.reset('before', 'leader', 0)
    port.ahead('s', stored.slice(0, 2))
    port.ahead('s', stored.slice(2, 4))
    // Not what follows, so it comes later.
    port.ahead('s', stored.slice(5))
    port.reset('s', 'leader', 6, stored)
    credit(5)
    await expect.poll(sequence).toEqual([5, 6])
    expect(reads()).toBe(0)
    expect(messages.slice(1, 4)).toEqual([
      { type: 'ahead', sessionId: 's', events: stored.slice(0, 2) },
      { type: 'ahead', sessionId: 's', events: stored.slice(2, 4) },
      { type: 'reset', sessionId: 's', role: 'leader', latest: 6, ahead: 4 },
    ])
    // Opened once more it begins anew.
    port.ahead('s', stored.slice(0, 3))
    port.reset('s', 'leader', 6, stored)
    await expect.poll(() => sequence().length).toBe(5)
    expect(sequence().slice(2)).toEqual([4, 5, 6])
    // Events of a session that was never opened are not counted.
    port.ahead('lost', stored.slice(0, 3))
    port.reset('s', 'leader', 6, stored)
    await expect.poll(() => sequence().length).toBe(11)
  })
})
