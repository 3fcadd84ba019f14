/**
 * A syntax error with its place. The engine tells a page nothing of where in evaluated text it stumbled, so the
 * parser that the module transform uses finds the place.
 */
import { Parser } from 'acorn'
import { fieldsOf } from '../../../page/fields.ts'
import { setPrivateValue } from '../private-symbols.ts'
import type { NodeContext } from '../context.ts'

interface Place {
  readonly line: number
  readonly column: number
}

function placeOf(error: unknown): Place | undefined {
  const { line, column } = fieldsOf(fieldsOf(error)['loc'])
  return typeof line === 'number' && typeof column === 'number' ? { line, column } : undefined
}

function findPlace(
  source: string,
  sourceType: 'module' | 'script',
): { place: Place; message: string } | undefined {
  try {
    Parser.parse(source, {
      ecmaVersion: 'latest',
      sourceType,
      allowReturnOutsideFunction: true,
      allowHashBang: true,
    })
    return undefined
  } catch (error) {
    const place = placeOf(error)
    return place && error instanceof Error
      ? { place, message: error.message.replace(/ \(\d+:\d+\)$/, '') }
      : undefined
  }
}

/** The parser's message as the engine would put it, for the commonest one. */
function engineWording(message: string, rest: string): string {
  const plain = message.replace(/ \(\d+:\d+\)$/, '')
  if (plain !== 'Unexpected token') return plain
  const token = /^(?:[\p{ID_Continue}$]+|\S)/u.exec(rest)?.[0]
  return token === undefined ? 'Unexpected end of input' : `Unexpected token '${token}'`
}

/** The error to throw for text that did not compile: file, line and caret ahead of its stack. */
export function decorateSyntaxError(
  context: NodeContext,
  error: unknown,
  from: { name: string; source: string; script?: boolean },
): unknown {
  if (!(error instanceof SyntaxError)) return error
  const found = findPlace(from.source, from.script === true ? 'script' : 'module')
  const place = placeOf(error) ?? found?.place
  if (!place) return error
  // The engine's own wording where it has been asked, else the parser's.
  const text = from.source.split('\n')[place.line - 1] ?? ''
  const message = placeOf(error) ? engineWording(error.message, text.slice(place.column)) : error.message
  const decorated = new SyntaxError(message)
  const arrow = `${from.name}:${place.line}\n${text}\n${' '.repeat(place.column)}^\n`
  setPrivateValue(decorated, context.privateSymbols['arrow_message_private_symbol'], arrow)
  return decorated
}
