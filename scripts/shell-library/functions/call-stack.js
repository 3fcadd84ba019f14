/**
 * The call stack as bash shows it: FUNCNAME, BASH_SOURCE and BASH_LINENO, `caller`, and BASH_COMMAND. The
 * innermost comes first; a script that was read from a file is the outermost, and a file that is sourced
 * stands between.
 */

/** The arrays that are made of it. FUNCNAME is there in functions only. */
const ARRAYS = {
  FUNCNAME: (state) => (state.callDepth > 0 ? state.funcNameStack : undefined),
  BASH_SOURCE: (state) => state.sourceStack,
  BASH_LINENO: (state) => state.callLineStack,
}

/** The array of that name; undefined for every other name. */
export function liveCallArray({ state }, name) {
  if (!Object.hasOwn(ARRAYS, name)) return undefined
  const values = ARRAYS[name](state) ?? []
  return { kind: 'indexed', elements: new Map(values.map((value, at) => [String(at), String(value)])) }
}

/** Whether that name stands for one of these arrays, and it has elements. */
export function liveHasCallArray(ctx, name) {
  return (liveCallArray(ctx, name)?.elements.size ?? 0) > 0
}

/**
 * The first frame of a script. `source` is how the script came: from a file, whose name as it was given is
 * the outermost frame, or as an argument of `-c`; functions that are defined outside of files are in a place
 * of that name.
 */
export function liveFirstFrame(source) {
  const file = source?.file
  return {
    funcNameStack: file === undefined ? [] : ['main'],
    callLineStack: file === undefined ? [] : [0],
    sourceStack: file === undefined ? [] : [file],
    currentSource: file ?? source?.place,
    callDepth: 0,
    sourceDepth: 0,
  }
}

/** A statement begins whose text has that line; the text of a substitution begins in the line of its command. */
export function liveAtLine(state, line) {
  if (line !== undefined) state.currentLine = line + (state.linesBefore ?? 0)
}

/** The text of a substitution is run: returns what is called behind it. */
export function liveEnterSubstitution(state) {
  const { currentLine, linesBefore, traceDepth = 0 } = state
  state.linesBefore = currentLine - 1
  state.traceDepth = traceDepth + 1
  return () => Object.assign(state, { currentLine, linesBefore, traceDepth })
}

/** A function's lines are those of the text that defines it, wherever it is called. */
export function liveEnterFunction(state) {
  state.callLineStack.unshift(state.currentLine)
  state.callerLines = [state.linesBefore, ...(state.callerLines ?? [])]
  state.linesBefore = 0
}

export function liveLeaveFunction(state) {
  state.currentLine = state.callLineStack.shift()
  ;[state.linesBefore, ...state.callerLines] = state.callerLines
}

/** A file is sourced: its statements are in it, called from where the shell is. */
export function liveEnterSource(state, file) {
  state.traceDepth = (state.traceDepth ?? 0) + 1
  state.callerLines = [state.linesBefore, ...(state.callerLines ?? [])]
  state.linesBefore = 0
  state.funcNameStack = ['source', ...(state.funcNameStack ?? [])]
  state.callLineStack = [state.currentLine, ...(state.callLineStack ?? [])]
  state.sourceStack = [file, ...(state.sourceStack ?? [])]
}

export function liveLeaveSource(state) {
  state.traceDepth -= 1
  ;[state.linesBefore, ...state.callerLines] = state.callerLines
  state.currentLine = state.callLineStack[0]
  for (const stack of ['funcNameStack', 'callLineStack', 'sourceStack']) state[stack] = state[stack].slice(1)
}

/** The builtin: who has called the function or the file that is running. */
export function liveCaller({ state }, args) {
  const [level] = args[0] === '--' ? args.slice(1) : args
  const { callLineStack: lines = [], sourceStack: sources = [] } = state
  const names = ARRAYS.FUNCNAME(state) ?? []
  if (level === undefined)
    return lines.length === 0
      ? { stdout: '', stderr: '', exitCode: 1 }
      : said(`${lines[0]} ${sources[1] ?? 'NULL'}\n`)
  if (!/^\d+$/.test(level))
    return {
      stdout: '',
      stderr: `bash: caller: ${level}: invalid number\ncaller: usage: caller [expr]\n`,
      exitCode: 2,
    }
  const at = Number(level)
  if (names[at + 1] === undefined) return { stdout: '', stderr: '', exitCode: 1 }
  return said(`${lines[at]} ${names[at + 1]} ${sources[at + 1] ?? 'NULL'}\n`)
}

function said(stdout) {
  return { stdout, stderr: '', exitCode: 0 }
}

/** A command begins: in the action of a trap, BASH_COMMAND stays what it was for. */
export function liveCommandBegins({ state }, node) {
  if (!state.isInAction && !state.keepsCommand) state.command = node
}

/** BASH_COMMAND; `textOf` writes a command as bash does. */
export function liveCommandText({ command }, textOf) {
  return command === undefined ? '' : textOf(command)
}
