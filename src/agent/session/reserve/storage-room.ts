/** Whether this tab can store things, as its parts ask it and the page is told: the reserve of all tabs, and writes that have failed. */
import { ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { StorageState } from '../../protocol/tab-notice.ts'
import { storageFailure, storageHint } from '../store/storage-error.ts'
import type { StorageError, StorageErrorKind } from '../store/storage-error.ts'
import type { Handle } from '../store/database-handle.ts'
import { noRoom } from './reserve.ts'
import type { Reserve } from './reserve.ts'

export interface StorageRoomOptions {
  /** Absent where the browser has no files for this page. */
  readonly reserve: Reserve | undefined
  readonly database: Pick<Handle, 'isOutdated'>
  /** A run or a replay is under way. */
  readonly busy: () => boolean
  readonly onState: (state: StorageState) => void
}

export class StorageRoom {
  readonly #options: StorageRoomOptions
  #failed: StorageErrorKind | undefined

  constructor(options: StorageRoomOptions) {
    this.#options = options
    if (options.reserve) options.reserve.onChange = () => this.tell()
  }

  /** Nothing is begun any more: the reserve was given up. */
  get isFull(): boolean {
    return this.#options.reserve?.isFull ?? false
  }

  giveUp(bytes: number): Promise<boolean> {
    return this.#options.reserve?.giveUp(bytes) ?? Promise.resolve(false)
  }

  /** Something is to be begun: fails while the reserve cannot be made anew. */
  async regain(): Promise<Result<void>> {
    try {
      await this.#options.reserve?.regain()
      return ok(undefined)
    } catch (error) {
      this.tell()
      return storageFailure(error)
    }
  }

  /** The user says that there is room; earlier failures do not count any more. */
  async check(): Promise<Result<void>> {
    const room = await this.regain()
    if (room.ok) this.wrote()
    return room
  }

  /** Something was removed: there may be room for the reserve again. */
  async grew(): Promise<void> {
    await this.#options.reserve?.make()
  }

  /** A write has succeeded. */
  wrote(): void {
    this.#failed = undefined
    this.tell()
  }

  /** A failure to store is told until something is stored. */
  failed(error: StorageError): void {
    this.#failed = error.kind
    if (error.kind === 'quota' || error.kind === 'outdated') this.tell()
    else this.#options.onState({ state: 'broken', message: error.message, hint: storageHint(error.kind) })
  }

  /** A run has ended. */
  ended(): void {
    if (this.isFull) this.tell()
  }

  /** Tells the page how it is now. */
  tell(): void {
    const { busy, database, onState } = this.#options
    if (database.isOutdated) onState({ state: 'outdated' })
    else if (this.isFull && busy()) onState({ state: 'ending' })
    else if (this.isFull || this.#failed === 'quota') {
      onState({ state: 'full', message: noRoom().message, hint: storageHint('quota') })
    } else if (this.#failed === undefined) onState({ state: 'ok' })
  }
}
