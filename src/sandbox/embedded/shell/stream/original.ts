/** The library's command that one of ours stands in front of. */
import type { ExecResult } from 'just-bash/browser'
import type { CommandContext } from '../just-bash.ts'

/** Runs it with the same streams, or with `input` as all of its stdin. */
export function original(
  context: CommandContext,
  args: readonly string[],
  input?: string,
): Promise<ExecResult> {
  const { origCommand, feed } = context
  if (origCommand === undefined) throw new Error('there is no command of that name in the library')
  if (input !== undefined) feed.read = input
  return origCommand([...args])
}
