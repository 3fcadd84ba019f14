/** The policy file as the server has sent it last, valid or not: it holds where the server cannot be reached. */
import { z } from 'zod'
import type { ValueCopies } from '../store/value-store/value-copies.ts'
import { ValueStore } from '../store/value-store/value-store.ts'

const LAST = 'last'

/** `problem`: what came was none that could be stored, such as one that is too large. */
const keptPolicy = z.union([
  z.object({ address: z.string(), text: z.string() }),
  z.object({ address: z.string(), problem: z.string() }),
])
export type KeptPolicy = z.infer<typeof keptPolicy>

export class PolicyStore {
  readonly #values: ValueStore

  /** Without `copies` it is in the database alone. */
  constructor(copies?: ValueCopies) {
    this.#values = new ValueStore({ database: 'vivarium-policy', store: 'values', copies })
  }

  /** Undefined where that address has sent none. */
  async read(address: string): Promise<KeptPolicy | undefined> {
    const stored = keptPolicy.safeParse(await this.#values.get(LAST))
    return stored.success && stored.data.address === address ? stored.data : undefined
  }

  keep(policy: KeptPolicy): Promise<void> {
    return this.#values.set(LAST, policy)
  }

  forget(): Promise<void> {
    return this.#values.delete(LAST)
  }
}
