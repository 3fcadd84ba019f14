/** Commands whose code is loaded when they are first used: the shell starts without them. */
import type { CustomCommand } from 'just-bash/browser'
import { command, type CommandBody } from '../../just-bash.ts'

export function lazyCommand(name: string, load: () => Promise<CommandBody>): CustomCommand {
  return command(name, async (args, context) => (await load())(args, context))
}
