import type { SpawnRequest, StdioSpec } from '../../../syscalls.ts'
import { UnavailableError } from '../binding.ts'

/** One entry of `stdio` as the library hands it down. */
export interface NodeStdio {
  readonly type: 'ignore' | 'pipe' | 'overlapped' | 'inherit' | 'fd' | 'wrap'
  readonly fd?: number
  readonly ipc?: boolean
  readonly handle?: { readonly fd?: number }
  readonly input?: Uint8Array
  readonly readable?: boolean
  readonly writable?: boolean
}

/** Options that `child_process` passes to its bindings, asynchronous and not. */
export interface NodeSpawnOptions {
  readonly file: string
  readonly args?: readonly string[]
  readonly cwd?: string
  readonly envPairs?: readonly string[]
  readonly stdio: readonly NodeStdio[]
  readonly maxBuffer?: number
  /** For the sync form: milliseconds until the child is ended, and the number of the signal for that. */
  readonly timeout?: number
  readonly killSignal?: number
  readonly detached?: boolean
}

/** Behind the standard streams a pipe goes both ways, as natively: how a channel for messages is made. */
const FIRST_TWO_WAY = 3

export function stdioSpec(entry: NodeStdio, fd: number): StdioSpec {
  switch (entry.type) {
    case 'pipe':
    case 'overlapped':
      return { type: fd < FIRST_TWO_WAY ? 'pipe' : 'socket' }
    case 'inherit':
    case 'fd':
      return { type: 'inherit', fd: entry.fd ?? 0 }
    case 'wrap': {
      const own = entry.handle?.fd
      if (typeof own !== 'number' || own < 0)
        throw new UnavailableError('A stream of this kind as stdio of a child')
      return { type: 'inherit', fd: own }
    }
    case 'ignore':
      return { type: 'null' }
  }
}

export function spawnRequest(
  options: NodeSpawnOptions,
  here: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  stdio: readonly StdioSpec[],
): SpawnRequest {
  const pairs = options.envPairs?.map((pair) => {
    const equals = pair.indexOf('=', 1)
    return [pair.slice(0, equals), pair.slice(equals + 1)] as const
  })
  const cwd = options.cwd ?? here.cwd
  return {
    argv: [options.file, ...(options.args ?? []).slice(1).map(String)],
    cwd: cwd.startsWith('/') ? cwd : `${here.cwd === '/' ? '' : here.cwd}/${cwd}`,
    env: pairs ? Object.fromEntries(pairs) : { ...here.env },
    stdio,
    background: options.detached === true,
  }
}
