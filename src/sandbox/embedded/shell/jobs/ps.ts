/** `ps`: the kernel's table of processes. Everybody sees all of them: there is one user. */
import type { ProcessEntry } from '../../syscalls.ts'
import { failed, printed } from '../commands/frame/output.ts'
import { command } from '../just-bash.ts'

interface Column {
  readonly header: string
  readonly isRight: boolean
  readonly value: (entry: ProcessEntry, now: number) => string
}

const USER = 'user'
const state = ({ state: now }: ProcessEntry): string => (now === 'running' ? 'R' : 'S')
const name = ({ argv: [first = ''] }: ProcessEntry): string => first.slice(first.lastIndexOf('/') + 1)
const line = ({ argv }: ProcessEntry): string => argv.join(' ')

/** Values unavailable here (CPU time, memory) are shown as `-`, never as a number. */
const COLUMNS: Readonly<Record<string, Column>> = {
  pid: { header: 'PID', isRight: true, value: ({ pid }) => String(pid) },
  ppid: { header: 'PPID', isRight: true, value: ({ ppid }) => String(ppid) },
  pgid: { header: 'PGID', isRight: true, value: ({ group }) => String(group) },
  user: { header: 'USER', isRight: false, value: () => USER },
  uid: { header: 'UID', isRight: true, value: () => '1000' },
  tty: { header: 'TT', isRight: false, value: () => '?' },
  stat: { header: 'STAT', isRight: false, value: state },
  s: { header: 'S', isRight: false, value: state },
  time: { header: 'TIME', isRight: true, value: () => '-' },
  pcpu: { header: '%CPU', isRight: true, value: () => '-' },
  pmem: { header: '%MEM', isRight: true, value: () => '-' },
  rss: { header: 'RSS', isRight: true, value: () => '-' },
  vsz: { header: 'VSZ', isRight: true, value: () => '-' },
  stime: { header: 'STIME', isRight: true, value: ({ startedAt }) => clock(startedAt) },
  etime: { header: 'ELAPSED', isRight: true, value: ({ startedAt }, now) => elapsed(now - startedAt) },
  comm: { header: 'COMMAND', isRight: false, value: name },
  args: { header: 'COMMAND', isRight: false, value: line },
}
const SAME: Readonly<Record<string, string>> = {
  cmd: 'args',
  command: 'args',
  ucmd: 'comm',
  state: 's',
  start: 'stime',
  pgrp: 'pgid',
  '%cpu': 'pcpu',
  '%mem': 'pmem',
  tname: 'tty',
  tt: 'tty',
  euser: 'user',
}
const FULL = readFormat('user=UID,pid,ppid,pcpu=C,stime,tty=TTY,time,args=CMD')
const BSD = readFormat('user,pid,pcpu,pmem,vsz,rss,tty=TTY,stat,stime=START,time,args')
const SHORT = readFormat('pid,tty=TTY,time,comm=CMD')
const BSD_SHORT = readFormat('pid,tty=TTY,stat,time,args')
/** Columns of a process id, as procps has it. */
const PID_WIDTH = 7

interface Named {
  readonly name: string
  readonly header: string
}

interface Request {
  readonly columns: readonly Named[]
  readonly pids: ReadonlySet<number> | undefined
  readonly parents: ReadonlySet<number> | undefined
  readonly command: string | undefined
}

export const psCommand = command('ps', async (args, { host }) => {
  const request = parse(args)
  if (typeof request === 'string') return failed(`error: ${request}\n`)
  const entries = host.kernel.syscalls.processes().filter((entry) => isWanted(entry, request))
  const stdout = table(entries, request)
  return entries.length === 0 ? { ...printed(stdout), exitCode: 1 } : printed(stdout)
})

function isWanted(entry: ProcessEntry, { pids, parents, command: wanted }: Request): boolean {
  if (pids !== undefined && !pids.has(entry.pid)) return false
  if (parents !== undefined && !parents.has(entry.ppid)) return false
  return wanted === undefined || name(entry) === wanted
}

function table(entries: readonly ProcessEntry[], { columns }: Request): string {
  const now = Date.now()
  const found = columns.map(({ name: key, header }) => ({ ...(COLUMNS[key] ?? UNKNOWN), header }))
  const hasHeader = found.some(({ header }) => header !== '')
  const rows = entries.map((entry) => found.map(({ value }) => value(entry, now)))
  const all = hasHeader ? [found.map(({ header }) => header), ...rows] : rows
  const least = columns.map(({ name: key }) => (/^p?pid$|^pgid$/.test(key) ? PID_WIDTH : 0))
  const widths = found.map((_, at) => Math.max(least[at] ?? 0, ...all.map((row) => row[at]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((text, at) => {
          const width = widths[at] ?? 0
          if (found[at]?.isRight) return text.padStart(width)
          return at === row.length - 1 ? text : text.padEnd(width)
        })
        .join(' '),
    )
    .map((text) => `${text}\n`)
    .join('')
}

const UNKNOWN: Column = { header: '', isRight: false, value: () => '' }

/** Returns the error message as a text. */
function parse(args: readonly string[]): Request | string {
  let preset = SHORT
  const own: Named[] = []
  let pids: Set<number> | undefined
  let parents: Set<number> | undefined
  let wanted: string | undefined
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    const valued = /^(-o|-p|-C|--format|--pid|--ppid|-q|o|p)=?(.*)$/.exec(arg)
    if (valued) {
      const [, option = '', rest = ''] = valued
      const value = rest === '' ? (args[(at += 1)] ?? '') : rest
      if (/^-?o$|format/.test(option)) {
        own.push(...readFormat(value))
      } else if (option === '-C') wanted = value
      else if (option === '--ppid') parents = numbers(value)
      else pids = numbers(value)
    } else if (/^-?[aAcdefgHjlLmNrTtuUvwxXZ]+$/.test(arg)) {
      if (/^-.*f/.test(arg)) preset = FULL
      else if (!arg.startsWith('-')) preset = arg.includes('u') ? BSD : BSD_SHORT
    } else if (/^\d+$/.test(arg)) pids = new Set([...(pids ?? []), Number(arg)])
    else if (arg !== '--no-headers' && arg !== '--sort' && !arg.startsWith('--sort='))
      return 'unsupported option'
  }
  const unknown = own.find((one) => COLUMNS[one.name] === undefined)
  if (unknown !== undefined) return `unknown user-defined format specifier "${unknown.name}"`
  const columns = own.length > 0 ? own : preset
  const hidden = args.includes('--no-headers')
  return {
    columns: hidden ? columns.map((one) => ({ ...one, header: '' })) : columns,
    pids,
    parents,
    command: wanted,
  }
}

/** `pid,comm=NAME`. */
function readFormat(text: string): Named[] {
  return text.split(/[, ]+/).map((word) => {
    const [key = '', header] = word.split('=')
    const known = SAME[key] ?? key
    return { name: known, header: header ?? COLUMNS[known]?.header ?? '' }
  })
}

function numbers(text: string): Set<number> {
  return new Set(text.split(/[, ]+/).map(Number))
}

function clock(ms: number): string {
  const date = new Date(ms)
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'))
  const hours = Math.floor(seconds / 3600)
  return hours === 0 ? parts.join(':') : `${String(hours).padStart(2, '0')}:${parts.join(':')}`
}
