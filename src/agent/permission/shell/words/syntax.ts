/** A command line as a syntax tree, from the parser that the sandbox's shell has, or why it cannot be told what it is. */
import { isOutOfStack } from '../../../../sandbox/languages/out-of-stack.ts'
import { SHELL_BRACKET_WORK, SHELL_COMMAND_CHARS } from '../../../limits.ts'
import { parse } from '../generated/bash-parser.js'
import type { ScriptNode } from '../generated/bash-parser.js'
import { hiddenCharacter } from './hidden-character.ts'
import { counted, shortened } from './shown-text.ts'

export type Parsed =
  | { readonly ok: true; readonly script: ScriptNode }
  | { readonly ok: false; readonly obstacle: string }

/** Never throws. `obstacle` continues a sentence: "it …". */
export function parseCommand(command: string): Parsed {
  if (command.length > SHELL_COMMAND_CHARS)
    return no(`has ${counted(command.length)} characters, of which ${counted(SHELL_COMMAND_CHARS)} are read`)
  const hidden = hiddenCharacter(command)
  if (hidden !== undefined) return no(`has ${hidden}, so that it may not be what it looks like`)
  // The parser takes an operator without its second command.
  if (/(?<!\\)(?:&&|\|)\s*$/.test(command)) return no('is not complete')
  if (bracketWork(command) > SHELL_BRACKET_WORK) return no('has too many brackets without an end')
  try {
    const script = parse(command)
    const wrong = script.statements.find(({ deferredError }) => deferredError !== undefined)
    return wrong === undefined ? { ok: true, script } : no('is not complete')
  } catch (error) {
    // A text that is nested so deeply was not written to be read.
    if (isOutOfStack(error)) return no('is nested too deeply')
    return no(
      `cannot be parsed (${error instanceof Error ? shortened(error.message) : 'no reason is given'})`,
    )
  }
}

/** Characters behind brackets that do not end: the parser looks through them anew for each. */
function bracketWork(command: string): number {
  const open: Record<string, number[]> = { ']': [], '}': [], ')': [] }
  for (const { 0: bracket, index } of command.matchAll(/[[\]{}()]/g)) {
    const end = ENDS[bracket]
    if (end === undefined) open[bracket]?.pop()
    else open[end]?.push(index)
  }
  return Object.values(open)
    .flat()
    .reduce((sum, index) => sum + command.length - index, 0)
}

const ENDS: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')' }

function no(obstacle: string): Parsed {
  return { ok: false, obstacle }
}
