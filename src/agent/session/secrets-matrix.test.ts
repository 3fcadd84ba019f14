/** Every format of secret, in every sink, cut at every place: nothing of it is left (C9-10…17, M3-12, M3-31; DESIGN, invariant 5). */
import { expect, it } from 'vitest'
import type { ModelClient, ModelRequest } from '../model/contract.ts'
import type { EventBody } from '../protocol/events.ts'
import { redactingClients } from '../redact/redacting-client.ts'
import { Redactor } from '../redact/redactor.ts'
import { slice } from '../../testing/slice.ts'
import { OWN, PLANTED } from '../redact/testing/planted.ts'
import type { Planted } from '../redact/testing/planted.ts'
import { LogRedaction } from './log-redaction.ts'

function redactor(): Redactor {
  const made = new Redactor()
  made.register(OWN)
  return made
}

const ids = { turnId: 'turn', toolUseId: 'call' }

/** Sinks that are written in pieces: each with what ends it. */
const PIECES: Record<string, { readonly piece: (text: string) => EventBody; readonly end: EventBody }> = {
  'log: text': {
    piece: (text) => ({ type: 'text_delta', turnId: 'turn', block: 0, text }),
    end: { type: 'run_ended', runId: 'run', terminal: 'completed', turns: 1 },
  },
  'log: thinking': {
    piece: (text) => ({ type: 'thinking_delta', turnId: 'turn', block: 0, text }),
    end: { type: 'run_ended', runId: 'run', terminal: 'completed', turns: 1 },
  },
  'log: output': {
    piece: (text) => ({ type: 'tool_output', ...ids, stream: 'stdout', text }),
    end: {
      type: 'tool_result',
      ...ids,
      outcome: 'done',
      content: [],
      isError: false,
      durationMs: 1,
    } as unknown as EventBody,
  },
}

/** Sinks that are written whole. */
const WHOLE: Record<string, (text: string) => unknown> = {
  'log: message': (text) =>
    cleaned({
      type: 'user_message',
      messageId: 'm',
      origin: 'human',
      content: [{ type: 'text', text }],
    } as unknown as EventBody),
  'log: call': (text) =>
    cleaned({
      type: 'assistant_block',
      turnId: 'turn',
      block: 0,
      content: { type: 'tool_use', id: 'c', name: 'Bash', input: { command: text } },
    } as unknown as EventBody),
  'log: result': (text) =>
    cleaned({ type: 'tool_result', ...ids, content: [{ type: 'text', text }] } as unknown as EventBody),
  'log: question': (text) =>
    cleaned({
      type: 'permission_requested',
      ...ids,
      tool: 'Bash',
      title: text,
      reason: text,
    } as unknown as EventBody),
  'log: error': (text) => cleaned({ type: 'error', message: text, hint: text } as unknown as EventBody),
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
  return new LogRedaction(redactor()).clean([body])
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
