/** Random command lines that write: to git's folder, to files that steer and to others, by all the ways that a shell has. */
import { quoted } from '../random-reading/reading-choice.ts'
import { writingCommand } from './commands.ts'
import { WritingChoice } from './targets.ts'

const WRAPPERS = [
  'command',
  'env',
  'nice',
  'timeout 5',
  'stdbuf -o0',
  'env A=1',
  'time',
  'env -i',
  'exec',
  'A=1',
]
const BETWEEN = ['; ', ' && ', '\n', ' | ', ' || ', ' & ']

/** One line, from a source of numbers in [0, 1). */
export function randomWriting(random: () => number): string {
  const choice = new WritingChoice(random)
  const commands = Array.from({ length: choice.oneOf([1, 1, 1, 1, 2]) }, () => wrapped(choice))
  return commands.reduce((before, next) => `${before}${choice.oneOf(BETWEEN)}${next}`)
}

function wrapped(choice: WritingChoice): string {
  const command = writingCommand(choice)
  const wrap = choice.oneOf([
    () => `${choice.oneOf(WRAPPERS)} ${command}`,
    () => `( ${command}\n)`,
    () => `{ ${command}\n}`,
    () => `bash -c ${quoted(command)}`,
    () => `eval ${quoted(command)}`,
    () => `sh << 'E1'\n${command}\nE1`,
    () => `if true; then ${command}\nfi`,
    () => `for i in 1; do ${command}\ndone`,
    () => `while :; do ${command}\nbreak; done`,
    () => `f1() { ${command}\n}; f1`,
    () => `echo "$(${command}\n)"`,
    () => `cat <(${command}\n)`,
    () => `cd ${choice.oneOf(['.', 'sub/..', './', '/workspace', '$PWD', 'su?/..'])}; ${command}`,
    () => `echo ${quoted(command)} | bash`,
  ])
  return choice.below(3) === 0 ? wrap() : command
}
