/**
 * Room that is held while there is some, as a file of that size, and given up where a write has none: then what is under way can be
 * finished and stored, and nothing more is begun until there is room for the reserve again. One for all tabs.
 */
import type { JournalFile, JournalFolder, JournalPlace } from '../journal/contract.ts'
import { StorageError, toStorageError } from '../store/storage-error.ts'
import { RESERVE_BYTES, RESERVE_LEFT_BYTES, RESERVE_PIECE_BYTES, RESERVE_WRITE_BYTES } from './limits.ts'

const FOLDER = 'room'
const FILE = 'room'
/** Empty; there from when the reserve was given up until it is made anew, so that tabs that are opened meanwhile know. */
const SPENT = 'spent'
const LOCK = 'vivarium-reserve'

/** Between the tabs: whether the storage is full. */
export interface ReserveChannel {
  post(isFull: boolean): void
  listen(hear: (isFull: unknown) => void): void
}

export interface ReserveOptions {
  readonly place: JournalPlace
  readonly locks: LockManager
  readonly channel: ReserveChannel
  readonly estimate: () => Promise<StorageEstimate>
  /** Told of a failure that costs the reserve alone. */
  readonly onProblem: (what: string, error: unknown) => void
}

export class Reserve {
  readonly #options: ReserveOptions
  readonly #folder: JournalFolder
  #isFull = false
  /** Told when the storage is full, and when it is no longer. */
  onChange: (isFull: boolean) => void = () => undefined

  constructor(options: ReserveOptions) {
    this.#options = options
    this.#folder = options.place.folder(FOLDER)
    options.channel.listen((isFull) => this.#become(isFull === true))
  }

  /** It was given up and could not be made anew: only what ends a run is stored. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Learns whether another tab, or this one before it was reloaded, has given it up. Never rejects. */
  async look(): Promise<void> {
    try {
      if ((await this.#folder.names()).includes(SPENT)) this.#become(true)
    } catch (error) {
      this.#options.onProblem('It is not known whether the reserve is there', error)
    }
  }

  /**
   * Gives it up for a write of so many bytes that had no room. True where the write is to be tried again: another tab may have
   * given it up just now. False where the write is too large, or there is no reserve. Never rejects.
   */
  async giveUp(bytes: number): Promise<boolean> {
    if (bytes > RESERVE_WRITE_BYTES) return false
    const { locks, channel, onProblem } = this.#options
    try {
      return await locks.request(LOCK, async () => {
        const names = await this.#folder.names()
        // If there was never room for a reserve, each write stands for itself.
        if (!this.#isFull && !names.includes(FILE) && !names.includes(SPENT)) return false
        await this.#folder.remove(FILE)
        this.#become(true)
        channel.post(true)
        const spent = await this.#folder.open(SPENT)
        if (spent !== 'taken') spent.close()
        return true
      })
    } catch (error) {
      onProblem('The reserve was not given up', error)
      this.#become(true)
      return true
    }
  }

  /** Makes it where there is room for it and some more; false where there is not. Never rejects. */
  async make(): Promise<boolean> {
    const { locks, channel, onProblem } = this.#options
    try {
      return await locks.request(LOCK, async () => {
        if (!(await this.#fill())) return false
        await this.#folder.remove(SPENT)
        this.#become(false)
        channel.post(false)
        return true
      })
    } catch (error) {
      onProblem('The reserve was not made', error)
      return false
    }
  }

  /** As `make` where it was given up; rejects with a `StorageError` (`quota`) while there is no room for it. */
  async regain(): Promise<void> {
    if (this.#isFull && !(await this.make())) throw noRoom()
  }

  async #fill(): Promise<boolean> {
    const there = (await this.#folder.size(FILE)) ?? 0
    if (there === RESERVE_BYTES) return true
    const { quota, usage } = await this.#options.estimate()
    const free = quota === undefined || usage === undefined ? Infinity : quota - usage
    if (free < RESERVE_BYTES - there + RESERVE_LEFT_BYTES) return false
    const file = await this.#folder.open(FILE)
    if (file === 'taken') return false
    try {
      // Some browsers tell of much more room than there is, so that it is tried.
      await append(file, RESERVE_BYTES + RESERVE_LEFT_BYTES - file.size())
      file.truncate(RESERVE_BYTES)
    } catch (cause) {
      file.close()
      // A part of it would be in the way of what the rest of the room is for.
      await this.#folder.remove(FILE)
      const error = toStorageError(cause, 'making the reserve')
      if (error.kind === 'quota') return false
      throw error
    }
    file.close()
    return true
  }

  #become(isFull: boolean): void {
    if (this.#isFull === isFull) return
    this.#isFull = isFull
    this.onChange(isFull)
  }
}

/** Why nothing more is taken. */
export function noRoom(): StorageError {
  return new StorageError(
    'quota',
    'The browser has no storage left: nothing more is stored until there is room.',
  )
}

/** Runs `work`, and once more with the room of the reserve where it had none; `bytes`: how much it writes, roughly. */
export async function withReserve<T>(
  reserve: Pick<Reserve, 'giveUp'> | undefined,
  bytes: number,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!reserve || toStorageError(cause, '').kind !== 'quota') throw cause
    if (!(await reserve.giveUp(bytes))) throw cause
    return work()
  }
}

/** Bytes that nothing between here and the disk makes fewer, a piece at a time: the thread has other things to do. */
async function append(file: JournalFile, bytes: number): Promise<void> {
  for (let left = bytes; left > 0; left -= RESERVE_PIECE_BYTES) {
    file.append(noise(Math.min(left, RESERVE_PIECE_BYTES)))
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/** Bytes that a source of randomness gives at once. */
const RANDOM_BYTES = 65_536

function noise(bytes: number): Uint8Array {
  const made = new Uint8Array(bytes)
  for (let at = 0; at < bytes; at += RANDOM_BYTES)
    crypto.getRandomValues(made.subarray(at, at + RANDOM_BYTES))
  return made
}
