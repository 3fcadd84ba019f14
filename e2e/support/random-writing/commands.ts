/**
 * Commands that write, a line each in two lists: in `by-target.txt` a `T` is the word for the file, in `by-name.txt` a `P` its path,
 * `B` its last name and `D` its folder. `\n` is the end of a line.
 */
import { readFileSync } from 'node:fs'
import type { WritingChoice } from './targets.ts'

const BY_TARGET = commandsIn('by-target.txt')
const BY_NAME = commandsIn('by-name.txt')
const REDIRECTIONS = ['> ', '>> ', '>| ', '&> ', '&>> ', '2> ', '1<> ', '>', '<> /dev/null >']
const TALKING = ['echo x', 'cat evil', 'printf x', ':', 'ls']

function commandsIn(list: string): readonly string[] {
  const text = readFileSync(new URL(list, import.meta.url), 'utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => line.replaceAll(String.raw`\n`, '\n'))
    .map(escaped)
}

/** The tests and ends of `find`, which the shell would take. */
function escaped(command: string): string {
  return /(^|[ (])find /.test(command) ? command.replaceAll(/ ([;()])(?= |$)/g, String.raw` \$1`) : command
}

/** A write of a guarded file, in one of the ways that it may be spelled. */
export function writingCommand(choice: WritingChoice): string {
  if (choice.below(5) < 2) return byName(choice)
  const { setup, text } = choice.target()
  const command =
    choice.below(5) === 0
      ? `${choice.oneOf(TALKING)} ${choice.oneOf(REDIRECTIONS)}T`
      : choice.oneOf(BY_TARGET)
  return setup + command.replaceAll('T', () => text)
}

function byName(choice: WritingChoice): string {
  const path = choice.path()
  const spelt = (text: string) => (choice.below(2) === 0 ? choice.patterns(text) : text)
  const at = path.lastIndexOf('/')
  const [folder, name] = [at < 0 ? '.' : path.slice(0, at), path.slice(at + 1)]
  return choice
    .oneOf(BY_NAME)
    .replaceAll(/\b[PBD]\b/g, (letter) => spelt(letter === 'P' ? path : letter === 'B' ? name : folder))
}
