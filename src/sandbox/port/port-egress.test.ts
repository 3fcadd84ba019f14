import { expect, test } from 'vitest'
import type { Egress, EgressOutcome, EgressRequest } from '../contract/egress.ts'
import { EGRESS_STREAM_BYTES } from '../contract/limits.ts'
import { EgressServer, RemoteEgress } from './port-egress.ts'

const REQUEST: EgressRequest = {
  url: 'https://a.example/',
  method: 'GET',
  headers: [],
  followRedirects: false,
  initiator: { execId: 'e', command: 'c', operation: 'o', run: 'r' },
}
const HEAD = {
  type: 'response',
  status: 200,
  statusText: 'OK',
  headers: [],
  url: REQUEST.url,
  unsent: [],
} as const

/** Both ends, with what a port does to messages between them. */
function connect(egress: Egress): { remote: RemoteEgress; server: EgressServer } {
  const remote: RemoteEgress = new RemoteEgress((message) => {
    const copy = structuredClone(message)
    queueMicrotask(() => server.receive(copy))
  })
  const server: EgressServer = new EgressServer(egress, (message) => {
    const copy = structuredClone(message)
    queueMicrotask(() => remote.receive(copy))
  })
  return { remote, server }
}

function bodyOf(outcome: EgressOutcome): ReadableStream<Uint8Array> {
  if (outcome.type !== 'response') throw new Error(outcome.message)
  return outcome.body
}

test('a body comes in order and whole, and no more of it than was granted', async () => {
  let produced = 0
  const total = EGRESS_STREAM_BYTES * 3
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (produced >= total) return controller.close()
        const chunk = new Uint8Array(512 * 1024).fill(produced / (512 * 1024))
        produced += chunk.length
        controller.enqueue(chunk)
      },
    },
    { highWaterMark: 0 },
  )
  let asked = 0
  const { remote } = connect({
    request: () => Promise.resolve({ ...HEAD, body: asked++ === 0 ? body : new Blob(['other']).stream() }),
  })
  const outcome = await remote.request(REQUEST, new AbortController().signal)
  await expect.poll(() => produced).toBeGreaterThanOrEqual(EGRESS_STREAM_BYTES)
  // Another body that is asked for then comes whole.
  const other = await remote.request(REQUEST, new AbortController().signal)
  expect(await new Response(bodyOf(other)).text()).toBe('other')
  expect(produced).toBeLessThanOrEqual(EGRESS_STREAM_BYTES + 512 * 1024)
  let [bytes, last] = [0, 0]
  for await (const chunk of bodyOf(outcome)) {
    expect(chunk[0]).toBeGreaterThanOrEqual(last)
    last = chunk[0] ?? 0
    bytes += chunk.length
  }
  expect(bytes).toBe(total)
})

test('aborting ends the question or the body on the other side', async () => {
  let asked: AbortSignal | undefined
  const waiting = connect({
    request: (_, signal) => {
      asked = signal
      return new Promise(() => undefined)
    },
  })
  const controller = new AbortController()
  const outcome = waiting.remote.request(REQUEST, controller.signal)
  await Promise.resolve()
  controller.abort()
  expect(await outcome).toMatchObject({ type: 'failed', reason: 'cancelled' })
  await Promise.resolve()
  expect(asked?.aborted).toBe(true)

  let cancelled = false
  const body = new ReadableStream<Uint8Array>({ cancel: () => void (cancelled = true) })
  const streaming = connect({ request: () => Promise.resolve({ ...HEAD, body }) })
  const reader = bodyOf(await streaming.remote.request(REQUEST, new AbortController().signal)).getReader()
  await reader.cancel()
  await expect.poll(() => cancelled).toBe(true)
})

test('a body that breaks off says why, and what makes no sense is not sent', async () => {
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new Error('gone')) })
  const requests: EgressRequest[] = []
  const { remote, server } = connect({
    request: (request) => {
      requests.push(request)
      return Promise.resolve({ ...HEAD, body })
    },
  })
  const reader = bodyOf(await remote.request(REQUEST, new AbortController().signal)).getReader()
  await expect(reader.read()).rejects.toMatchObject({ problem: { reason: 'interrupted' } })
  server.receive({ type: 'egress_request', id: 9, request: { ...REQUEST, url: 1 } })
  server.receive({ type: 'egress_request', id: 10, request: { ...REQUEST, headers: [['a', 'b', 'c']] } })
  server.receive({ type: 'egress_cancel', id: 99 })
  expect(requests).toEqual([REQUEST])
})
