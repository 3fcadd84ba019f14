/**
 * Chat Completions through OpenAI's own SDK: OpenAI itself, hosted services and local servers that speak its
 * protocol (Ollama, LM Studio, llama.cpp, vLLM and others). They differ in the fields that they take; a
 * refused field is left out of later requests.
 */
import { OpenAI } from 'openai/client'
import type { ModelClient, ModelError } from '../contract.ts'
import { ChatReader } from './openai-response.ts'
import { toChatBody, type ChatDialect } from './openai-request.ts'
import { createWireClient, type Exchange, type SendContext, type WireOptions } from '../wire-client.ts'

const OPENAI_HOST = 'api.openai.com'

/** By server: the accepted fields, remembered as long as the tab lives. */
const DIALECTS = new Map<string, ChatDialect>()

/** `baseUrl` is what comes before `/chat/completions`; where it has no path, `/v1` is meant. */
export function createOpenAiClient(options: WireOptions): ModelClient {
  let made: OpenAI | undefined
  // Not before the options were found to be usable.
  const client = () => (made ??= clientOf(options))
  const key = (model: string) => `${options.baseUrl} ${model}`
  const dialect = (model: string) => DIALECTS.get(key(model)) ?? firstDialect(options.baseUrl)
  return createWireClient(options, {
    name: 'Chat Completions API',
    urlHint: 'it ends before "/chat/completions", e.g. "https://api.openai.com/v1".',
    needsKey: false,
    errors: { connection: OpenAI.APIConnectionError, api: OpenAI.APIError },
    send: (request, context) =>
      send(client(), toChatBody(request, options.facts(request.model), dialect(request.model)), context),
    list: (context) => client().get('/models', { signal: context.signal, headers: context.headers }),
    reader: () => new ChatReader(),
    adapt: (error, { model }) => {
      const next = adapted(dialect(model), error)
      if (next) DIALECTS.set(key(model), next)
      return next !== undefined
    },
  })
}

function firstDialect(baseUrl: string): ChatDialect {
  const isOpenAi = new URL(baseUrl).hostname === OPENAI_HOST
  return {
    tokensField: isOpenAi ? 'max_completion_tokens' : 'max_tokens',
    leftOut: new Set(),
    // OpenAI neither sends its reasoning nor takes that of others.
    reasoningBack: !isOpenAi,
  }
}

/** The dialect without what this refusal names; undefined when it names nothing that could be left out. */
function adapted(dialect: ChatDialect, { kind, message }: ModelError): ChatDialect | undefined {
  if (kind !== 'invalid_request') return undefined
  const wanted = /use ['"`]?(max_completion_tokens|max_tokens)/.exec(message)?.[1]
  if (wanted === 'max_completion_tokens' || wanted === 'max_tokens') {
    return wanted === dialect.tokensField ? undefined : { ...dialect, tokensField: wanted }
  }
  if (!/unsupported|not supported|unknown|unrecogni[sz]ed|unexpected|not permitted|extra/i.test(message))
    return undefined
  if (message.includes('max_completion_tokens') && dialect.tokensField === 'max_completion_tokens')
    return { ...dialect, tokensField: 'max_tokens' }
  if (message.includes('reasoning_content') && dialect.reasoningBack)
    return { ...dialect, reasoningBack: false }
  const field = (['stream_options', 'reasoning_effort', 'tool_choice'] as const).find(
    (name) => message.includes(name) && !dialect.leftOut.has(name),
  )
  return field && { ...dialect, leftOut: new Set([...dialect.leftOut, field]) }
}

function clientOf(options: WireOptions): OpenAI {
  return new OpenAI({
    apiKey: options.apiKey === '' ? 'none' : options.apiKey, // the SDK insists on one; it is not sent
    organization: null,
    project: null,
    baseURL: withVersion(options.baseUrl),
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
    timeout: 24 * 60 * 60 * 1000, // the idle watch decides; a long answer is not a dead one
    logLevel: 'off',
    fetch: (input, init) =>
      options.fetch(input, {
        ...init,
        headers: neededHeaders(new Headers(init?.headers), options.apiKey !== ''),
      }),
  })
}

async function send(
  client: OpenAI,
  body: ReturnType<typeof toChatBody>,
  { signal, headers }: SendContext,
): Promise<Exchange> {
  const call = { body, signal, headers }
  if (body.stream === true) {
    const { response, data } = await client
      .post<AsyncIterable<unknown>>('/chat/completions', { ...call, stream: true })
      .withResponse()
    return { response, events: data }
  }
  const { response, data } = await client.post<unknown>('/chat/completions', call).withResponse()
  return { response, events: only(data) }
}

async function* only(value: unknown): AsyncGenerator<unknown> {
  yield value
}

/** The address as the SDK takes it; people give local servers without the version. */
function withVersion(baseUrl: string): string {
  const url = new URL(baseUrl)
  return url.pathname === '/' ? `${url.origin}/v1` : baseUrl.replace(/\/+$/, '')
}

/** Each header beside these needs the server's permission (CORS), which local servers give to few. */
function neededHeaders(headers: Headers, hasKey: boolean): Headers {
  for (const name of [...headers.keys()]) {
    if (name.startsWith('x-stainless-') || name === 'user-agent') headers.delete(name)
  }
  if (!hasKey) headers.delete('authorization')
  return headers
}
