/**
 * A kernel for the shell's own tests: the real file system, pipes, and programs that are functions. What reaches
 * descriptors 1 and 2 is recorded in order.
 */
import type { Signal } from '../../../contract.ts'
import { Errno, type ExitStatus, type SpawnRequest, type SpawnResult, type Syscalls } from '../../syscalls.ts'
import { FileTable } from '../../vfs/file-table.ts'
import { createStandardVfs } from '../../vfs/standard-tree.ts'
import type { Vfs } from '../../vfs/vfs.ts'
import type { ShellKernel } from '../kernel.ts'

interface ProgramIo {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  out(text: string): void
  err(text: string): void
  stdin(): string
  /** Settles when the program is sent a signal. */
  readonly signalled: Promise<Signal>
}

export type Program = (io: ProgramIo) => Promise<number | Signal>

export interface MemoryKernel extends ShellKernel {
  readonly vfs: Vfs
  /** `[descriptor, text]` in the order of writing; neighbours on one descriptor are joined. */
  readonly written: (readonly [1 | 2, string])[]
  readonly outputBytes: Uint8Array[]
  /** Told what each write says. */
  onWrite: (text: string) => void
}

interface Pipe {
  readonly parts: Uint8Array[]
  closed: boolean
  wake: () => void
}

const FIRST_PIPE = 1000
const decoder = new TextDecoder()
const encoder = new TextEncoder()

export function createMemoryKernel(
  options: { stdin?: string; closedOutput?: boolean; programs?: Readonly<Record<string, Program>> } = {},
): MemoryKernel {
  const vfs = createStandardVfs()
  for (const name of Object.keys(options.programs ?? {})) {
    vfs.writeFile(`/usr/bin/${name}`, encoder.encode(`\0${name}`), 0o755)
  }
  const files = new FileTable(vfs)
  const written: (readonly [1 | 2, string])[] = []
  const outputBytes: Uint8Array[] = []
  const pipes: Pipe[] = []
  let stdin = encoder.encode(options.stdin ?? '')
  const children = new Map<number, { ended: Promise<ExitStatus>; signal: (signal: Signal) => void }>()

  // Three places, so that what is opened later does not get the standard descriptors.
  for (let fd = 0; fd < 3; fd += 1) files.open('/dev/null', 2)

  const record = (fd: 1 | 2, data: Uint8Array): void => {
    if (fd === 1) outputBytes.push(data.slice())
    const last = written.at(-1)
    const text = decoder.decode(data)
    if (last?.[0] === fd) written[written.length - 1] = [fd, last[1] + text]
    else written.push([fd, text])
    kernel.onWrite(text)
  }
  const makePipe = (): { pipe: Pipe; fd: number } => {
    const pipe = { parts: [], closed: false, wake: () => undefined }
    pipes.push(pipe)
    return { pipe, fd: FIRST_PIPE + pipes.length - 1 }
  }
  const writeFd = (fd: number, data: Uint8Array): number => {
    if (fd === 1 && options.closedOutput) throw new Errno('EPIPE', 'write')
    if (fd === 1 || fd === 2) record(fd, data)
    else if (fd >= FIRST_PIPE) {
      pipes[fd - FIRST_PIPE]?.parts.push(data.slice())
      pipes[fd - FIRST_PIPE]?.wake()
    } else return files.get(fd, 'write').tryWrite(data, null)
    return data.length
  }
  const readNow = (fd: number, length: number, position: number | null): Uint8Array => {
    if (fd !== 0) return files.get(fd, 'read').tryRead(length, position) ?? new Uint8Array(0)
    const part = stdin.slice(0, length)
    stdin = stdin.slice(length)
    return part
  }

  const spawn = (request: SpawnRequest): SpawnResult => {
    const name = (request.argv[0] ?? '').split('/').at(-1) ?? ''
    const program = options.programs?.[name]
    if (program === undefined) throw new Errno('ENOENT', 'spawn', request.argv[0])
    const fds: number[] = []
    const ends: Pipe[] = []
    const targets = request.stdio.map((spec) => {
      if (spec.type !== 'pipe') {
        fds.push(-1)
        return spec.type === 'inherit' ? spec.fd : -1
      }
      const { pipe, fd } = makePipe()
      fds.push(fd)
      ends.push(pipe)
      return fd
    })
    const pid = 100 + children.size
    let signal: (signal: Signal) => void = () => undefined
    const signalled = new Promise<Signal>((resolve) => {
      signal = resolve
    })
    const io: ProgramIo = {
      argv: request.argv,
      env: request.env,
      cwd: request.cwd,
      out: (text) => void writeTarget(targets[1], text),
      err: (text) => void writeTarget(targets[2], text),
      stdin: () => {
        const from = targets[0] ?? -1
        if (from === 0) return decoder.decode(readNow(0, 1 << 20, null))
        return (pipes[from - FIRST_PIPE]?.parts ?? []).map((part) => decoder.decode(part)).join('')
      },
      signalled,
    }
    const writeTarget = (fd: number | undefined, text: string): void => {
      if (fd !== undefined && fd >= 0) writeFd(fd, encoder.encode(text))
    }
    // The program starts when the shell waits, as a worker would.
    const ended = Promise.resolve()
      .then(() => new Promise((resolve) => setTimeout(resolve, 0)))
      .then(() => program(io))
      .then((end): ExitStatus => {
        for (const pipe of ends) {
          pipe.closed = true
          pipe.wake()
        }
        return typeof end === 'number' ? { code: end, signal: null } : { code: null, signal: end }
      })
    children.set(pid, { ended, signal })
    return { pid, fds }
  }

  const syscalls: Syscalls = {
    ...pathCalls(vfs),
    open: (path, flags, mode) => files.open(path, flags, mode),
    close: (fd) => {
      if (fd < FIRST_PIPE) files.close(fd)
    },
    read: readNow,
    write: (fd, data) => writeFd(fd, data),
    fstat: (fd) => files.fstat(fd),
    ftruncate: (fd, length) => files.ftruncate(fd, length),
    fchmod: (fd, mode) => files.fchmod(fd, mode),
    futimes: (fd, atimeMs, mtimeMs) => files.futimes(fd, atimeMs, mtimeMs),
    spawn,
    wait: () => {
      throw new Error('the shell waits without blocking')
    },
    kill: (pid, signal) => children.get(pid)?.signal(signal),
    isatty: () => false,
  }

  const kernel: MemoryKernel = {
    vfs,
    written,
    outputBytes,
    onWrite: () => undefined,
    syscalls,
    calls: {
      wait: async (pid) => {
        const child = children.get(pid)
        if (child === undefined) throw new Errno('ECHILD', 'wait')
        return child.ended
      },
      read: async (fd, length, position) => {
        const pipe = pipes[fd - FIRST_PIPE]
        if (pipe === undefined) return readNow(fd, length, position)
        while (pipe.parts.length === 0 && !pipe.closed) {
          await new Promise<void>((resolve) => {
            pipe.wake = resolve
          })
        }
        return pipe.parts.shift() ?? new Uint8Array(0)
      },
      write: async (fd, data) => writeFd(fd, data),
    },
  }
  return kernel
}

function pathCalls(
  vfs: Vfs,
): Omit<
  Syscalls,
  | 'open'
  | 'close'
  | 'read'
  | 'write'
  | 'fstat'
  | 'ftruncate'
  | 'fchmod'
  | 'futimes'
  | 'spawn'
  | 'wait'
  | 'kill'
  | 'isatty'
> {
  return {
    stat: (path) => vfs.stat(path),
    lstat: (path) => vfs.lstat(path),
    readdir: (path) => vfs.readdir(path),
    readFile: (path) => vfs.readFile(path),
    writeFile: (path, data, mode) => vfs.writeFile(path, data, mode),
    appendFile: (path, data, mode) => vfs.appendFile(path, data, mode),
    truncate: (path, length) => vfs.truncate(path, length),
    mkdir: (path, mode, recursive) => vfs.mkdir(path, mode, recursive),
    rmdir: (path) => vfs.rmdir(path),
    unlink: (path) => vfs.unlink(path),
    removeTree: (path) => vfs.removeTree(path),
    rename: (from, to) => vfs.rename(from, to),
    link: (existing, path) => vfs.link(existing, path),
    symlink: (target, path) => vfs.symlink(target, path),
    readlink: (path) => vfs.readlink(path),
    realpath: (path) => vfs.realpath(path),
    chmod: (path, mode) => vfs.chmod(path, mode),
    utimes: (path, atimeMs, mtimeMs, noFollow) => vfs.utimes(path, atimeMs, mtimeMs, noFollow),
    copyFile: (from, to, exclusive) => vfs.copyFile(from, to, exclusive),
    mkdtemp: (prefix) => vfs.mkdtemp(prefix),
    walk: (root) => vfs.walk(root),
  }
}
