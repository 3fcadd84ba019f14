/**
 * The stored body of an event that differs from what was read of it: an older shape, fields that this version does
 * not know, or an event of which it can read nothing. It goes along with the event in this thread, under a symbol:
 * it stays when the event is copied or some of its fields are changed, and no message to another thread, no
 * request to a model and no database has it. Whoever writes a log's events out writes `writtenEvent` of them.
 */
import type { Fields } from './fields.ts'
import type { ReadBody } from '../../protocol/events.ts'

export interface StoredShape {
  /** Without its stamp. */
  readonly raw: Fields
  /** `unread`: nothing of it was. */
  readonly how: 'lifted' | 'in part' | 'unread'
}

const STORED = Symbol('stored')

export function withStored<T extends ReadBody>(body: T, stored: StoredShape): T {
  return Object.assign(body, { [STORED]: stored })
}

/** Undefined for an event that was read as it was stored. */
export function storedShape(event: ReadBody): StoredShape | undefined {
  // Only `withStored` uses the symbol.
  return (event as ReadBody & { readonly [STORED]?: StoredShape })[STORED]
}

/** Whether all of it is known here: then it may be merged with others, and its ids may be replaced. */
export function isAllKnown(event: ReadBody): boolean {
  const stored = storedShape(event)
  return stored === undefined || stored.how === 'lifted'
}
