/** The client of a model in this tab, with a stand-in for what runs it: same chunks, no WebAssembly. */
import { describe, expect, it, vi } from 'vitest'
import { describeModelContract } from '../contract-suite.ts'
import type { Answer, AnswerPart } from '../contract-suite.ts'
import type { ModelRequest, ModelStreamEvent } from '../contract.ts'
import { modelFacts } from '../models.ts'
import { createLocalClient } from './client.ts'
import type { LoadedModel, LocalEngine } from './engine.ts'

const FILE = new File(['GGUF'], 'small.gguf')

class StandIn implements LocalEngine {
  readonly bodies: object[] = []
  loads: unknown[][] = []
  loaded: LoadedModel | undefined
  #answers: Answer[]

  constructor(answers: readonly Answer[]) {
    this.#answers = [...answers]
  }

  load(name: string, files: readonly File[], contextTokens: number): Promise<LoadedModel | undefined> {
    this.loads.push([name, files.map((file) => file.name), contextTokens])
    return Promise.resolve(this.loaded)
  }

  async chat(body: object, onChunk: (chunk: unknown) => void, signal: AbortSignal): Promise<void> {
    this.bodies.push(body)
    const answer = this.#answers.shift()
    if (!answer) throw new Error('Nothing is to be said any more.')
    if (answer.type === 'fails') {
      if (answer.afterText === undefined) throw new Error(FAILURES[answer.kind])
      onChunk(delta({ content: answer.afterText }))
      return
    }
    for (const part of answer.parts) for (const piece of pieces(part, this.#next++)) onChunk(delta(piece))
    if (answer.type === 'hangs') {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return
    }
    const calls = answer.parts.some(({ type }) => type.endsWith('call'))
    const finish = answer.stopReason === 'max_tokens' ? 'length' : calls ? 'tool_calls' : 'stop'
    onChunk({ choices: [{ index: 0, delta: {}, finish_reason: finish }] })
    onChunk({
      choices: [],
      usage: { prompt_tokens: 40, completion_tokens: 9, prompt_tokens_details: { cached_tokens: 30 } },
    })
  }

  #next = 0
}

const FAILURES: Readonly<Record<string, string>> = {
  invalid_request: 'memory access out of bounds',
  prompt_too_long: 'the request exceeds the available context size (20000 tokens), try increasing it',
}

function delta(piece: object) {
  return { choices: [{ index: 0, delta: piece, finish_reason: null }] }
}

/** As llama.cpp's server sends them: text in words, calls with their input in pieces. */
function pieces(part: AnswerPart, index: number): object[] {
  if (part.type === 'text') return (part.text.match(/\S+\s*/g) ?? []).map((content) => ({ content }))
  if (part.type === 'thinking') return [{ reasoning_content: part.thinking }]
  const input = part.type === 'call' ? JSON.stringify(part.input) : '{"a": '
  const call = (fields: object, head: object = {}) => ({ tool_calls: [{ index, ...head, function: fields }] })
  return [
    call({ name: part.name, arguments: '' }, { id: `call${index}`, type: 'function' }),
    ...(input.match(/.{1,7}/gsu) ?? []).map((piece) => call({ arguments: piece })),
  ]
}

const clientOf = (engine: LocalEngine, silentMs?: number) =>
  createLocalClient({
    engine,
    facts: (model) => modelFacts(model, { 'small.gguf': { contextWindow: 16_384 } }),
    open: (model) => Promise.resolve(model === 'gone.gguf' ? undefined : [FILE]),
    names: () => Promise.resolve(['small.gguf']),
    silentMs,
  })

describeModelContract('in this tab', {
  open: (answers) => Promise.resolve(clientOf(new StandIn(answers))),
  failures: ['invalid_request', 'prompt_too_long'],
})

describe('a model in this tab', () => {
  const REQUEST: ModelRequest = {
    model: 'small.gguf',
    maxTokens: 1_000,
    system: [{ text: 'Be brief.', cache: true }],
    tools: [
      { name: 'Bash', description: 'Runs.', inputSchema: { type: 'object', properties: {} } },
      { name: 'Edit', description: 'Edits.', inputSchema: { type: 'object', properties: {} } },
    ],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    thinkingTokens: 0,
    requestId: 'one',
  }
  const HELLO: Answer = { type: 'content', parts: [{ type: 'text', text: 'Hello.' }] }
  const all = async (engine: LocalEngine, change: Partial<ModelRequest> = {}, silentMs?: number) => {
    const events: ModelStreamEvent[] = []
    const request = { ...REQUEST, ...change }
    for await (const event of clientOf(engine, silentMs).stream(request, new AbortController().signal))
      events.push(event)
    return events
  }

  it('is loaded with the context of its facts, and that is said once', async () => {
    const engine = new StandIn([HELLO, HELLO])
    engine.loaded = { contextTokens: 16_384, gpu: false, threads: 4 }
    const [notice] = await all(engine)
    expect(notice).toEqual({
      type: 'notice',
      text: expect.stringMatching(/16,384 tokens.*4 processor threads/),
    })
    engine.loaded = undefined
    expect((await all(engine)).map(({ type }) => type)).not.toContain('notice')
    expect(engine.loads).toEqual(Array.from({ length: 2 }, () => ['small.gguf', ['small.gguf'], 16_384]))
  })

  it('counts what it read anew and what it still had', async () => {
    expect((await all(new StandIn([HELLO]))).at(-1)).toEqual({
      type: 'ended',
      stopReason: 'end_turn',
      usage: { inputTokens: 10, outputTokens: 9, cacheReadTokens: 30, cacheWriteTokens: 0 },
    })
  })

  it('has one tool to choose from where it must call it', async () => {
    const engine = new StandIn([HELLO])
    await all(engine, { forcedTool: 'Edit' })
    expect(engine.bodies).toEqual([
      expect.objectContaining({
        tool_choice: 'required',
        tools: [expect.objectContaining({ function: expect.objectContaining({ name: 'Edit' }) })],
      }),
    ])
  })

  it('says which model is not here, and what to do', async () => {
    expect(await all(new StandIn([]), { model: 'gone.gguf' })).toEqual([
      {
        type: 'failed',
        error: {
          kind: 'not_found',
          message: 'This browser has no model "gone.gguf".',
          hint: expect.stringContaining('Settings'),
        },
      },
    ])
  })

  it('says why a model cannot be loaded, and asks it nothing', async () => {
    const engine = new StandIn([HELLO])
    engine.load = () => Promise.reject(new Error('unknown model architecture: "next"'))
    expect(await all(engine)).toEqual([
      {
        type: 'failed',
        error: {
          kind: 'invalid_request',
          message: expect.stringContaining('unknown model architecture'),
          hint: expect.stringMatching(/smaller/),
        },
      },
    ])
    expect(engine.bodies).toEqual([])
  })

  it('tells a silence once while a long prompt is read', async () => {
    const engine = new StandIn([HELLO])
    const read = Promise.withResolvers<undefined>()
    engine.load = () => read.promise
    vi.useFakeTimers()
    const asked = all(engine, {}, 20)
    await vi.advanceTimersByTimeAsync(120)
    vi.useRealTimers()
    read.resolve(undefined)
    const types = (await asked).map(({ type }) => type)
    expect(types.filter((type) => type === 'silent')).toHaveLength(1)
    expect(types.at(-1)).toBe('ended')
  })
})
