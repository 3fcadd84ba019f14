import { invalid, type ApiError } from '../api-error.ts'
import { asArray, asBlocks, asObject, asString, isObject, type JsonObject } from '../json.ts'
import { MAX_CACHE_MARKERS } from '../limits.ts'

interface Place {
  readonly at: string
  readonly block: JsonObject
}

/** Every block that may carry a marker, in prompt order. */
function places(body: JsonObject): Place[] {
  return [
    ...asArray(body['tools']).map((tool, index) => ({ at: `tools.${index}`, block: asObject(tool) })),
    ...asBlocks(body['system']).map((block, index) => ({ at: `system.${index}`, block })),
    ...asArray(body['messages']).flatMap((message, index) =>
      asBlocks(asObject(message)['content']).flatMap((block, inner) => {
        const at = `messages.${index}.content.${inner}`
        const nested = block['type'] === 'tool_result' ? asBlocks(block['content']) : []
        return [
          ...nested.map((child, place) => ({ at: `${at}.content.${place}`, block: child })),
          { at, block },
        ]
      }),
    ),
  ]
}

export function checkCacheMarkers(body: JsonObject): ApiError | undefined {
  const marked = places(body).filter(
    ({ block }) => block['cache_control'] !== undefined && block['cache_control'] !== null,
  )
  const count = marked.length + (isObject(body['cache_control']) ? 1 : 0)
  if (count > MAX_CACHE_MARKERS) {
    return invalid(
      `A maximum of ${MAX_CACHE_MARKERS} blocks with cache_control may be provided. Found ${count}.`,
    )
  }
  for (const place of marked) {
    const error = checkMarker(place)
    if (error) return error
  }
  return checkOrder(marked)
}

function checkMarker({ at, block }: Place): ApiError | undefined {
  const marker = block['cache_control']
  if (!isObject(marker)) return invalid(`${at}.cache_control: Input should be a valid dictionary`)
  if (block['type'] === 'text' && asString(block['text']) === '') {
    return invalid(`${at}.text: cache_control cannot be set for empty text blocks`)
  }
  const extra = Object.keys(marker).find((key) => key !== 'type' && key !== 'ttl')
  if (extra !== undefined) {
    return invalid(`${at}.cache_control.ephemeral.${extra}: Extra inputs are not permitted`)
  }
  if (marker['type'] !== 'ephemeral') {
    return invalid(`${at}.cache_control: Input tag does not match any of the expected tags: 'ephemeral'`)
  }
  const ttl = marker['ttl']
  return ttl === undefined || ttl === '5m' || ttl === '1h'
    ? undefined
    : invalid(`${at}.cache_control.ephemeral.ttl: Input should be '5m' or '1h'`)
}

function checkOrder(marked: readonly Place[]): ApiError | undefined {
  let short = false
  for (const { at, block } of marked) {
    const long = asObject(block['cache_control'])['ttl'] === '1h'
    if (long && short) {
      return invalid(
        `${at}.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block.`,
      )
    }
    short ||= !long
  }
  return undefined
}
