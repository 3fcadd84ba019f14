/** `pgrep`, `pkill` and `pidof`, over the kernel's table of processes. */
import type { Signal } from '../../../../contract/contract.ts'
import { Errno, type ProcessEntry } from '../../../syscalls.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import type { CommandBody } from '../../just-bash.ts'
import { parseSignal } from '../../signals.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { compilePosix, type Finder } from '../regex/posix-regex.ts'
import { RegexError } from '../regex/regex-error.ts'

const TROUBLE = 2
const CHOICES = [
  'f,full',
  'x,exact',
  'v,inverse',
  'i,ignore-case',
  'n,newest',
  'o,oldest',
  'P,parent=',
  'c,count',
  'u,euid=',
  'U,uid=',
]
const PGREP: Syntax = {
  name: 'pgrep',
  usage: 'pgrep [-cfilnovx] [-a] [-d DELIMITER] [-P PPID] PATTERN',
  misuse: TROUBLE,
  options: [...CHOICES, 'a,list-full', 'l,list-name', 'd,delimiter='],
}
const PKILL: Syntax = {
  name: 'pkill',
  usage: 'pkill [-SIGNAL] [-cefinovx] [-P PPID] PATTERN',
  misuse: TROUBLE,
  options: [...CHOICES, 'e,echo', 'signal='],
}

export const pgrep: CommandBody = (args, context) =>
  runCommand(PGREP, args, {
    context,
    body: (run) => {
      const { options } = run
      const found = search(run)
      if (options.has('c')) run.out(`${found.length}\n`)
      else if (found.length > 0) {
        const lines = found.map((entry) => {
          if (options.has('a')) return `${entry.pid} ${entry.argv.join(' ')}`
          return options.has('l') ? `${entry.pid} ${nameOf(entry)}` : String(entry.pid)
        })
        run.out(`${lines.join(options.value('d') ?? '\n')}\n`)
      }
      return found.length === 0 ? 1 : 0
    },
  })

export const pkill: CommandBody = (args, context) => {
  const [first = ''] = args
  const short = /^-(?:SIG)?([A-Z][A-Z0-9]+|\d+)$/.exec(first)?.[1]
  return runCommand(PKILL, short === undefined ? args : args.slice(1), {
    context,
    body: (run) => {
      const { options } = run
      const text = short ?? options.value('signal') ?? 'TERM'
      const signal = parseSignal(text)
      if (signal === undefined && text !== '0') throw new CommandError(`invalid signal: ${text}`, TROUBLE)
      const found = search(run)
      for (const entry of found) send(run, entry, signal)
      if (options.has('c')) run.out(`${found.length}\n`)
      return found.length === 0 || run.isFailed ? 1 : 0
    },
  })
}

function send(run: CommandRun, entry: ProcessEntry, signal: Signal | undefined): void {
  try {
    if (signal !== undefined) run.files.kill(entry.pid, signal)
    if (run.options.has('e')) run.out(`${nameOf(entry)} killed (pid ${entry.pid})\n`)
  } catch (error) {
    if (!(error instanceof Errno)) throw error
    run.complain(`killing pid ${entry.pid} failed: ${errnoSentence(error)}`)
  }
}

export const pidof: CommandBody = (args, context) =>
  runCommand({ name: 'pidof', usage: 'pidof [-s] NAME...', options: ['s,single-shot', 'x'] }, args, {
    context,
    body: (run) => {
      const found = run.files
        .processes()
        .filter((entry) => run.operands.includes(nameOf(entry)))
        .map(({ pid }) => pid)
        .toReversed()
      if (found.length === 0) return 1
      run.out(`${(run.options.has('s') ? found.slice(0, 1) : found).join(' ')}\n`)
      return 0
    },
  })

/** A command of the shell that runs in the background is a shell here; it goes by the name it would have elsewhere. */
function nameOf({ argv: [first = '', option, script = ''] }: ProcessEntry): string {
  const name = first.slice(first.lastIndexOf('/') + 1)
  const [word] = option === '-c' ? (/^[\w./-]+(?=\s|$)/.exec(script) ?? []) : []
  return word === undefined ? name : word.slice(word.lastIndexOf('/') + 1)
}

/** Never the process that asks. */
function search(run: CommandRun): readonly ProcessEntry[] {
  const { options, operands } = run
  const [pattern, extra] = operands
  if (extra !== undefined) throw run.misuse('only one pattern can be provided')
  const parents = options.value('P')?.split(',').map(Number)
  if (pattern === undefined && parents === undefined) throw run.misuse('no matching criteria specified')
  const find = pattern === undefined ? undefined : finderOf(run, pattern)
  const matches = run.files.processes().filter((entry) => {
    if (entry.pid === run.context.host.pid || (parents !== undefined && !parents.includes(entry.ppid)))
      return false
    const text = options.has('f') ? entry.argv.join(' ') : nameOf(entry)
    return (find === undefined || find(text, 0) !== undefined) !== options.has('v')
  })
  const sorted = matches.toSorted((one, other) => one.startedAt - other.startedAt || one.pid - other.pid)
  if (options.has('n')) return sorted.slice(-1)
  return options.has('o') ? sorted.slice(0, 1) : matches
}

function finderOf({ options }: CommandRun, pattern: string): Finder {
  try {
    return compilePosix(pattern, {
      isExtended: true,
      ignoreCase: options.has('i'),
      needsLongest: false,
      whole: options.has('x') ? 'line' : undefined,
    }).find
  } catch (error) {
    if (!(error instanceof RegexError)) throw error
    throw new CommandError(error.message, TROUBLE)
  }
}
