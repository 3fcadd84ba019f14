/** One booted container of the stand-in: files and processes of the embedded kernel, in the client's own words. */
import { proxy } from 'comlink-4.3'
import { nodeWorkerUrl } from '../../embedded/node/start/assets.ts'
import { createProcessOperations } from '../../embedded/process/exec.ts'
import { ProcessTable } from '../../embedded/process/process-table.ts'
import { WarmWorkers } from '../../embedded/process/warm-workers.ts'
import type { ProgramKind } from '../../embedded/process/protocol.ts'
import { ensureCommandFiles } from '../../embedded/shell/files/command-files.ts'
import { O } from '../../embedded/syscalls.ts'
import type { ExitStatus } from '../../embedded/syscalls.ts'
import { OpenFile } from '../../embedded/vfs/open-file.ts'
import { Pipe } from '../../embedded/vfs/pipe.ts'
import { createStandardVfs } from '../../embedded/vfs/standard-tree.ts'
import { join, resolve, WORKSPACE_ROOT } from '../../contract/path.ts'
import { signalExitCode } from '../../contract/signals.ts'
import type { ProcessOperations } from '../../embedded/kernel.ts'
import { StandInEvents } from './stand-in-events.ts'
import { StandInFiles } from './stand-in-files.ts'
import { StandInShell } from './stand-in-shell.ts'

interface RunRequest {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | number | boolean>>
  readonly terminal?: { readonly cols: number; readonly rows: number }
}

type Output = (data: Uint8Array | null) => unknown

const PATH = '/usr/local/bin:/usr/bin:/bin'

export class StandInInstance {
  readonly #workdir: string
  readonly #files: StandInFiles
  readonly #table: ProcessTable
  readonly #operations: ProcessOperations
  readonly #events: StandInEvents
  #nextExec = 1

  constructor(workdir: string) {
    this.#workdir = workdir
    const vfs = createStandardVfs()
    ensureCommandFiles(vfs)
    // The real one has a shell of its own; here another one answers to its name.
    vfs.writeFile('/usr/bin/jsh', new TextEncoder().encode('#!/bin/sh\nexec bash "$@"\n'), 0o755)
    // The real one knows nothing of that name: the helper links it.
    const { node } = vfs.locate(WORKSPACE_ROOT, 'target')
    if (node !== undefined) node.pinned = false
    vfs.rmdir(WORKSPACE_ROOT)
    vfs.mkdir(workdir, 0o755, true)
    this.#files = new StandInFiles(vfs, workdir)
    this.#table = new ProcessTable({ vfs, workers: new WarmWorkers(createWorker), now: () => Date.now() })
    this.#operations = createProcessOperations(this.#table)
    this.#events = new StandInEvents(this.#table.sockets)
  }

  fs(): unknown {
    return proxy(this.#files)
  }

  previewScript(): undefined {
    return undefined
  }

  runtimeInfo(): { path: string; cwd: string } {
    return { path: PATH, cwd: this.#workdir }
  }

  /** Both outputs arrive on the third callback, merged, as in the real client's version. */
  run(request: RunRequest, _stdout: unknown, _stderr: unknown, output?: Output): unknown {
    const input = new Pipe()
    const ended = Promise.withResolvers<number>()
    const execId = `run-${this.#nextExec++}`
    const cwd = resolve(request.cwd ?? '.', this.#workdir)
    const env = Object.fromEntries(
      Object.entries(request.env ?? {}).map(([name, value]) => [name, String(value)]),
    )
    if (request.terminal && request.args[0] === '--osc') {
      const shell = new StandInShell({
        operations: this.#operations,
        id: execId,
        cwd,
        env: { HOME: '/home', PATH, ...env },
        size: { columns: request.terminal.cols, rows: request.terminal.rows },
        say: (data) => void output?.(data),
        onExit: ended.resolve,
      })
      return proxy({
        onExit: ended.promise,
        kill: () => shell.kill(),
        write: (text: string) => shell.write(text),
        resize: (size: NonNullable<RunRequest['terminal']>) => shell.resize(size),
      })
    }
    this.#table.spawnRoot({
      argv: [request.command, ...request.args],
      cwd,
      env: { HOME: '/home', PATH, ...env, PWD: cwd },
      execId,
      stdio: [
        new OpenFile({ type: 'source', source: input.source }, O.RDONLY),
        outputSink(output),
        outputSink(output),
      ],
      onExit: (status) => {
        void output?.(null)
        ended.resolve(exitCodeOf(status))
      },
    })
    return proxy({
      onExit: ended.promise,
      kill: () => void this.#table.signalExec(execId, 'SIGKILL'),
      write: (text: string) => writeAll(input, new TextEncoder().encode(text)),
      resize: () => undefined,
    })
  }

  on(event: string, listener: (...values: unknown[]) => unknown): unknown {
    return this.#events.on(event, listener)
  }

  setPreviewScript(): void {
    this.#files.write(join(this.#workdir, '..', 'preview-script'), '')
  }

  teardown(): void {
    this.#files.close()
    this.#events.close()
    this.#table.dispose()
  }
}

function exitCodeOf({ code, signal }: ExitStatus): number {
  return signal === null ? (code ?? 0) : signalExitCode(signal)
}

function outputSink(output: Output | undefined): OpenFile {
  const sink = {
    tryWrite: (data: Uint8Array) => {
      void output?.(data.slice())
      return data.length
    },
    whenWritable: () => () => undefined,
    close: () => undefined,
  }
  return new OpenFile({ type: 'sink', sink }, O.WRONLY)
}

async function writeAll(pipe: Pipe, data: Uint8Array): Promise<void> {
  for (let at = 0; at < data.length;) {
    const taken = pipe.sink.tryWrite(data.subarray(at))
    at += taken
    if (taken === 0) await new Promise<void>((resolve) => void pipe.sink.whenWritable(resolve))
  }
}

function createWorker(kind: ProgramKind): Worker {
  if (kind === 'node') return new Worker(nodeWorkerUrl(), { name: kind })
  return new Worker(new URL('../../embedded/shell/shell.worker.ts', import.meta.url), {
    type: 'module',
    name: kind,
  })
}
