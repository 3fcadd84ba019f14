/**
 * Commands and functions as bash writes them: for `declare -f` and `type`, for functions that are exported, and for BASH_COMMAND.
 * `parts` is how the library writes what stands on one line: parts of words, redirections, arithmetic, conditions.
 */

const STEP = '    '

/** A function's definition, of several lines. */
export function liveFunctionText(name, definition, parts) {
  const { body, redirections = [] } = definition
  return `${name} () \n${bodyText(body, parts)}${redirected([...(body.redirections ?? []), ...redirections], parts)}\n`
}

/** Any command; `indent` is that of its first line. */
export function liveCommandTextOf(node, parts, indent = '') {
  const inner = indent + STEP
  const after = redirected(node.redirections ?? [], parts)
  switch (node.type) {
    case 'If':
      return `${ifText(node, parts, indent)}${after}`
    case 'For': {
      const list =
        node.words === null ? '' : ` in ${node.words.map((each) => wordText(each, parts)).join(' ')}`
      return `for ${node.variable}${list};\n${loopBody(node, parts, indent)}${after}`
    }
    case 'CStyleFor': {
      const texts = [node.init, node.condition, node.update].map((each) =>
        each ? parts.arithmetic(each.expression) : '',
      )
      return `for ((${texts.join('; ')}))\n${loopBody(node, parts, indent)}${after}`
    }
    case 'While':
    case 'Until':
      return `${node.type.toLowerCase()} ${inline(node.condition, parts, indent)}; do\n${block(node.body, parts, inner)}\n${indent}done${after}`
    case 'Case':
      return `case ${wordText(node.word, parts)} in \n${node.items.map((item) => caseItem(item, parts, inner)).join('')}${indent}esac${after}`
    case 'Subshell':
      return `( ${inline(node.body, parts, indent)} )${after}`
    case 'Group':
      return `{ \n${statements(node.body, parts, inner)}\n${indent}}${after}`
    case 'FunctionDef':
      return `function ${node.name} () \n${indent}${bodyText(node.body, parts, indent)}${after}`
    default:
      return node.type === 'SimpleCommand' ? simpleText(node, parts) : parts.command(node)
  }
}

function simpleText({ assignments, name, args, redirections }, parts) {
  const words = [...(name ? [name] : []), ...args].map((each) => wordText(each, parts))
  const set = assignments.map(({ name: variable, append, array, value }) => {
    const list = array ? `(${array.map((each) => wordText(each, parts)).join(' ')})` : undefined
    return `${variable}${append ? '+=' : '='}${list ?? (value ? wordText(value, parts) : '')}`
  })
  return [...set, ...words].join(' ') + redirected(redirections, parts)
}

/** The library's own writer puts backslashes before braces and brackets that need none. */
function wordText(word, { part }) {
  return word.parts
    .map((each) =>
      each.type === 'Literal' ? each.value.replace(/[\s\\'"`|&;()<>]/g, '\\$&') : part(each, false),
    )
    .join('')
}

function bodyText(body, parts, indent = '') {
  if (body.type === 'Group') return `{ \n${statements(body.body, parts, indent + STEP)}\n${indent}}`
  const inner = liveCommandTextOf({ ...body, redirections: [] }, parts, indent + STEP)
  return `{ \n${indent}${STEP}${inner}\n${indent}}`
}

function loopBody(node, parts, indent) {
  return `${indent}do\n${block(node.body, parts, indent + STEP)}\n${indent}done`
}

function ifText({ clauses: [first, ...others], elseBody }, parts, indent) {
  const inner = indent + STEP
  const begin = `if ${inline(first.condition, parts, indent)}; then\n${block(first.body, parts, inner)}`
  if (others.length > 0) {
    const nested = ifText({ clauses: others, elseBody }, parts, inner)
    return `${begin}\n${indent}else\n${inner}${nested};\n${indent}fi`
  }
  return elseBody
    ? `${begin}\n${indent}else\n${block(elseBody, parts, inner)}\n${indent}fi`
    : `${begin}\n${indent}fi`
}

function caseItem({ patterns, body, terminator }, parts, indent) {
  const inner = indent + STEP
  const commands = `${statements(body, parts, inner)}\n`
  return `${indent}${patterns.map((each) => wordText(each, parts)).join(' | ')})\n${commands}${indent}${terminator}\n`
}

/** The statements of a loop or a branch, the last one with its semicolon. */
function block(list, parts, indent) {
  const text = statements(list, parts, indent)
  return endsItself(list.at(-1)) ? text : `${text};`
}

function statements(list, parts, indent) {
  return list
    .map(
      (each, at) =>
        `${indent}${statement(each, parts, indent)}${at === list.length - 1 ? '' : separator(each)}`,
    )
    .join('')
}

/** The text between a keyword and the next one on its line. */
function inline(list, parts, indent) {
  return list
    .map((each, at) => `${statement(each, parts, indent)}${at === list.length - 1 ? '' : '; '}`)
    .join('')
}

/** After a here-document's end, and after `&`, there is no semicolon. */
function separator(node) {
  return endsItself(node) ? '\n' : ';\n'
}

function endsItself(node) {
  return node?.background === true || hasHereDocument(node)
}

function hasHereDocument(node) {
  const last = node?.pipelines.at(-1)?.commands.at(-1)
  return last?.redirections?.some(({ operator }) => operator === '<<' || operator === '<<-') ?? false
}

function statement(node, parts, indent) {
  const pipelines = node.pipelines.map(
    (each, at) =>
      `${pipeline(each, parts, indent)}${at < node.operators.length ? ` ${node.operators[at]} ` : ''}`,
  )
  const text = pipelines.join('') + (node.background ? ' &' : '')
  return hasHereDocument(node) ? `${text}\n` : text
}

function pipeline({ timed, timePosix, negated, commands, pipeStderr }, parts, indent) {
  const before = `${timed ? `time ${timePosix ? '-p ' : ''}` : ''}${negated ? '! ' : ''}`
  const texts = commands.map((each, at) => {
    const bar = pipeStderr?.[at] ? ' 2>&1 | ' : ' | '
    return `${liveCommandTextOf(each, parts, indent)}${at === commands.length - 1 ? '' : bar}`
  })
  return before + texts.join('')
}

/** The number follows a duplicated stream's operator without a blank. */
function redirected(redirections, { redirection }) {
  return redirections.map((each) => ` ${redirection(each).replace(/^(\d*[<>]&) /, '$1')}`).join('')
}
