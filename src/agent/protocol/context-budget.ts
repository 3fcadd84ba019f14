/** What fills the model's context window, and what can be done about it (TB-01, TB-02). */

/** In the order in which they stand in a request; then what is kept free for the answer, and what is left. */
export const CONTEXT_CELLS = [
  'system',
  'tools',
  'instructions',
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

interface CellText {
  readonly name: string
  /** Who decides how large it is. */
  readonly by: string
  /** What to do when it is the largest. */
  readonly remedy: string
}

export const CELL_TEXTS: Readonly<Record<ContextCell, CellText>> = {
  system: {
    name: 'System prompt',
    by: 'Vivarium',
    remedy:
      'It is as short as it can be, and read from the cache; a model with a larger window leaves more beside it.',
  },
  tools: {
    name: 'Tool definitions',
    by: 'Vivarium, your rules',
    remedy:
      'They are sent with every request. A rule that denies a tool as a whole takes it out from the next session on.',
  },
  instructions: {
    name: 'Instruction files',
    by: 'the project',
    remedy:
      'Shorten CLAUDE.md and AGENTS.md: what only some tasks need belongs into files that are read when it is needed.',
  },
  history: {
    name: 'Conversation',
    by: 'you and the model',
    remedy:
      'Have it summarised with /compact, or begin a new session for another task: the files stay, and what was said no longer goes along with every request.',
  },
  outputs: {
    name: 'Results of tools',
    by: 'the tools, your requests',
    remedy:
      'Name the file, function or failing test, so that less is read; for a long log ask for its errors only.',
  },
  answer: {
    name: 'Kept for this answer',
    by: 'the model',
    remedy: 'Less thinking (in the settings) keeps less free for it.',
  },
  headroom: { name: 'Free', by: '', remedy: 'There is room.' },
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

/** All prompt tokens that requests have sent up to each of them: what is small per turn is sent again with each (TB-02). */
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
