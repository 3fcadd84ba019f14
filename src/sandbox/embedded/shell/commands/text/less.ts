/** `less` and `more` where there is no terminal: the files, one after another. */
import type { CommandBody } from '../../just-bash.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

/** Options that only change the screen. */
const SCREEN = [...'aABcCdDeEfFgGiIJKLmMnNqQrRsSuUwWXz~'].filter((letter) => letter !== 'D' && letter !== 'z')
const LESS: Syntax = {
  name: 'less',
  usage: 'less [FILE]...',
  options: [...SCREEN, 'b=', 'h=', 'j=', 'k=', 'o=', 'O=', 'p=', 'P=', 'T=', 'x=', 'y=', 'z=', 'D='],
}
const MORE: Syntax = {
  name: 'more',
  usage: 'more [FILE]...',
  options: ['d', 'f', 'l', 'c', 'p', 's', 'u', 'e', 'n='],
}

export const less: CommandBody = (args, context) => {
  return runCommand(LESS, withoutStart(args), { context, body: show })
}

export const more: CommandBody = (args, context) => {
  return runCommand(MORE, withoutStart(args), { context, body: show })
}

/** `+G` and the like say where to begin. */
function withoutStart(args: readonly string[]): readonly string[] {
  return args.filter((arg) => !/^\+./.test(arg))
}

function show(run: CommandRun): number {
  run.each(run.operands.length === 0 ? ['-'] : run.operands, (file) => run.outBytes(run.read(file)))
  return run.isFailed ? 1 : 0
}
