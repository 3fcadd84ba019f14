/** `find`: files below some place that fit an expression, and what is done with them. */
import { resolve } from '../../../../contract/path.ts'
import { Errno, type NamedStats } from '../../../syscalls.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import type { CommandBody, CommandContext } from '../../just-bash.ts'
import { runStream, type CommandStream } from '../../stream/command-stream.ts'
import { SHELL_OUTPUT_BUFFER_BYTES } from '../../../../contract/limits.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { Actions } from './actions.ts'
import { evaluate, type Expression, type Visit } from './expression.ts'
import { parseFind, type Predicate } from './parse-find.ts'
import { baseOf, tests, type Around } from './tests.ts'

const USAGE =
  'Usage: find [-H] [-L] [-P] [path...] [expression]\nExpressions: -name -type -size -mtime -newer -perm -regex -exec -printf -delete -prune … as GNU find\n'

export const find: CommandBody = (args, context) => {
  return runStream('find', context, async (stream) => {
    if (args.some((arg) => arg === '--help' || arg === '-help')) {
      await stream.text(USAGE)
      return 0
    }
    if (args.some((arg) => arg === '--version' || arg === '-version')) {
      await stream.text('find (Vivarium) 4.9.0\n')
      return 0
    }
    return new Find(args, { stream, context }).run()
  })
}

class Find {
  readonly #stream: CommandStream
  readonly #context: CommandContext
  readonly #actions: Actions
  readonly #starts: readonly string[]
  readonly #expression: Expression
  /** Which links are followed: none, those of the command line, or all. */
  readonly #follows: 'P' | 'H' | 'L'
  #minDepth = 0
  #maxDepth = Infinity
  #isDepthFirst = false
  #output = ''
  #hasFailed = false

  constructor(args: readonly string[], io: { stream: CommandStream; context: CommandContext }) {
    this.#stream = io.stream
    this.#context = io.context
    let at = 0
    let follows: 'P' | 'H' | 'L' = 'P'
    for (; /^-(?:[HLP]|O\d|D)$/.test(args[at] ?? ''); at += 1) {
      const letter = args[at]?.charAt(1)
      if (letter === 'H' || letter === 'L' || letter === 'P') follows = letter
      if (letter === 'D') throw new CommandError('-D is not supported here')
    }
    this.#follows = follows
    const start = at
    while (at < args.length && !/^(?:-.|[(!),]$)/.test(args[at] ?? '')) at += 1
    this.#starts = at === start ? ['.'] : args.slice(start, at)
    this.#actions = new Actions({
      context: this.#context,
      stream: this.#stream,
      out: (text) => {
        this.#output += text
      },
      flush: () => this.#flush(),
      complain: (message) => this.#complain(message),
    })
    const { expression, hasAction } = parseFind(args.slice(at), this.#predicates())
    const print: Expression = { type: 'test', test: (visit) => this.#actions.print(visit) }
    this.#expression = hasAction ? expression : { type: 'and', left: expression, right: print }
  }

  async run(): Promise<number> {
    for (const start of this.#starts) {
      if (this.#actions.isOver) break
      await this.#start(start)
    }
    await this.#actions.end()
    await this.#flush()
    return this.#hasFailed || this.#actions.hasFailed ? 1 : 0
  }

  #predicates(): (name: string) => Predicate | undefined {
    const { kernel, realPath } = this.#context.host
    const around: Around = {
      syscalls: kernel.syscalls,
      pathOf: (operand) => realPath.call(this.#context.host, resolve(operand, this.#context.cwd)),
      now: Date.now(),
      user: this.#context.env.get('USER') ?? 'user',
      regexType: 'basic',
      fromMidnight: false,
    }
    const all = { ...tests(around), ...this.#actions.predicates(around.user), ...this.#globals(around) }
    const known = new Map<string, Predicate>(Object.entries(all))
    return (name) => known.get(name)
  }

  /** Words that are about the whole walk. */
  #globals(around: Around): Record<string, Predicate> {
    const setting = (set: () => void): Predicate => ({
      make: () => {
        set()
        return () => true
      },
    })
    const depth = (set: (value: number) => void): Predicate => ({
      make: (words, name) => {
        const value = words.one()
        if (!/^\d+$/.test(value))
          throw new CommandError(
            `Expected a positive decimal integer argument to ${name}, but got '${value}'`,
          )
        set(Number(value))
        return () => true
      },
    })
    const depthFirst = setting(() => {
      this.#isDepthFirst = true
    })
    this.#actions.onDelete = () => {
      this.#isDepthFirst = true
    }
    return {
      maxdepth: depth((value) => {
        this.#maxDepth = value
      }),
      mindepth: depth((value) => {
        this.#minDepth = value
      }),
      depth: depthFirst,
      d: depthFirst,
      daystart: setting(() => {
        around.fromMidnight = true
      }),
      mount: setting(() => undefined),
      xdev: setting(() => undefined),
      noleaf: setting(() => undefined),
      warn: setting(() => undefined),
      nowarn: setting(() => undefined),
      ignore_readdir_race: setting(() => undefined),
      regextype: {
        make: (words) => {
          const type = words.one()
          if (/^(posix-extended|egrep|posix-egrep|gnu-awk|awk|posix-awk)$/.test(type))
            around.regexType = 'extended'
          else if (/^(findutils-default|emacs|posix-basic|grep|ed|sed|posix-minimal-basic)$/.test(type))
            around.regexType = 'basic'
          else throw new CommandError(`Unknown regular expression type '${type}'`)
          return () => true
        },
      },
    }
  }

  async #start(start: string): Promise<void> {
    const file = this.#context.host.realPath(resolve(start, this.#context.cwd))
    const { syscalls } = this.#context.host.kernel
    try {
      const stats = this.#follows === 'P' ? syscalls.lstat(file) : this.#followed(file, syscalls.lstat(file))
      await this.#visit({ path: start, file, start, depth: 0, stats: { ...stats, name: baseOf(start) } }, [])
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      this.#complain(`'${start}': ${errnoSentence(error)}`)
    }
  }

  /** A broken link is itself. */
  #followed<T extends { readonly kind: string }>(file: string, stats: T): T {
    if (stats.kind !== 'symlink') return stats
    try {
      return { ...stats, ...this.#context.host.kernel.syscalls.stat(file) }
    } catch (error) {
      if (error instanceof Errno) return stats
      throw error
    }
  }

  async #visit(visit: Visit, ancestors: readonly number[]): Promise<void> {
    const wait = this.#context.host.tick()
    if (wait !== undefined) await wait
    if (this.#actions.isOver) return
    const isChecked = visit.depth >= this.#minDepth
    this.#actions.isPruned = false
    if (isChecked && !this.#isDepthFirst) await evaluate(this.#expression, visit)
    const isPruned = this.#actions.isPruned && !this.#isDepthFirst
    if (
      visit.stats.kind === 'directory' &&
      !isPruned &&
      visit.depth < this.#maxDepth &&
      !this.#actions.isOver
    )
      await this.#descend(visit, ancestors)
    if (isChecked && this.#isDepthFirst && !this.#actions.isOver) await evaluate(this.#expression, visit)
    if (this.#output.length > SHELL_OUTPUT_BUFFER_BYTES) await this.#flush()
  }

  async #descend(visit: Visit, ancestors: readonly number[]): Promise<void> {
    if (ancestors.includes(visit.stats.ino)) {
      this.#complain(
        `File system loop detected; '${visit.path}' is part of the same file system loop as one of its parents.`,
      )
      return
    }
    let entries: readonly NamedStats[]
    try {
      entries = this.#context.host.kernel.syscalls.scandir(visit.file)
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      this.#complain(`'${visit.path}': ${errnoSentence(error)}`)
      return
    }
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const file = `${visit.file === '/' ? '' : visit.file}/${entry.name}`
      const stats = this.#follows === 'L' ? this.#followed(file, entry) : entry
      const path = `${visit.path.endsWith('/') ? visit.path : `${visit.path}/`}${entry.name}`
      await this.#visit({ path, file, start: visit.start, depth: visit.depth + 1, stats }, [
        ...ancestors,
        visit.stats.ino,
      ])
    }
  }

  #complain(message: string): void {
    this.#hasFailed = true
    this.#stream.error(`find: ${message}\n`)
  }

  async #flush(): Promise<void> {
    if (this.#output === '') return
    const text = this.#output
    this.#output = ''
    await this.#stream.text(text)
  }
}
