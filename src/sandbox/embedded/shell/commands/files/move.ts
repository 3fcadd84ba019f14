/** `mv` and `rmdir`. */
import { basename, isWithin, resolve } from '../../../../contract/path.ts'
import { Errno } from '../../../syscalls.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import type { CommandBody } from '../../just-bash.ts'
import { backupName } from './backup.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

const MV: Syntax = {
  name: 'mv',
  usage: 'mv [-bfinuvT] [-t DIR] SOURCE... DEST',
  options: [
    'backup=?',
    'b',
    'f,force',
    'i,interactive',
    'n,no-clobber',
    'S,suffix=',
    'strip-trailing-slashes',
    't,target-directory=',
    'T,no-target-directory',
    'u,update',
    'v,verbose',
    'Z,context',
  ],
}
const RMDIR: Syntax = {
  name: 'rmdir',
  usage: 'rmdir [-pv] [--ignore-fail-on-non-empty] DIRECTORY...',
  options: ['ignore-fail-on-non-empty', 'p,parents', 'v,verbose'],
}

export const mv: CommandBody = (args, context) => runCommand(MV, args, { context, body: runMv })

export const rmdir: CommandBody = (args, context) => runCommand(RMDIR, args, { context, body: runRmdir })

function runMv(run: CommandRun): number {
  const { options, operands } = run
  const [first, , third] = operands
  const given = options.value('t')
  if (first === undefined) throw run.misuse('missing file operand')
  if (given !== undefined && options.has('T'))
    throw new CommandError('cannot combine --target-directory (-t) and --no-target-directory (-T)')
  const target = given ?? operands.at(-1) ?? ''
  const sources = given === undefined ? operands.slice(0, -1) : operands
  if (sources.length === 0) throw run.misuse(`missing destination file operand after '${first}'`)
  if (options.has('T') && third !== undefined) throw run.misuse(`extra operand '${third}'`)
  const isFolder = !options.has('T') && run.statsOf(target, true)?.kind === 'directory'
  if (!isFolder && (sources.length > 1 || given !== undefined))
    throw noFolder(run, target, given !== undefined)
  for (const source of sources) {
    const name = basename(resolve(source, run.context.cwd))
    const to = isFolder ? `${target.replace(/\/+$/, '')}/${name}` : target
    try {
      move(run, options.has('strip-trailing-slashes') ? source.replace(/\/+$/, '') : source, to)
    } catch (error) {
      if (error instanceof CommandError) run.complain(error.message)
      else if (error instanceof Errno)
        run.complain(`cannot move '${source}' to '${to}': ${errnoSentence(error)}`)
      else throw error
    }
  }
  return run.isFailed ? 1 : 0
}

function noFolder(run: CommandRun, target: string, isOption: boolean): CommandError {
  const reason = run.statsOf(target, true) === undefined ? 'No such file or directory' : 'Not a directory'
  return new CommandError(`target ${isOption ? 'directory ' : ''}'${target}': ${reason}`)
}

function move(run: CommandRun, source: string, to: string): void {
  const { files, options } = run
  const stats = run.attempt(`cannot stat '${source}'`, () => files.lstat(run.path(source)))
  const there = run.statsOf(to, false)
  if (source.endsWith('/') && stats.kind === 'file')
    throw new CommandError(`cannot stat '${source}': Not a directory`)
  if (there === undefined && to.endsWith('/') && stats.kind !== 'directory')
    throw new CommandError(`cannot move '${source}' to '${to}': Not a directory`)
  if (there !== undefined) {
    const how = options.lastOf(['f', 'i', 'n'])
    if (how === 'n' || (options.has('u') && there.mtimeMs >= stats.mtimeMs)) return
    if (there.ino === stats.ino) throw new CommandError(`'${source}' and '${to}' are the same file`)
    // Nobody is there to answer: as GNU's without an answer.
    if (how === 'i') return run.err(`mv: overwrite '${to}'? `)
    if (there.kind === 'directory' && stats.kind !== 'directory')
      throw new CommandError(`cannot overwrite directory '${to}' with non-directory`)
    if (there.kind !== 'directory' && stats.kind === 'directory')
      throw new CommandError(`cannot overwrite non-directory '${to}' with directory '${source}'`)
  }
  if (stats.kind === 'directory' && isWithin(run.path(to), run.path(source)))
    throw new CommandError(`cannot move '${source}' to a subdirectory of itself, '${to}'`)
  const backup = there === undefined ? undefined : backupName(run, to)
  if (backup !== undefined) files.rename(run.path(to), run.path(backup))
  files.rename(run.path(source), run.path(to))
  const kept = backup === undefined ? '' : ` (backup: '${backup}')`
  if (options.has('v')) run.out(`renamed '${source}' -> '${to}'${kept}\n`)
}

function runRmdir(run: CommandRun): number {
  const { options, operands } = run
  if (operands.length === 0) throw run.misuse('missing operand')
  for (const operand of operands) {
    for (const folder of options.has('p') ? upwards(operand) : [operand]) {
      if (options.has('v')) run.out(`rmdir: removing directory, '${folder}'\n`)
      try {
        run.files.rmdir(run.path(folder))
      } catch (error) {
        if (!(error instanceof Errno)) throw error
        const isExpected = error.code === 'ENOTEMPTY' && options.has('ignore-fail-on-non-empty')
        const what = folder === operand ? '' : 'directory '
        if (!isExpected) run.complain(`failed to remove ${what}'${folder}': ${errnoSentence(error)}`)
        break
      }
    }
  }
  return run.isFailed ? 1 : 0
}

/** `a/b`, then `a`. */
function upwards(operand: string): readonly string[] {
  const parts = operand.replace(/\/+$/, '').split(/\/+/)
  return parts
    .map((_, at) => parts.slice(0, parts.length - at).join('/'))
    .filter((folder) => folder !== '' && folder !== '.')
}
