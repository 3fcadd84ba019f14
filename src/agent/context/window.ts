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

/** Tokens for a request: without those that are kept free for an answer. `window` is what the model takes. */
export function effectiveWindow(window: number): number {
  if (window < SMALL_WINDOW_TOKENS) return Math.floor(window * (1 - SMALL_WINDOW_FREE.compact))
  return window - SUMMARY_TOKENS
}

/** `window` is what the model takes, its answer included. */
export function windowLimits(window: number): WindowLimits {
  if (window < SMALL_WINDOW_TOKENS) {
    return {
      compactAt: Math.floor(window * (1 - SMALL_WINDOW_FREE.compact)),
      blockAt: Math.floor(window * (1 - SMALL_WINDOW_FREE.block)),
    }
  }
  const effective = effectiveWindow(window)
  return { compactAt: effective - COMPACT_BUFFER_TOKENS, blockAt: effective - BLOCK_BUFFER_TOKENS }
}
