/**
 * The client of a model that runs in this tab. llama.cpp is asked with the body that its own server takes, and what it gives is
 * read like that server's answers: its chat template writes the tools into the prompt, and reads calls out of the text.
 */
import { STREAM_SILENT_MS } from '../../limits.ts'
import type { ModelClient, ModelError, ModelRequest, ModelStreamEvent } from '../contract.ts'
import type { ModelFacts } from '../models.ts'
import { toChatBody, type ChatDialect } from '../openai/openai-request.ts'
import { ChatReader } from '../openai/openai-response.ts'
import type { LoadedModel, LocalEngine } from './engine.ts'
import { eventually } from './eventually.ts'

export interface LocalClientOptions {
  readonly engine: LocalEngine
  readonly facts: (model: string) => ModelFacts
  /** The files of a model, in order; undefined when this browser does not have it. */
  readonly open: (model: string) => Promise<readonly File[] | undefined>
  readonly names: () => Promise<readonly string[]>
  /** Milliseconds without a word until that is said. */
  readonly silentMs?: number
}

const DIALECT: ChatDialect = { tokensField: 'max_tokens', leftOut: new Set(), reasoningBack: true }

/** Small models stray with more; calls of tools want less than prose does. */
const TEMPERATURE = 0.3

export function createLocalClient(options: LocalClientOptions): ModelClient {
  return {
    stream: (request, signal) => answer(options, request, signal),
    models: async () => ({ ok: true, models: await options.names() }),
  }
}

async function* answer(
  options: LocalClientOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelStreamEvent> {
  if (signal.aborted) return
  const { engine, facts, open, silentMs = STREAM_SILENT_MS } = options
  // A reader that stops also stops the model.
  const left = new AbortController()
  const stop = AbortSignal.any([signal, left.signal])
  const reader = new ChatReader()
  const work = async (push: (event: Told) => void): Promise<void> => {
    const files = await open(request.model)
    if (!files) return push({ failed: notKept(request.model) })
    const loaded = await loadOrFail(engine, request, files, facts(request.model).contextWindow)
    if ('failed' in loaded) return push(loaded)
    if (loaded.now) push({ event: { type: 'notice', text: loadedNotice(request.model, loaded.now) } })
    const { stream_options, ...body } = toChatBody(request, facts(request.model), DIALECT)
    await engine.chat(
      {
        ...body,
        stream_options: { ...stream_options, include_usage: true },
        temperature: TEMPERATURE,
        ...forced(request),
      },
      (chunk) => push({ chunk }),
      stop,
    )
  }
  try {
    for await (const told of eventually(work, { signal, silentMs })) {
      if (told === 'silent') yield { type: 'silent' }
      else if ('event' in told) yield told.event
      else if ('failed' in told) {
        yield { type: 'failed', error: told.failed }
        return
      } else yield* reader.read(told.chunk)
      if (signal.aborted || reader.failure) break
    }
    if (!signal.aborted) yield* reader.end(false)
  } catch (error) {
    if (!signal.aborted) yield { type: 'failed', error: failureOf(error, request.model) }
  } finally {
    left.abort()
  }
}

type Told =
  | { readonly chunk: unknown }
  | { readonly event: ModelStreamEvent }
  | { readonly failed: ModelError }

/** llama.cpp takes the word only: with one tool to choose from it is the same. */
function forced({ forcedTool, tools }: ModelRequest): object {
  if (forcedTool === undefined) return {}
  const only = tools.filter(({ name }) => name === forcedTool)
  return {
    tools: only.map(({ name, description, inputSchema }) => ({
      type: 'function',
      function: { name, description, parameters: inputSchema },
    })),
    tool_choice: 'required',
  }
}

async function loadOrFail(
  engine: LocalEngine,
  { model }: ModelRequest,
  files: readonly File[],
  contextTokens: number,
): Promise<{ readonly now: LoadedModel | undefined } | { readonly failed: ModelError }> {
  try {
    return { now: await engine.load(model, files, contextTokens) }
  } catch (error) {
    return {
      failed: {
        kind: 'invalid_request',
        message: `The model "${model}" could not be loaded: ${textOf(error)}`,
        hint: 'It may be of a kind that this version does not know, or want more memory than a tab gets: take a smaller one, or a smaller contextWindow in Settings, "Model facts".',
      },
    }
  }
}

function loadedNotice(model: string, { contextTokens, gpu, threads }: LoadedModel): string {
  const by = gpu
    ? 'the graphics card'
    : threads === 1
      ? 'one processor thread'
      : `${threads} processor threads`
  return `${model} is loaded in this tab, with ${contextTokens.toLocaleString('en')} tokens of context, and works on ${by}.`
}

function notKept(model: string): ModelError {
  return {
    kind: 'not_found',
    message: `This browser has no model "${model}".`,
    hint: 'Download one, or choose its file, in Settings, "Provider".',
  }
}

function failureOf(error: unknown, model: string): ModelError {
  const message = textOf(error)
  if (/exceeds? the available context size|context size has been exceeded|too (long|large)/i.test(message))
    return {
      kind: 'prompt_too_long',
      message: `The conversation is longer than the context of ${model}: ${message}`,
      hint: 'Summarise it with /compact, or give the model a larger contextWindow in Settings, "Model facts".',
    }
  return {
    kind: 'invalid_request',
    message: `${model} failed in this tab: ${message}`,
    hint: 'Try again: it is loaded anew. If it fails each time, a smaller model or a smaller contextWindow needs less memory.',
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
