/** `mktemp`: a file or folder under a name that nobody else has. */
import { resolve } from '../../../../contract/path.ts'
import { Errno, O } from '../../../syscalls.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

const SYNTAX: Syntax = {
  name: 'mktemp',
  usage: 'mktemp [-dqtu] [-p DIR] [--suffix=SUFFIX] [TEMPLATE]',
  options: ['d,directory', 'q,quiet', 't', 'u,dry-run', 'p=', 'tmpdir=?', 'suffix='],
}
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const LEAST_LETTERS = 3

export const mktemp: CommandBody = (args, context) => runCommand(SYNTAX, args, { context, body: runMktemp })

function runMktemp(run: CommandRun): number {
  const { options, operands } = run
  if (operands.length > 1) throw run.misuse('too many templates')
  const [before, letters, after] = templateOf(run)
  const folder = folderOf(run)
  const template = before + 'X'.repeat(letters) + after
  if (folder !== undefined && template.startsWith('/'))
    throw new CommandError(`invalid template, '${template}'; with --tmpdir, it may not be absolute`)
  const prefix = folder === undefined ? '' : `${folder.replace(/\/+$/, '')}/`
  const name = prefix + before + randomName(letters) + after
  if (!options.has('u')) {
    try {
      make(run, resolve(name, run.context.cwd))
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      if (options.has('q')) return 1
      const what = options.has('d') ? 'directory' : 'file'
      throw new CommandError(
        `failed to create ${what} via template '${prefix}${template}': ${errnoSentence(error)}`,
      )
    }
  }
  run.out(`${name}\n`)
  return 0
}

function templateOf({
  options,
  operands,
}: CommandRun): readonly [before: string, letters: number, after: string] {
  const [template = 'tmp.XXXXXXXXXX'] = operands
  const [, before = '', letters = '', rest = ''] = /^(.*?)(X*)([^X]*)$/s.exec(template) ?? []
  const suffix = options.value('suffix')
  if (suffix?.includes('/') || rest.includes('/'))
    throw new CommandError(`invalid suffix '${suffix ?? rest}', contains directory separator`)
  if (suffix !== undefined && rest !== '')
    throw new CommandError(`with --suffix, template '${template}' must end in X`)
  if (letters.length < LEAST_LETTERS) throw new CommandError(`too few X's in template '${template}'`)
  return [before, letters.length, suffix ?? rest]
}

/** Undefined: the template says where. */
function folderOf({ options, operands, context }: CommandRun): string | undefined {
  const wanted = options.lastOf(['p', 'tmpdir'])
  const general = context.env.get('TMPDIR') || '/tmp'
  if (wanted !== undefined) return options.value(wanted) || general
  return options.has('t') || operands.length === 0 ? general : undefined
}

function make({ files, options }: CommandRun, path: string): void {
  if (options.has('d')) files.mkdir(path, 0o700, false)
  else files.close(files.open(path, O.CREAT | O.EXCL | O.WRONLY, 0o600))
}

/** By the command's own chance, which a replay has, too: a name has to be free, not secret. */
function randomName(length: number): string {
  return Array.from({ length }, () => LETTERS.charAt(Math.floor(Math.random() * LETTERS.length))).join('')
}
