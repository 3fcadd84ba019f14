/** `uname`, `id`, `groups`, `nproc`, `getconf`, `getent` and `locale`: what programs are told of the system that they are on. */
import type { CommandBody } from '../../just-bash.ts'
import { coreCount } from '../../../vfs/system-files.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

/** In the order in which `uname -a` shows them; the last two only when they are asked for. */
const UNAME = {
  s: 'Linux',
  n: 'localhost',
  r: '6.1.0',
  v: '#1 SMP',
  m: 'x86_64',
  o: 'GNU/Linux',
  p: 'unknown',
  i: 'unknown',
} as const
const SHOWN_BY_ALL = ['s', 'n', 'r', 'v', 'm', 'o'] as const
const UNAME_ORDER = [...SHOWN_BY_ALL, 'p', 'i'] as const
const UNAME_SYNTAX: Syntax = {
  name: 'uname',
  usage: 'uname [-asnrvmpio]',
  options: [
    'a,all',
    's,kernel-name,sysname',
    'n,nodename',
    'r,kernel-release,release',
    'v,kernel-version',
    'm,machine',
    'p,processor',
    'i,hardware-platform',
    'o,operating-system',
  ],
}
const ID_SYNTAX: Syntax = {
  name: 'id',
  usage: 'id [-gGnruz] [USER]',
  options: ['a', 'g,group', 'G,groups', 'n,name', 'r,real', 'u,user', 'z,zero', 'Z,context'],
}
/** Everything runs as one ordinary user. */
const USER = 'user'
const UID = '1000'
/** Databases of `getent`, and where they are. */
const DATABASES: Readonly<Record<string, string>> = { passwd: '/etc/passwd', group: '/etc/group' }

export const uname: CommandBody = (args, context) =>
  runCommand(UNAME_SYNTAX, args, {
    context,
    body: (run) => {
      const { options, operands } = run
      const [extra] = operands
      if (extra !== undefined) throw run.misuse(`extra operand '${extra}'`)
      const asked = UNAME_ORDER.filter((key) => options.has(key))
      const keys = options.has('a') ? SHOWN_BY_ALL : asked.length === 0 ? (['s'] as const) : asked
      run.out(`${keys.map((key) => UNAME[key]).join(' ')}\n`)
      return 0
    },
  })

export const id: CommandBody = (args, context) =>
  runCommand(ID_SYNTAX, args, {
    context,
    body: (run) => {
      const { options, operands } = run
      if (options.has('Z')) throw new CommandError('--context (-Z) works only on an SELinux-enabled kernel')
      const kinds = ['u', 'g', 'G'].filter((kind) => options.has(kind))
      if (kinds.length > 1) throw new CommandError('cannot print "only" of more than one choice')
      if (kinds.length === 0 && (options.has('n') || options.has('r')))
        throw new CommandError('cannot print only names or real IDs in default format')
      if (kinds.length === 0 && options.has('z'))
        throw new CommandError('option --zero not permitted in default format')
      for (const name of operands.length === 0 ? [USER] : operands) {
        if (name !== USER && name !== UID) {
          run.complain(`'${name}': no such user`)
          continue
        }
        const short = options.has('n') ? USER : UID
        const full = `uid=${UID}(${USER}) gid=${UID}(${USER}) groups=${UID}(${USER})`
        run.out((kinds.length === 0 ? full : short) + (options.has('z') ? '\0' : '\n'))
      }
      return run.isFailed ? 1 : 0
    },
  })

export const groups: CommandBody = (args, context) =>
  runCommand({ name: 'groups', usage: 'groups [USER]...', options: [] }, args, {
    context,
    body: (run) => {
      if (run.operands.length === 0) run.out(`${USER}\n`)
      for (const name of run.operands) {
        if (name === USER) run.out(`${USER} : ${USER}\n`)
        else run.complain(`'${name}': no such user`)
      }
      return run.isFailed ? 1 : 0
    },
  })

export const nproc: CommandBody = (args, context) =>
  runCommand({ name: 'nproc', usage: 'nproc [--all] [--ignore=N]', options: ['all', 'ignore='] }, args, {
    context,
    body: (run) => {
      const [extra] = run.operands
      if (extra !== undefined) throw run.misuse(`extra operand '${extra}'`)
      const text = run.options.value('ignore') ?? '0'
      if (!/^\d+$/.test(text)) throw new CommandError(`invalid number: '${text}'`)
      run.out(`${Math.max(1, coreCount() - Number(text))}\n`)
      return 0
    },
  })

export const getconf: CommandBody = (args, context) =>
  runCommand({ name: 'getconf', usage: 'getconf NAME [PATH]', misuse: 2, options: ['a', 'v='] }, args, {
    context,
    body: (run) => {
      const values: Readonly<Record<string, string>> = {
        ARG_MAX: '2097152',
        CHAR_BIT: '8',
        LONG_BIT: '64',
        NAME_MAX: '255',
        PAGESIZE: '4096',
        PAGE_SIZE: '4096',
        PATH: '/bin:/usr/bin',
        PATH_MAX: '4096',
        _NPROCESSORS_CONF: String(coreCount()),
        _NPROCESSORS_ONLN: String(coreCount()),
      }
      const [name] = run.operands
      if (run.options.has('a')) {
        run.out(
          Object.entries(values)
            .map(([key, value]) => `${key.padEnd(35)}${value}\n`)
            .join(''),
        )
        return 0
      }
      if (name === undefined) throw run.misuse('missing operand')
      const value = values[name]
      if (value === undefined) throw new CommandError(`Unrecognized variable '${name}'`, 2)
      run.out(`${value}\n`)
      return 0
    },
  })

export const getent: CommandBody = (args, context) =>
  runCommand({ name: 'getent', usage: 'getent DATABASE [KEY]...', options: [] }, args, {
    context,
    body: (run) => {
      const [database, ...keys] = run.operands
      const path = DATABASES[database ?? '']
      if (path === undefined) throw new CommandError(`Unknown database: ${database ?? ''}`)
      const lines = run
        .readText(path)
        .split('\n')
        .filter((line) => line !== '')
      const found = keys.map((key) => lines.find((line) => [0, 2].some((at) => line.split(':')[at] === key)))
      for (const line of keys.length === 0 ? lines : found) if (line !== undefined) run.out(`${line}\n`)
      return found.includes(undefined) ? 2 : 0
    },
  })

const LOCALE_NAMES = ['LC_CTYPE', 'LC_NUMERIC', 'LC_TIME', 'LC_COLLATE', 'LC_MONETARY', 'LC_MESSAGES']

export const locale: CommandBody = (args, context) =>
  runCommand(
    { name: 'locale', usage: 'locale [-a | -m | charmap]', options: ['a,all-locales', 'm,charmaps'] },
    args,
    {
      context,
      body: (run) => {
        const [name] = run.operands
        if (run.options.has('a')) run.out('C\nC.UTF-8\nPOSIX\n')
        else if (run.options.has('m') || name === 'charmap') run.out('UTF-8\n')
        else if (name !== undefined) throw new CommandError(`unknown name "${name}"`)
        else run.out(settings(context.env))
        return 0
      },
    },
  )

function settings(env: ReadonlyMap<string, string>): string {
  const [lang, all] = [env.get('LANG') ?? '', env.get('LC_ALL') ?? '']
  const lines = LOCALE_NAMES.map((name) => {
    const own = env.get(name)
    return own !== undefined && all === '' ? `${name}=${own}` : `${name}="${all || lang || 'POSIX'}"`
  })
  return `LANG=${lang}\n${lines.join('\n')}\nLC_ALL=${all}\n`
}
