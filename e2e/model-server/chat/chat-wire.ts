/** The Chat Completions API, as strict as the strictest of the servers that speak it. */
import { apiError, errorMessageOf, errorTypeOf, type ApiError } from '../api-error.ts'
import type { WireFormat } from '../wire.ts'
import { checkChat } from './accept.ts'
import { chatChunks, wholeCompletion } from './chunks.ts'
import { fromChat } from './from-chat.ts'

const OVERLOADED = 503

export const CHAT: WireFormat = {
  path: '/v1/chat/completions',
  checkHead: ({ authorization }, apiKey) => {
    if (authorization === undefined) return apiError(401, "You didn't provide an API key.")
    return authorization === `Bearer ${apiKey}`
      ? undefined
      : { ...apiError(401, 'Incorrect API key provided.'), code: 'invalid_api_key' }
  },
  check: (body, { hasSaid }) => checkChat(body, hasSaid),
  toMessages: fromChat,
  frames: chatChunks,
  whole: wholeCompletion,
  errorBody: chatError,
  errorFrame: ({ errorType, message }) => ({
    label: 'error',
    data: chatError({
      status: OVERLOADED,
      type: errorType ?? errorTypeOf(OVERLOADED),
      message: message ?? errorMessageOf(OVERLOADED),
    }),
  }),
  brokenFrame: { label: 'chunk', data: '{"object":"chat.completion.chunk","choices":[{"delta":{"cont' },
}

function chatError({ type, message, code }: ApiError): string {
  return JSON.stringify({ error: { message, type, param: null, code: code ?? null } })
}
