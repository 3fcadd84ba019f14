/** How full a model's window may get. Pure. */
import {
  BLOCK_BUFFER_TOKENS,
  COMPACT_BUFFER_TOKENS,
  SMALL_WINDOW_FREE,
  SMALL_WINDOW_TOKENS,
  SUMMARY_TOKENS,
} from '../limits.ts'

/** In tokens of a request with all that it carries. */
export interface WindowLimits {
  /** From here on the conversation is made shorter before the next request. */
  readonly compactAt: number
  /** From here on no request is made. */
  readonly blockAt: number
}

/** `window` is what the model takes, its answer included. */
export function windowLimits(window: number): WindowLimits {
  if (window < SMALL_WINDOW_TOKENS) {
    return {
      compactAt: Math.floor(window * (1 - SMALL_WINDOW_FREE.compact)),
      blockAt: Math.floor(window * (1 - SMALL_WINDOW_FREE.block)),
    }
  }
  const effective = window - SUMMARY_TOKENS
  return { compactAt: effective - COMPACT_BUFFER_TOKENS, blockAt: effective - BLOCK_BUFFER_TOKENS }
}
