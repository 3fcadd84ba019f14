/** Failures that mean nothing: a call that only looked, and did not find. Pure. */
import { shellParts } from '../../protocol/evidence/shell-parts.ts'

/** Tools that look, or manage the agent's own work. */
const TOOLS = new Set(['Read', 'Grep', 'Glob', 'LS', 'TaskOutput', 'TaskStop', 'TodoWrite'])
/** They answer "no" with exit code 1. */
const ASKING = new Set('grep egrep fgrep zgrep rg ag ack diff cmp test [ [[ pgrep'.split(' '))
const LOOKING = new Set([
  ...ASKING,
  ...'find fd ls cat head tail less more stat file wc which type tree du df readlink realpath cd pushd popd echo printf pwd true :'.split(
    ' ',
  ),
])
const GIT_LOOKING = new Set(
  'status log diff show grep ls-files rev-parse blame branch describe cat-file'.split(' '),
)
/** The shell knows no such command: that says something of the machine. */
const NOT_FOUND = 127

export interface FailedCall {
  readonly tool: string
  /** A shell line. */
  readonly command?: string | undefined
  readonly exitCode?: number | undefined
}

export function onlyLooked({ tool, command, exitCode }: FailedCall): boolean {
  if (command === undefined) return TOOLS.has(tool)
  if (exitCode === undefined || exitCode === NOT_FOUND) return false
  const parts = shellParts(command)
  const last = parts.at(-1)
  if (exitCode === 1 && last?.before === '|' && ASKING.has(last.words[0] ?? '')) return true
  return parts.length > 0 && parts.every(({ words }) => looks(words))
}

function looks([program = '', first]: readonly string[]): boolean {
  if (program === 'git') return GIT_LOOKING.has(first ?? '')
  if (program === 'command') return first === '-v'
  return LOOKING.has(program)
}
