/** `git`. Its code is loaded when it is first used: most command lines do without. */
import { SHELL_OUTPUT_BUFFER_BYTES } from '../../../contract/limits.ts'
import { GitFailure } from '../../git/failure.ts'
import type { GitAnswer, GitIo, GitRequest, ProgramRun } from '../../git/session.ts'
import { shownNow } from '../../process/realm-moment.ts'
import { encodeText, toByteString } from '../byte-string.ts'
import { command, type CommandContext } from '../just-bash.ts'
import { runScript } from '../program/run-script.ts'
import { WithheldFiles } from '../files/withheld-files.ts'
import { breakOf, commandLine, WebCall, WebStopped } from './web/web-call.ts'
import { randomId } from '../../../contract/random-id.ts'

const decoder = new TextDecoder()

export const gitCommand = command('git', async (args, context) => {
  const { runGit } = await import('../../git/git.ts')
  const output = new GitOutput(context)
  const line = commandLine('git', args)
  const exitCode = await runGit(args.map(toBytes), makeIo(context, output, line))
  return output.end(exitCode)
})

function toBytes(text: string): string {
  return toByteString(encodeText(text))
}

function makeIo(context: CommandContext, output: GitOutput, line: string): GitIo {
  const operation = randomId()
  const told = new Set<string>()
  const { syscalls } = context.host.kernel
  const env = Object.entries(context.exportedEnv ?? {})
  return {
    files: syscalls,
    env: Object.fromEntries(env.map(([name, value]) => [name, toBytes(value)])),
    cwd: toBytes(syscalls.realpath(context.cwd)),
    out: (text) => output.out(text),
    err: (text) => output.err(text),
    stdin: async () =>
      context.live.stdin === null ? String(context.stdin) : context.host.readAll(context.live.stdin),
    withheld: new WithheldFiles(context.host.kernel),
    shown: (path) => {
      // The kernel also knows which paths hold copies.
      if (!told.has(path)) syscalls.noteOpened(path)
      told.add(path)
    },
    now: shownNow,
    zone: (ms) => -new Date(ms).getTimezoneOffset(),
    request: (request) => {
      output.flush()
      return sendRequest(context, request, { command: line, operation })
    },
    run: (program) => runProgram(context, output, program),
  }
}

async function sendRequest(
  context: CommandContext,
  { url, method, headers, body }: GitRequest,
  by: { command: string; operation: string },
): Promise<GitAnswer | { readonly failure: string }> {
  const call = new WebCall(context, { url, method, headers, followRedirects: false, ...by }, { body })
  const orFailure = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof WebStopped)
        throw new GitFailure('', { exitCode: 128 + (context.host.waitingSignal ?? 2) })
      if (breakOf(error) === undefined) throw error
      throw new GitFailure('the remote end hung up unexpectedly\nfatal: early EOF')
    }
  }
  const head = await orFailure(call.head())
  if (head.type !== 'response') {
    call.close()
    return { failure: head.hint === undefined ? head.message : `${head.message}\nhint: ${head.hint}` }
  }
  return {
    status: head.status,
    header: (name) => head.headers.find(([known]) => known.toLowerCase() === name)?.[1],
    read: () => orFailure(call.read()),
    close: () => call.close(),
  }
}

async function runProgram(context: CommandContext, output: GitOutput, program: ProgramRun): Promise<number> {
  output.flush()
  const text = (bytes: string): string => decoder.decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)))
  const env = Object.entries(program.env)
  const { live } = context
  const result = await runScript(context.exec, {
    script: '"$@"',
    name: 'git',
    args: program.argv.map(text),
    cwd: text(program.cwd),
    env: Object.fromEntries(env.map(([name, value]) => [name, text(value)])),
    stdin: program.stdin,
    live: { ...live, stdin: null, ...(program.toStderr && { stdout: live.stderr }) },
  })
  const stdout = result.stdoutKind === 'bytes' ? result.stdout : toBytes(result.stdout)
  if (program.toStderr) output.err(stdout)
  else output.out(stdout)
  output.err(toBytes(result.stderr))
  return result.exitCode
}

/** Byte text; written on while the command runs where the stream is live. */
class GitOutput {
  readonly #context: CommandContext
  #stdout: string[] = []
  #stderr: string[] = []
  #waiting = 0

  constructor(context: CommandContext) {
    this.#context = context
  }

  out(text: string): void {
    this.#stdout.push(text)
    this.#waiting += text.length
    if (this.#waiting > SHELL_OUTPUT_BUFFER_BYTES) this.flush()
  }

  err(text: string): void {
    // In the order of writing, where both lead to the same place.
    if (this.#context.live.stdout !== null) this.flush()
    this.#stderr.push(text)
    if (this.#context.live.stderr !== null) this.flush()
  }

  /** Passes on what is live. */
  flush(): void {
    const { live, host } = this.#context
    if (live.stdout !== null && this.#stdout.length > 0) {
      host.write(live.stdout, this.#stdout.join(''), true)
      this.#stdout = []
    }
    if (live.stderr !== null && this.#stderr.length > 0) {
      host.write(live.stderr, this.#stderr.join(''), true)
      this.#stderr = []
    }
    this.#waiting = 0
  }

  end(exitCode: number) {
    this.flush()
    const stderr = decoder.decode(Uint8Array.from(this.#stderr.join(''), (char) => char.charCodeAt(0)))
    return { stdout: this.#stdout.join(''), stderr, exitCode, stdoutKind: 'bytes' as const }
  }
}
