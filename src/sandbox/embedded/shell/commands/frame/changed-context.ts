/** A command's context with something in it changed. */
import type { CommandContext } from '../../just-bash.ts'

type Change = Partial<Pick<CommandContext, 'cwd' | 'live'>>

/** Not by copying: to read its `stdin` is to wait until all of that has come, which at a terminal is for ever. */
export function changedContext(context: CommandContext, change: Change): CommandContext {
  // The copy inherits all that the context's prototype has.
  return Object.create(context, Object.getOwnPropertyDescriptors(change)) as CommandContext
}
