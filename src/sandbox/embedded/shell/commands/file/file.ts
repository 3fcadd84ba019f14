/** `file`: what files are, by their first bytes. */
import type { Stats } from '../../../syscalls.ts'
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { describeBytes, type FileKind } from './describe-file.ts'

const SYNTAX: Syntax = {
  name: 'file',
  usage: 'file [-bhiLNs0] [--mime-type] [--mime-encoding] [-F SEPARATOR] [-f NAMES] FILE...',
  options: [
    'b,brief',
    'i,mime',
    'mime-type',
    'mime-encoding',
    'L,dereference',
    'h,no-dereference',
    'f,files-from=',
    'F,separator=',
    'N,no-pad',
    'n,no-buffer',
    '0,print0',
    's,special-files',
    'r,raw',
    'p,preserve-date',
    'E',
    'z,uncompress',
    'Z,uncompress-noreport',
    'k,keep-going',
    'm,magic-file=',
    'C,compile',
    'e,exclude=',
    'P,parameter=',
    'extension',
    'apple',
    'd,debug',
    'c,checking-printout',
    'l,list',
  ],
}
const NOT_HERE = ['z', 'Z', 'k', 'm', 'C', 'extension', 'apple', 'c', 'l', 'd']
/** Their numbers. */
const DEVICES: Readonly<Record<string, string>> = {
  '/dev/null': ' (1/3)',
  '/dev/zero': ' (1/5)',
  '/dev/random': ' (1/8)',
  '/dev/urandom': ' (1/9)',
  '/dev/tty': ' (5/0)',
}

export const file: CommandBody = (args, context) =>
  runCommand(SYNTAX, args, { context, body: (run) => new File(run).run() })

class File {
  readonly #run: CommandRun
  #failed = false

  constructor(run: CommandRun) {
    this.#run = run
    for (const option of NOT_HERE)
      if (run.options.has(option))
        throw new CommandError(`the option ${option.length > 1 ? '--' : '-'}${option} is not supported here`)
  }

  async run(): Promise<number> {
    const { options, operands } = this.#run
    const listed = options.values('f').flatMap((list) =>
      this.#run
        .readText(list)
        .split('\n')
        .filter((name) => name !== ''),
    )
    const names = [...listed, ...operands]
    if (names.length === 0 && options.values('f').length === 0) throw this.#run.misuse('missing operand')
    const width = Math.max(...names.map((name) => name.length))
    for (const name of names) {
      await this.#run.pause()
      this.#print(name, this.#kindOf(name), width)
    }
    return this.#failed && options.has('E') ? 1 : 0
  }

  #print(name: string, kind: FileKind, width: number): void {
    const { options } = this.#run
    const shown = this.#shown(kind)
    if (options.has('b')) return this.#run.out(`${shown}\n`)
    const separator = options.value('F') ?? ':'
    const padding = options.has('N') ? ' ' : ' '.repeat(Math.max(1, width - name.length + 1))
    const label = name === '-' ? '/dev/stdin' : name
    this.#run.out(`${label}${options.has('0') ? '\0' : ''}${separator}${padding}${shown}\n`)
  }

  #shown(kind: FileKind): string {
    const { options } = this.#run
    const [type, encoding] = [options.has('mime-type'), options.has('mime-encoding')]
    if (kind.mime === '') return kind.text
    if (options.has('i') || (type && encoding)) return `${kind.mime}; charset=${kind.charset}`
    if (type) return kind.mime
    return encoding ? kind.charset : kind.text
  }

  #kindOf(name: string): FileKind {
    if (name === '-') return describeBytes(this.#run.stdin())
    const follows = this.#run.options.has('L')
    const stats = this.#run.statsOf(name, follows)
    if (stats === undefined) {
      this.#failed = true
      const text = this.#run.options.has('E')
        ? `ERROR: cannot stat \`${name}' (No such file or directory)`
        : `cannot open \`${name}' (No such file or directory)`
      return { text, mime: '', charset: 'binary' }
    }
    return this.#special(name, stats) ?? this.#contents(name)
  }

  #target(name: string): string {
    return this.#run.files.readlink(this.#run.path(name))
  }

  #special(name: string, { kind }: Stats): FileKind | undefined {
    const charset = 'binary'
    if (kind === 'directory') return { text: 'directory', mime: 'inode/directory', charset }
    if (kind === 'symlink') {
      const isBroken = this.#run.statsOf(name, true) === undefined
      return {
        text: `${isBroken ? 'broken ' : ''}symbolic link to ${this.#target(name)}`,
        mime: 'inode/symlink',
        charset,
      }
    }
    if (kind === 'fifo') return { text: 'fifo (named pipe)', mime: 'inode/fifo', charset }
    if (kind === 'character')
      return { text: `character special${DEVICES[name] ?? ''}`, mime: 'inode/chardevice', charset }
    return undefined
  }

  #contents(name: string): FileKind {
    try {
      return describeBytes(this.#run.read(name))
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      this.#failed = true
      return {
        text: `cannot open \`${name}' (${error.message.replace(/^.*: /, '')})`,
        mime: '',
        charset: 'binary',
      }
    }
  }
}
