/** `rm`, `mkdir`, `unlink` and `link`. */
import { Errno } from '../../../syscalls.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import { applyMode } from './file-mode.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

const RM: Syntax = {
  name: 'rm',
  usage: 'rm [-dfrRv] FILE...',
  options: [
    'r,R,recursive',
    'f,force',
    'd,dir',
    'v,verbose',
    'i',
    'I',
    'interactive=?',
    'one-file-system',
    'no-preserve-root',
    'preserve-root=?',
  ],
}
const MKDIR: Syntax = {
  name: 'mkdir',
  usage: 'mkdir [-pv] [-m MODE] DIRECTORY...',
  options: ['p,parents', 'v,verbose', 'm,mode=', 'Z'],
}
const UNLINK: Syntax = { name: 'unlink', usage: 'unlink FILE', options: [] }
const LINK: Syntax = { name: 'link', usage: 'link FILE1 FILE2', options: [] }

export const rm: CommandBody = (args, context) => runCommand(RM, args, { context, body: runRm })

export const mkdir: CommandBody = (args, context) => runCommand(MKDIR, args, { context, body: runMkdir })

export const unlink: CommandBody = (args, context) => runCommand(UNLINK, args, { context, body: runUnlink })

export const link: CommandBody = (args, context) => runCommand(LINK, args, { context, body: runLink })

function runRm(run: CommandRun): number {
  const { options, operands } = run
  const asks = options.lastOf(['i', 'I', 'interactive', 'f'])
  if (operands.length === 0 && !options.has('f')) throw run.misuse('missing operand')
  for (const operand of operands) {
    try {
      remove(run, operand, asks === 'i')
    } catch (error) {
      if (!(error instanceof Errno) && !(error instanceof CommandError)) throw error
      const isMissing = error instanceof Errno && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      if (isMissing && options.has('f')) continue
      run.complain(
        error instanceof Errno ? `cannot remove '${operand}': ${errnoSentence(error)}` : error.message,
      )
    }
  }
  return run.isFailed ? 1 : 0
}

function remove(run: CommandRun, operand: string, asks: boolean): void {
  const { files, options } = run
  if (/(?:^|\/)\.{1,2}\/*$/.test(operand))
    throw new CommandError(`refusing to remove '.' or '..' directory: skipping '${operand}'`)
  const path = run.path(operand)
  if (path === '/') throw new CommandError("it is dangerous to operate recursively on '/'")
  // With a slash behind it a link stands for its directory.
  const { kind } = operand.endsWith('/') ? files.stat(path) : files.lstat(path)
  // Nobody is there to answer: as GNU's without an answer.
  if (asks) return
  if (kind !== 'directory') {
    files.unlink(path)
    if (options.has('v')) run.out(`removed '${operand}'\n`)
    return
  }
  if (!options.has('r')) {
    if (!options.has('d')) throw new Errno('EISDIR', 'unlink', path)
    files.rmdir(path)
    if (options.has('v')) run.out(`removed directory '${operand}'\n`)
    return
  }
  if (!options.has('v')) return files.removeTree(path)
  for (const { name } of files.readdir(path)) remove(run, `${operand.replace(/\/+$/, '')}/${name}`, asks)
  files.rmdir(path)
  run.out(`removed directory '${operand}'\n`)
}

function runMkdir(run: CommandRun): number {
  const { options, operands, files } = run
  if (operands.length === 0) throw run.misuse('missing operand')
  const wanted = options.value('m')
  const mode = wanted === undefined ? undefined : applyMode(wanted, 0o777)
  if (wanted !== undefined && mode === undefined) throw new CommandError(`invalid mode '${wanted}'`)
  for (const operand of operands) {
    try {
      if (options.has('p')) makeParents(run, operand)
      else files.mkdir(run.path(operand), 0o777, false)
      if (!options.has('p') && options.has('v')) run.out(`mkdir: created directory '${operand}'\n`)
      if (mode !== undefined) files.chmod(run.path(operand), mode)
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      run.complain(`cannot create directory '${operand}': ${errnoSentence(error)}`)
    }
  }
  return run.isFailed ? 1 : 0
}

function makeParents(run: CommandRun, operand: string): void {
  const { files, options } = run
  if (!options.has('v')) {
    files.mkdir(run.path(operand), 0o777, true)
    return
  }
  const parts = operand.split('/')
  for (let count = 1; count <= parts.length; count += 1) {
    const name = parts.slice(0, count).join('/')
    if (name === '' || run.exists(name)) continue
    files.mkdir(run.path(name), 0o777, false)
    run.out(`mkdir: created directory '${name}'\n`)
  }
}

function runUnlink(run: CommandRun): number {
  const [operand, extra] = run.operands
  if (operand === undefined) throw run.misuse('missing operand')
  if (extra !== undefined) throw run.misuse(`extra operand '${extra}'`)
  run.attempt(`cannot unlink '${operand}'`, () => run.files.unlink(run.path(operand)))
  return 0
}

function runLink(run: CommandRun): number {
  const [from, to, extra] = run.operands
  if (from === undefined) throw run.misuse('missing operand')
  if (to === undefined) throw run.misuse(`missing operand after '${from}'`)
  if (extra !== undefined) throw run.misuse(`extra operand '${extra}'`)
  run.attempt(`cannot create link '${to}' to '${from}'`, () => run.files.link(run.path(from), run.path(to)))
  return 0
}
