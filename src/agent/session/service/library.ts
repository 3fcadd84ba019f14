/** The sessions of this browser, other than the one that is open: their list, and what becomes of them. */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { SessionChange, SessionSummary } from '../../protocol/calls/sessions.ts'
import type { Database, SessionRecord } from '../store/database.ts'
import type { SecondCopy } from '../journal/second-copy.ts'
import { isLed, tend } from '../log/lease.ts'
import { withReserve } from '../reserve/reserve.ts'
import type { Reserve } from '../reserve/reserve.ts'
import { changeSession, deleteSession, listSessions } from '../store/sessions.ts'
import { storageFailure } from '../store/storage-error.ts'

export interface LibraryOptions {
  readonly database: Database
  readonly locks: LockManager
  readonly secondCopy?: SecondCopy | undefined
  /** Given up for a mark in the list that has no room: a session that is to be deleted is marked first. */
  readonly reserve?: Pick<Reserve, 'giveUp'> | undefined
  readonly now: () => number
  /** Removes the data stored of a session beside its log. */
  readonly forget: (id: string) => Promise<void>
  readonly onChanged: () => void
}

export class Library {
  readonly #options: LibraryOptions

  constructor(options: LibraryOptions) {
    this.#options = options
  }

  list(): Promise<SessionSummary[]> {
    return listSessions(this.#options.database)
  }

  rename(id: string, title: string): Promise<Result<void>> {
    return this.#change(id, (record) => ({ ...record, title }))
  }

  change(id: string, { pinned, archived }: SessionChange): Promise<Result<void>> {
    return this.#change(id, (record) => ({
      ...record,
      ...(pinned === undefined ? {} : { pinned }),
      ...(archived === undefined ? {} : { archived }),
    }))
  }

  /** Nothing of it is gone. Nobody may have it open. */
  async delete(id: string): Promise<Result<void>> {
    if (await isLed(this.#options.locks, id)) return openElsewhere()
    return this.#change(id, (record) => ({ ...record, deletedAt: this.#options.now() }))
  }

  undelete(id: string): Promise<Result<void>> {
    return this.#change(id, ({ deletedAt: _, ...record }) => record)
  }

  /** Only what was deleted before: the others stay. */
  async purge(ids: readonly string[]): Promise<Result<void>> {
    const { database, locks, onChanged } = this.#options
    for (const id of ids) {
      const record = await database.get('sessions', id)
      if (record?.deletedAt === undefined) continue
      // With nobody in between, who would copy it anew from the one that is left.
      const removed = await tend(locks, id, () => this.#remove(id))
      if (!removed) return openElsewhere()
      if (!removed.ok) return removed
    }
    onChanged()
    return ok(undefined)
  }

  async #remove(id: string): Promise<Result<void>> {
    const { database, forget } = this.#options
    const removed = await this.#removeCopy(id)
    if (!removed.ok) return removed
    await deleteSession(database, id)
    await forget(id)
    return ok(undefined)
  }

  async #change(id: string, change: (record: SessionRecord) => SessionRecord): Promise<Result<void>> {
    const { database, reserve, onChanged } = this.#options
    if (!(await withReserve(reserve, 0, () => changeSession(database, id, change))))
      return fail('not_found', `There is no session ${id}; nothing was changed.`)
    await this.#options.secondCopy?.listed(id)
    onChanged()
    return ok(undefined)
  }

  /** Before the session itself: it would come back from its copy. */
  async #removeCopy(id: string): Promise<Result<void>> {
    try {
      await this.#options.secondCopy?.remove(id)
      return ok(undefined)
    } catch (error) {
      return storageFailure(error)
    }
  }
}

function openElsewhere(): Result<never> {
  return fail('not_permitted', 'This session is open in another tab; it was not deleted.', {
    hint: 'Close it there first.',
  })
}
