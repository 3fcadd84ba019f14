/** The Messages API. */
import { checkHead } from './accept/head.ts'
import { checkRequest, isApiVersion } from './accept/request.ts'
import { errorBody, errorMessageOf, errorTypeOf } from './api-error.ts'
import { asObject, asString, type JsonObject } from './json.ts'
import { messageEvents, wholeMessage } from './message-events.ts'
import type { Frame, WireFormat } from './wire.ts'

const OVERLOADED = 529

export const MESSAGES: WireFormat = {
  path: '/v1/messages',
  checkHead,
  check: (body, { headers, countOnly, isGenuine }) => {
    const version = headers['anthropic-version']
    return checkRequest(body, {
      countOnly,
      version: isApiVersion(version) ? version : '2023-06-01',
      isGenuine,
    })
  },
  toMessages: (body) => body,
  frames: (turn, envelope) => messageEvents(turn, envelope).map(frameOf),
  whole: wholeMessage,
  errorBody,
  errorFrame: ({ errorType, message }) =>
    frameOf({
      type: 'error',
      error: {
        type: errorType ?? errorTypeOf(OVERLOADED),
        message: message ?? errorMessageOf(OVERLOADED),
      },
    }),
  brokenFrame: {
    label: 'content_block_delta',
    name: 'content_block_delta',
    data: '{"type":"content_block_delta","index":0,"delta":{"ty',
  },
}

function frameOf(event: JsonObject): Frame {
  const name = asString(event['type'])
  const delta = asString(asObject(event['delta'])['type'])
  return {
    label: name === 'content_block_delta' ? `${name}/${delta}` : name,
    name,
    data: JSON.stringify(event),
  }
}
