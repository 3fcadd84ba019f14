/** Notes that the composer and commands make; all else about the memory is loaded with its dialog. */
import type { MemoryApi } from '../../agent/protocol/calls/memory.ts'
import { chat as t } from '../language/en/chat.ts'
import { unexpected, type Problem } from '../problem.ts'

export class Remembering {
  /** The note that was made last, until it is put away. `isOfSession`: the files are of no project, so that no other session has it. */
  last = $state.raw<{ readonly path: string; readonly isOfSession: boolean; readonly isUndone: boolean }>()
  readonly #api: Pick<MemoryApi, 'list' | 'remember' | 'undo'>
  #session = ''

  constructor(api: Pick<MemoryApi, 'list' | 'remember' | 'undo'>) {
    this.#api = api
  }

  /** Makes a note of a line that was typed; the problem where it could not. */
  async remember(text: string): Promise<Problem | undefined> {
    this.last = undefined
    try {
      const made = await this.#api.remember(text)
      if (!made.ok) return { message: made.error.message, hint: made.error.hint }
      this.last = { path: made.value, isOfSession: await this.#isOfSession(), isUndone: false }
      return undefined
    } catch (error) {
      return unexpected(t.remembering, error)
    }
  }

  /** Takes back what was remembered last. The problem where it could not. */
  async forget(): Promise<Problem | undefined> {
    const { last } = this
    if (!last || last.isUndone) return undefined
    try {
      const undone = await this.#api.undo(last.path)
      if (!undone.ok) return { message: undone.error.message, hint: undone.error.hint }
      this.last = { ...last, isUndone: true }
      return undefined
    } catch (error) {
      return unexpected(t.forgetting, error)
    }
  }

  /** False where that cannot be read: the dialog says why. */
  async #isOfSession(): Promise<boolean> {
    const listed = await this.#api.list().catch(() => undefined)
    return listed?.ok === true && listed.value.project === null
  }

  /** Another session may be of another project. */
  reset(session: string): void {
    if (session !== this.#session) this.last = undefined
    this.#session = session
  }
}
