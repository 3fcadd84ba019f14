/** Every format of secret, in every sink, cut at every place: nothing of it is left (ARCHITECTURE, invariant 5). */
import { expect, it } from 'vitest'
import type { ModelClient, ModelRequest } from '../model/contract.ts'
import { eventBody, type EventBody } from '../protocol/events.ts'
import { redactingClients } from '../redact/redacting-client.ts'
import { Redactor } from '../redact/redactor.ts'
import { slice } from '../../testing/slice.ts'
import { OWN, PLANTED } from '../redact/testing/planted.ts'
import type { Planted } from '../redact/testing/planted.ts'
import { LogRedaction } from './log/log-redaction.ts'
import { textFields } from './testing/text-fields.ts'

function redactor(): Redactor {
  const made = new Redactor()
  made.register(OWN)
  return made
}

/**
 * Fields that name, sign or encode something. They hold no words of anybody, and would break if they were changed. This list is not
 * the product's own (`redact/values.ts`): one more there leaves a secret in its field, which fails here.
 */
const UNTOUCHED = [
  'signature',
  'data',
  'type',
  'id',
  'tool_use_id',
  'toolUseId',
  'shownBy',
  'turnId',
  'requestId',
  'root',
  'hash',
]

/** Kinds of events that have nothing but numbers, choices and such fields. */
const WITHOUT_TEXT = [
  'checkpoint',
  'conversation_restored',
  'mode_changed',
  'style_told',
  'token_budget',
  'run_resumed',
  'transition',
  'request_silent',
  'context_filled',
  'compaction_started',
  'compaction_dropped',
  'compaction_undone',
  'replay_ended',
]

const ids = { turnId: 'turn', toolUseId: 'call' }

/** An event as the log takes it: the schema refuses what is none. */
const event = (body: unknown): EventBody => eventBody.parse(body)

const RUN_END = event({ type: 'run_ended', runId: 'run', terminal: 'completed', turns: 1 })
const CALL_END = event({
  type: 'tool_result',
  ...ids,
  tool: 'Bash',
  outcome: 'done',
  content: { type: 'tool_result', tool_use_id: 'call', content: [], is_error: false },
  durationMs: 1,
  synthetic: false,
})

/** Sinks that are written in pieces: each with what ends it. */
const PIECES: Record<string, { readonly piece: (text: string) => EventBody; readonly end: EventBody }> = {
  'log: text': {
    piece: (text) => event({ type: 'text_delta', turnId: 'turn', block: 0, text }),
    end: RUN_END,
  },
  'log: thinking': {
    piece: (text) => event({ type: 'thinking_delta', turnId: 'turn', block: 0, text }),
    end: RUN_END,
  },
  'log: output': {
    piece: (text) => event({ type: 'tool_output', ...ids, stream: 'stdout', text }),
    end: CALL_END,
  },
}

/** Sinks that are written whole. Every field of every event is one, as the schema has them. */
const WHOLE: Record<string, (text: string) => unknown> = {
  ...Object.fromEntries(
    textFields(eventBody, UNTOUCHED).map(({ name, fill }) => [
      `log: ${name}`,
      (text: string) => cleaned(event(fill(text))),
    ]),
  ),
  'request: message': (text) => sent({ messages: [{ role: 'user', content: [{ type: 'text', text }] }] }),
  'request: result': (text) =>
    sent({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text }], is_error: false },
          ],
        },
      ],
    }),
  'request: prompt': (text) => sent({ system: [{ text, cache: true }] }),
  'file of a long result': (text) => redactor().redact(text),
}

function cleaned(body: EventBody): readonly EventBody[] {
  return new LogRedaction(redactor()).clean([body, CALL_END, RUN_END])
}

function sent(part: Partial<ModelRequest>): unknown {
  let given: ModelRequest | undefined
  const client: ModelClient = {
    stream: (request) => {
      given = request
      return {
        [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
      }
    },
  }
  const base: ModelRequest = {
    requestId: 'r',
    model: 'm',
    maxTokens: 1,
    thinkingTokens: 0,
    system: [],
    tools: [],
    messages: [],
  }
  redactingClients(redactor())(client).stream({ ...base, ...part }, new AbortController().signal)
  return given
}

it('every secret, in every sink, cut everywhere', () => {
  let cases = 0
  const found: string[] = []
  const look = (where: string, { name, secret, parts }: Planted, stored: string) => {
    cases += 1
    // As JSON has it: line ends are written out.
    const plain = stored.replaceAll('\\n', '\n').replaceAll('\\"', '"')
    if ([secret, ...parts].some((part) => plain.includes(part))) found.push(`${name} in ${where}`)
  }
  for (const planted of slice(PLANTED, 25)) {
    const { text } = planted
    for (const [sink, store] of Object.entries(WHOLE)) look(sink, planted, JSON.stringify(store(text)))
    for (const [sink, { piece, end }] of Object.entries(PIECES)) {
      for (let cut = 0; cut <= text.length; cut += 1) {
        const log = new LogRedaction(redactor())
        const bodies = log.clean([piece(text.slice(0, cut)), piece(text.slice(cut)), end])
        look(`${sink}, cut at ${cut}`, planted, textOf(bodies))
      }
      for (const size of [1, 3, 7]) {
        const log = new LogRedaction(redactor())
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
          piece(text.slice(at * size, (at + 1) * size)),
        )
        look(`${sink}, in pieces of ${size}`, planted, textOf(log.clean([...pieces, end])))
      }
    }
  }
  console.log(
    `secrets: ${PLANTED.length} kinds, ${Object.keys(PIECES).length + Object.keys(WHOLE).length} sinks, ${cases} cases, ${found.length} found`,
  )
  expect(found).toEqual([])
  expect(PLANTED.length).toBeGreaterThanOrEqual(60)
})

it('every secret that is one by itself, percent-encoded in an address, cut everywhere', () => {
  const { piece, end } = PIECES['log: output'] ?? raise()
  let cases = 0
  const found: string[] = []
  const alone = PLANTED.filter(({ name }) => !/^(assignment|URL|Bearer)$/.test(name))
  for (const { name, secret } of slice(alone, 15)) {
    for (const encoded of [encodeURIComponent(secret), encodeURIComponent(secret).replaceAll('%20', '+')]) {
      const text = `See https://api.example/v1/${encoded}?q=${encoded}&page=2#top now.`
      for (let cut = 0; cut <= text.length; cut += 1) {
        cases += 1
        const stored = textOf(
          new LogRedaction(redactor()).clean([piece(text.slice(0, cut)), piece(text.slice(cut)), end]),
        )
        if (stored.includes(encoded.slice(-12)) || !stored.endsWith('&page=2#top now.'))
          found.push(`${name}, cut at ${cut}: ${stored}`)
      }
    }
  }
  console.log(`secrets in addresses: ${cases} cases, ${found.length} found`)
  expect(found).toEqual([])
})

it('every kind of event that may hold text is a sink', () => {
  const kinds = eventBody.options.map(({ shape }) => shape.type.value)
  const sinks = new Set(Object.keys(WHOLE).map((sink) => /^log: (\w+)/.exec(sink)?.[1]))
  expect(kinds.filter((kind) => !sinks.has(kind))).toEqual(WITHOUT_TEXT)
})

it('what is in pieces is the same as what is whole, and nothing else is lost', () => {
  // These two are told by their middle: of their first part some may be gone by then.
  const plain = PLANTED.filter(({ name }) => !/^(Terraform|Telegram)/.test(name))
  const text = `${plain.map((planted) => planted.text).join('\n')}\nWords, and a task-list.`
  const whole = redactor().redact(text)
  const { piece, end } = PIECES['log: output'] ?? raise()
  for (const size of [1, 5, 64, 1000]) {
    const log = new LogRedaction(redactor())
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
      piece(text.slice(at * size, (at + 1) * size)),
    )
    expect(textOf(log.clean([...pieces, end]))).toBe(whole)
  }
})

it('a request that was clean goes out as it is, so that its prefix stays cached', () => {
  const messages = [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }] as const
  expect(sent({ messages: [...messages] })).toMatchObject({ messages })
})

function textOf(bodies: readonly EventBody[]): string {
  return bodies.map((body) => ('text' in body ? body.text : '')).join('')
}

function raise(): never {
  throw new Error('There is no such sink.')
}
