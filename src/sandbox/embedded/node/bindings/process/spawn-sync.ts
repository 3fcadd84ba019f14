/**
 * `spawn_sync`: a child whose end the caller waits for. Its streams are unnamed files instead of pipes: with two
 * pipes and one blocked reader either side could wait for the other for ever. The time that a child may take is the
 * kernel's to measure.
 */
import { syscalls } from '../../context.ts'
import type { NodeContext } from '../../context.ts'
import { signalOfNumber } from '../../../../contract/signals.ts'
import { ifThere } from '../../../if-there.ts'
import { O } from '../../../syscalls.ts'
import type { ExitStatus, StdioSpec } from '../../../syscalls.ts'
import type { Binding } from '../binding.ts'
import { bytesOf, toNodeBuffer } from '../buffer.ts'
import { warnOfNativeProgram } from './native-program.ts'
import { spawnRequest, stdioSpec } from './stdio-spec.ts'
import type { NodeSpawnOptions, NodeStdio } from './stdio-spec.ts'
import { codeOf } from '../uv-error.ts'
import { uvNumber } from '../uv.ts'

interface Outcome {
  readonly pid: number
  readonly status: number | null
  readonly signal: string | null
  readonly output: (Uint8Array | null)[] | null
  readonly error?: number
}

/** A file that only its descriptor leads to. */
function openUnnamed(context: NodeContext): number {
  const sys = syscalls(context)
  const folder = sys.mkdtemp('/tmp/spawn-')
  const path = `${folder}/stream`
  const fd = sys.open(path, O.RDWR | O.CREAT | O.EXCL, 0o600)
  sys.unlink(path)
  sys.rmdir(folder)
  return fd
}

function openInput(context: NodeContext, input: Uint8Array): number {
  const sys = syscalls(context)
  const folder = sys.mkdtemp('/tmp/spawn-')
  const path = `${folder}/input`
  sys.writeFile(path, input, 0o600)
  const fd = sys.open(path, O.RDONLY)
  sys.unlink(path)
  sys.rmdir(folder)
  return fd
}

function prepare(context: NodeContext, entry: NodeStdio, index: number): { spec: StdioSpec; fd: number } {
  if (entry.type !== 'pipe' && entry.type !== 'overlapped') return { spec: stdioSpec(entry, index), fd: -1 }
  const isInput = entry.readable === true
  const fd = isInput
    ? openInput(context, entry.input ? bytesOf(entry.input) : new Uint8Array(0))
    : openUnnamed(context)
  return { spec: { type: 'inherit', fd }, fd }
}

function readBack(context: NodeContext, fd: number): Uint8Array {
  const sys = syscalls(context)
  const { size } = sys.fstat(fd)
  const whole = new Uint8Array(size)
  for (let at = 0; at < size;) {
    const part = sys.read(fd, size - at, at)
    if (part.length === 0) break
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function spawnSync(context: NodeContext, options: NodeSpawnOptions): Outcome {
  const sys = syscalls(context)
  const streams = options.stdio.map((entry, index) => prepare(context, entry, index))
  try {
    const here = { cwd: context.cwd, env: { ...context.process.env } }
    const { pid } = sys.spawn(
      spawnRequest(
        options,
        here,
        streams.map(({ spec }) => spec),
      ),
    )
    const { code, signal, isLate } = waitInTime(context, pid, options)
    const outcome = { pid, status: code, signal, ...collect(context, options, streams) }
    return isLate ? { ...outcome, error: uvNumber('ETIMEDOUT') } : outcome
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOEXEC') warnOfNativeProgram(context, options)
    return { pid: 0, status: null, signal: null, output: null, error: uvNumber(code) }
  } finally {
    for (const { fd } of streams) if (fd >= 0) sys.close(fd)
  }
}

/** A child that goes on after its signal is waited for, as natively. */
function waitInTime(
  context: NodeContext,
  pid: number,
  { timeout = 0, killSignal = 0 }: NodeSpawnOptions,
): ExitStatus & { readonly isLate: boolean } {
  const sys = syscalls(context)
  if (timeout <= 0) return { ...sys.wait(pid), isLate: false }
  const ended = sys.waitFor(pid, Math.ceil(timeout))
  if (ended !== null) return { ...ended, isLate: false }
  // It may have ended just now.
  ifThere(() => sys.kill(pid, signalOfNumber(killSignal) ?? 'SIGTERM'))
  return { ...sys.wait(pid), isLate: true }
}

function collect(
  context: NodeContext,
  options: NodeSpawnOptions,
  streams: readonly { readonly fd: number }[],
): Pick<Outcome, 'output' | 'error'> {
  const limit = options.maxBuffer ?? Infinity
  let overflow = false
  const output = options.stdio.map((entry, index) => {
    const fd = streams[index]?.fd ?? -1
    if (fd < 0 || entry.readable === true) return null
    const data = readBack(context, fd)
    if (data.length > limit) overflow = true
    return toNodeBuffer(context, data.subarray(0, Math.min(data.length, limit)))
  })
  return overflow ? { output, error: uvNumber('ENOBUFS') } : { output }
}

export function spawnSyncBinding(context: NodeContext, binding: Binding): void {
  binding['spawn'] = (options: NodeSpawnOptions) => spawnSync(context, options)
}
