/** A search over a folder passes over withheld files where the command is the agent's, and says so: named ones are searched. */
import { isOwnWithheldFile } from '../../../contract/withheld-file.ts'
import type { ShellKernel } from '../kernel.ts'

/** Names that are told; more are counted. */
const NAMES_TOLD = 5

export class WithheldFiles {
  readonly #isOn: boolean
  readonly #skipped: string[] = []

  constructor({ skipsWithheld = false }: Pick<ShellKernel, 'skipsWithheld'>) {
    this.#isOn = skipsWithheld
  }

  /** Whether the file is left out; `shown` is its name for the user. */
  skips(path: string, shown: string): boolean {
    if (!this.#isOn || !isOwnWithheldFile(path)) return false
    this.#skipped.push(shown)
    return true
  }

  /** One line for stderr, without the program's name; undefined when nothing was left out. */
  report(): string | undefined {
    if (this.#skipped.length === 0) return undefined
    const told = this.#skipped.slice(0, NAMES_TOLD).join(', ')
    const more = this.#skipped.length - NAMES_TOLD
    const files = `${told}${more > 0 ? ` and ${more} more` : ''}`
    return `${files}: not searched, ${this.#skipped.length === 1 ? 'it holds' : 'they hold'} secrets`
  }
}
