/** Answers of the server for the policy file, and the policy in force after each. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { POLICY_AGE_MS, POLICY_BYTES } from '../../limits.ts'
import type { PolicyState } from '../../protocol/calls/policy.ts'
import { DeploymentPolicy } from './deployment-policy.ts'
import type { KeptPolicy } from './policy-store.ts'

const BASE = 'https://app.example/'
const ADDRESS = 'https://app.example/policy.json'
const DENY = JSON.stringify({ permissions: { deny: ['WebFetch'] } })
const ASK = JSON.stringify({ permissions: { ask: ['WebFetch'] } })

type Answer = (signal: AbortSignal | null | undefined) => Response | Promise<Response>

const file = (text: BodyInit, type = 'application/json'): Answer => {
  return () => new Response(text, { headers: { 'Content-Type': type } })
}
const status = (code: number, text = ''): Answer => {
  return () => new Response(text, { status: code })
}
const page = file('<!doctype html><title>Sign in</title>', 'text/html; charset=utf-8')
const noNetwork: Answer = () => Promise.reject(new TypeError('Failed to fetch'))

let stored: KeptPolicy | undefined
let events: EventTarget
let now: number
beforeEach(() => {
  stored = undefined
  events = new EventTarget()
  now = 0
})
afterEach(() => vi.restoreAllMocks())

/** A tab of the browser; `answers` are given in turn, the last one again and again. */
function tab(...answers: Answer[]) {
  const requests: { url: string; init: RequestInit | undefined }[] = []
  const told: PolicyState[] = []
  const policy = new DeploymentPolicy({
    fetch: async (input, init) => {
      const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
      requests.push({ url, init })
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (!answer) throw new Error('Nothing more was expected.')
      return answer(init?.signal)
    },
    base: BASE,
    memory: {
      read: async (address) => (stored?.address === address ? stored : undefined),
      keep: async (kept) => void (stored = kept),
      forget: async () => void (stored = undefined),
    },
    events,
    now: () => now,
    deadlineMs: 50,
  })
  policy.onChanged = async (state) => void told.push(state)
  return { policy, requests, told }
}

/** State of a new tab whose page names the file. */
async function read(...answers: Answer[]): Promise<PolicyState> {
  const { policy } = tab(...answers)
  policy.locate('policy.json')
  return policy.state()
}

const refused = (problem: string): PolicyState => ({ status: 'refused', address: ADDRESS, problem })
const inForce = (deny: string, isCached = false) => ({
  status: 'in_force',
  isCached,
  rules: { deny: [deny] },
})

it.each(['{}', '{ "$schema": "x" }', '{"permissions": {"deny": []}, "deniedModels": []}'])(
  'a file that sets nothing is no policy, with and without its server: %s',
  async (text) => {
    expect(await read(file(text))).toEqual({ status: 'none' })
    expect(await read(noNetwork)).toEqual({ status: 'none' })
  },
)

it('a file of the server is in force, and asked for anew each time', async () => {
  const { policy, requests } = tab(file(DENY))
  policy.locate('policy.json')
  expect(await policy.state()).toMatchObject({ ...inForce('WebFetch'), address: ADDRESS })
  expect(requests.map(({ url, init }) => [url, init?.cache])).toEqual([[ADDRESS, 'no-cache']])
})

it('a page that names none has none, and asks nobody', async () => {
  const { policy, requests } = tab()
  policy.locate('')
  expect([await policy.state(), await policy.inForce(), requests]).toEqual([
    { status: 'none' },
    undefined,
    [],
  ])
})

it.each([
  ['/conf/policy.json', 'https://app.example/conf/policy.json'],
  ['https://policies.example/team.json', 'https://policies.example/team.json'],
])('an address on the server or a whole one is taken: %s', async (named, address) => {
  const { policy, requests } = tab(file(DENY))
  policy.locate(named)
  expect(await policy.state()).toMatchObject({ status: 'in_force', address })
  expect(requests[0]?.url).toBe(address)
})

it.each([
  '//elsewhere.example/policy.json',
  'data:application/json,{}',
  'file:///etc/policy.json',
  'https://a:b@x.example/',
])('any other address is refused, and nobody is asked: %s', async (named) => {
  const { policy, requests } = tab()
  policy.locate(named)
  expect(await policy.state()).toMatchObject({ status: 'refused', address: named })
  expect(requests).toEqual([])
})

it.each([404, 410])(
  'a server that has none (%i) has none, and the earlier one is forgotten',
  async (code) => {
    await read(file(DENY))
    expect(await read(status(code))).toEqual({ status: 'none' })
    await expect.poll(() => stored).toBe(undefined)
    expect(await read(noNetwork)).toEqual({ status: 'none' })
  },
)

it.each([
  ['no network', noNetwork],
  ['a page for everything', page],
  ['a server that hangs', hanging],
])('with %s there is none at first, and later that of an earlier visit', async (_, answer) => {
  expect(await read(answer)).toEqual({ status: 'none' })
  expect(await read(file(DENY))).toMatchObject(inForce('WebFetch'))
  expect(await read(answer)).toMatchObject(inForce('WebFetch', true))
})

it.each([401, 403, 500, 503, 204])(
  'the answer %i is no file: refused, or that of an earlier visit',
  async (code) => {
    const answer = () => new Response(null, { status: code })
    expect(await read(answer)).toEqual(refused(`The server answers ${code} instead of the file.`))
    await read(file(DENY))
    expect(await read(answer)).toMatchObject(inForce('WebFetch', true))
  },
)

it.each([
  [
    'text that is none',
    file('{"hooks":{}}'),
    'The file sets "hooks", which this version of Vivarium cannot enforce.',
  ],
  ['an empty file', file(''), 'The file is empty.'],
  ['a file that is cut off', file(DENY.slice(0, 20)), 'The file is no JSON: it ends too early.'],
  ['a huge file', file('x'.repeat(POLICY_BYTES + 1)), 'The file is larger than 256 KiB.'],
  ['UTF-16', file(new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0])), 'The file is not encoded in UTF-8.'],
  ['Latin-1', file(new Uint8Array([0x7b, 0xe4, 0x7d])), 'The file is not encoded in UTF-8.'],
])('%s is refused, and stays refused without a network until it is mended', async (_, answer, problem) => {
  await read(file(DENY))
  expect(await read(answer)).toEqual(refused(problem))
  expect(await read(noNetwork)).toEqual(refused(problem))
  expect(await read(status(503))).toEqual(refused(problem))
  expect(await read(file(ASK))).toMatchObject({ status: 'in_force' })
})

it('a mark of UTF-8 at its beginning is no part of it', async () => {
  const bytes = new TextEncoder().encode(DENY)
  expect(await read(file(new Uint8Array([0xef, 0xbb, 0xbf, ...bytes])))).toMatchObject(inForce('WebFetch'))
})

it('a file of another address is not taken for it', async () => {
  await read(file(DENY))
  const { policy } = tab(noNetwork)
  policy.locate('other.json')
  expect(await policy.state()).toEqual({ status: 'none' })
})

it('a server that finds the cookies too large is asked without them', async () => {
  const { policy, requests } = tab(status(431), file(DENY))
  policy.locate('policy.json')
  expect(await policy.state()).toMatchObject(inForce('WebFetch'))
  expect(requests.map(({ init }) => init?.credentials)).toEqual([undefined, 'omit'])
})

it('it is read again when there is a network, and the change is told', async () => {
  const { policy, requests, told } = tab(noNetwork, file(DENY))
  policy.locate('policy.json')
  expect(await policy.state()).toEqual({ status: 'none' })
  events.dispatchEvent(new Event('online'))
  await expect.poll(() => told).toMatchObject([inForce('WebFetch')])
  expect(await policy.inForce()).toMatchObject({ rules: { deny: ['WebFetch'] } })
  // The server's own word holds.
  events.dispatchEvent(new Event('online'))
  await policy.renewed()
  expect(requests).toHaveLength(2)
})

it.each([
  ['could not be had', noNetwork],
  ['was refused', file('{"hooks":{}}')],
  ['was not given', status(503)],
])('a file that %s is asked for again before a prompt, once for all that wait', async (_, answer) => {
  const { policy, requests, told } = tab(answer, file(DENY))
  policy.locate('policy.json')
  await policy.state()
  const both = await Promise.all([policy.renewed(), policy.renewed()])
  expect(both).toMatchObject([inForce('WebFetch'), inForce('WebFetch')])
  expect([requests.length, told.length]).toEqual([2, 1])
})

it('a file that is old is read again beside the prompt', async () => {
  const { policy, told } = tab(file(DENY), file(ASK))
  policy.locate('policy.json')
  await policy.state()
  now = POLICY_AGE_MS + 1
  expect(await policy.renewed()).toMatchObject(inForce('WebFetch'))
  await expect.poll(() => told).toMatchObject([{ rules: { ask: ['WebFetch'], deny: [] } }])
})

it('a later file that is refused ends no rule of the earlier one in this tab', async () => {
  const { policy, told } = tab(file(DENY), file('{'))
  policy.locate('policy.json')
  await policy.state()
  now = POLICY_AGE_MS + 1
  await policy.renewed()
  await expect.poll(() => told).toEqual([refused('The file is no JSON: it ends too early.')])
  expect(await policy.inForce()).toMatchObject(inForce('WebFetch'))
})

it('a server that says once that there is none, and fails later, has none in this tab', async () => {
  const { policy } = tab(status(404), status(503))
  policy.locate('policy.json')
  await policy.state()
  now = POLICY_AGE_MS + 1
  await policy.renewed()
  expect(await policy.renewed()).toEqual({ status: 'none' })
})

it('where nothing can be stored, it holds in this tab', async () => {
  vi.spyOn(console, 'info').mockReturnValue(undefined)
  const broken = () => Promise.reject(new Error('The disk is full.'))
  const answers = [file(DENY), noNetwork]
  const policy = new DeploymentPolicy({
    fetch: async (_, init) => (answers.shift() ?? noNetwork)(init?.signal),
    base: BASE,
    memory: { read: broken, keep: broken, forget: broken },
    events,
    now: () => now,
  })
  policy.locate('policy.json')
  expect(await policy.state()).toMatchObject(inForce('WebFetch'))
  now = POLICY_AGE_MS + 1
  await policy.renewed()
  await expect.poll(() => policy.state()).toMatchObject(inForce('WebFetch', true))
})

/** Sends the beginning of a file, and then nothing. */
function hanging(signal: AbortSignal | null | undefined): Response {
  const body = new ReadableStream<Uint8Array>({
    start(to) {
      to.enqueue(new Uint8Array([0x7b]))
      signal?.addEventListener('abort', () => to.error(signal.reason))
    },
  })
  return new Response(body)
}
