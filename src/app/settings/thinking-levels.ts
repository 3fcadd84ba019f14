/** How much a model may think, as people say it. */
import { names } from '../language/en/names.ts'
import { settings as t } from '../language/en/settings.ts'
import { formatNumber } from '../ui/format.ts'

export interface ThinkingLevel {
  /** As it is typed; none for one that was set elsewhere. */
  readonly word?: keyof typeof names.thinking
  /** Thinking tokens of an answer. */
  readonly tokens: number
}

export const THINKING_LEVELS = [
  { tokens: 0, word: 'off' },
  { tokens: 4_096, word: 'low' },
  { tokens: 16_384, word: 'medium' },
  { tokens: 32_768, word: 'high' },
] as const satisfies readonly ThinkingLevel[]

/** As it is shown. */
export function thinkingName({ word, tokens }: ThinkingLevel): string {
  return word === undefined ? t.tokens(formatNumber(tokens)) : names.thinking[word]
}
