/** `chmod`: permission bits. */
import { Errno, type Stats } from '../../../syscalls.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import { applyMode, modeLetters } from './file-mode.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

const SYNTAX: Syntax = {
  name: 'chmod',
  usage: 'chmod [-cfRv] MODE[,MODE]... FILE... | chmod [-cfRv] --reference=FILE FILE...',
  options: [
    'c,changes',
    'f,silent,quiet',
    'v,verbose',
    'R,recursive',
    'reference=',
    'no-preserve-root',
    'preserve-root',
  ],
}
/** `-x`, `-rw`: a mode, although it looks like options. */
const MINUS_MODE = /^-[rwxXst]+(?:,[ugoa]*[-+=][rwxXstugo]*)*$/

export const chmod: CommandBody = (args, context) => {
  const at = args.findIndex((arg) => MINUS_MODE.test(arg))
  const isMode = at >= 0 && !args.slice(0, at).some((arg) => !arg.startsWith('-') || arg === '--')
  const usual = isMode ? [...args.slice(0, at), ...args.slice(at + 1)] : args
  return runCommand(SYNTAX, usual, { context, body: (run) => runChmod(run, isMode ? args[at] : undefined) })
}

function runChmod(run: CommandRun, minusMode: string | undefined): number {
  const { options, operands } = run
  const reference = options.value('reference')
  const takesMode = minusMode === undefined && reference === undefined
  const mode = minusMode ?? (takesMode ? operands[0] : undefined)
  const targets = takesMode ? operands.slice(1) : operands
  if (mode === undefined && reference === undefined) throw run.misuse('missing operand')
  if (targets.length === 0) throw run.misuse(`missing operand after '${mode ?? reference ?? ''}'`)
  const fixed =
    reference === undefined
      ? undefined
      : run.attempt(
          `failed to get attributes of '${reference}'`,
          () => run.files.stat(run.path(reference)).mode & 0o7777,
        )
  if (mode !== undefined && applyMode(mode, 0) === undefined) throw run.misuse(`invalid mode: '${mode}'`)
  const { umask } = run.context.host
  const next = ({ mode: before, kind }: Stats): number =>
    fixed ?? applyMode(mode ?? '', before & 0o7777, { isDirectory: kind === 'directory', umask }) ?? before
  for (const target of targets) change(run, target, next)
  return run.isFailed ? 1 : 0
}

function change(run: CommandRun, target: string, next: (stats: Stats) => number): void {
  const { files, options } = run
  try {
    const path = run.path(target)
    const stats = files.stat(path)
    const [before, after] = [stats.mode & 0o7777, next(stats)]
    files.chmod(path, after)
    tell(run, target, { before, after })
    if (!options.has('R') || stats.kind !== 'directory') return
    for (const { name, kind } of files.readdir(path))
      if (kind !== 'symlink') change(run, `${target.replace(/\/+$/, '')}/${name}`, next)
  } catch (error) {
    if (!(error instanceof Errno) && !(error instanceof CommandError)) throw error
    fail(run, target, error)
  }
}

function fail(run: CommandRun, target: string, error: Error): void {
  if (run.options.has('f')) return run.failQuietly()
  run.complain(error instanceof Errno ? `cannot access '${target}': ${errnoSentence(error)}` : error.message)
}

function tell(run: CommandRun, target: string, { before, after }: { before: number; after: number }): void {
  const verbose = run.options.has('v')
  if (before === after) {
    if (verbose) run.out(`mode of '${target}' retained as ${shown(after)}\n`)
  } else if (verbose || run.options.has('c'))
    run.out(`mode of '${target}' changed from ${shown(before)} to ${shown(after)}\n`)
}

function shown(mode: number): string {
  return `${mode.toString(8).padStart(4, '0')} (${modeLetters(mode)})`
}
