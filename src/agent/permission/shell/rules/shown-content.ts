/** How much a command line's output can hold of the files that it reads: for lines that have opened a withheld file. */
import { analyse, type Leaf } from '../analysis.ts'
import { baseName } from './pieces.ts'

const MANAGERS = /^(?:npm|pnpm|yarn|bun)$/
const SCRIPT_VERBS =
  /^(?:run|run-script|rum|urn|test|t|tst|start|stop|restart|install|i|ci|build|dev|lint|check|format|serve|preview|watch)$/
/** Filters beside a script: they show their input only. */
const FILTERS = /^(?:head|tail|sort|uniq|wc|cat|grep|egrep|fgrep)$/
const PLAIN =
  /^(?:cd|echo|printf|true|false|:|test|\[|sleep|wait|exit|set|export|unset|mkdir|rm|touch|kill|pkill)$/
/** They move content about, and print names at most. */
const MOVERS = /^(?:cp|mv|ln|install|chmod|chown|ls|stat|du|tree|find)$/
const GIT_WITHOUT_CONTENT =
  /^(?:status|add|rm|mv|commit|checkout|switch|restore|branch|tag|fetch|pull|push|init|ls-files|check-ignore)$/
const GIT_WITH_CONTENT = /^(?:-[a-z]*[pv]|--patch|--verbose|--dry-run)/

/** Scripts of `package.json`, and what passes their output on: the values in it are masked, and nobody is asked. */
export function runsPackageScripts(command: string, cwd: string | undefined): boolean {
  const { leaves, problems } = analyse(command, cwd)
  if (problems.length > 0 || !leaves.some(isScript)) return false
  return leaves.every((leaf) => isScript(leaf) || isFilter(leaf) || isPlain(leaf))
}

/** Every command in it prints names at most. */
export function showsNoContent(command: string, cwd: string | undefined): boolean {
  const { leaves, problems } = analyse(command, cwd)
  if (problems.length > 0) return false
  return leaves.every((leaf) => isPlain(leaf) || isMover(leaf) || isQuietGit(leaf))
}

function isScript({ words: [name, ...args], class: kind }: Leaf): boolean {
  if (name === undefined || !MANAGERS.test(baseName(name)) || kind === 'unknown') return false
  const verb = args.find((word) => word === undefined || !word.startsWith('-'))
  // If an option that takes a value stands before the verb, the supposed verb may be the value.
  const isFirst =
    args[0] === verb || /^(?:-s|--silent|-q|--quiet|--if-present|--workspaces)$/.test(args[0] ?? '')
  return verb !== undefined && isFirst && SCRIPT_VERBS.test(verb)
}

/** With a file of its own it would show that one, and what cuts a line up leaves pieces of values that nothing finds. */
function isFilter({ words: [name, ...args] }: Leaf): boolean {
  if (name === undefined || !FILTERS.test(name)) return false
  const known = args.flatMap((word) => word ?? [])
  if (known.length < args.length) return false
  const operands = known.filter((word) => !word.startsWith('-'))
  // `grep PATTERN`, without `-f`, `-r` and their like; `tail -n 5`.
  if (/grep$/.test(name))
    return (
      operands.length <= 1 &&
      !known.some((word) => /^-[a-zA-Z]*[rRfo]|^--(?:rec|dir|inc|file|der|onl|col)/.test(word))
    )
  if (/^(?:head|tail)$/.test(name))
    return (
      operands.every((word) => /^[+-]?\d+$/.test(word)) &&
      // By bytes.
      !known.some((word) => /^[+-][\dnqvzf]*[cbkm]|^--b/.test(word))
    )
  return operands.length === 0 && !known.some((word) => /^--files0|^-[a-zA-Z]*o|^--o/.test(word))
}

function isPlain({ words: [name, ...args] }: Leaf): boolean {
  // A text that the shell builds may be the content of a file.
  return name === undefined || (PLAIN.test(name) && args.every((word) => word !== undefined))
}

function isMover({ words: [name, ...args] }: Leaf): boolean {
  if (name === undefined || !MOVERS.test(name)) return false
  return args.every(
    (word) => word !== undefined && !/^\/(?:dev|proc)\b|^-exec|^-ok|^-fprint|^-files0/.test(word),
  )
}

function isQuietGit({ words: [name, verb, ...args] }: Leaf): boolean {
  if (name !== 'git' || verb === undefined || !GIT_WITHOUT_CONTENT.test(verb)) return false
  return args.every(
    (word) => word !== undefined && (!GIT_WITH_CONTENT.test(word) || verb === 'rm' || verb === 'mv'),
  )
}
