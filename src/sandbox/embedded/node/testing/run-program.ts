/** Runs a command in a kernel of its own: the real processes, shell and file system. */
import { NO_EGRESS } from '../../../contract/egress.ts'
import type { Egress } from '../../../contract/egress.ts'
import { O } from '../../syscalls.ts'
import { OpenFile } from '../../vfs/open-file.ts'
import { createProcessOperations } from '../../process/exec.ts'
import { ProcessTable } from '../../process/process-table.ts'
import { LOADED_WORKERS } from '../../process/testing/loaded-workers.ts'
import { ensureCommandFiles } from '../../shell/files/command-files.ts'
import type { Vfs } from '../../vfs/vfs.ts'
import { createStandardVfs } from '../../vfs/standard-tree.ts'

export interface Program {
  readonly command: string
  /** Relative to the workspace. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  readonly stdin?: string
  readonly env?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

export interface ProgramResult {
  readonly out: string
  readonly err: string
  readonly exitCode: number
}

export interface Machine {
  readonly vfs: Vfs
  run(program: Program): Promise<ProgramResult>
  /** `node` with these arguments, without a shell between; killed after so many milliseconds, as all that it has started. */
  node(
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
    timeoutMs?: number,
  ): Promise<ProgramResult>
  dispose(): void
}

/** One kernel for several commands. */
export function createMachine(egress: Egress = NO_EGRESS): Machine {
  const vfs = createStandardVfs()
  ensureCommandFiles(vfs)
  const table = new ProcessTable({
    vfs,
    workers: LOADED_WORKERS,
    now: () => Date.now(),
    egress,
  })
  const operations = createProcessOperations(table)
  let next = 0
  return {
    vfs,
    run: async ({ command, files = {}, stdin = '', env = {}, timeoutMs = 50_000 }) => {
      writeFiles(vfs, files)
      next += 1
      const result = await operations.exec({
        id: `job-${next}`,
        command,
        cwd: '/workspace',
        stdin: new TextEncoder().encode(stdin),
        env,
        timeoutMs,
      })
      if (!result.ok) throw new Error(result.error.message)
      const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
      return {
        out: decode(result.value.stdout),
        err: decode(result.value.stderr),
        exitCode: result.value.exitCode,
      }
    },
    node: (args, env = {}, timeoutMs = 60_000) =>
      new Promise((resolve) => {
        const out = createSink()
        const err = createSink()
        next += 1
        const execId = `direct-${next}`
        const killAll = () => void table.signalExec(execId, 'SIGKILL')
        const timer = setTimeout(killAll, timeoutMs)
        table.spawnRoot({
          execId,
          argv: ['node', ...args],
          cwd: '/workspace',
          env,
          stdio: [new OpenFile({ type: 'source', source: EMPTY }, O.RDONLY), out.file, err.file],
          onExit: ({ code, signal }) => {
            clearTimeout(timer)
            killAll()
            resolve({ out: out.text(), err: err.text(), exitCode: code ?? (signal === null ? 0 : 128) })
          },
        })
      }),
    dispose: () => {
      table.dispose()
    },
  }
}

const EMPTY = {
  tryRead: () => new Uint8Array(0),
  whenReadable: () => () => undefined,
  close: () => undefined,
}

function createSink(): { readonly file: OpenFile; readonly text: () => string } {
  const parts: Uint8Array[] = []
  const sink = {
    tryWrite: (data: Uint8Array) => {
      parts.push(data.slice())
      return data.length
    },
    whenWritable: () => () => undefined,
    close: () => undefined,
  }
  return {
    file: new OpenFile({ type: 'sink', sink }, O.WRONLY),
    text: () => {
      const decoder = new TextDecoder()
      return parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode()
    },
  }
}

export async function runProgram(program: Program, egress?: Egress): Promise<ProgramResult> {
  const machine = createMachine(egress)
  try {
    return await machine.run(program)
  } finally {
    machine.dispose()
  }
}

function writeFiles(vfs: Vfs, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, data] of Object.entries(files)) {
    const whole = `/workspace/${path}`
    vfs.mkdir(whole.slice(0, whole.lastIndexOf('/')), 0o755, true)
    vfs.writeFile(whole, typeof data === 'string' ? new TextEncoder().encode(data) : data)
  }
}
