/** Ceilings of the content files, with their units and reasons. */

/**
 * Bytes after which a content file is followed by the next: a clean-up writes one file anew at a time, and needs room for
 * it; a gigabyte of contents is 32 files, whose sizes are looked up in milliseconds.
 */
export const CONTENT_FILE_BYTES = 32 * 1024 * 1024
/** Bytes between two packs that are read along with both, and of one such reading: a reading costs as much as some 200 KB. */
export const READ_GAP_BYTES = 64 * 1024
export const READ_BYTES = 4 * 1024 * 1024
/** Bytes of packs that move into a file at once: some 20 ms of work. */
export const MOVE_BYTES = 2 * 1024 * 1024
/** Milliseconds between two of these: work that the user waits for comes in between. */
export const MOVE_PAUSE_MS = 100
/** Rows of the index that are looked at for those. */
export const MOVE_ROWS = 500
/** Rows in one transaction of a re-index. */
export const REINDEX_ROWS = 2_000
/** Times that a file is tried to be opened which has more than the index knows, and milliseconds between two: its tab may just end. */
export const OPEN_TRIES = 5
export const OPEN_PAUSE_MS = 40
