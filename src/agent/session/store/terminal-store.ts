/** The terminals of each session and the lines typed in them, outside the log, which never holds a secret. */
import { TERMINAL_HISTORY_LINES } from '../../limits.ts'
import { terminalMemory } from '../../protocol/calls/terminals.ts'
import type { TerminalMemory } from '../../protocol/calls/terminals.ts'
import type { ValueCopies } from './value-store/value-copies.ts'
import { ValueStore } from './value-store/value-store.ts'
import { isFields } from '../shapes/fields.ts'

export class TerminalStore {
  readonly #terminals: ValueStore

  /** Without `copies` they are in the database alone. */
  constructor(copies?: ValueCopies) {
    this.#terminals = new ValueStore({
      database: 'vivarium-terminals',
      store: 'sessions',
      copies,
      isCopiedByKey: true,
    })
  }

  /** Empty when nothing is kept, or what is kept cannot be read any more. */
  async read(session: string): Promise<TerminalMemory> {
    const stored = terminalMemory.safeParse(await this.#terminals.get(session))
    return stored.success ? stored.data : { terminals: [], history: [] }
  }

  keep(session: string, memory: TerminalMemory): Promise<void> {
    const history = memory.history.slice(-TERMINAL_HISTORY_LINES)
    // Fields that only a later version knows stay.
    return this.#terminals.update(session, (known) => ({
      ...(isFields(known) ? known : {}),
      ...memory,
      history,
    }))
  }

  forget(session: string): Promise<void> {
    return this.#terminals.delete(session)
  }
}
