/**
 * Kernel calls of the Python half of `python3` (`library/`) besides files: its module `_vivarium`. Arguments
 * and answers are numbers and JSON, so that no object of one language lives on in the other.
 */
import { resolve } from '../../contract/path.ts'
import { SIGNAL_NUMBERS, signalOfNumber } from '../../contract/signals.ts'
import { Errno } from '../syscalls.ts'
import type { ExitStatus, SpawnRequest, WebRequest } from '../syscalls.ts'
import { numberOfError } from './errno.ts'
import type { Libc } from './libc.ts'

export interface Bridge {
  /** A request as JSON, without the directory; the answer has `pid`. */
  spawn(request: string): string
  /** Blocks until that child has ended; the answer has `status`, as a parent is told it. */
  wait(pid: number): string
  /** 0 only asks whether there is such a process. */
  kill(pid: number, signal: number): string
  killpg(group: number, signal: number): string
  processes(): string
  link(existing: string, path: string): string
  /** Until a signal at most. */
  sleep(milliseconds: number): void
  /** A bit for each signal that the program handles or ignores. */
  handleSignals(bits: number): void
  /** A request as JSON, and its body; the answer has `fd`, from which the body is read, and `head`. */
  request(request: string, body: string | undefined): string
}

/** `checkSignals` runs the program's handlers, whose exceptions pass. */
export function createBridge(libc: Libc, checkSignals: () => void): Bridge {
  const { syscalls, signals } = libc
  /** Tried again after a signal whose handler returns. */
  const answer = (call: () => object | void): string => {
    for (;;) {
      try {
        return JSON.stringify(call() ?? {})
      } catch (error) {
        if (!(error instanceof Errno && error.code === 'EINTR'))
          return JSON.stringify({ errno: numberOfError(error) })
      }
      checkSignals()
    }
  }
  return {
    spawn: (request) =>
      answer(() => {
        // Written by our own Python; the kernel checks it besides.
        const { cwd, ...rest } = JSON.parse(request) as Omit<SpawnRequest, 'cwd'> & {
          readonly cwd: string | null
        }
        const { pid } = syscalls.spawn({ ...rest, cwd: cwd === null ? libc.cwd : resolve(cwd, libc.cwd) })
        return { pid }
      }),
    wait: (pid) => answer(() => ({ status: waitStatus(syscalls.wait(pid)) })),
    kill: (pid, signal) =>
      answer(() => {
        if (signal !== 0) return syscalls.kill(pid, signalOf(signal))
        if (!syscalls.processes().some((entry) => entry.pid === pid)) throw new Errno('ESRCH', 'kill')
      }),
    killpg: (group, signal) => answer(() => syscalls.killGroup(group, signalOf(signal))),
    processes: () => answer(() => ({ entries: syscalls.processes() })),
    link: (existing, path) =>
      answer(() => syscalls.link(resolve(existing, libc.cwd), resolve(path, libc.cwd))),
    sleep: (milliseconds) => signals.sleep(milliseconds),
    handleSignals: (bits) => {
      signals.handled = bits
    },
    request: (request, body) =>
      answer(() => {
        // As above.
        const web = JSON.parse(request) as WebRequest
        const fd = syscalls.request(web, body === undefined ? undefined : bytesOf(body))
        return { fd, head: syscalls.response(fd) }
      }),
  }
}

function signalOf(number: number) {
  const signal = signalOfNumber(number)
  if (signal === undefined) throw new Errno('EINVAL', 'kill')
  return signal
}

/** The two bytes that a parent is told. */
function waitStatus({ code, signal }: ExitStatus): number {
  return signal === null ? ((code ?? 0) & 0xff) << 8 : SIGNAL_NUMBERS[signal]
}

/** From text with a character a byte. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
