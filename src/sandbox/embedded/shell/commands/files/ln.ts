/** `ln`: further names of files, and links to names. */
import { basename, dirname, resolve } from '../../../../contract/path.ts'
import { Errno, type Stats } from '../../../syscalls.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import type { CommandBody } from '../../just-bash.ts'
import { backupName } from './backup.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { realPath, relativePath } from './real-path.ts'

const SYNTAX: Syntax = {
  name: 'ln',
  usage: 'ln [-bfinrsvLPT] [-t DIR] TARGET... [LINK_NAME | DIRECTORY]',
  options: [
    'backup=?',
    'b',
    'd,F,directory',
    'f,force',
    'i,interactive',
    'L,logical',
    'n,no-dereference',
    'P,physical',
    'r,relative',
    's,symbolic',
    'S,suffix=',
    't,target-directory=',
    'T,no-target-directory',
    'v,verbose',
  ],
}

export const ln: CommandBody = (args, context) => runCommand(SYNTAX, args, { context, body: runLn })

function runLn(run: CommandRun): number {
  const { options, operands } = run
  const [first, second, third] = operands
  const given = options.value('t')
  if (first === undefined) throw run.misuse('missing file operand')
  if (options.has('r') && !options.has('s')) throw new CommandError('cannot do --relative without --symbolic')
  if (options.has('T')) {
    if (second === undefined) throw run.misuse(`missing destination file operand after '${first}'`)
    if (third !== undefined) throw run.misuse(`extra operand '${third}'`)
    link(run, first, second)
    return run.isFailed ? 1 : 0
  }
  const target = given ?? (operands.length === 1 ? '.' : (operands.at(-1) ?? ''))
  const sources = given === undefined && operands.length > 1 ? operands.slice(0, -1) : operands
  const isFolder = run.statsOf(target, !options.has('n'))?.kind === 'directory'
  if (!isFolder && (given !== undefined || sources.length > 1)) {
    const reason = run.statsOf(target, true) === undefined ? 'No such file or directory' : 'Not a directory'
    throw new CommandError(`target ${given === undefined ? '' : 'directory '}'${target}': ${reason}`)
  }
  const folder = target === '.' && operands.length === 1 ? '.' : target.replace(/(.)\/+$/, '$1')
  for (const source of sources)
    link(run, source, isFolder ? `${folder}/${basename(resolve(source, run.context.cwd))}` : target)
  return run.isFailed ? 1 : 0
}

/** A failure is said; others are still made. */
function link(run: CommandRun, source: string, name: string): void {
  const isSymbolic = run.options.has('s')
  try {
    make(run, source, name)
  } catch (error) {
    if (error instanceof CommandError) return run.complain(error.message)
    if (!(error instanceof Errno)) throw error
    const what = isSymbolic ? 'symbolic' : 'hard'
    const to = isSymbolic || error.code === 'EEXIST' ? '' : ` => '${source}'`
    run.complain(`failed to create ${what} link '${name}'${to}: ${errnoSentence(error)}`)
  }
}

function make(run: CommandRun, source: string, name: string): void {
  const { files, options } = run
  const path = run.path(name)
  const isSymbolic = options.has('s')
  if (!isSymbolic) {
    const stats = run.attempt(`failed to access '${source}'`, () => files.lstat(run.path(source)))
    if (stats.kind === 'directory') throw new CommandError(`${source}: hard link not allowed for directory`)
  }
  const there = run.statsOf(name, false)
  const backup = there === undefined ? undefined : backupName(run, name)
  if (there !== undefined) replace(run, { source, name, there, backup })
  if (isSymbolic) files.symlink(options.has('r') ? relativeTarget(run, source, path) : source, path)
  else files.link(options.has('L') ? files.realpath(run.path(source)) : run.path(source), path)
  if (options.has('v')) run.out(`'${name}' ${isSymbolic ? '->' : '=>'} '${source}'\n`)
}

function replace(
  run: CommandRun,
  { source, name, there, backup }: { source: string; name: string; there: Stats; backup: string | undefined },
): void {
  const { files, options } = run
  const path = run.path(name)
  // Nobody is there to answer: as GNU's without an answer.
  if (options.lastOf(['i', 'f']) === 'i') throw new CommandError(`not replacing '${name}'`)
  if (!options.has('f') && backup === undefined) throw new Errno('EEXIST', 'link', path)
  if (there.kind === 'directory') throw new CommandError(`${name}: cannot overwrite directory`)
  if (!options.has('s') && there.ino === run.statsOf(source, false)?.ino)
    throw new CommandError(`'${source}' and '${name}' are the same file`)
  if (backup === undefined) files.unlink(path)
  else files.rename(path, run.path(backup))
}

function relativeTarget(run: CommandRun, source: string, path: string): string {
  return relativePath(
    realPath(run.files, run.path(source), 'none'),
    realPath(run.files, dirname(path), 'none'),
  )
}
