/** Runs another program: its streams are the shell's own where those are live, else pipes. */
import { SHELL_CAPTURE_MAX_BYTES, SHELL_READ_BYTES } from '../../../contract/limits.ts'
import { exitCodeOf } from '../signals.ts'
import { Errno, type StdioSpec } from '../../syscalls.ts'
import { fromByteString, joinBytes, toByteString } from '../byte-string.ts'
import { errnoSentence } from '../files/errno-text.ts'
import type { LiveStreams, ScriptDescriptor } from '../just-bash.ts'
import { openDescriptors } from './program-descriptors.ts'
import type { ProgramHost } from './program-host.ts'

export interface ProgramRun {
  /** `argv[0]` is a path, or a name for the kernel to look up. */
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** One char a byte. */
  readonly stdin: string
  readonly live: LiveStreams
  /** Descriptors above 2. */
  readonly descriptors?: readonly ScriptDescriptor[]
  /** A job of its own, which can be ended as a whole. */
  readonly background?: boolean
  readonly onStart?: (pid: number) => void
  /** Error message if the program cannot be started. */
  readonly notFound?: (name: string, reason: string) => string
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
  const others = openDescriptors(host, run.descriptors ?? [])
  const stdio = [stdinOf(host, run), outputOf(run.live.stdout), outputOf(run.live.stderr), ...others.stdio]
  let started
  try {
    const background = run.background ?? false
    started = syscalls.spawn({ argv: run.argv, cwd: run.cwd, env: run.env, stdio, background })
  } catch (error) {
    others.close()
    if (!(error instanceof Errno)) throw error
    return notStarted(run, error)
  }
  run.onStart?.(started.pid)
  const [input = -1, output = -1, errors = -1] = started.fds
  const feeding = feed(host, input, run)
  const [status, stdout, stderr] = await Promise.all([
    host.wait(started.pid),
    drain(host, output),
    drain(host, errors),
  ])
  // Input that the program has not read is dropped; an internal error is not.
  await Promise.race([feeding, Promise.resolve()])
  others.close()
  return {
    stdout: toByteString(stdout),
    stderr: new TextDecoder().decode(stderr),
    exitCode: exitCodeOf(status),
    stdoutKind: 'bytes',
  }
}

function stdinOf(host: ProgramHost, run: ProgramRun): StdioSpec {
  if (run.stdin !== '') return { type: 'pipe' }
  if (run.live.stdin === null) return { type: 'null' }
  // Bytes read ahead must reach the program too, so its stdin goes through us.
  if (host.descriptors.hasReadAhead(run.live.stdin)) return { type: 'pipe' }
  return { type: 'inherit', fd: run.live.stdin }
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
  return joinBytes(parts)
}

async function feed(host: ProgramHost, fd: number, run: ProgramRun): Promise<void> {
  if (fd < 0) return
  try {
    if (run.stdin === '' && run.live.stdin !== null) await relay(host, run.live.stdin, fd)
    else await writeAll(host, fd, fromByteString(run.stdin))
  } catch (error) {
    // The program stopped reading, as `head` does: the rest is for nobody.
    if (!(error instanceof Errno) || error.code !== 'EPIPE') throw error
  }
  host.kernel.syscalls.close(fd)
}

async function writeAll(host: ProgramHost, fd: number, data: Uint8Array): Promise<void> {
  let rest = data
  while (rest.length > 0) {
    const chunk = rest.subarray(0, SHELL_READ_BYTES)
    rest = rest.subarray(await host.kernel.calls.write(fd, chunk, null))
  }
}

async function relay(host: ProgramHost, from: number, to: number): Promise<void> {
  for (;;) {
    const part = await host.descriptors.read(from)
    if (part.length === 0) return
    await writeAll(host, to, part)
  }
}

function notStarted({ argv: [name = ''], notFound }: ProgramRun, error: Errno): ProgramResult {
  const reason = errnoSentence(error)
  const isMissing = error.code === 'ENOENT'
  return {
    stdout: '',
    stderr: notFound?.(name, reason) ?? `bash: ${name}: ${reason}\n`,
    exitCode: isMissing ? NOT_FOUND : NOT_RUNNABLE,
    stdoutKind: 'bytes',
  }
}
