/** A command line as a syntax tree, from the parser that the sandbox's shell has, or why it cannot be told what it is. */
import { SHELL_COMMAND_CHARS } from '../../limits.ts'
import { parse } from './generated/bash-parser.js'
import type { ScriptNode } from './generated/bash-parser.js'

export type Parsed =
  | { readonly ok: true; readonly script: ScriptNode }
  | { readonly ok: false; readonly obstacle: string }

/** Never throws. `obstacle` continues a sentence: "it …". */
export function parseCommand(command: string): Parsed {
  if (command.length > SHELL_COMMAND_CHARS) return no(`is longer than ${SHELL_COMMAND_CHARS} characters`)
  const hidden = hiddenCharacter(command)
  if (hidden !== undefined) return no(`has ${hidden}, so that it may not be what it looks like`)
  try {
    const script = parse(command)
    const wrong = script.statements.find(({ deferredError }) => deferredError !== undefined)
    return wrong === undefined ? { ok: true, script } : no('is not complete')
  } catch {
    // Also a stack that ran out: what is nested that deeply was not written to be read.
    return no('cannot be parsed')
  }
}

/** Of any script: formats, fillers, joiners, and variants of what stands before. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}\p{Co}\u115f\u1160\u17b4\u17b5\u3164\uffa0]|\u034f/u

/** Characters that are not seen, or make others seem to stand elsewhere. Tabs and line ends are neither. */
function hiddenCharacter(text: string): string | undefined {
  if (text.includes('\r')) return 'a carriage return'
  if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(text)) return 'a control character'
  if (/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(text))
    return 'a character that changes the direction of text'
  if (INVISIBLE.test(text)) return 'an invisible character'
  if (/[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u2800]/.test(text))
    return 'white space that is none for a shell'
  return undefined
}

function no(obstacle: string): Parsed {
  return { ok: false, obstacle }
}
