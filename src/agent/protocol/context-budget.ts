/** The contents of the model's context window, and the remedies where it is full. */

/** In the order in which they stand in a request; then what is kept free for the answer, and what is left. */
export const CONTEXT_CELLS = [
  'system',
  'tools',
  'instructions',
  'memory',
  'history',
  'outputs',
  'answer',
  'headroom',
] as const
export type ContextCell = (typeof CONTEXT_CELLS)[number]

export interface ContextBudget {
  readonly model: string
  /** Tokens; the cells make up all of it. */
  readonly window: number
  readonly cells: Readonly<Record<ContextCell, number>>
  /** Tokens of a request from which on the conversation is made shorter before the next. */
  readonly compactAt: number
  /** The sum of what a request has was counted by the provider; false: all of it is estimated. */
  readonly isCounted: boolean
}

/** The largest of what a request has: where a remedy helps most. Undefined while it is less than a fifth of the window. */
export function dominantCell({
  cells,
  window,
}: Pick<ContextBudget, 'cells' | 'window'>): ContextCell | undefined {
  const used = CONTEXT_CELLS.filter((cell) => cell !== 'headroom')
  const [largest] = used.toSorted((a, b) => cells[b] - cells[a])
  return largest !== undefined && cells[largest] >= window / 5 ? largest : undefined
}

/**
 * All prompt tokens that requests have sent up to each of them: content that is small per turn is sent again
 * with each.
 */
export function cumulativePrompts(
  requests: readonly {
    readonly inputTokens: number
    readonly cacheReadTokens: number
    readonly cacheWriteTokens: number
  }[],
): readonly number[] {
  let total = 0
  return requests.map(
    ({ inputTokens, cacheReadTokens, cacheWriteTokens }) =>
      (total += inputTokens + cacheReadTokens + cacheWriteTokens),
  )
}
