/**
 * The contract's `exec`: a shell, its output in the order it comes, its job ended with it. What the shell has put
 * into the background stays, under the same id, until it ends or is killed.
 */
import { CappedOutput } from '../../capped-output.ts'
import type { ExecRequest, ExecResult, OutputChunk, Signal } from '../../contract.ts'
import { fail, ok } from '../../errors.ts'
import type { Result } from '../../errors.ts'
import { EXEC_DEFAULT_TIMEOUT_MS, EXEC_MAX_TIMEOUT_MS, EXEC_OUTPUT_MAX_BYTES } from '../../limits.ts'
import { HOME, resolve, WORKSPACE_ROOT } from '../../path.ts'
import { attempt } from '../errno-result.ts'
import { O } from '../syscalls.ts'
import type { ExitStatus } from '../syscalls.ts'
import { OpenFile } from '../vfs/open-file.ts'
import { Pipe } from '../vfs/pipe.ts'
import type { ProcessOperations } from '../kernel.ts'
import type { ProcessTable } from './process-table.ts'

const SIGNAL_NUMBERS: Readonly<Record<Signal, number>> = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }
const TIMED_OUT = 124

const BASE_ENVIRONMENT = {
  HOME,
  USER: 'user',
  LOGNAME: 'user',
  SHELL: '/bin/bash',
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LANG: 'C.UTF-8',
  TERM: 'dumb',
  TMPDIR: '/tmp',
}

export function createProcessOperations(table: ProcessTable): ProcessOperations {
  const running = new Set<string>()
  return {
    exec: async (request, onOutput) => {
      if (running.has(request.id))
        return fail('exists', `A command with the id "${request.id}" runs already.`)
      running.add(request.id)
      try {
        return await exec(table, request, onOutput)
      } finally {
        running.delete(request.id)
      }
    },
    kill: (id, signal) => table.signalExec(id, signal),
    list: () => table.list(),
    onChange: (listener) => table.onChange(listener),
    dispose: () => table.dispose(),
  }
}

interface Ended {
  readonly status: ExitStatus
  readonly cwd: string | undefined
}

async function exec(
  table: ProcessTable,
  request: ExecRequest,
  onOutput: ((chunk: OutputChunk) => void) | undefined,
): Promise<Result<ExecResult>> {
  const begun = performance.now()
  const cwd = resolve(request.cwd ?? WORKSPACE_ROOT)
  const outputs = {
    stdout: new CappedOutput(EXEC_OUTPUT_MAX_BYTES),
    stderr: new CappedOutput(EXEC_OUTPUT_MAX_BYTES),
  }
  let hasEnded = false
  const sink = (stream: OutputChunk['stream']) =>
    outputSink((data) => {
      if (hasEnded) return
      outputs[stream].push(data)
      onOutput?.({ stream, data })
    })
  let timedOut = false
  const ended = Promise.withResolvers<Ended>()
  const started = attempt('Running a command in', cwd, () =>
    table.spawnRoot({
      argv: ['bash', '-c', request.command],
      cwd,
      env: { ...BASE_ENVIRONMENT, ...request.env, PWD: cwd },
      execId: request.id,
      stdio: [inputSource(request.stdin), sink('stdout'), sink('stderr')],
      onExit: (status, at) => ended.resolve({ status, cwd: at }),
    }),
  )
  if (!started.ok) return started
  const timeoutMs = Math.min(request.timeoutMs ?? EXEC_DEFAULT_TIMEOUT_MS, EXEC_MAX_TIMEOUT_MS)
  const timer = setTimeout(() => {
    timedOut = true
    table.signalExec(request.id, 'SIGKILL')
  }, timeoutMs)
  const { status, cwd: at } = await ended.promise
  clearTimeout(timer)
  // Children that the shell has left behind end with it; jobs in the background are not of its group.
  table.signalGroup(started.value, 'SIGKILL')
  hasEnded = true
  return ok({
    exitCode: timedOut ? TIMED_OUT : exitCodeOf(status),
    stdout: outputs.stdout.bytes(),
    stderr: outputs.stderr.bytes(),
    droppedBytes: outputs.stdout.droppedBytes + outputs.stderr.droppedBytes,
    durationMs: performance.now() - begun,
    timedOut,
    ...(status.signal !== null && !timedOut ? { signal: status.signal } : {}),
    cwd: table.isDirectory(at) ? at : cwd,
  })
}

function exitCodeOf({ code, signal }: ExitStatus): number {
  return signal === null ? (code ?? 0) : 128 + SIGNAL_NUMBERS[signal]
}

/** Takes everything at once: what is kept and what is shown is bounded elsewhere. */
function outputSink(take: (data: Uint8Array) => void): OpenFile {
  const sink = {
    tryWrite: (data: Uint8Array) => {
      take(data.slice())
      return data.length
    },
    whenWritable: () => () => undefined,
    close: () => undefined,
  }
  return new OpenFile({ type: 'sink', sink }, O.WRONLY)
}

function inputSource(stdin: Uint8Array = new Uint8Array()): OpenFile {
  const pipe = new Pipe(stdin.length + 1)
  if (stdin.length > 0) pipe.sink.tryWrite(stdin)
  pipe.sink.close()
  return new OpenFile({ type: 'source', source: pipe.source }, O.RDONLY)
}
