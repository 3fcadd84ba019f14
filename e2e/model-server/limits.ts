/** Ceilings of the Messages API that the server enforces, and its own. */

/** Bytes of a request body; the real API answers 413 above 32 MB. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024

/** `cache_control` markers in one request (tools, system and messages together). */
export const MAX_CACHE_MARKERS = 4

/** Output tokens that any current model may be asked for. */
export const MAX_OUTPUT_TOKENS = 128_000

/** Smallest thinking budget, in tokens. */
export const MIN_THINKING_BUDGET = 1024

/** Messages in one request. */
export const MAX_MESSAGES = 100_000

/** Images and documents in one request. */
export const MAX_MEDIA = 100

/** Blocks before a marker that a cache look-up walks back over. */
export const CACHE_LOOKBACK_BLOCKS = 20

/** Characters that count as one token where no real tokenizer is at hand. */
export const CHARS_PER_TOKEN = 4

/** Characters of context shown on each side of the first difference in a prefix report. */
export const DIFFERENCE_CONTEXT = 40

/** Milliseconds between the last byte and a socket reset, so that the bytes reach the client first. */
export const RESET_GRACE_MS = 15

/** Times a scripted story repeats one step whose result it did not expect (a cancelled call, say). */
export const MAX_STEP_ATTEMPTS = 3
