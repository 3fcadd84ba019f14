/**
 * The journal as the leader's log writes it: each batch before its transaction. A journal that is behind is filled up meanwhile, and a
 * batch goes to the database alone until that is done.
 */
import type { Database, JournalMark, SessionRecord } from '../store/database.ts'
import { StorageError } from '../store/storage-error.ts'
import { fillJournal } from './even-out.ts'
import { JOURNAL_FILL_MS } from './limits.ts'
import type { Entry } from './segment.ts'
import type { SessionJournal } from './session-journal.ts'

export interface SessionCopyOptions {
  readonly journal: SessionJournal
  readonly database: Database
  /** Told of a failure that costs the second copy alone. */
  readonly onProblem: (what: string, error: unknown) => void
}

export class SessionCopy {
  readonly #options: SessionCopyOptions
  /** It takes batches; not yet; not any more. */
  #state: 'follows' | 'behind' | 'ended' = 'follows'
  #filling: Promise<void> | undefined

  constructor(options: SessionCopyOptions) {
    this.#options = options
  }

  /**
   * Writes a batch that follows `before`; undefined where the journal cannot take it, so that the database alone has it. Throws
   * `StorageError` (`quota`), and then nothing of it is there.
   */
  append(entry: Entry, before: SessionRecord, isLasting: boolean): JournalMark | undefined {
    const { journal, onProblem } = this.#options
    if (this.#state !== 'follows' || journal.end.seq !== before.lastSeq) return undefined
    try {
      journal.append([entry], before, isLasting)
      return journal.mark
    } catch (error) {
      if (error instanceof StorageError && error.kind === 'quota') throw error
      this.#state = 'ended'
      onProblem('The second copy is not written any more', error)
      return undefined
    }
  }

  /** Takes the last batch back: its transaction failed. */
  undo(): void {
    try {
      this.#options.journal.undo()
    } catch (error) {
      this.#state = 'ended'
      this.#options.onProblem('A batch that was not stored stays in the second copy', error)
    }
  }

  /** Fills up the journal where it lacks events, `latest` being the session's row at any moment; after that it takes batches. */
  follow(latest: () => SessionRecord): void {
    const { journal, onProblem } = this.#options
    if (this.#state === 'ended' || this.#filling || journal.end.seq === latest().lastSeq) return
    this.#state = 'behind'
    this.#filling = this.#fill(latest)
      .catch((error: unknown) => {
        if (this.#state === 'ended') return
        this.#state = 'ended'
        onProblem('The second copy was not filled up', error)
      })
      .finally(() => {
        this.#filling = undefined
      })
  }

  /**
   * Lets go of the journal's files, once the journal is filled up, unless that takes long; `isOver`: the session is left, and its
   * segments may be compressed.
   */
  async close(isOver: boolean): Promise<void> {
    const late = setTimeout(() => (this.#state = 'ended'), JOURNAL_FILL_MS)
    await this.#filling
    clearTimeout(late)
    this.#state = 'ended'
    await this.#options.journal.close(isOver)
  }

  async #fill(latest: () => SessionRecord): Promise<void> {
    const { journal, database } = this.#options
    while (this.#state === 'behind') {
      await fillJournal(journal, database, latest(), () => this.#state === 'ended')
      // Nothing may come between the two: a batch that is being stored is not in the journal, and makes it behind again.
      if (journal.end.seq === latest().lastSeq) this.#state = 'follows'
    }
  }
}
