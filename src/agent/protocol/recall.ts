/** Questions to the recall: notes and turns of past sessions, by their words. */
/** The tool by which a model asks. */
export const RECALL_TOOL = 'Recall'

export interface RecallQuestion {
  readonly query: string
  readonly limit: number
  /** Turns of these alone, and no notes. `tool`: calls and their results, which are looked through only then. */
  readonly role?: 'user' | 'assistant' | 'tool' | undefined
  /** Calls of this tool and their results alone. */
  readonly tool?: string | undefined
  /** Milliseconds since the epoch: from the first one on, and before the second one. */
  readonly after?: number | undefined
  readonly before?: number | undefined
}
