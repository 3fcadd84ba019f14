/** Make's variables: where they come from decides what may change them. */

export type Origin = 'default' | 'environment' | 'file' | 'command line' | 'override' | 'automatic'

export interface Variable {
  readonly value: string
  /** Expanded when it is used, not when it is set. */
  readonly isRecursive: boolean
  readonly origin: Origin
}

const RANK: readonly Origin[] = ['default', 'environment', 'file', 'command line', 'override', 'automatic']

export class Variables {
  readonly #own = new Map<string, Variable>()
  readonly #parent: Variables | undefined

  constructor(parent?: Variables) {
    this.#parent = parent
  }

  get(name: string): Variable | undefined {
    const own = this.#own.get(name)
    const inherited = this.#parent?.get(name)
    // A variable of the command line applies to every target.
    if (own === undefined || (inherited?.origin === 'command line' && own.origin === 'file')) return inherited
    return own
  }

  /** Does nothing when the variable has a value from a place that counts for more. */
  set(name: string, variable: Variable): void {
    const before = this.get(name)
    const isWeaker = before !== undefined && RANK.indexOf(variable.origin) < RANK.indexOf(before.origin)
    if (!isWeaker) this.#own.set(name, variable)
  }

  remove(name: string): void {
    this.#own.delete(name)
  }

  names(): readonly string[] {
    return [...new Set([...(this.#parent?.names() ?? []), ...this.#own.keys()])]
  }
}
