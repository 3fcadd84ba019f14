/**
 * The contract's `exec`: a shell, its output in the order it comes, its job ended with it. What the shell has put
 * into the background stays, under the same id, until it ends or is killed.
 */
import type { ExecRequest, ExecResult, OnOutput, OutputChunk, SandboxEvent } from '../../contract/contract.ts'
import { fail, ok } from '../../contract/errors.ts'
import type { Result } from '../../contract/errors.ts'
import { ExecRecording, TIMED_OUT_EXIT_CODE, timeoutOf } from '../../contract/exec-recording.ts'
import { OutputTails } from '../../contract/output-tail.ts'
import { HOME, resolve, WORKSPACE_ROOT } from '../../contract/path.ts'
import { signalExitCode } from '../../contract/signals.ts'
import { attempt } from '../errno-result.ts'
import { O } from '../syscalls.ts'
import type { ExitStatus } from '../syscalls.ts'
import { OpenFile } from '../vfs/open-file.ts'
import { Pipe } from '../vfs/pipe.ts'
import type { ProcessOperations } from '../kernel.ts'
import type { ProcessTable } from './process-table.ts'
import { ShellSessions } from './shell-sessions.ts'
import type { Terminal } from './terminal.ts'

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
  const tails = new OutputTails()
  const listeners = new Set<(event: SandboxEvent) => void>()
  const sessions = new ShellSessions({
    table,
    environment: BASE_ENVIRONMENT,
    stdio: (id, take) => [inputSource(), ...outputSinks(id, tails, take)],
    terminalStdio: (id, terminal) => terminalFiles(terminal, (data) => tails.push(id, data)),
    onEvent: (event) => {
      for (const listener of listeners) listener(event)
    },
  })
  return {
    exec: async (request, onOutput) => {
      if (running.has(request.id) || sessions.has(request.id))
        return fail('exists', `A command with the id "${request.id}" runs already.`)
      running.add(request.id)
      tails.forget(request.id)
      table.openings.begin(request.id, request.isProjectScript === true)
      try {
        if (request.shell === undefined) return await exec({ table, tails, request, onOutput })
        return await execInShell({ sessions, shell: request.shell, request, onOutput })
      } finally {
        running.delete(request.id)
      }
    },
    kill: (id, signal) => sessions.interrupt(id, signal) || table.signalExec(id, signal),
    signal: (target, signal) => {
      if ('pid' in target) return table.signalProcess(target.pid, signal)
      if ('group' in target) return table.signalGroup(target.group, signal)
      return sessions.interrupt(target.execId, signal) || table.signalExec(target.execId, signal)
    },
    outputTail: (id) => tails.get(id),
    openedFiles: (id) => table.openings.of(id),
    withheldPath: (node) => table.openings.withheldPath(node),
    openShell: (request) => {
      if (!running.has(request.id) && !sessions.has(request.id)) return sessions.open(request)
      return fail('exists', `A shell or a command with the id "${request.id}" runs already.`)
    },
    writeShell: (id, input) => sessions.write(id, input),
    closeShell: (id) => sessions.close(id),
    onShell: (listener) => listeners.add(listener),
    list: () => table.list(),
    onChange: (listener) => table.onChange(listener),
    onPorts: (listener) => {
      const { loopback } = table.sockets
      loopback.onChange(() => listener(loopback.ports))
    },
    fork: (vfs, options) => createProcessOperations(table.fork(vfs, options)),
    dispose: () => table.dispose(),
  }
}

/** One line of a shell that stays. */
async function execInShell(run: {
  sessions: ShellSessions
  shell: string
  request: ExecRequest
  onOutput: OnOutput | undefined
}): Promise<Result<ExecResult>> {
  const { sessions, shell, request, onOutput } = run
  if (request.stdin !== undefined)
    return fail('unsupported', 'A line of an open shell has no stdin of its own.')
  if (request.readOnly === true)
    return fail('unsupported', 'A line of an open shell cannot be kept from changing files.')
  const recording = new ExecRecording(onOutput)
  const ended = await sessions.run(request, shell, (chunk) => recording.take(chunk))
  if (!ended.ok) return ended
  const { exitCode, cwd = WORKSPACE_ROOT, timedOut, signal, unread } = ended.value
  const status = { code: signal === undefined ? exitCode : null, signal: signal ?? null }
  return ok({
    ...recording.end(),
    exitCode: timedOut ? TIMED_OUT_EXIT_CODE : exitCodeOf(status),
    timedOut,
    ...(signal !== undefined && !timedOut ? { signal } : {}),
    ...(unread.length > 0 ? { unread } : {}),
    cwd,
  })
}

interface Ended {
  readonly status: ExitStatus
  readonly cwd: string | undefined
}

async function exec(run: {
  table: ProcessTable
  tails: OutputTails
  request: ExecRequest
  onOutput: OnOutput | undefined
}): Promise<Result<ExecResult>> {
  const { table, tails, request, onOutput } = run
  const cwd = resolve(request.cwd ?? WORKSPACE_ROOT)
  const recording = new ExecRecording(onOutput)
  let timedOut = false
  if (request.moment) table.moments.begin(request.id, request.moment)
  const ended = Promise.withResolvers<Ended>()
  const started = attempt('Running a command in', cwd, () =>
    table.spawnRoot({
      argv: ['bash', '-c', request.command],
      cwd,
      env: { ...BASE_ENVIRONMENT, ...request.env, PWD: cwd },
      execId: request.id,
      isReadOnly: request.readOnly === true,
      skipsWithheld: request.skipsWithheld === true,
      stdio: [
        inputSource(request.stdin),
        ...outputSinks(request.id, tails, (chunk) => void recording.take(marked(chunk, request.id, table))),
      ],
      onExit: (status, at) => ended.resolve({ status, cwd: at }),
    }),
  )
  if (!started.ok) {
    table.moments.end(request.id)
    return started
  }
  const timer = setTimeout(() => {
    timedOut = true
    table.signalExec(request.id, 'SIGKILL')
  }, timeoutOf(request))
  const { status, cwd: at } = await ended.promise
  clearTimeout(timer)
  // Children that the shell has left behind end with it; jobs in the background are not of its group.
  table.signalGroup(started.value, 'SIGKILL')
  return ok({
    ...recording.end(),
    exitCode: timedOut ? TIMED_OUT_EXIT_CODE : exitCodeOf(status),
    timedOut,
    ...(status.signal !== null && !timedOut ? { signal: status.signal } : {}),
    ...table.moments.end(request.id),
    cwd: table.isDirectory(at) ? at : cwd,
  })
}

function marked(chunk: OutputChunk, execId: string, { openings }: ProcessTable): OutputChunk {
  const opened = openings.by(execId)
  return opened === undefined ? chunk : { ...chunk, opened }
}

function exitCodeOf({ code, signal }: ExitStatus): number {
  return signal === null ? (code ?? 0) : signalExitCode(signal)
}

/** The two outputs of a command. They take everything at once: what is kept and shown is bounded elsewhere. */
function outputSinks(id: string, tails: OutputTails, take: (chunk: OutputChunk) => void): OpenFile[] {
  return (['stdout', 'stderr'] as const).map((stream) =>
    outputSink((data) => {
      tails.push(id, data)
      take({ stream, data })
    }),
  )
}

/** Three descriptors of one terminal. */
function terminalFiles(terminal: Terminal, keep: (data: Uint8Array) => void): OpenFile[] {
  const output = (stream: OutputChunk['stream']) => {
    const screen = terminal.sink(stream)
    const tryWrite = (data: Uint8Array) => {
      const taken = screen.tryWrite(data)
      if (taken > 0) keep(data.slice(0, taken))
      return taken
    }
    return new OpenFile({ type: 'sink', sink: { ...screen, tryWrite } }, O.WRONLY)
  }
  const input = new OpenFile({ type: 'source', source: terminal.source }, O.RDONLY)
  return [input, output('stdout'), output('stderr')]
}

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
