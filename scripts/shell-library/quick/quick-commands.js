/**
 * Simple commands without redirections whose words need no more than `quick-words.js` knows, and single assignments: most
 * commands of a loop. The library's function for all simple commands is large, and slow until it has been compiled.
 */
import { liveAtLine, liveCommandBegins } from '../functions/call-stack.js'
import { livePlainResult, livePlainScope } from '../streams/plain-streams.js'
import { liveQuickAssignment, liveQuickText, liveQuickWord } from './quick-words.js'

/** They do something to the shell that they end, or run another command. */
const OTHERS = new Set('exec command builtin'.split(' '))
/** Their arguments are assignments. */
const DECLARING = new Set('local declare typeset export readonly'.split(' '))
/** A longer text is left to the library, which counts it. */
const LONGEST = 10_000
/** The result of an assignment. */
const NOTHING_SAID = Object.freeze({ stdout: '', stderr: '', exitCode: 0 })
/** With a small letter in it a name is none that bash has a meaning for. */
const PLAIN_NAME = /^[A-Za-z_]*[a-z][A-Za-z0-9_]*$/
const ATTRIBUTES = ['readonlyVars', 'integerVars', 'lowercaseVars', 'uppercaseVars', 'namerefs', 'arrays']

/**
 * The result, or a promise of it, or undefined: then the library does it, and nothing has happened yet. `words` is what
 * arithmetic needs; `finish` takes the output through streams that the command itself has moved.
 */
export function liveQuickCommand(interpreter, node, stdin, { words, finish }) {
  const { ctx } = interpreter
  const { state } = ctx
  if (node.redirections.length > 0) return undefined
  if (node.assignments.length > (node.name ? 0 : 1)) return undefined
  if (state.shoptOptions.expand_aliases || state.options.xtrace || state.extraArgs || state.onCommand)
    return undefined
  const scope = livePlainScope(ctx, node.redirections)
  if (scope === undefined) return undefined
  liveAtLine(state, node.line)
  liveCommandBegins(ctx, node)
  if (!node.name) return assign(ctx, node.assignments[0], words)
  const [name = ''] = liveQuickWord(ctx, node.name, words)?.values ?? []
  if (name === '' || OTHERS.has(name)) return undefined
  const args = []
  const quoted = []
  for (const word of node.args) {
    const expanded = DECLARING.has(name) ? declared(ctx, word, words) : liveQuickWord(ctx, word, words)
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

/** `name=word` alone, for a variable without attributes: as above. */
function assign(ctx, { name, value: word, append, array }, words) {
  const { state } = ctx
  if (array || !PLAIN_NAME.test(name) || state.options.allexport || state.tempEnvBindings?.length > 0)
    return undefined
  if (ATTRIBUTES.some((attribute) => state[attribute]?.has(name))) return undefined
  const value = word ? liveQuickText(ctx, word, words) : ''
  if (value === undefined) return undefined
  const before = append ? (state.env.get(name) ?? '') : ''
  if (before.length > LONGEST) return undefined
  state.env.set(name, before + value)
  state.expansionStderr = ''
  state.isSubstituted = false
  state.lastArg = ''
  return NOTHING_SAID
}

/** An argument of a builtin that declares: an option, a name or `name=word`. */
function declared(ctx, word, words) {
  if (word.liveArray) return undefined
  const [first, ...rest] = word.parts
  if (rest.length === 0 && first?.type === 'Literal' && !/[=~]/.test(first.value))
    return liveQuickWord(ctx, word, words)
  const assignment = liveQuickAssignment(ctx, word, words)
  return assignment && { values: [`${assignment.name}=${assignment.value}`], quoted: true }
}

/**
 * Output of an `echo` that prints its words as they are, for which nothing need be prepared. Undefined when
 * an option, or a function of that name, changes that.
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
