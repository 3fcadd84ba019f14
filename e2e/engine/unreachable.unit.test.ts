/** A page that nobody answers for at first: WebFetch asks for it again, and nothing else is sent twice. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EgressRequest } from '../../src/sandbox/contract/egress.ts'
import { bench, call, resultsOf, run, textOf } from '../../src/agent/tools/testing/test-bench.ts'
import { webFetchTool } from '../../src/agent/tools/web/web-fetch.ts'
import { createTestGate } from '../support/gate.ts'

const URL = 'https://docs.example/page'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Fails so many readings of the page, and each look at whether anybody is there. */
function network(failures: number) {
  const sent: string[] = []
  const reach: typeof fetch = (input, init) => {
    if (init?.mode === 'no-cors') return Promise.reject(new TypeError('Failed to fetch'))
    sent.push(`${init?.method} ${String(input)}`)
    if (sent.length <= failures) return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(new Response('Read me.', { headers: { 'content-type': 'text/plain' } }))
  }
  const made = createTestGate({ fetch: reach, answer: () => ({ behavior: 'allow', scope: 'once' }) })
  return { ...made, sent }
}

async function fetchPage(failures: number) {
  const { gate, asked, log, sent } = network(failures)
  const { context } = bench({ tools: [webFetchTool], context: { egress: gate } })
  const done = run([call('WebFetch', { url: URL })], context)
  await vi.advanceTimersByTimeAsync(1_500)
  const events = await done
  const started = events.filter(({ type }) => type === 'tool_started')
  const results = resultsOf(events)
  return { asked, log, sent, counts: [started.length, results.length], text: textOf(results[0]) }
}

test.each([0, 1, 2])('is read after %i failures, asked about and logged once', async (failures) => {
  const { asked, log, sent, counts, text } = await fetchPage(failures)
  expect([sent.length, asked.length, log.length]).toEqual([failures + 1, 1, 1])
  expect([text, counts]).toEqual(['Read me.', [1, 1]])
})

test('is given up after three, which the model is told', async () => {
  const { asked, log, sent, counts, text } = await fetchPage(3)
  expect([sent.length, asked.length, log.length]).toEqual([3, 1, 1])
  expect(text).toContain('It was tried 3 times.')
  expect(counts).toEqual([1, 1])
})

test('a request that may have had an effect, and a program’s, are sent once', async () => {
  const initiator = { execId: 'e', command: 'curl', operation: 'o', run: 'r' }
  const base: EgressRequest = { url: URL, method: 'GET', headers: [], followRedirects: false, initiator }
  const cases: Partial<EgressRequest>[] = [
    {},
    { method: 'POST', attempts: 3 },
    { method: 'PUT', body: new Uint8Array(1), attempts: 3 },
    { method: 'DELETE', attempts: 3 },
  ]
  for (const request of cases) {
    const { gate, sent } = network(9)
    const outcome = await gate.request({ ...base, ...request }, new AbortController().signal)
    expect(sent).toHaveLength(1)
    expect(outcome).toMatchObject({ type: 'failed', message: expect.not.stringContaining('It was tried') })
  }
})

test('a stop ends the pause before the next attempt', async () => {
  const { gate, sent } = network(9)
  const stop = new AbortController()
  const initiator = { execId: 'e', command: 'WebFetch', operation: 'o', run: 'r' }
  const request = { url: URL, method: 'GET', headers: [], followRedirects: false, initiator, attempts: 3 }
  const outcome = gate.request(request, stop.signal)
  await vi.advanceTimersByTimeAsync(100)
  expect(sent).toHaveLength(1)
  stop.abort()
  expect(await outcome).toMatchObject({ type: 'failed', reason: 'cancelled' })
  expect(sent).toHaveLength(1)
})
