/** The interface of whatever refers to stored content by its hash: a clean-up removes only what no holder names. */
import type { ContentHolderName } from '../../protocol/calls/storage.ts'

export type AnyHolder = ContentHolderName | 'logs'

/**
 * One place of references to content: the logs, accepted versions of files, and each later store that keeps hashes. A collection
 * first stops the stores of all tabs, then asks the holders one after the other, in the order of their list. It removes all content
 * that no holder names and that no live tab has used (`ContentUse`). Databases are not stopped meanwhile: references may come and go.
 *
 * So a holder
 *
 * - reads its references where all tabs write them (IndexedDB, files of the origin), anew with each call. The memory of a tab knows
 *   nothing of what another tab holds.
 * - names the root of each thing that it holds: the collection finds all below a directory, and the bases of differences.
 * - names whatever could be a hash in a record that it cannot read, as one of a later version; or rejects.
 * - rejects when it cannot read all of its references. Nothing is removed then. The same is true when it does not answer in time.
 * - waits for no store of content: all of them are stopped until it has answered.
 *
 * Code that begins to hold a hash does this, in this order:
 *
 * 1. It lets the content pass through its tab's store: `put`, or `missing` where it should be there already. That waits for a
 *    collection that is under way, says whether the content is still there, and keeps the content from then on for as long as the
 *    tab lives.
 * 2. It writes the reference, from that same tab. A tab that ends in between has held nothing.
 *
 * Without the first step a reference may be written that a collection has not seen, to content that it then removes. There are two
 * exceptions: a reference that is copied within one holder, in one transaction with a look that the original is still there (a
 * fork); and one that moves on to a holder that is asked later (a log that comes back from its second copy).
 *
 * A backup that has the references of a holder has their content, too, and its restore does the same (`backup/rules`).
 */
export interface ContentHolder<Name extends AnyHolder = AnyHolder> {
  readonly name: Name
  /** All that it holds at one moment of the call; those that are not stored do no harm. Rejects as said above. */
  hashes(): Promise<Iterable<string>>
}
