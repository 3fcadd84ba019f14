/** Changes of the permission mode that are on their way: shown at once, and taken back where they fail. */
import type { AgentEvent } from '../../agent/protocol/events.ts'
import type { PermissionMode } from '../../agent/protocol/permission-modes.ts'

export class AskedModes {
  /** Changes whose event has not come, in the order of asking. */
  #asked = $state.raw<readonly { readonly mode: PermissionMode }[]>([])

  /** The mode asked for last; undefined when the log has all of them. */
  get last(): PermissionMode | undefined {
    return this.#asked.at(-1)?.mode
  }

  /** `change` has the worker take the mode, and resolves to whether it did. */
  async ask(mode: PermissionMode, change: Promise<boolean>): Promise<boolean> {
    const asked = { mode }
    this.#asked = [...this.#asked, asked]
    const isTaken = await change
    if (!isTaken) this.#asked = this.#asked.filter((other) => other !== asked)
    return isTaken
  }

  /** New events of the session. */
  events(events: readonly AgentEvent[]): void {
    for (const event of events)
      if (event.type === 'mode_changed' && event.mode === this.#asked[0]?.mode)
        this.#asked = this.#asked.slice(1)
  }

  /** Another session is on the screen, or the same one from its start. */
  reset(): void {
    this.#asked = []
  }
}
