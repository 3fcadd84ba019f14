/**
 * Anthropic's Messages API through its own SDK, with the user's key, from a worker. The SDK sends and parses the
 * stream; retries are ours, and so is the watch over a silent connection.
 */
import Anthropic from '@anthropic-ai/sdk'
import type { Stream } from '@anthropic-ai/sdk/streaming'
import { toRequestBytes } from './anthropic-body.ts'
import { eventsOfMessage } from './anthropic-message.ts'
import { ResponseReader } from './anthropic-response.ts'
import type { ModelClient, ModelRequest } from './contract.ts'
import { createWireClient, type Exchange, type SendContext, type WireOptions } from './wire-client.ts'

const ADVISOR_BETA = 'advisor-tool-2026-03-01'

/** `baseUrl` is without `/v1`. */
export function createAnthropicClient(options: WireOptions): ModelClient {
  return createWireClient(options, {
    name: 'Messages API',
    urlHint: 'it is the address without "/v1/messages", e.g. "https://api.anthropic.com".',
    needsKey: true,
    errors: { connection: Anthropic.APIConnectionError, api: Anthropic.APIError },
    send: (request, context) => send(options, request, context),
    list: (context) =>
      clientOf(options, context).get('/v1/models', { signal: context.signal, headers: context.headers }),
    reader: () => new ResponseReader(),
  })
}

function clientOf(options: WireOptions, { fetch }: SendContext): Anthropic {
  return new Anthropic({
    apiKey: options.apiKey,
    authToken: null,
    baseURL: options.baseUrl,
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
    timeout: 24 * 60 * 60 * 1000, // the idle watch decides; a long answer is not a dead one
    logLevel: 'off',
    fetch,
  })
}

/** What `messages.create` does, with a body whose old part need not be made again. */
async function send(options: WireOptions, request: ModelRequest, context: SendContext): Promise<Exchange> {
  const client = clientOf(options, context)
  const call = {
    body: toRequestBytes(request, options.facts(request.model)),
    signal: context.signal,
    headers: {
      'content-type': 'application/json',
      ...(request.advisor ? { 'anthropic-beta': ADVISOR_BETA } : {}),
      ...context.headers,
    },
  }
  if (request.streaming !== false) {
    const { response, data } = await client
      .post<Stream<Anthropic.RawMessageStreamEvent>>('/v1/messages', { ...call, stream: true })
      .withResponse()
    return { response, events: data }
  }
  const { response, data } = await client.post<unknown>('/v1/messages', call).withResponse()
  return { response, events: eventsOfMessage(data) }
}
