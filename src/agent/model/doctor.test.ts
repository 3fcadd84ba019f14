import { describe, expect, it } from 'vitest'
import type { ModelError, ModelErrorKind, ModelList, ModelRequest, ModelStreamEvent } from './contract.ts'
import { examineConnection, type DoctorOptions } from './doctor.ts'

const error = (kind: ModelErrorKind, more: Partial<ModelError> = {}): ModelError => ({
  kind,
  message: `said ${kind}`,
  hint: `do ${kind}`,
  ...more,
})
const ENDED: ModelStreamEvent = {
  type: 'ended',
  stopReason: 'max_tokens',
  usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
}

interface World {
  readonly settings?: Partial<DoctorOptions['settings']>
  readonly pageOrigin?: string
  readonly list?: ModelList | ModelErrorKind
  /** Outcome of each short answer. */
  readonly answers?: readonly (ModelError | undefined)[]
  /** A request without headers gets through. */
  readonly plain?: boolean
}

async function examine({ settings, pageOrigin, list, answers = [], plain = false }: World = {}) {
  const requests: ModelRequest[] = []
  const checks = await examineConnection({
    settings: { provider: 'openai', baseUrl: 'http://localhost:11434/v1', model: 'qwen3', ...settings },
    pageOrigin: pageOrigin ?? 'https://app.example',
    client: {
      models: () =>
        Promise.resolve(
          typeof list === 'string'
            ? { ok: false, error: error(list) }
            : (list ?? { ok: true, models: ['llama3', 'qwen3:latest', 'qwen3-coder'] }),
        ),
      async *stream(request) {
        const failure = answers[requests.push(request) - 1]
        yield failure ? { type: 'failed', error: failure } : ENDED
      },
    },
    ask: () => (plain ? Promise.resolve() : Promise.reject(new TypeError('no'))),
    leastTokens: 1,
    now: () => 0,
  })
  return { checks, requests, last: checks.at(-1), said: checks.map(({ name, state }) => `${name} ${state}`) }
}

describe('connection test', () => {
  it('goes through all there is, for one short answer', async () => {
    const { said, requests } = await examine()
    expect(said).toEqual([
      'Address ok',
      'Mixed content ok',
      'Reachable ok',
      'CORS ok',
      'Key ok',
      'Model ok',
      'Streaming ok',
    ])
    expect(requests.map(({ maxTokens }) => maxTokens)).toEqual([1])
  })

  it('says of no server that it answers before it was asked', async () => {
    const missing = await examine({ list: 'authentication' })
    expect(missing.said).toEqual(['Address ok', 'Mixed content ok', 'Reachable skipped', 'Key failed'])
    const refused = await examine({ list: { ok: false, error: error('authentication', { status: 401 }) } })
    expect(refused.said).toEqual(['Address ok', 'Mixed content ok', 'Reachable ok', 'CORS ok', 'Key failed'])
  })

  it.each<[string, World, string, RegExp, RegExp]>([
    ['no address', { settings: { baseUrl: 'nonsense' } }, 'Address failed', /nonsense/, /https/],
    [
      'an address that goes too far',
      { settings: { provider: 'anthropic', baseUrl: 'https://api.example/v1' } },
      'Address failed',
      /too far/,
      /Leave "\/v1" out/,
    ],
    [
      'http from a page over https',
      { settings: { baseUrl: 'http://model.example/v1' } },
      'Mixed content failed',
      /may not ask/,
      /https/,
    ],
    ['no network', { list: 'offline' }, 'Reachable failed', /offline/, /network/],
    [
      'a server that allows no page, known by its port',
      { list: 'cors' },
      'CORS failed',
      /does not let this page/,
      /Access-Control-Allow-Origin: https:\/\/app\.example.*OLLAMA_ORIGINS=https:\/\/app\.example/,
    ],
    [
      'a server that allows pages, but not our headers',
      { list: 'unreachable', plain: true },
      'CORS failed',
      /headers of a request/,
      /Access-Control-Allow-Headers: content-type, authorization/,
    ],
    [
      'nobody, or so it looks',
      { list: 'unreachable', settings: { baseUrl: 'http://localhost:1234/v1' } },
      'Reachable failed',
      /Nobody answers/,
      /server runs.*LM Studio/,
    ],
    ['no key', { list: 'authentication' }, 'Key failed', /authentication/, /do authentication/],
    [
      'a wrong key',
      { list: { ok: false, error: error('authentication', { status: 401 }) } },
      'Key failed',
      /authentication/,
      /do authentication/,
    ],
    [
      'a model that is not there',
      { settings: { model: 'qwen-coder' } },
      'Model failed',
      /no "qwen-coder" among its 3/,
      /It has: qwen3-coder,/,
    ],
    ['a server without models', { list: { ok: true, models: [] } }, 'Model failed', /no model yet/, /Load/],
    [
      'an answer that fails',
      { answers: [error('rate_limited')] },
      'Streaming failed',
      /said rate_limited/,
      /do rate_limited/,
    ],
    [
      'an answer without a stream',
      { answers: [error('not_messages_api', { status: 200 })] },
      'Streaming warning',
      /not as a stream/,
      /proxy/,
    ],
  ])('says what is wrong, and what to do: %s', async (...[, world, says, message, fix]) => {
    const { said, last } = await examine(world)
    expect(said.at(-1)).toBe(says)
    expect(said.filter((line) => !/ (ok|skipped)$/.test(line))).toHaveLength(1)
    expect(last?.message).toMatch(message)
    expect(last?.fix).toMatch(fix)
  })

  it('lets the answer tell where a server has no list', async () => {
    const { said } = await examine({ list: 'not_messages_api' })
    expect(said.slice(-2)).toEqual(['Key skipped', 'Streaming ok'])
  })
})
