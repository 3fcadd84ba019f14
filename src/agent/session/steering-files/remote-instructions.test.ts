/** Instructions of addresses: nothing counts that the user has not accepted, as it was then. */
import { describe, expect, it } from 'vitest'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import type { EgressOutcome, EgressRequest } from '../../../sandbox/contract/egress.ts'
import { fail } from '../../../sandbox/contract/errors.ts'
import { REMOTE_INSTRUCTION_BYTES } from '../../limits.ts'
import { readInstructions } from '../../memory/instructions/instructions.ts'
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts'
import { instructionOptions } from '../run/told/instruction-options.ts'
import { ToldInstructions } from '../run/told/told-instructions.ts'
import { applyFact } from '../log/facts.ts'
import { RemoteInstructions, withRemote } from './remote-instructions.ts'
import { gateInTest } from './test-support.ts'

const ADDRESS = 'https://docs.example/agents.md'
const CONFIG = JSON.stringify({ instructions: ['docs/*.md', ADDRESS] })

function answer(text: string | Uint8Array<ArrayBuffer>, status = 200): EgressOutcome {
  const body = new Blob([text]).stream()
  return { type: 'response', status, statusText: 'Said', headers: [], url: ADDRESS, unsent: [], body }
}

async function scene(files: Readonly<Record<string, string>> = { 'opencode.json': CONFIG }) {
  const gated = await gateInTest(files)
  const answers: EgressOutcome[] = []
  const requests: EgressRequest[] = []
  const allowed: string[] = []
  const remote = new RemoteInstructions({
    accepted: gated.accepted,
    blobs: gated.blobs,
    egress: {
      request: (request) => {
        requests.push(request)
        return Promise.resolve(answers.shift() ?? { type: 'refused', message: 'A rule forbids it.' })
      },
    },
    allowed: (url) => allowed.push(url.href),
    newId: () => 'id',
    onDecided: () => gated.gate.changes.note(),
  })
  const source = withRemote(gated.gate, remote)
  return {
    ...gated,
    remote,
    source,
    answers,
    requests,
    allowed,
    async fetch(text: string) {
      answers.push(answer(text))
      return value(remote.fetch(ADDRESS))
    },
    /** Each file with its text, or the reason why it is not told. */
    async shown() {
      const options = instructionOptions(gated.state.facts, DEFAULT_SETTINGS, {
        window: 200_000,
        ruleSets: [],
      })
      const read = await readInstructions(source, options)
      return [
        ...(read?.files ?? []).map(({ path, text }) => `${path}: ${text}`),
        ...(read?.unread ?? []).map(({ path, reason }) => `${path} ${reason}`),
      ]
    },
  }
}

it('are named, and not asked for, until the user wants them; then they count once accepted', async () => {
  const { shown, requests, allowed, fetch, remote, source } = await scene()
  expect(await shown()).toEqual([`docs/*.md missing`, `${ADDRESS} unfetched`, 'opencode.json names others'])
  expect(requests).toEqual([])

  const { revision } = source
  const fetched = await fetch('Use tabs.')
  expect(fetched).toMatchObject({ address: ADDRESS, text: 'Use tabs.' })
  expect(allowed).toEqual([ADDRESS])
  expect(requests).toMatchObject([{ url: ADDRESS, method: 'GET', followRedirects: false }])
  expect(await shown()).toContain(`${ADDRESS} unfetched`)
  expect(source.revision).toBe(revision)

  await value(remote.decide({ ...fetched, isAccepted: true }))
  expect(await shown()).toContain(`${ADDRESS}: Use tabs.`)
  expect(source.revision).not.toBe(revision)
})

it('are told of once a session, also where nothing else is told', async () => {
  const { source, state } = await scene()
  const open = async () => {
    const events = await new ToldInstructions({
      thread: { facts: state.facts },
      source,
      options: () => instructionOptions(state.facts, DEFAULT_SETTINGS, { window: 200_000, ruleSets: [] }),
      newId: () => 'id',
    }).changes()
    state.facts = events.reduce((now, event) => applyFact(now, { ...event, at: 0 }), state.facts)
    return events
  }
  expect(await open()).toMatchObject([
    { type: 'notice', text: expect.stringContaining(`“Context” can show them: ${ADDRESS}`) as string },
    { type: 'instructions_read', files: [] },
  ])
  expect(await open()).toEqual([])
})

it('are named in one line, however many and long they are', async () => {
  const names = Array.from({ length: 100 }, (_, at) => `https://docs.example/${at}/${'a'.repeat(4_000)}.md`)
  const { source, state } = await scene({ 'opencode.json': JSON.stringify({ instructions: names }) })
  const [notice] = await new ToldInstructions({
    thread: { facts: state.facts },
    source,
    options: () => instructionOptions(state.facts, DEFAULT_SETTINGS, { window: 200_000, ruleSets: [] }),
    newId: () => 'id',
  }).changes()
  expect(JSON.stringify(notice).length).toBeLessThan(800)
  expect(JSON.stringify(notice)).toMatch(/\/0\/a+…, .*\/1\/a+…, .*\/2\/a+…, …/)
})

it('keep the accepted text whatever the address has by now, until another one is accepted', async () => {
  const { shown, fetch, remote } = await scene()
  await value(remote.decide({ ...(await fetch('Use tabs.')), isAccepted: true }))
  const newer = await fetch('Say BANANA.')
  expect(newer).toMatchObject({ text: 'Say BANANA.', inForce: 'Use tabs.' })
  expect(await shown()).toContain(`${ADDRESS}: Use tabs.`)
  await value(remote.decide({ ...newer, isAccepted: true }))
  expect(await shown()).toContain(`${ADDRESS}: Say BANANA.`)
  // The one before may come back.
  await value(remote.decide({ ...(await fetch('Use tabs.')), isAccepted: true }))
  expect(await shown()).toContain(`${ADDRESS}: Use tabs.`)
})

it('are refused for good, also where a text was accepted before', async () => {
  const { shown, fetch, remote } = await scene()
  await value(remote.decide({ ...(await fetch('Use tabs.')), isAccepted: true }))
  await value(remote.decide({ ...(await fetch('Say BANANA.')), isAccepted: false }))
  expect(await shown()).toContain(`${ADDRESS} refused`)
})

it('come into force only as they were shown', async () => {
  const { shown, fetch, remote } = await scene()
  const first = await fetch('Use tabs.')
  await fetch('Say BANANA.')
  expect(await remote.decide({ ...first, isAccepted: true })).toMatchObject({
    ok: false,
    error: { kind: 'not_permitted' },
  })
  const unseen = { address: 'https://other.example/a.md', hash: first.hash, isAccepted: true }
  expect(await remote.decide(unseen)).toMatchObject({ ok: false })
  expect(await shown()).toContain(`${ADDRESS} unfetched`)
})

describe('that cannot be had', () => {
  const LATE: EgressOutcome = {
    type: 'failed',
    reason: 'cors',
    message: 'It lets no page read it.',
    hint: 'Add it.',
  }
  const broken = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new Error('cut')) })
  it.each<readonly [string, EgressOutcome, string]>([
    ['a rule', { type: 'refused', message: 'A rule forbids it.' }, 'were not fetched: A rule forbids it.'],
    ['no answer', LATE, 'were not fetched: It lets no page read it.'],
    ['not there', answer('', 404), 'it answered 404 Said.'],
    ['too much', answer(new Uint8Array(REMOTE_INSTRUCTION_BYTES + 1)), 'are larger than 1 MB'],
    ['no text', answer(new Uint8Array([0xff, 0xfe, 0x41])), 'is no text in UTF-8'],
    ['broken off', { ...answer(''), body: broken } as EgressOutcome, 'broke off'],
  ])('say why, and change nothing: %s', async (_, outcome, said) => {
    const { answers, remote, shown } = await scene()
    answers.push(outcome)
    const fetched = await remote.fetch(ADDRESS)
    expect(fetched.ok ? '' : fetched.error.message).toContain(said)
    expect(await shown()).toContain(`${ADDRESS} unfetched`)
  })

  it('a full disk keeps what was in force', async () => {
    const { fetch, remote, shown, blobs } = await scene()
    await value(remote.decide({ ...(await fetch('Use tabs.')), isAccepted: true }))
    const newer = await fetch('Say BANANA.')
    blobs.put = () => Promise.resolve(fail('quota', 'The browser has no storage left.'))
    expect(await remote.decide({ ...newer, isAccepted: true })).toMatchObject({ error: { kind: 'quota' } })
    expect(await shown()).toContain(`${ADDRESS}: Use tabs.`)
  })

  it.each(['', 'docs/a.md', 'ftp://docs.example/a.md', 'javascript:alert(1)'])(
    'is no address: "%s"',
    async (address) => {
      const { remote, requests, allowed } = await scene()
      expect(await remote.fetch(address)).toMatchObject({ ok: false, error: { kind: 'invalid' } })
      expect([requests, allowed]).toEqual([[], []])
    },
  )
})

it('settings that a program wrote name nothing', async () => {
  const { shown, write } = await scene({ 'CLAUDE.md': 'Root.', 'docs/a.md': 'A.' })
  await write('opencode.json', CONFIG)
  expect(await shown()).toEqual(['CLAUDE.md: Root.'])
})

it('files that a pattern matches count as they were imported', async () => {
  const { shown, write, remove } = await scene({
    'opencode.json': CONFIG,
    'docs/a.md': 'A.',
    'docs/b.md': 'B.',
    'docs/deep/c.md': 'C.',
  })
  await write('docs/a.md', 'Say BANANA.')
  await write('docs/d.md', 'Say KIWI.')
  await remove('docs/b.md')
  expect(await shown()).toEqual([
    'docs/a.md: A.',
    'docs/b.md: B.',
    'docs/d.md missing',
    `${ADDRESS} unfetched`,
    'opencode.json names others',
  ])
})

it.each([
  undefined,
  null,
  'yes',
  7,
  [],
  {},
  { isAccepted: true },
  { address: ADDRESS, hash: 'x' },
  { address: ADDRESS, hash: 'x', isAccepted: 'yes' },
  { address: [ADDRESS], hash: 'x', isAccepted: true },
  { address: 'constructor', isAccepted: false },
])('a word that is none decides nothing: %j', async (verdict) => {
  const { remote, fetch, accepted, shown } = await scene()
  await fetch('Use tabs.')
  expect(await remote.decide(verdict as never)).toMatchObject({ ok: false, error: { kind: 'invalid' } })
  expect(await accepted.accepted()).toEqual([])
  expect(await shown()).toContain(`${ADDRESS} unfetched`)
})
