import { expect, test } from 'vitest'
import type { JsonObject } from './json.ts'
import { setUp } from './test-client.ts'
import { text } from './turn.ts'

const MARK = { cache_control: { type: 'ephemeral' } }
const SYSTEM = [{ type: 'text', text: 'You are careful. '.repeat(200), ...MARK }]
const TOOLS = [{ name: 'Read', description: 'Reads', input_schema: { type: 'object' } }]

function user(value: string, rest: JsonObject = {}): JsonObject {
  return { role: 'user', content: [{ type: 'text', text: value, ...rest }] }
}
function assistant(value: string): JsonObject {
  return { role: 'assistant', content: [{ type: 'text', text: value }] }
}
function body(messages: readonly JsonObject[], rest: JsonObject = {}): JsonObject {
  return { model: 'm', max_tokens: 10, system: SYSTEM, tools: TOOLS, messages, ...rest }
}

/** Sends the bodies in turn; gives the comparisons of the one session. */
async function report(...bodies: readonly JsonObject[]) {
  const { server, client } = await setUp({ script: () => ({ content: [text('ok')] }) })
  for (const one of bodies) await client.post('/v1/messages', { body: one })
  expect(server.rejections).toEqual([])
  return server.prefixReport()['default'] ?? []
}

test('an appended conversation is stable, and its share of earlier bytes is stated', async () => {
  const [only] = await report(body([user('One')]), body([user('One'), assistant('ok'), user('Two')]))
  expect(only).toMatchObject({ request: 1, changedSettings: [] })
  expect([only?.raw, only?.stripped]).toEqual([undefined, undefined])
  expect(only?.sharedWithPrevious).toBeGreaterThan(0.9)
  expect(only?.sharedWithPrevious).toBeLessThan(1)
})

test('a marker that moves is a raw difference alone', async () => {
  const [only] = await report(
    body([user('One', MARK)]),
    body([user('One'), assistant('ok'), user('Two', MARK)]),
  )
  expect([only?.raw?.path, only?.stripped]).toEqual(['messages.0.content.0.cache_control', undefined])
})

test('names the place of a changed message, with its offset in bytes', async () => {
  const [only] = await report(
    body([user('é first'), assistant('ok')]),
    body([user('é First'), assistant('ok'), user('Two')]),
  )
  const before = [...TOOLS, { type: 'text', text: SYSTEM[0]?.text }]
    .map((value) => JSON.stringify(value))
    .join('')
  const head = '{"role":"user","content":[{"type":"text","text":"é '
  expect(only?.stripped).toMatchObject({
    path: 'messages.0.content.0.text',
    offset: Buffer.byteLength(before + head),
  })
  expect(only?.stripped?.before).toContain('é first')
})

test.each([
  ['a tool’s description', { tools: [{ ...TOOLS[0], description: 'reads' }] }, 'tools.0.description'],
  ['another tool', { tools: [...TOOLS, { ...TOOLS[0], name: 'Write' }] }, 'system.0'],
  ['the system text', { system: [{ type: 'text', text: 'Other' }] }, 'system.0.text'],
  [
    'the order of keys',
    { tools: [{ description: 'Reads', name: 'Read', input_schema: { type: 'object' } }] },
    'tools.0.name',
  ],
] as const)('finds %s', async (_what, change, path) => {
  const [only] = await report(body([user('One')]), body([user('One'), assistant('ok'), user('Two')], change))
  expect(only?.stripped?.path).toBe(path)
})

test('finds messages that were left out', async () => {
  const [only] = await report(body([user('One'), assistant('ok'), user('Two')]), body([user('One')]))
  expect(only?.stripped).toMatchObject({ path: 'messages.1', after: '(absent)' })
})

test('states settings outside the prefix that empty the cache', async () => {
  const [only] = await report(body([user('One')]), body([user('One')], { model: 'other' }))
  expect(only?.changedSettings).toEqual(['model'])
})

test('reads from the cache what an earlier marker wrote, and no more', async () => {
  const comparisons = await report(
    body([user('One', MARK)]),
    body([user('One'), assistant('ok'), user('Two', MARK)]),
    body([user('One'), assistant('ok'), user('Changed')], { system: [{ type: 'text', text: 'New' }] }),
  )
  expect(comparisons[0]?.cachedShare).toBeGreaterThan(0.9)
  expect(comparisons[1]?.cachedShare).toBe(0)
})

test('usage states what was written to and read from the cache', async () => {
  const { client } = await setUp({ script: () => ({ content: [text('ok')] }) })
  const usages: unknown[] = []
  for (const messages of [[user('One', MARK)], [user('One'), assistant('ok'), user('Two', MARK)]]) {
    const answer = await client.post<{ usage: unknown }>('/v1/messages', { body: body(messages) })
    usages.push(answer.usage)
  }
  expect(usages[0]).toMatchObject({ cache_read_input_tokens: 0, input_tokens: 0 })
  expect(usages[0]).toMatchObject({ cache_creation_input_tokens: expect.any(Number) })
  const [first, second] = usages as { cache_creation_input_tokens: number; cache_read_input_tokens: number }[] // as the API types them
  expect(second?.cache_read_input_tokens).toBe(first?.cache_creation_input_tokens)
})

test('sessions are told apart by header, then by user id', async () => {
  const { server, client } = await setUp({
    script: () => ({ content: [text('ok')] }),
    sessionHeader: 'x-session',
  })
  const send = (messages: JsonObject[], headers: Record<string, string>, rest: JsonObject = {}) =>
    client.post('/v1/messages', { body: body(messages, rest), headers })
  for (const [index, name] of ['a', 'b', 'a', 'b'].entries()) {
    const messages = index < 2 ? [user(name)] : [user(name), assistant('ok'), user('more')]
    await send(messages, { 'x-session': name })
  }
  await send([user('c')], {}, { metadata: { user_id: 'c' } })
  const result = server.prefixReport()
  expect(Object.entries(result).map(([name, list]) => [name, list.map((one) => one.stripped)])).toEqual([
    ['a', [undefined]],
    ['b', [undefined]],
  ])
  expect(server.requests.map((record) => record.session)).toEqual(['a', 'b', 'a', 'b', 'c'])
})
