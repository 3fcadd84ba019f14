/** The descriptors that a child is given by its parent. */
import { createSocketPair } from '../net/socket.ts'
import type { StreamSocket } from '../net/socket.ts'
import { O } from '../syscalls.ts'
import type { StdioSpec } from '../syscalls.ts'
import type { FileTable } from '../vfs/file-table.ts'
import { OpenFile } from '../vfs/open-file.ts'
import { Pipe } from '../vfs/pipe.ts'

export interface ChildStdio {
  /** The child's, one a descriptor. */
  readonly stdio: readonly OpenFile[]
  /** The parent's ends of the pipes, -1 where there is none. */
  readonly fds: readonly number[]
}

/** Throws `Errno` when the parent has not what it passes on, or may open no more; then nothing is left open. */
export function openChildStdio(specs: readonly StdioSpec[], parent: FileTable): ChildStdio {
  const stdio: OpenFile[] = []
  const fds: number[] = []
  try {
    for (const [fd, spec] of specs.entries()) {
      const { child, own } = open(spec, fd, parent)
      stdio.push(child)
      fds.push(own ? parent.add(own) : -1)
    }
  } catch (error) {
    for (const file of stdio) file.release()
    closeParentEnds(parent, fds)
    throw error
  }
  return { stdio, fds }
}

/** The child could not be started. Its own descriptors are released with it. */
export function closeParentEnds(parent: FileTable, fds: readonly number[]): void {
  for (const fd of fds) if (fd >= 0) parent.close(fd)
}

/** The child's end, and the parent's where there is a pipe between them. */
function open(spec: StdioSpec, fd: number, parent: FileTable): { child: OpenFile; own?: OpenFile } {
  if (spec.type === 'inherit') return { child: parent.get(spec.fd, 'spawn').retain() }
  if (spec.type === 'socket') {
    const { client, server } = createSocketPair({ client: UNNAMED, server: UNNAMED })
    const file = (socket: StreamSocket) => new OpenFile({ type: 'socket', socket }, O.RDWR)
    return { child: file(client), own: file(server) }
  }
  const pipe = new Pipe()
  const source = () => new OpenFile({ type: 'source', source: pipe.source }, O.RDONLY)
  const sink = () => new OpenFile({ type: 'sink', sink: pipe.sink }, O.WRONLY)
  if (spec.type === 'null') {
    // Nobody at the other end: reads end at once, and what is written is dropped.
    if (fd === 0) {
      pipe.sink.close()
      return { child: source() }
    }
    return { child: new OpenFile({ type: 'sink', sink: DROP }, O.WRONLY) }
  }
  return fd === 0 ? { child: source(), own: sink() } : { child: sink(), own: source() }
}

const UNNAMED = { path: '' }

const DROP = {
  tryWrite: (data: Uint8Array) => data.length,
  whenWritable: () => () => undefined,
  close: () => undefined,
}
