/** State of one `git` run: its environment, its output, and the repository when there is one. */
import type { FileSyscalls } from '../syscalls.ts'
import type { WithheldFiles } from '../shell/files/withheld-files.ts'
import { GitFailure } from './failure.ts'
import { GitFiles } from './files.ts'
import { Config } from './store/config.ts'
import { openRepository, type Repository } from './repository.ts'

/** How a run reaches the world. All text is byte text. */
export interface GitIo {
  readonly files: FileSyscalls
  readonly env: Readonly<Record<string, string>>
  /** Absolute, links resolved. */
  readonly cwd: string
  out(text: string): void
  err(text: string): void
  /** All of it; once. */
  stdin(): Promise<string>
  /** Milliseconds since 1970. */
  now(): number
  /** Minutes east of UTC at that time. */
  zone(ms: number): number
  /** Sends a request to a remote; `failure` says in a sentence why it got no answer. Body and answer are bytes. */
  request(request: GitRequest): Promise<GitAnswer | { readonly failure: string }>
  /** Told of the absolute path of a file whose stored content is read to be shown. */
  shown?(path: string): void
  /** Files that a search passes over. Absent: none. */
  readonly withheld?: Pick<WithheldFiles, 'skips' | 'report'>
  /** Runs a program with its output joined to ours; its exit code. */
  run(program: ProgramRun): Promise<number>
}

export interface GitRequest {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: Uint8Array
}

export interface GitAnswer {
  readonly status: number
  header(name: string): string | undefined
  /** The next piece of the body; empty at its end. Throws `GitFailure` where it breaks off. */
  read(): Promise<Uint8Array>
  /** The caller of `request` must call it. */
  close(): void
}

export interface ProgramRun {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly stdin: string
  /** Sends the program's stdout to our stderr, as for hooks. */
  readonly toStderr?: boolean
}

export class Session {
  readonly io: GitIo
  readonly files: GitFiles
  readonly cwd: string
  readonly settings: {
    readonly command: readonly string[]
    readonly gitDir?: string
    readonly workTree?: string
    /** Does not save refreshed stat data in the index: reading commands write nothing. */
    readonly onlyLooks?: boolean
  }
  #repository: Repository | undefined
  #outside: Config | undefined

  constructor(io: GitIo, cwd: string, settings: Session['settings']) {
    this.io = io
    this.cwd = cwd
    this.settings = settings
    this.files = new GitFiles(io.files)
  }

  /** The exit code of a command line, which may change the repository. */
  async runLine(command: string, cwd: string): Promise<number> {
    const { repository } = this
    repository.saveIndex()
    const code = await this.io.run({ argv: ['sh', '-c', command], cwd, env: this.io.env, stdin: '' })
    repository.reread()
    return code
  }

  /** The same run with other variables, for a command that another one uses. */
  withEnv(env: Readonly<Record<string, string>>): Session {
    const { io } = this
    const changed: GitIo = {
      files: io.files,
      env: { ...io.env, ...env },
      cwd: io.cwd,
      out: (text) => io.out(text),
      err: (text) => io.err(text),
      stdin: () => io.stdin(),
      now: () => io.now(),
      zone: (ms) => io.zone(ms),
      request: (request) => io.request(request),
      run: (program) => io.run(program),
    }
    return new Session(changed, this.cwd, this.settings)
  }

  out(text: string): void {
    this.io.out(text)
  }

  err(text: string): void {
    this.io.err(text)
  }

  /** Fails as git does outside a repository. */
  get repository(): Repository {
    const found = this.findRepository()
    if (found === undefined)
      throw new GitFailure('not a git repository (or any of the parent directories): .git')
    return found
  }

  findRepository(): Repository | undefined {
    this.#repository ??= openRepository(this)
    return this.#repository
  }

  /** The repository's configuration, or the user's where there is none. */
  get config(): Config {
    const repository = this.findRepository()
    if (repository !== undefined) return repository.config
    this.#outside ??= this.makeConfig(undefined)
    return this.#outside
  }

  makeConfig(local: string | undefined, gitDir?: string): Config {
    const { env } = this.io
    return new Config(this.files, {
      home: env['HOME'],
      xdgHome: env['XDG_CONFIG_HOME'],
      local,
      gitDir,
      command: this.settings.command,
    })
  }
}
