/**
 * Scripts are read a line at a time, as bash does: what stands on a line (with all that belongs to it) is one unit.
 * An error of an expansion gives up the unit that it is in; a syntax error comes when the units before it have run.
 */

const LINE_ENDS = new Set(['NEWLINE', 'HEREDOC_CONTENT'])

/** The parser stands before a statement. */
export function liveBeginUnit(parser) {
  const before = parser.tokens[parser.pos - 1]
  parser.liveUnit ??= 0
  // The inside of a substitution is one unit.
  if (parser.ownsParseBudget && before && LINE_ENDS.has(before.type)) parser.liveUnit += 1
}

/** The tokens of a script; of one that cannot be read to its end, those of the lines before. */
export function liveTokens(parser, lexer) {
  parser.liveFault = undefined
  parser.liveUnit = 0
  try {
    return lexer.tokenize()
  } catch (error) {
    const last = parser.ownsParseBudget ? lexer.tokens.findLastIndex(({ type }) => type === 'NEWLINE') : -1
    if (last < 0) throw error
    parser.liveFault = error
    const { end, line, column } = lexer.tokens[last]
    return [
      ...lexer.tokens.slice(0, last + 1),
      { type: 'EOF', value: '', start: end, end, line: line + 1, column },
    ]
  }
}

/** Parses statements into a list; a syntax error becomes the last of them, in the place of its unit. */
export function liveScript(parser, parse) {
  const statements = []
  try {
    parse(statements)
    if (parser.liveFault === undefined) return statements
    return [...statements, faulty(parser.liveFault)]
  } catch (error) {
    const before = parser.ownsParseBudget ? statements.filter(({ unit }) => unit !== parser.liveUnit) : []
    if (error?.name !== 'ParseException' || before.length === 0) throw parser.liveFault ?? error
    return [...before, faulty(parser.liveFault ?? error)]
  }
}

function faulty({ message, line, column }) {
  return {
    type: 'Statement',
    pipelines: [],
    operators: [],
    background: false,
    deferredError: { message, line, column },
  }
}

/** The message for a statement that cannot be parsed. */
export function liveSyntaxError({ message }) {
  return `bash: syntax error: ${message}\n`
}

const GIVING_UP = new Set([
  'ArithmeticError',
  'BadSubstitutionError',
  'GlobError',
  'BraceExpansionError',
  'NounsetError',
])

/** True for the errors of expansions: nothing but a script or a subshell catches them. */
export function liveGivesUp(error) {
  return GIVING_UP.has(error?.name)
}
