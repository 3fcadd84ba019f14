/** Traces of `set -x` beside the words of simple commands: as bash writes them, each line as it happens. */
import { livePinned } from '../streams/pinned.js'
import { liveStreams } from '../streams/routes.js'

/** Behind the `=` of a list that a builtin declares, see `array-word.js`. */
const LIST = '\0'
const ASSIGNED = /^([A-Za-z_]\w*\+?=)([^\0][^]*|)$/
/** Letters that a shell would read otherwise. */
const SPECIAL = /[ \t\n'"\\|&;()<>!{}*[\]?^$`]/
const CONTROL = /[\0-\x1f\x7f]/
const LETTERS = new Map([...'abtnvfr'].map((letter, at) => ['\x07\b\t\n\v\f\r'[at], `\\${letter}`]))

/** A word as a trace has it. */
export function liveShown(word) {
  if (word === '') return "''"
  if (SPECIAL.test(word) || /^[#~]|[:=]~/.test(word)) return `'${word.replaceAll("'", "'\\''")}'`
  return CONTROL.test(word) ? ansi(word) : word
}

/** The value of an assignment; one that is empty shows as nothing. */
export function liveShownValue(value) {
  return value === '' ? '' : liveShown(value)
}

function ansi(text) {
  const escaped = [...text].map((letter) => {
    if (!CONTROL.test(letter)) return letter
    return (
      LETTERS.get(letter) ??
      (letter === '\x1b' ? '\\E' : `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`)
    )
  })
  return `$'${escaped.join('')}'`
}

/**
 * The lines for a simple command: a list is assigned before the builtin is called, what `export` and `readonly` assign
 * after it.
 */
export function liveTraced([name, ...args]) {
  const isList = (arg) => arg.includes(`=${LIST}(`)
  const lists = args.filter(isList)
  const words = args.map((arg) => (isList(arg) ? arg.slice(0, arg.search(/\+?=/)) : arg))
  const assigned = name === 'export' || name === 'readonly' ? args.filter((arg) => ASSIGNED.test(arg)) : []
  return [
    ...lists.map((list) => list.replace(LIST, '')),
    [name, ...words].map(liveShown).join(' '),
    ...assigned.map((arg) => arg.replace(ASSIGNED, (_, target, value) => target + liveShownValue(value))),
  ]
}

/** PS4 with its first letter once for each substitution, `eval` and sourced file that this happens in. */
export function liveTracePrefix({ traceDepth = 0 }, prompt) {
  const [first = ''] = prompt
  return first.repeat(traceDepth) + prompt
}

/** A step of a compound command; `prompt` gives the prefix, `entryOf` is for `liveTrace`. */
export async function liveTraceStep(ctx, text, { prompt, entryOf }) {
  const line = `${await prompt(ctx)}${text}\n`
  if (!(await liveTrace(ctx, line, entryOf)))
    ctx.state.expansionStderr = `${ctx.state.expansionStderr ?? ''}${line}`
}

/** The inside of `((…))`, as it was written where that is known. */
export function liveTracedSum({ originalText, expression }, print) {
  return ` ${originalText ?? print(expression)} `
}

/** A primary of `[[ … ]]`: its operands, and how it is joined to them. */
export function liveShownPrimary({ operator, left, right, isInverted }) {
  const words = left === undefined ? [operator, right] : [left, operator, right]
  const shown = words.map((word) => (word === '' ? "''" : word)).join(' ')
  return `[[ ${isInverted ? '! ' : ''}${shown} ]]`
}

/** Raises the depth of traces by one; returns a function that restores it. */
export function liveTraceDeeper(state) {
  const { traceDepth = 0 } = state
  state.traceDepth = traceDepth + 1
  return () => {
    state.traceDepth = traceDepth
  }
}

/**
 * Writes a trace line at once, where standard error leads, also after `exec 2>file`; false when stderr is kept, or is closed.
 * `entryOf` says what `exec` did.
 */
export function liveTrace(ctx, text, entryOf) {
  const { live } = ctx.state
  if (text === '' || !live) return false
  const entry = live.isRouted ? undefined : entryOf(ctx, 2)
  if (entry?.kind === 'output' && livePinned(entry) === undefined) {
    const file = ctx.host.openOutput(entry.path)
    ctx.host.write(file, text, false)
    return ctx.host.close([file]).then(() => true)
  }
  const { stderr } = liveStreams(ctx, entryOf)
  if (stderr === null) return false
  ctx.host.write(stderr, text, false)
  return true
}
