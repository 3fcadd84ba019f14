/** Puts file, line, the line itself and a caret above the message of a script's error. */
import { caretUnder } from './source-line.ts'
import { privateValue, setPrivateValue } from '../private-symbols.ts'
import type { NodeContext } from '../context.ts'

export interface PlacedScript {
  readonly source: string
  readonly name: string
  /** Position of the script in its file. */
  readonly line: number
  readonly column: number
}

/** Gives the same error back; what is no error, or was thrown elsewhere, stays as it is. */
export function decorateError(context: NodeContext, error: unknown, script: PlacedScript): unknown {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return error
  const decorated = context.privateSymbols['decorated_private_symbol']
  if (privateValue(error, decorated) === true) return error
  const arrow = arrowOf(error.stack, script)
  if (arrow === undefined) return error
  Object.defineProperty(error, 'stack', {
    value: `${arrow}\n${error.stack}`,
    writable: true,
    configurable: true,
    enumerable: false,
  })
  setPrivateValue(error, decorated, true)
  return error
}

function arrowOf(stack: string, { source, name, line, column }: PlacedScript): string | undefined {
  const frame = stack.split('\n').find((text) => /^ {4}at /.test(text) && !/[( ]node:/.test(text))
  const match = frame && /^ {4}at (?:.*\()?(.*):(\d+):(\d+)\)?$/.exec(frame)
  if (!match || match[1] !== name) return undefined
  const [at, character] = [Number(match[2]), Number(match[3])]
  const index = at - line - 1
  const text = source.split('\n')[index]
  if (text === undefined) return undefined
  const place = character - (index === 0 ? column : 0)
  return `${name}:${at}\n${text}\n${caretUnder(text, place)}\n`
}
