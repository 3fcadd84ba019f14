/**
 * Rows of a log without the hashes of their events (`log-chain`): a hash is made of its event and of the hash before it, so it can be
 * made again. An empty text stands in its place. A hash that does not follow is kept as it is.
 */
import { hashIn, linkAfter } from '../log/log-chain.ts'

/** A row with hashes left out, or put in again. */
export interface RowAndProof {
  readonly row: unknown
  /** For each event its hash, where that is left out of the short row; else the event itself. Equal for both forms. */
  readonly proof: readonly unknown[]
  /** The last hash in the row; the one before it where there is none. */
  readonly chain: string
}

/** Leaves hashes out of a row behind the hash `before`. Undefined where one is an empty text already. */
export function shortened(row: unknown, before: string): RowAndProof | undefined {
  if (eventsIn(row).some((event) => hashIn(event) === '')) return undefined
  return changed(row, before, (event, hash, chain) =>
    hash !== undefined && hash === linkAfter(chain, event) ? { hash, written: '' } : undefined,
  )
}

/** Puts hashes in again that `shortened` left out, behind the same hash. */
export function lengthened(row: unknown, before: string): RowAndProof {
  return changed(row, before, (event, hash, chain) => {
    if (hash !== '') return undefined
    const made = linkAfter(chain, event)
    return { hash: made, written: made }
  })
}

/** The hash of an event that can be left out, and what is written in its place; undefined to leave the event as it is. */
type Change = (
  event: unknown,
  hash: string | undefined,
  chain: string,
) => { readonly hash: string; readonly written: string } | undefined

function changed(row: unknown, before: string, change: Change): RowAndProof {
  let chain = before
  const proof: unknown[] = []
  const events = eventsIn(row).map((event) => {
    const hash = hashIn(event)
    const made = change(event, hash, chain)
    chain = made?.hash ?? hash ?? chain
    proof.push(made?.hash ?? event)
    // One that has a hash is an object.
    return made ? { ...(event as object), chain: made.written } : event
  })
  return { row: Array.isArray(row) ? events : events[0], proof, chain }
}

/** Logs of older versions have one event in a row, which is no list. */
function eventsIn(row: unknown): readonly unknown[] {
  return Array.isArray(row) ? row : [row]
}
