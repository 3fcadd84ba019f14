/** The descriptors above 2 that a script has opened, as a program gets them. */
import { SHELL_READ_BYTES } from '../../../contract/limits.ts'
import { Errno, O, type StdioSpec } from '../../syscalls.ts'
import { fromByteString } from '../byte-string.ts'
import type { ScriptDescriptor } from '../just-bash.ts'
import type { ProgramHost } from './program-host.ts'

/** Last of the shell's own streams; it has opened all higher ones itself. */
export const LAST_STANDARD_FD = 2
/** The first after the standard streams. */
const FIRST = LAST_STANDARD_FD + 1
/** As many as a program can be given. */
const MOST = 16

export interface ProgramDescriptors {
  /** From the third on; what the script has not opened is nowhere. */
  readonly stdio: readonly StdioSpec[]
  /** When the program has ended, or could not be started. */
  readonly close: () => void
}

/** One that cannot be opened any more leads nowhere. */
export function openDescriptors(
  host: ProgramHost,
  descriptors: readonly ScriptDescriptor[],
): ProgramDescriptors {
  const stdio: StdioSpec[] = []
  const closings: (() => void)[] = []
  for (const descriptor of descriptors) {
    if (descriptor.fd >= MOST) continue
    while (stdio.length <= descriptor.fd - FIRST) stdio.push({ type: 'null' })
    const opened = open(host, descriptor)
    if (opened === undefined) continue
    stdio[descriptor.fd - FIRST] = { type: 'inherit', fd: opened.fd }
    closings.push(opened.close)
  }
  return { stdio, close: () => closings.forEach((close) => close()) }
}

interface Opened {
  readonly fd: number
  readonly close: () => void
}

function open(host: ProgramHost, descriptor: ScriptDescriptor): Opened | undefined {
  const { syscalls } = host.kernel
  if (descriptor.kind === 'text') return feed(host, descriptor)
  if (descriptor.kind === 'stream')
    return descriptor.as === null ? undefined : { fd: descriptor.as, close: () => undefined }
  try {
    // A write-only descriptor appends, as the script's own writes do.
    const flags = descriptor.isRead ? O.RDWR : O.WRONLY | O.APPEND
    const fd = syscalls.open(host.realPath(descriptor.path), flags)
    return { fd, close: () => syscalls.close(fd) }
  } catch (error) {
    if (error instanceof Errno) return undefined // it was removed meanwhile
    throw error
  }
}

/** Pipes the rest of the text to the program; the bytes left in the pipe show how much it has read. */
function feed(host: ProgramHost, { text, onRead }: Extract<ScriptDescriptor, { kind: 'text' }>): Opened {
  const { syscalls, calls } = host.kernel
  const [output, input] = syscalls.pipe()
  const data = fromByteString(text)
  let given = 0
  let isFed = false
  const pour = async (): Promise<void> => {
    while (given < data.length)
      given += await calls.write(input, data.subarray(given, given + SHELL_READ_BYTES), null)
    isFed = true
    syscalls.close(input)
  }
  const pouring = pour().catch((error: unknown) => {
    // The program has ended, and nobody reads the rest.
    if (!(error instanceof Errno) || error.code !== 'EPIPE') throw error
    syscalls.close(input)
  })
  return {
    fd: output,
    close: () => {
      let left = 0
      for (;;) {
        const part = syscalls.tryRead(output, SHELL_READ_BYTES)
        if (!part?.length) break
        left += part.length
      }
      onRead(given - left)
      syscalls.close(output)
      if (!isFed) void pouring
    },
  }
}
