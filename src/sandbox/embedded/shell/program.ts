/** Runs another program: its streams are the shell's own where those are live, else pipes. */
import { SHELL_CAPTURE_MAX_BYTES, SHELL_READ_BYTES } from '../../limits.ts'
import { signalNumber } from './signals.ts'
import { Errno, type ExitStatus, type StdioSpec } from '../syscalls.ts'
import { fromByteString, toByteString } from './byte-string.ts'
import { errnoSentence } from './errno-text.ts'
import type { LiveStreams } from './just-bash.ts'
import type { ProgramHost } from './kernel.ts'

interface ProgramRun {
  /** `argv[0]` is a path, or a name for the kernel to look up. */
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** One char a byte. */
  readonly stdin: string
  readonly live: LiveStreams
}

/** Shaped as just-bash's results; what was live is not in it. */
interface ProgramResult {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
  readonly stdoutKind: 'bytes'
}

const NOT_FOUND = 127
const NOT_RUNNABLE = 126

export async function runProgram(host: ProgramHost, run: ProgramRun): Promise<ProgramResult> {
  const { syscalls } = host.kernel
  const stdio = [stdinOf(run), outputOf(run.live.stdout), outputOf(run.live.stderr)]
  let started
  try {
    started = syscalls.spawn({ argv: run.argv, cwd: run.cwd, env: run.env, stdio })
  } catch (error) {
    if (!(error instanceof Errno)) throw error
    return notStarted(run.argv[0] ?? '', error)
  }
  const [input = -1, output = -1, errors = -1] = started.fds
  const [status, stdout, stderr] = await Promise.all([
    host.wait(started.pid),
    drain(host, output),
    drain(host, errors),
    feed(host, input, fromByteString(run.stdin)),
  ])
  return {
    stdout: toByteString(stdout),
    stderr: new TextDecoder().decode(stderr),
    exitCode: exitCodeOf(status),
    stdoutKind: 'bytes',
  }
}

/** As a shell shows it in `$?`. */
function exitCodeOf(status: ExitStatus): number {
  if (status.signal !== null) return 128 + signalNumber(status.signal)
  return status.code ?? 0
}

function stdinOf(run: ProgramRun): StdioSpec {
  if (run.stdin !== '') return { type: 'pipe' }
  return run.live.stdin === null ? { type: 'null' } : { type: 'inherit', fd: run.live.stdin }
}

function outputOf(fd: number | null): StdioSpec {
  return fd === null ? { type: 'pipe' } : { type: 'inherit', fd }
}

async function drain(host: ProgramHost, fd: number): Promise<Uint8Array> {
  if (fd < 0) return new Uint8Array(0)
  const parts: Uint8Array[] = []
  let kept = 0
  for (;;) {
    const part = await host.kernel.calls.read(fd, SHELL_READ_BYTES, null)
    if (part.length === 0) break
    if (kept + part.length > SHELL_CAPTURE_MAX_BYTES) break
    parts.push(part)
    kept += part.length
  }
  host.kernel.syscalls.close(fd)
  return concatenate(parts, kept)
}

function concatenate(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

async function feed(host: ProgramHost, fd: number, data: Uint8Array): Promise<void> {
  if (fd < 0) return
  let rest = data
  try {
    while (rest.length > 0) {
      const chunk = rest.subarray(0, SHELL_READ_BYTES)
      rest = rest.subarray(await host.kernel.calls.write(fd, chunk, null))
    }
  } catch (error) {
    // The program stopped reading, as `head` does: the rest is for nobody.
    if (!(error instanceof Errno) || error.code !== 'EPIPE') throw error
  }
  host.kernel.syscalls.close(fd)
}

function notStarted(name: string, error: Errno): ProgramResult {
  const isMissing = error.code === 'ENOENT'
  return {
    stdout: '',
    stderr: `bash: ${name}: ${errnoSentence(error)}\n`,
    exitCode: isMissing ? NOT_FOUND : NOT_RUNNABLE,
    stdoutKind: 'bytes',
  }
}
