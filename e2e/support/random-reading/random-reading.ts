/**
 * Random command lines of commands that mostly read: their options, the small languages that they take, and the ways in which a
 * shell writes a word. Many of them would write a file or start a program; which ones, a reader has to tell.
 */
import { awkCommand } from './awk.ts'
import { evaluation } from './evaluation.ts'
import { quoted, ReadingChoice } from './reading-choice.ts'
import { sedCommand } from './sed.ts'
import { toolCommand } from './tools.ts'

const BETWEEN = [' | ', ' | ', '; ', ' && ', '\n', ' || ']
const WRAPPERS = ['command', 'env', 'nice', 'timeout 5', 'stdbuf -o0', 'env A=1', 'time']

/** One line, from a source of numbers in [0, 1). */
export function randomReading(random: () => number): string {
  const choice = new ReadingChoice(random)
  const commands = Array.from({ length: choice.oneOf([1, 1, 1, 1, 2, 3]) }, () => wrapped(choice))
  return commands.reduce((before, next) => `${before}${choice.oneOf(BETWEEN)}${next}`)
}

function commandOf(choice: ReadingChoice): string {
  return choice.oneOf([sedCommand, awkCommand, toolCommand, toolCommand, toolCommand, evaluation])(choice)
}

/** Most often as it is; else within something else of the shell's. */
function wrapped(choice: ReadingChoice): string {
  const made = commandOf(choice)
  const command = choice.below(5) === 0 ? choice.rewritten(made) : made
  const option = () => choice.word(choice.option())
  const wrap = choice.oneOf([
    () => `echo "$(${command})"`,
    () => `for x in ${choice.file()} ${option()}; do ${command} $x; done`,
    () => `x=${option()}; ${command} ${choice.oneOf(['$x', '"$x"', '${x}', '"${x:-b}"', '${x%z}'])}`,
    () => `${choice.oneOf(WRAPPERS)} ${command}`,
    () => `( ${command} )`,
    () => `if ${command}; then ${commandOf(choice)}; fi`,
    () => `f() { ${command} "$@"; }; f ${option()} ${choice.file()}`,
    () => `bash -c ${quoted(command)}`,
    () => `set -- ${option()} ${choice.file()}; ${command} "$@"`,
    () => `${command} $(printf '%s ' ${option()} ${choice.file()})`,
    () => `eval ${quoted(command)}`,
    () => `${command} < ${choice.file()}`,
    () => `cat <(${command})`,
  ])
  return choice.below(3) === 0 ? wrap() : command
}
