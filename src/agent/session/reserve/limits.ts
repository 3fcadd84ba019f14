/** Sizes of the reserve, with their units and reasons. */

/** Bytes that are held for the end of what is under way: some rounds of text and results, for all tabs together. */
export const RESERVE_BYTES = 8 * 1024 * 1024
/** Bytes that are written at once: a slow disk keeps the thread for some tens of milliseconds. */
export const RESERVE_PIECE_BYTES = 512 * 1024
/** Bytes that have to be left beside it: with less, the next message would need the reserve at once. */
export const RESERVE_LEFT_BYTES = 2 * 1024 * 1024
/** Bytes of the largest write that it is given up for: the browser may need twice as many, and the run's end needs some, too. */
export const RESERVE_WRITE_BYTES = 3 * 1024 * 1024
