/**
 * Anthropic's Messages API through its own SDK, with the user's key, from a worker. The SDK sends and parses the
 * stream; retries are ours, and so is the watch over a silent connection.
 */
import Anthropic from '@anthropic-ai/sdk'
import type { Stream } from '@anthropic-ai/sdk/streaming'
import { toRequestBytes } from './anthropic-body.ts'
import { eventsOfMessage } from './anthropic-message.ts'
import { betasOf, isAnthropicService } from './anthropic-service.ts'
import { ResponseReader } from './anthropic-response.ts'
import type { ModelClient, ModelRequest } from '../contract.ts'
import type { ModelFacts } from '../models.ts'
import { createWireClient, type Exchange, type SendContext, type WireOptions } from '../wire-client.ts'

/** `baseUrl` is without `/v1`. */
export function createAnthropicClient(options: WireOptions): ModelClient {
  const own = isAnthropicService(options.baseUrl)
  let made: Anthropic | undefined
  // Not before the options were found to be usable.
  const client = () => (made ??= clientOf(options))
  return createWireClient(options, {
    name: 'Messages API',
    urlHint: 'it is the address without "/v1/messages", e.g. "https://api.anthropic.com".',
    needsKey: true,
    errors: { connection: Anthropic.APIConnectionError, api: Anthropic.APIError },
    send: (request, context) =>
      send(client(), { request, facts: options.facts(request.model), own }, context),
    list: (context) => client().get('/v1/models', { signal: context.signal, headers: context.headers }),
    reader: () => new ResponseReader(),
  })
}

function clientOf(options: WireOptions): Anthropic {
  return new Anthropic({
    apiKey: options.apiKey,
    authToken: null,
    baseURL: options.baseUrl,
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
    timeout: 24 * 60 * 60 * 1000, // the idle watch decides; a long answer is not a dead one
    logLevel: 'off',
    fetch: (input, init) => options.fetch(input, init),
  })
}

/** Does the work of `messages.create`, but reuses the bytes of the body's old part. */
async function send(
  client: Anthropic,
  {
    request,
    facts,
    own,
  }: { readonly request: ModelRequest; readonly facts: ModelFacts; readonly own: boolean },
  context: SendContext,
): Promise<Exchange> {
  const betas = betasOf(request, { own, facts, asked: context.headers['anthropic-beta'] })
  const call = {
    body: toRequestBytes(request, facts, own),
    signal: context.signal,
    headers: {
      'content-type': 'application/json',
      ...context.headers,
      ...(betas === '' ? {} : { 'anthropic-beta': betas }),
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
