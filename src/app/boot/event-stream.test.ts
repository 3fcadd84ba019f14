import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../agent/protocol/events.ts'
import type { EventPortMessage } from '../../agent/protocol/event-port.ts'
import { listenToEvents } from './event-stream.ts'
import { OPENING_EVENTS } from '../limits.ts'

const event = (seq: number): AgentEvent => ({
  type: 'session_titled',
  title: `${seq}`,
  by: 'person',
  seq,
  at: 0,
})
const batch = (sessionId: string, ...seqs: number[]): EventPortMessage => ({
  type: 'events',
  sessionId,
  events: seqs.map(event),
})

/** A port on whose other end frames are drawn by hand. */
function connect() {
  const { port1, port2 } = new MessageChannel()
  const heard: unknown[] = []
  const credits: number[] = []
  const frames: (() => void)[] = []
  port2.addEventListener('message', ({ data }) => credits.push(data.count))
  port2.start()
  listenToEvents(
    // Node's port is the web's, typed apart.
    port1 as unknown as MessagePort,
    {
      reset: (id, role) => heard.push(['reset', id, role]),
      events: (events) => heard.push(['events', ...events.map(({ seq }) => seq)]),
      ahead: (id, events) => heard.push(['ahead', id, ...events.map(({ seq }) => seq)]),
      tail: (id, title, events) => heard.push(['tail', id, title, ...events.map(({ seq }) => seq)]),
      notice: (notice) => heard.push(['notice', notice.type]),
    },
    (run) => frames.push(run),
  )
  return {
    heard,
    credits,
    frames,
    send: (...messages: EventPortMessage[]) => messages.forEach((message) => port2.postMessage(message)),
    /** Waits until everything sent so far has arrived: messages keep their order. */
    settled: async () => {
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    },
    close: () => port1.close(),
  }
}

describe('listenToEvents', () => {
  it('hands on what came between two frames as one, and grants a credit for each batch', async () => {
    const port = connect()
    port.send({ type: 'reset', sessionId: 's', role: 'leader', latest: 0 }, batch('s', 1, 2), batch('s', 3))
    await port.settled()
    expect([port.heard, port.frames.length, port.credits]).toEqual([[], 1, [20]])
    port.frames[0]?.()
    await port.settled()
    expect(port.heard).toEqual([
      ['reset', 's', 'leader'],
      ['events', 1, 2, 3],
    ])
    expect(port.credits).toEqual([20, 2])
    port.close()
  })

  it('drops what belongs to the session before', async () => {
    const port = connect()
    port.send(
      batch('old', 7),
      { type: 'reset', sessionId: 'new', role: 'follower', latest: 1 },
      batch('old', 8),
      batch('new', 1),
    )
    await port.settled()
    port.frames[0]?.()
    expect(port.heard).toEqual([
      ['events', 7],
      ['reset', 'new', 'follower'],
      ['events', 1],
    ])
    port.close()
  })

  it('hands on what a session had when it was opened as one, and lets all of it come without waiting for frames', async () => {
    const port = connect()
    port.send({ type: 'reset', sessionId: 's', role: 'leader', latest: 4 }, batch('s', 1, 2))
    await port.settled()
    expect([port.frames.length, port.credits]).toEqual([1, [20, 1]])
    port.frames[0]?.()
    port.send(batch('s', 3))
    await port.settled()
    expect([port.frames.length, port.credits]).toEqual([1, [20, 1, 1]])
    port.send(batch('s', 4), batch('s', 5))
    await port.settled()
    port.frames[1]?.()
    await port.settled()
    expect(port.heard).toEqual([
      ['reset', 's', 'leader'],
      ['events', 1, 2, 3, 4, 5],
    ])
    expect(port.credits).toEqual([20, 1, 1, 2])
    port.close()
  })

  it('forgets what it holds of a session when another is opened', async () => {
    const port = connect()
    port.send(
      { type: 'reset', sessionId: 'a', role: 'leader', latest: 3 },
      batch('a', 1, 2),
      { type: 'reset', sessionId: 'b', role: 'leader', latest: 1 },
      batch('b', 1),
    )
    await port.settled()
    port.frames[0]?.()
    expect(port.heard).toEqual([
      ['reset', 'a', 'leader'],
      ['reset', 'b', 'leader'],
      ['events', 1],
    ])
    port.close()
  })

  it('holds no more than its limit', async () => {
    const port = connect()
    const all = Array.from({ length: OPENING_EVENTS }, (_, index) => index + 1)
    port.send(
      { type: 'reset', sessionId: 's', role: 'leader', latest: OPENING_EVENTS + 2 },
      batch('s', ...all),
      batch('s', OPENING_EVENTS + 1),
    )
    await port.settled()
    port.frames[0]?.()
    expect(port.heard[1]).toEqual(['events', ...all])
    port.close()
  })

  it('hands on notices at once', async () => {
    const port = connect()
    port.send({ type: 'notice', notice: { type: 'sessions_changed' } })
    await port.settled()
    expect([port.heard, port.frames.length]).toEqual([[['notice', 'sessions_changed']], 0])
    port.close()
  })

  it('hands on what was sent ahead once, with the reset, and asks for it at once where it may be reduced', async () => {
    const port = connect()
    const ahead = (sessionId: string, ...seqs: number[]): EventPortMessage => ({
      type: 'ahead',
      sessionId,
      events: seqs.map(event),
    })
    port.send(ahead('gone', 1, 2), ahead('s', 1, 2), ahead('gone', 3), ahead('s', 3))
    await port.settled()
    expect(port.heard).toEqual([
      ['ahead', 'gone', 1, 2],
      ['ahead', 's', 1, 2],
      ['ahead', 'gone', 3],
      ['ahead', 's', 3],
    ])
    port.heard.length = 0
    port.send({ type: 'reset', sessionId: 's', role: 'leader', latest: 3, ahead: 3 })
    await port.settled()
    port.frames[0]?.()
    await port.settled()
    expect(port.heard).toEqual([
      ['reset', 's', 'leader'],
      ['events', 1, 2, 3],
    ])
    // It has cost no credit.
    expect(port.credits).toEqual([20])
    port.close()
  })

  it('lets the end of a long session be painted before it hears what follows', async () => {
    const port = connect()
    port.send(
      { type: 'tail', sessionId: 's', title: 'Long', events: [event(3), event(4)] },
      { type: 'ahead', sessionId: 's', events: [event(1), event(2), event(3), event(4)] },
      { type: 'notice', notice: { type: 'sessions_changed' } },
      { type: 'reset', sessionId: 's', role: 'leader', latest: 4, ahead: 4 },
    )
    await port.settled()
    expect([port.heard, port.frames.length]).toEqual([[['tail', 's', 'Long', 3, 4]], 1])
    port.heard.length = 0
    port.frames.shift()?.()
    await expect.poll(() => port.frames.length).toBe(1)
    port.frames.shift()?.()
    expect(port.heard).toEqual([
      ['ahead', 's', 1, 2, 3, 4],
      ['notice', 'sessions_changed'],
      ['reset', 's', 'leader'],
      ['events', 1, 2, 3, 4],
    ])
    port.close()
  })

  it('hands on what was sent ahead together with what it was too much for', async () => {
    const port = connect()
    port.send(
      { type: 'ahead', sessionId: 's', events: [event(1), event(2)] },
      { type: 'reset', sessionId: 's', role: 'leader', latest: 4, ahead: 2 },
      batch('s', 3),
      batch('s', 4),
    )
    await port.settled()
    port.frames[0]?.()
    await port.settled()
    expect(port.heard.slice(1)).toEqual([
      ['reset', 's', 'leader'],
      ['events', 1, 2, 3, 4],
    ])
    expect(port.credits).toEqual([20, 1, 1])
    port.close()
  })
})
