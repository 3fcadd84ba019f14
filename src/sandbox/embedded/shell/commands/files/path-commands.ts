/** `basename`, `dirname`, `readlink` and `realpath`: names of files. */
import { isWithin, resolve } from '../../../../contract/path.ts'
import type { CommandBody } from '../../just-bash.ts'
import { Errno } from '../../../syscalls.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { realPath, relativePath, type Existing } from './real-path.ts'

const BASENAME: Syntax = {
  name: 'basename',
  usage: 'basename NAME [SUFFIX] | basename [-az] [-s SUFFIX] NAME...',
  operandsLast: true,
  options: ['a,multiple', 's,suffix=', 'z,zero'],
}
const DIRNAME: Syntax = { name: 'dirname', usage: 'dirname [-z] NAME...', options: ['z,zero'] }
const READLINK: Syntax = {
  name: 'readlink',
  usage: 'readlink [-femnqsvz] FILE...',
  options: [
    'f,canonicalize',
    'e,canonicalize-existing',
    'm,canonicalize-missing',
    'n,no-newline',
    'q,quiet',
    's,silent',
    'v,verbose',
    'z,zero',
  ],
}
const REALPATH: Syntax = {
  name: 'realpath',
  usage: 'realpath [-emLPqsz] [--relative-to=DIR] [--relative-base=DIR] FILE...',
  options: [
    'e,canonicalize-existing',
    'm,canonicalize-missing',
    'L,logical',
    'P,physical',
    'q,quiet',
    's,strip,no-symlinks',
    'z,zero',
    'relative-to=',
    'relative-base=',
  ],
}

export const basename: CommandBody = (args, context) =>
  runCommand(BASENAME, args, {
    context,
    body: (run) => {
      const { options, operands } = run
      const [first, second, extra] = operands
      if (first === undefined) throw run.misuse('missing operand')
      const takesMany = options.has('a') || options.has('s')
      if (!takesMany && extra !== undefined) throw run.misuse(`extra operand '${extra}'`)
      const suffix = options.value('s') ?? (takesMany ? '' : (second ?? ''))
      const end = options.has('z') ? '\0' : '\n'
      for (const name of takesMany ? operands : [first]) run.out(lastName(name, suffix) + end)
      return 0
    },
  })

function lastName(path: string, suffix: string): string {
  const name = path.replace(/(.)\/+$/s, '$1').replace(/^.*\/(?=[^/])/s, '')
  if (/^\/+$/.test(name)) return '/'
  return suffix !== '' && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name
}

export const dirname: CommandBody = (args, context) =>
  runCommand(DIRNAME, args, {
    context,
    body: (run) => {
      if (run.operands.length === 0) throw run.misuse('missing operand')
      const end = run.options.has('z') ? '\0' : '\n'
      for (const name of run.operands) run.out(folderOf(name) + end)
      return 0
    },
  })

function folderOf(path: string): string {
  if (/^\/+$/.test(path)) return '/'
  const [, folder] = /^(.*[^/]|)\/+[^/]+\/*$/s.exec(path) ?? []
  if (folder !== undefined) return folder === '' ? '/' : folder
  return '.'
}

export const readlink: CommandBody = (args, context) =>
  runCommand(READLINK, args, {
    context,
    body: (run) => {
      const { options, operands } = run
      if (operands.length === 0) throw run.misuse('missing operand')
      const mode = options.lastOf(['f', 'e', 'm'])
      const existing: Existing | undefined =
        mode === undefined ? undefined : mode === 'e' ? 'all' : mode === 'm' ? 'none' : 'parent'
      const joint = options.has('n') && operands.length > 1
      if (joint) run.warn('ignoring --no-newline with multiple arguments')
      const end = options.has('n') && !joint ? '' : options.has('z') ? '\0' : '\n'
      let exitCode = 0
      for (const operand of operands) {
        try {
          const path = run.path(operand)
          run.out(
            (existing === undefined ? run.files.readlink(path) : realPath(run.files, path, existing)) + end,
          )
        } catch (error) {
          if (!(error instanceof Errno)) throw error
          if (options.lastOf(['v', 'q', 's']) === 'v') run.warn(`${operand}: ${errnoSentence(error)}`)
          exitCode = 1
        }
      }
      return exitCode
    },
  })

export const realpath: CommandBody = (args, context) =>
  runCommand(REALPATH, args, { context, body: runRealpath })

function runRealpath(run: CommandRun): number {
  const { options, operands } = run
  if (operands.length === 0) throw run.misuse('missing operand')
  const end = options.has('z') ? '\0' : '\n'
  const shown = relation(run)
  let exitCode = 0
  for (const operand of operands) {
    try {
      run.out(shown(resolved(run, operand)) + end)
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      if (!options.has('q')) run.warn(`${operand || "''"}: ${errnoSentence(error)}`)
      exitCode = 1
    }
  }
  return exitCode
}

function resolved(run: CommandRun, operand: string): string {
  const { options } = run
  if (operand === '') throw new Errno('ENOENT', 'open', operand)
  const mode = options.lastOf(['e', 'm'])
  const existing = mode === 'e' ? 'all' : mode === 'm' ? 'none' : 'parent'
  const isLogical = options.lastOf(['L', 'P', 's']) === 'L'
  if (options.lastOf(['L', 'P', 's']) === 's') {
    if (existing === 'all') run.files.stat(run.path(operand))
    return resolve(operand, run.context.cwd)
  }
  if (isLogical || !operand.includes('..')) return realPath(run.files, run.path(operand), existing)
  // `..` goes up from where a link leads to.
  let path = operand.startsWith('/') ? '/' : run.context.cwd
  for (const part of operand.split('/')) path = realPath(run.files, resolve(part, path), existing)
  return path
}

/** How the result is shown: absolute, or as seen from a folder. */
function relation(run: CommandRun): (path: string) => string {
  const { options } = run
  const [to, within] = [options.value('relative-to'), options.value('relative-base')]
  if (to === undefined && within === undefined) return (path) => path
  const place = (folder: string): string => {
    try {
      return resolved(run, folder)
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      throw new CommandError(`${folder}: ${errnoSentence(error)}`)
    }
  }
  const base = within === undefined ? undefined : place(within)
  const from = to === undefined ? (base ?? '/') : place(to)
  return (path) =>
    base !== undefined && (!isWithin(path, base) || !isWithin(from, base)) ? path : relativePath(path, from)
}
