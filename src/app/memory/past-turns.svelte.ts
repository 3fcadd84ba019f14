/** Turns of past sessions that have the words of the search. */
import type { MemoryApi, RecalledTurn } from '../../agent/protocol/calls/memory.ts'

/** Milliseconds without a key after which it is asked. */
const PAUSE_MS = 80
const SHOWN = 5
/** Characters of an excerpt, and those of them before the passage that fits. */
const EXCERPT_CHARS = 200
const BEFORE_CHARS = 60

export class PastTurns {
  /** The best first. Those of the question before stay until there is an answer. */
  turns = $state.raw<readonly RecalledTurn[]>([])
  /** Why there is no answer; '' where there is one. */
  failure = $state('')
  readonly #api: Pick<MemoryApi, 'recall'>

  constructor(api: Pick<MemoryApi, 'recall'>) {
    this.#api = api
  }

  /** Asks after a pause. Gives what gives the question up: an answer that comes later is not shown. */
  ask(query: string): () => void {
    if (query === '') {
      this.#show([])
      return () => undefined
    }
    let isOver = false
    const timer = setTimeout(() => void this.#find(query, () => isOver), PAUSE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }

  async #find(query: string, isOver: () => boolean): Promise<void> {
    try {
      const answer = await this.#api.recall(query, SHOWN, 'matching turns')
      if (isOver()) return
      if (!answer.ok) return this.#show([], answer.error.message)
      this.#show(answer.value.found.filter((one) => one.kind === 'turn'))
    } catch (error) {
      if (!isOver()) this.#show([], error instanceof Error ? error.message : String(error))
    }
  }

  #show(turns: readonly RecalledTurn[], failure = ''): void {
    this.turns = turns
    this.failure = failure
  }
}

/** The passage that fits with what is around it, in one line and in whole words. */
export function excerptOf({ text, focus }: Pick<RecalledTurn, 'text' | 'focus'>): string {
  const start = Math.max(0, Math.min(focus - BEFORE_CHARS, text.length - EXCERPT_CHARS))
  const end = start + EXCERPT_CHARS
  const isCutBefore = start > 0
  const isCutAfter = end < text.length
  let excerpt = text.slice(start, end)
  // No longer part than this is a word's, and the passage begins after it.
  if (isCutBefore) excerpt = excerpt.replace(/^[\udc00-\udfff]/, '').replace(/^\S{0,30}\s+/, '')
  if (isCutAfter) excerpt = excerpt.replace(/[\ud800-\udbff]$/, '').replace(/\s+\S{0,30}$/, '')
  const line = excerpt.toWellFormed().replaceAll(/\s+/g, ' ').trim()
  return `${isCutBefore ? '… ' : ''}${line}${isCutAfter ? ' …' : ''}`
}
