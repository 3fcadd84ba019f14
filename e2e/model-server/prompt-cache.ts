/** Imitates the API's prompt cache: prefixes are written at markers and read back at a later request's. */
import { createHash } from 'node:crypto'
import { asArray, asBlocks, asObject, isObject, type JsonObject } from './json.ts'
import { CACHE_LOOKBACK_BLOCKS, CHARS_PER_TOKEN } from './limits.ts'

export interface CacheUse {
  readonly totalTokens: number
  readonly readTokens: number
  readonly writtenTokens: number
}

export class PromptCache {
  readonly #written = new Set<string>()

  /** Reads the longest prefix known, then writes one at each marker. */
  use(body: JsonObject): CacheUse {
    const blocks = promptBlocks(body)
    const hash = createHash('sha256').update(`${String(body['model'])}\n`)
    let size = 0
    const ends = blocks.map((block) => {
      hash.update(block.json)
      size += block.json.length
      return { key: hash.copy().digest('hex'), size, marked: block.marked }
    })
    const read = this.#longestRead(ends)
    const lastMarker = ends.findLast((end) => end.marked)
    for (const end of ends) if (end.marked) this.#written.add(end.key)
    return {
      totalTokens: tokens(size),
      readTokens: tokens(read),
      writtenTokens: tokens(Math.max(0, (lastMarker?.size ?? 0) - read)),
    }
  }

  #longestRead(ends: readonly { key: string; size: number; marked: boolean }[]): number {
    const markers = ends.flatMap((end, index) => (end.marked ? [index] : [])).reverse()
    for (const marker of markers) {
      const first = Math.max(0, marker - CACHE_LOOKBACK_BLOCKS)
      const found = ends.slice(first, marker + 1).findLast((end) => this.#written.has(end.key))
      if (found) return found.size
    }
    return 0
  }
}

/** An estimate of the prompt's tokens, the same that `usage` and `count_tokens` give. */
export function promptTokens(body: JsonObject): number {
  return tokens(promptBlocks(body).reduce((sum, block) => sum + block.json.length, 0))
}

export function tokens(characters: number): number {
  return Math.ceil(characters / CHARS_PER_TOKEN)
}

function promptBlocks(body: JsonObject): { json: string; marked: boolean }[] {
  const messages = asArray(body['messages']).map(asObject)
  const blocks = [
    ...asArray(body['tools']).map(asObject),
    ...asBlocks(body['system']),
    ...messages.flatMap((message) =>
      asBlocks(message['content']).map((block) => ({ role: message['role'], ...block })),
    ),
  ].map(asObject)
  const automatic = isObject(body['cache_control'])
  return blocks.map((block, index) => {
    const { cache_control: marker, ...rest } = block
    return {
      json: JSON.stringify(rest),
      marked: isObject(marker) || (automatic && index === blocks.length - 1),
    }
  })
}
