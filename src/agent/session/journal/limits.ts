/** Ceilings of the journal, with their units and reasons. */

/** Bytes after which a segment is followed by the next: opening a session reads its last one, which takes a few milliseconds. */
export const JOURNAL_SEGMENT_BYTES = 1024 * 1024
/** Bytes of one row: a batch is LOG_BATCH_EVENTS events, the largest of them a file that was attached. */
export const JOURNAL_ROW_BYTES = 256 * 1024 * 1024
/** Bytes from which a segment is compressed when its session is left: a smaller one costs less than one more file. */
export const JOURNAL_PACK_BYTES = 64 * 1024
/** Journals that did not belong to their log and are kept beside the one that does; there has never been one. */
export const JOURNAL_SETS_ASIDE = 8
/** Milliseconds for which a session that is left waits for its journal to be filled up: the next leader does the rest. */
export const JOURNAL_FILL_MS = 1_000
/** Journals that a clean-up looks at at once: a segment of each may be in memory. */
export const JOURNALS_AT_ONCE = 16
