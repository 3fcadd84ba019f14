/** All commands there are, found by name, listed without loading any of their code. */
import type { AppModel } from '../app-model.svelte.ts'
import type { Command } from './contract.ts'

export interface ListedCommand {
  readonly command: Command
  /** Why it cannot be run just now. */
  readonly whyNot: string | undefined
}

export class CommandRegistry {
  readonly #sources: readonly (readonly Command[])[]

  /** The first of two commands with one name counts, in the order of the sources. */
  constructor(...sources: readonly (readonly Command[])[]) {
    this.#sources = sources
  }

  list(app: AppModel): readonly ListedCommand[] {
    const names = new Set<string>()
    return this.#sources.flat().flatMap((command) => {
      if (names.has(command.name) || command.isAvailable?.(app) === false) return []
      names.add(command.name)
      return [{ command, whyNot: command.whyNot?.(app) }]
    })
  }

  /** By name or alias; a name goes before an alias. */
  find(name: string, app: AppModel): ListedCommand | undefined {
    const listed = this.list(app)
    return (
      listed.find(({ command }) => command.name === name) ??
      listed.find(({ command }) => command.aliases?.includes(name))
    )
  }
}
