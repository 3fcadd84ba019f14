/** An error that nobody catches: the program's handlers first, then Node's report and exit code. */
import type { NodeContext } from '../context.ts'
import { fieldsOf } from '../../../page/fields.ts'
import { version } from '../bindings/skeleton.ts'
import { endProcess } from '../exit.ts'
import { privateValue } from '../private-symbols.ts'
import { caretUnder, sourceLine } from './source-line.ts'
import { writeError } from './write-error.ts'
import { firstUserPlace } from './stack-trace.ts'

const GENERIC_FAILURE = 1
const NO_HANDLER = 6
const HANDLER_FAILURE = 7

export function triggerUncaughtException(context: NodeContext, error: unknown, fromPromise: boolean): void {
  // A program may have taken the library's function away.
  if (typeof context.process._fatalException !== 'function') {
    report(context, error)
    endProcess(context, NO_HANDLER)
  }
  let handled: boolean
  try {
    handled = context.process._fatalException(error, fromPromise)
  } catch (handlerError) {
    // The handler for errors failed itself: report that, as Node does.
    report(context, handlerError)
    endProcess(context, HANDLER_FAILURE)
    return
  }
  if (handled) return
  report(context, error)
  // The library has set it to 1; a handler of `exit` has the last word.
  endProcess(context, context.process.exitCode ?? GENERIC_FAILURE)
}

function report(context: NodeContext, error: unknown): void {
  const text = `${excerpt(context, error)}${describe(context, error)}\n\nNode.js ${version}\n`
  writeError(context, text)
}

function describe(context: NodeContext, error: unknown): string {
  const { enhanceStackBefore, enhanceStackAfter } = context.callbacks
  if (!(error instanceof Error)) return describeValue(error)
  try {
    enhanceStackBefore?.(error)
    return enhanceStackAfter?.(error) ?? String(error.stack ?? error)
  } catch {
    // A hostile getter on the error must not hide that the program failed.
    return String(Object.prototype.toString.call(error))
  }
}

function describeValue(value: unknown): string {
  let text: string
  try {
    text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
  } catch {
    // Not printable by its own means.
    text = Object.prototype.toString.call(value)
  }
  return `Uncaught:\n${text}\n(Use \`node --trace-uncaught ...\` to show where the exception was thrown)`
}

/** File, line, source line and a caret, as printed above the message. */
function excerpt(context: NodeContext, error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const { privateSymbols } = context
  const arrow = privateValue(error, privateSymbols['arrow_message_private_symbol'])
  const decorated = privateValue(error, privateSymbols['decorated_private_symbol'])
  if (typeof arrow === 'string') return decorated === true ? '' : `${arrow}\n`
  const { stack } = fieldsOf(error)
  const place = typeof stack === 'string' ? firstUserPlace(stack) : undefined
  if (!place) return ''
  const line = sourceLine(context, place)
  if (line === undefined) return ''
  return `${place.file}:${place.line}\n${line}\n${caretUnder(line, place.column)}\n\n`
}
