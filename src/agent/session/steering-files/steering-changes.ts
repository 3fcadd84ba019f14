/** Notices what may change the versions of files in force, so that nothing has to be read to know that they are the same. */
import type { FilesChanged } from '../../../sandbox/contract/contract.ts'
import { dirname, isWithin, relativeTo, resolve, WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import { STEERING_WATCHED } from '../../limits.ts'
import { isInstructionFile } from '../../memory/instructions/places.ts'

export class SteeringChanges {
  #count = 0
  /** Absolute paths of the files that were read, links and where they lead included, and of the folders that they are in. */
  readonly #watched = new Set<string>()
  /** Acts of the user that may set files, as long as they last. */
  readonly #acts = new Set<Promise<unknown>>()

  /** How often something has changed. */
  get count(): number {
    return this.#count
  }

  /** Something was set or accepted, or another sandbox shows the workspace. */
  note(): void {
    this.#count += 1
  }

  /** Files that nobody has read change nothing. */
  noteFiles({ paths, ignored, overflow }: FilesChanged): void {
    // A new one in any folder may count at once.
    const isWatched = (path: string) => this.#watched.has(path) || isInstructionFile(relativeTo(path))
    // With too many to know, each change counts.
    const isAny = overflow || this.#watched.size >= STEERING_WATCHED
    if (isAny || paths.some(isWatched) || ignored.some(isWatched)) this.note()
  }

  /** From now on a change of this file is noticed. */
  watch(path: string): void {
    for (let around = resolve(path); isWithin(around, WORKSPACE_ROOT); around = dirname(around))
      if (this.#watched.size < STEERING_WATCHED) this.#watched.add(around)
  }

  /** The user changes files: until they are set, too, a change of them would pass for a program's. */
  during<T>(act: () => Promise<T>): Promise<T> {
    const acting = act().finally(() => this.#acts.delete(acting))
    this.#acts.add(acting)
    return acting
  }

  /** Resolves when the acts have ended that are under way. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#acts)
  }
}
