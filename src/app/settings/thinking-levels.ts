/** How much a model may think, as people say it. */

export interface ThinkingLevel {
  readonly name: string
  /** Of an answer. */
  readonly tokens: number
}

export const THINKING_LEVELS: readonly ThinkingLevel[] = [
  { tokens: 0, name: 'Off' },
  { tokens: 4_096, name: 'Low' },
  { tokens: 16_384, name: 'Medium' },
  { tokens: 32_768, name: 'High' },
]
