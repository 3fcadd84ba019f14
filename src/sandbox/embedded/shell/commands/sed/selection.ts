/** Which lines a command is for. */
import type { Regex } from '../regex/posix-regex.ts'
import type { Address, Command, Selection } from '../../../../languages/sed/script.ts'

/** The line on which an address is tested. */
export interface Current {
  readonly line: number
  readonly isLast: () => Promise<boolean>
  readonly matches: (regex: Regex | undefined) => boolean
}

/** A range that has begun, and the line it ends with where that is a number. */
interface Range {
  readonly end: number | undefined
}

export class Selections {
  readonly #ranges = new Map<Command<Regex>, Range>()

  /** Lines are counted from 1 again; a range from 0 is open before the first line. */
  reset(commands: readonly Command<Regex>[]): void {
    this.#ranges.clear()
    for (const command of commands) {
      const from = command.selection?.from
      if (from?.type === 'line' && from.line === 0) this.#ranges.set(command, { end: undefined })
    }
  }

  /** The range of the command has not ended with this line. */
  isWithin(command: Command<Regex>): boolean {
    return this.#ranges.has(command)
  }

  async isSelected(command: Command<Regex>, current: Current): Promise<boolean> {
    const { selection } = command
    if (selection === undefined) return true
    const found = await this.#finds(command, selection, current)
    return found !== command.isInverted
  }

  async #finds(command: Command<Regex>, selection: Selection<Regex>, current: Current): Promise<boolean> {
    const range = this.#ranges.get(command)
    if (selection.to === undefined) return fits(selection.from, current)
    if (range === undefined) return this.#begins(command, selection, current)
    if (range.end !== undefined) {
      if (current.line >= range.end) this.#ranges.delete(command)
      if (current.line <= range.end) return true
      return this.#begins(command, selection, current)
    }
    const { to } = selection
    if (to.type !== 'more' && to.type !== 'multiple' && (await fits(to, current)))
      this.#ranges.delete(command)
    return true
  }

  async #begins(command: Command<Regex>, { from, to }: Selection<Regex>, current: Current): Promise<boolean> {
    if (!(await fits(from, current))) return false
    const end =
      to?.type === 'line'
        ? to.line
        : to?.type === 'more'
          ? current.line + to.lines
          : to?.type === 'multiple'
            ? to.of === 0
              ? current.line
              : Math.ceil(current.line / to.of) * to.of
            : undefined
    if (end === undefined || end > current.line) this.#ranges.set(command, { end })
    if (to?.type === 'last' && (await current.isLast())) this.#ranges.delete(command)
    return true
  }
}

async function fits(address: Address<Regex>, current: Current): Promise<boolean> {
  switch (address.type) {
    case 'line':
      return current.line === address.line
    case 'step':
      return address.step <= 0
        ? current.line === address.first
        : current.line >= address.first && (current.line - address.first) % address.step === 0
    case 'last':
      return current.isLast()
    case 'match':
      return current.matches(address.regex)
    default:
      return address satisfies never
  }
}
