/**
 * Simple commands without assignments and redirections whose words need no more than `quick-words.js` knows: most
 * commands of a loop. The library's function for all simple commands is large, and slow until it has been compiled.
 */
import { livePlainResult, livePlainScope } from './plain-streams.js'
import { liveQuickWord } from './quick-words.js'

/** They look at their words as they are written, or do something to the shell that they end. */
const OTHERS = new Set('local declare typeset export readonly exec command builtin'.split(' '))

/**
 * The result, or a promise of it, or undefined: then the library does it, and nothing has happened yet. `words` is what
 * arithmetic needs; `finish` takes the output through streams that the command itself has moved.
 */
export function liveQuickCommand(interpreter, node, stdin, { words, finish }) {
  const { ctx } = interpreter
  const { state } = ctx
  if (!node.name || node.assignments.length > 0 || node.redirections.length > 0) return undefined
  if (state.shoptOptions.expand_aliases || state.options.xtrace || state.extraArgs || state.onCommand)
    return undefined
  const scope = livePlainScope(ctx, node.redirections)
  if (scope === undefined) return undefined
  if (node.line !== undefined) state.currentLine = node.line
  const [name = ''] = liveQuickWord(ctx, node.name, words)?.values ?? []
  if (name === '' || OTHERS.has(name)) return undefined
  const args = []
  const quoted = []
  for (const word of node.args) {
    const expanded = liveQuickWord(ctx, word, words)
    if (expanded === undefined) return undefined
    for (const value of expanded.values) {
      args.push(value)
      quoted.push(expanded.quoted)
    }
  }
  state.expansionStderr = ''
  state.isSubstituted = false
  const said = name === 'echo' ? plainEcho(state, args) : undefined
  if (said !== undefined) {
    state.lastArg = args.at(-1) ?? name
    return { stdout: said, stderr: '', exitCode: 0 }
  }
  return run(interpreter, { name, args, quoted, stdin }, { prepared: scope.prepare(), finish })
}

/**
 * What echo says of words that it takes as they are: nothing need be made ready for that. Undefined where an option, or a
 * function of that name, has it otherwise.
 */
function plainEcho({ functions, shoptOptions }, args) {
  if (functions.has('echo') || shoptOptions.xpg_echo || args[0]?.startsWith('-')) return undefined
  return `${args.join(' ')}\n`
}

async function run(interpreter, { name, args, quoted, stdin }, { prepared, finish }) {
  const { ctx } = interpreter
  const { state } = ctx
  const { targets, dupSources, standardRoutes } = prepared
  const result = await interpreter.runCommand(name, args, quoted, stdin, false, false, -1, false)
  const left =
    livePlainResult(ctx, [], standardRoutes, result) ??
    (await finish(
      ctx,
      result,
      [],
      targets,
      dupSources,
      standardRoutes,
      result.internalProducerCommand ?? name,
      result.internalProducerOmitsShellPrefix,
    ))
  state.lastArg = args.at(-1) ?? name
  const { expansionStderr } = state
  if (!expansionStderr) return left
  state.expansionStderr = ''
  return { ...left, stderr: expansionStderr + left.stderr }
}
