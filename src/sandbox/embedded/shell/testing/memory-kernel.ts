/**
 * A kernel for the shell's own tests: the real file system and its pipes, programs that are functions, and shells
 * that run in this same thread. What the first shell's descriptors 1 and 2 get is recorded in order.
 */
import type { OpenedFile } from '../../../contract/contract.ts'
import { NO_EGRESS, type Egress } from '../../../contract/egress.ts'
import { Network } from '../../egress/network.ts'
import { WithheldOpenings } from '../../process/withheld-openings.ts'
import { O, type SpawnRequest } from '../../syscalls.ts'
import { OpenFile } from '../../vfs/open-file.ts'
import { Pipe } from '../../vfs/pipe.ts'
import { createStandardVfs } from '../../vfs/standard-tree.ts'
import type { Vfs } from '../../vfs/vfs.ts'
import type { ShellKernel } from '../kernel.ts'
import { MemoryProcess, type Processes } from './memory-process.ts'
import { runMemoryProgram } from './memory-program.ts'
import type { Program } from './program.ts'

export interface MemoryKernel extends ShellKernel {
  readonly vfs: Vfs
  /** `[descriptor, text]` in the order of writing; neighbours on one descriptor are joined. */
  readonly written: (readonly [1 | 2, string])[]
  readonly outputBytes: Uint8Array[]
  /** With `watchesWithheld`. */
  readonly opened: () => readonly OpenedFile[]
  /** Told what each write says. */
  onWrite: (text: string) => void
  /** Delivers a signal to the first shell. */
  readonly root: MemoryProcess
  /** Processes that run, the first shell included. */
  readonly running: ReadonlyMap<number, MemoryProcess>
}

interface MemoryKernelOptions {
  readonly stdin?: string
  /** Stdin stays open: nothing more comes, but it does not end. */
  readonly openStdin?: boolean
  /** Nobody reads what the shell writes. */
  readonly closedOutput?: boolean
  readonly programs?: Readonly<Record<string, Program>>
  /** The way out; without it every request is refused. */
  readonly egress?: Egress
  readonly isReadOnly?: boolean
  /** Withheld files are told of when they are opened, and passed over by searches. */
  readonly watchesWithheld?: boolean
}

const ROOT_PID = 10
const FIRST_CHILD_PID = 100
const decoder = new TextDecoder()
const encoder = new TextEncoder()

export function createMemoryKernel(options: MemoryKernelOptions = {}): MemoryKernel {
  const vfs = createStandardVfs()
  const programs = options.programs ?? {}
  for (const name of Object.keys(programs)) {
    vfs.writeFile(`/usr/bin/${name}`, encoder.encode(`\0${name}`), 0o755)
  }
  const openings = options.watchesWithheld ? new WithheldOpenings(vfs) : undefined
  const written: (readonly [1 | 2, string])[] = []
  const outputBytes: Uint8Array[] = []
  const running = new Map<number, MemoryProcess>()
  let nextPid = FIRST_CHILD_PID
  const processes: Processes = {
    vfs,
    network: new Network(options.egress ?? NO_EGRESS, { request: () => undefined }),
    running,
    isReadOnly: options.isReadOnly ?? false,
    openings,
    start: (process: MemoryProcess, request: SpawnRequest, image: Uint8Array | undefined) =>
      runMemoryProgram({ vfs, process, request, image, programs }),
    nextPid: () => nextPid++,
  }
  const root = new MemoryProcess(processes, { pid: ROOT_PID, ppid: 1, group: ROOT_PID, argv: ['sh'] })
  running.set(ROOT_PID, root)
  const record = (fd: 1 | 2, data: Uint8Array): void => {
    if (fd === 1) outputBytes.push(data.slice())
    const last = written.at(-1)
    const text = decoder.decode(data)
    if (last?.[0] === fd) written[written.length - 1] = [fd, last[1] + text]
    else written.push([fd, text])
    kernel.onWrite(text)
  }
  root.files.add(inputOf(options))
  root.files.add(outputOf((data) => record(1, data), options.closedOutput ?? false))
  root.files.add(outputOf((data) => record(2, data), false))
  const kernel: MemoryKernel = {
    vfs,
    written,
    outputBytes,
    onWrite: () => undefined,
    root,
    running,
    skipsWithheld: options.watchesWithheld ?? false,
    opened: () => openings?.of('test') ?? [],
    syscalls: root.syscalls,
    calls: root.calls,
  }
  return kernel
}

function inputOf({ stdin = '', openStdin = false }: MemoryKernelOptions): OpenFile {
  const data = encoder.encode(stdin)
  const pipe = new Pipe(data.length + 1)
  if (data.length > 0) pipe.sink.tryWrite(data)
  if (!openStdin) pipe.sink.close()
  return new OpenFile({ type: 'source', source: pipe.source }, O.RDONLY)
}

function outputOf(take: (data: Uint8Array) => void, isClosed: boolean): OpenFile {
  if (isClosed) {
    const pipe = new Pipe()
    pipe.source.close()
    return new OpenFile({ type: 'sink', sink: pipe.sink }, O.WRONLY)
  }
  const sink = {
    tryWrite: (data: Uint8Array) => {
      if (data.length > 0) take(data)
      return data.length
    },
    whenWritable: () => () => undefined,
    close: () => undefined,
  }
  return new OpenFile({ type: 'sink', sink }, O.WRONLY)
}
