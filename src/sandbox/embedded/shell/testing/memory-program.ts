/** Programs of the memory kernel: functions of the test, and shells. */
import { Errno, type ExitStatus, type SpawnRequest } from '../../syscalls.ts'
import { findProgram } from '../../process/program-lookup.ts'
import type { Vfs } from '../../vfs/vfs.ts'
import { createShell } from '../shell.ts'
import type { MemoryProcess } from './memory-process.ts'
import type { Program, ProgramIo } from './program.ts'

interface Start {
  readonly vfs: Vfs
  readonly process: MemoryProcess
  readonly request: SpawnRequest
  readonly image: Uint8Array | undefined
  readonly programs: Readonly<Record<string, Program>>
}

const READ_BYTES = 65_536
const encoder = new TextEncoder()

/** Throws `Errno` when there is no such program. */
export function runMemoryProgram({ vfs, process, request, image, programs }: Start): Promise<ExitStatus> {
  const program = programs[(request.argv[0] ?? '').split('/').at(-1) ?? '']
  if (program !== undefined) return runFunction(program, process, request)
  const { kind, argv } = findProgram(vfs, request)
  if (kind !== 'shell') throw new Errno('ENOEXEC', 'spawn', request.argv[0])
  return runShellProcess(process, { ...request, argv }, image)
}

async function runShellProcess(
  process: MemoryProcess,
  request: SpawnRequest,
  image: Uint8Array | undefined,
): Promise<ExitStatus> {
  const { argv, cwd, env } = request
  const { pid, ppid } = process.identity
  const shell = createShell({
    start: { pid, ppid, argv, cwd, env, ...(image === undefined ? {} : { image }) },
    kernel: process,
    pause: () => new Promise((resolve) => setTimeout(resolve, 0)),
  })
  process.onSignal = (signal) => void shell.host.interrupt(signal)
  await nextTurn()
  return (await shell.run()).status
}

async function runFunction(
  program: Program,
  process: MemoryProcess,
  { argv, cwd, env }: SpawnRequest,
): Promise<ExitStatus> {
  const io: ProgramIo = {
    argv,
    env,
    cwd,
    out: (text) => writeNow(process, 1, text),
    err: (text) => writeNow(process, 2, text),
    write: async (text) => {
      try {
        await process.calls.write(1, encoder.encode(text), null)
        return true
      } catch (error) {
        if (!(error instanceof Errno)) throw error
        return false
      }
    },
    input: () => readAll(process),
    signalled: process.signalled,
  }
  // The program starts when the shell waits, as a worker would.
  await nextTurn()
  const end = await program(io)
  return typeof end === 'number' ? { code: end, signal: null } : { code: null, signal: end }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

function writeNow(process: MemoryProcess, fd: number, text: string): void {
  const data = encoder.encode(text)
  const taken = process.syscalls.tryWrite(fd, data)
  if (taken < data.length) throw new Error('a program of a test writes more than a pipe holds')
}

async function readAll(process: MemoryProcess): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const part = await process.calls.read(0, READ_BYTES, null)
    if (part.length === 0) return text + decoder.decode()
    text += decoder.decode(part, { stream: true })
  }
}
