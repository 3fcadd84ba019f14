/** `node`'s command line: options of Node's own table, then the program and its arguments. */
import { itemsOf } from '../../page/fields.ts'
import { cliAliases, cliOptions, materialise } from './bindings/skeleton.ts'

/** The option table's types. */
const BOOLEAN = 2
const INTEGER = 3
const UNSIGNED = 4
const STRING = 5
const HOST_PORT = 6
const STRING_LIST = 7

const NO_EFFECT = 0
/** Switches of V8 that programs are started with. */
const ENGINE_OPTION =
  /^--(?:no-?)?(?:harmony|concurrent|opt|sparkplug|maglev|turbo|gc|trace-gc|always-)[-a-z]*$/
const V8_OPTION = 1

/** Options with a closed list of values, which natively are checked at the start too. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  '--unhandled-rejections': ['warn-with-error-codes', 'throw', 'strict', 'warn', 'none'],
}

export type CommandLine =
  | {
      readonly kind: 'run'
      readonly options: Record<string, unknown>
      readonly execArgv: readonly string[]
      /** Program first, when there is one, then what it gets. */
      readonly rest: readonly string[]
    }
  | { readonly kind: 'invalid'; readonly message: string }

const known = new Map(
  cliOptions.map(([name, type, environment, initial, defaultIsTrue]) => [
    name,
    { type, environment, initial, defaultIsTrue },
  ]),
)
/** The later name of an option that this version still calls experimental is understood too. */
const aliases = new Map([...cliAliases, ['--test-isolation', ['--experimental-test-isolation']] as const])

export function defaultOptions(): Record<string, unknown> {
  const options: Record<string, unknown> = Object.create(null)
  for (const [name, { type, initial }] of known) {
    options[name] = materialise(initial, name)
    if (type === BOOLEAN && name.startsWith('--'))
      options[name.replace(/^--/, '--no-')] = options[name] !== true
  }
  // The form of AsyncLocalStorage that needs no hooks into promises, which a worker has not; Node's default from 24 on.
  options['--experimental-async-context-frame'] = true
  return options
}

/** `NODE_OPTIONS`: words, with double quotes and backslashes inside them. */
function splitWords(text: string): string[] {
  return [...text.matchAll(/(?:"((?:\\.|[^"\\])*)"|[^\s"])+/g)].map(([word]) =>
    word.replace(/"((?:\\.|[^"\\])*)"/g, (_, inner: string) => inner.replace(/\\(.)/g, '$1')),
  )
}

/** Variables that set an option when they are `1`. */
const SWITCHES: Readonly<Record<string, string>> = {
  NODE_PENDING_DEPRECATION: '--pending-deprecation',
  NODE_PRESERVE_SYMLINKS: '--preserve-symlinks',
  NODE_PRESERVE_SYMLINKS_MAIN: '--preserve-symlinks-main',
}

type Environment = Readonly<Record<string, string | undefined>>

/** `args` are those after `node` itself. */
export function parseCommandLine(args: readonly string[], environment: Environment = {}): CommandLine {
  const options = defaultOptions()
  const switches = Object.entries(SWITCHES).filter(([name]) => environment[name] === '1')
  const words = splitWords(environment['NODE_OPTIONS'] ?? '')
  const fromEnvironment = parseInto(options, [...switches.map(([, option]) => option), ...words])
  if (typeof fromEnvironment === 'string') return { kind: 'invalid', message: fromEnvironment }
  const end = parseInto(options, args)
  if (typeof end === 'string') return { kind: 'invalid', message: end }
  const rest = args.slice(end)
  return { kind: 'run', options, execArgv: args.slice(0, end), rest: rest[0] === '--' ? rest.slice(1) : rest }
}

/** Index of the first argument that is no option, or what is wrong. */
function parseInto(options: Record<string, unknown>, args: readonly string[]): number | string {
  const queue = [...args]
  let taken = 0
  for (;;) {
    const argument = queue[0]
    if (argument === undefined || argument === '-' || !argument.startsWith('-')) break
    if (argument === '--') break
    queue.shift()
    taken += 1
    const failure = parseOne(options, argument, {
      peek: () => queue[0],
      take: () => {
        taken += 1
        return queue.shift()
      },
    })
    if (failure !== undefined) return failure
  }
  return Math.min(taken, args.length)
}

interface Following {
  readonly peek: () => string | undefined
  readonly take: () => string | undefined
}

function parseOne(
  options: Record<string, unknown>,
  argument: string,
  following: Following,
): string | undefined {
  const equals = argument.startsWith('--') ? argument.indexOf('=') : -1
  const given = (equals < 0 ? argument : argument.slice(0, equals)).replaceAll('_', '-')
  const inline = equals < 0 ? undefined : argument.slice(equals + 1)
  const next = following.peek()
  const withArgument = next !== undefined && !next.startsWith('-') ? aliases.get(`${given} <arg>`) : undefined
  const expansion =
    withArgument ?? aliases.get(inline === undefined ? given : `${given}=`) ?? aliases.get(given)
  if (expansion && expansion[0] !== given) {
    // The value of `--inspect=9230` is the port, which its alias names first.
    const takes = inline !== undefined && aliases.has(`${given}=`) ? 0 : expansion.length - 1
    for (const [index, part] of expansion.entries()) {
      const own = index === takes ? inline : undefined
      // Only the last part may be an alias again.
      const isLast = index === expansion.length - 1
      const failure = isLast
        ? parseOne(options, own === undefined ? part : `${part}=${own}`, following)
        : setOption(options, { given: part, inline: own }, following)
      if (failure !== undefined) return failure
    }
    return undefined
  }
  return setOption(options, { given, inline }, following)
}

function setOption(
  options: Record<string, unknown>,
  { given, inline }: { given: string; inline: string | undefined },
  following: Following,
): string | undefined {
  const negated = !known.has(given) && given.startsWith('--no-')
  const name = negated ? given.replace('--no-', '--') : given
  const option = known.get(name)
  // The engine's own, which here is the browser's.
  if (!option && ENGINE_OPTION.test(name)) return undefined
  if (!option) return `bad option: ${given}`
  if (option.type === NO_EFFECT || option.type === V8_OPTION) return undefined
  if (option.type === BOOLEAN) {
    if (inline !== undefined) return `${given} does not take an argument`
    options[name] = !negated
    options[name.replace(/^--/, '--no-')] = negated
    return undefined
  }
  const value = inline ?? following.take()
  if (value === undefined) return `${given} requires an argument`
  if (option.type === STRING_LIST) options[name] = [...itemsOf(options[name]), value]
  else if (option.type === INTEGER || option.type === UNSIGNED) options[name] = Number(value)
  else if (option.type === STRING || option.type === HOST_PORT) options[name] = value
  if (CHOICES[name] && !CHOICES[name].includes(value)) return `invalid value for ${name}`
  // "--eval" is remembered apart from an empty text.
  if (name === '--eval') options['[has_eval_string]'] = true
  return undefined
}
