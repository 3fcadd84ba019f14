/** How long an answer may be where input and answer together do not fit, from what the refusal says. */
import { LEAST_OUTPUT_TOKENS, OVERFLOW_BUFFER_TOKENS } from '../limits.ts'
import type { RetryAttempt } from './contract.ts'

/** Each with the input's tokens and the window's, in the words of a server. */
const REFUSALS: readonly RegExp[] = [
  /max_tokens` exceed context limit: (?<input>\d+) \+ \d+ > (?<window>\d+)/,
  /maximum context length is (?<window>\d+) tokens.*\((?<input>\d+) in the messages/s,
  /maximum context length is (?<window>\d+) tokens and your request has (?<input>\d+) input tokens/,
  /max_tokens.*context (?:window|length) of (?<window>\d+).*input (?:of|is) (?<input>\d+)/s,
]

/** The next limit of the answer; undefined where that would be too little, or it is the input alone that does not fit. */
export function roomLeft(
  message: string,
  { maxTokens, thinkingTokens }: Pick<RetryAttempt, 'maxTokens' | 'thinkingTokens'>,
): number | undefined {
  for (const pattern of REFUSALS) {
    const { input, window } = pattern.exec(message)?.groups ?? {}
    if (input === undefined || window === undefined) continue
    const room = Number(window) - Number(input) - OVERFLOW_BUFFER_TOKENS - thinkingTokens
    // Not less than what was asked for: then it was something else.
    return room >= LEAST_OUTPUT_TOKENS && room < maxTokens ? room : undefined
  }
  return undefined
}
