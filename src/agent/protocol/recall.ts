/** Questions to the recall: notes and turns of past sessions, by their words. */
/** The tool by which a model asks. */
export const RECALL_TOOL = 'Recall'

export interface RecallQuestion {
  readonly query: string
  readonly limit: number
  /** Turns of these alone, and no notes. `tool`: calls and their results, which are looked through only then. */
  readonly role?: 'user' | 'assistant' | 'tool' | undefined
  /** `matching turns`: turns alone that have words of the question themselves, no notes and nothing that was said beside such a turn. */
  readonly only?: 'matching turns' | undefined
  /** Calls of this tool and their results alone. */
  readonly tool?: string | undefined
  /** Milliseconds since the epoch: from the first one on, and before the second one. */
  readonly after?: number | undefined
  readonly before?: number | undefined
}
