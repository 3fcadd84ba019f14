/** How much thinking is meant, for models that are told so by a word. */

/** Thinking tokens up to which this word is meant. */
const LOW = 4_096
const MEDIUM = 16_384

export function effortOf(thinkingTokens: number): 'low' | 'medium' | 'high' {
  if (thinkingTokens <= LOW) return 'low'
  return thinkingTokens <= MEDIUM ? 'medium' : 'high'
}
