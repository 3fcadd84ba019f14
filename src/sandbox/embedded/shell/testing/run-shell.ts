import type { Egress } from '../../../contract/egress.ts'
import { createShell, type ShellEnd } from '../shell.ts'
import { createMemoryKernel, type MemoryKernel } from './memory-kernel.ts'
import type { Program } from './program.ts'

interface ShellRun {
  readonly end: ShellEnd
  readonly stdout: string
  readonly stderr: string
  readonly written: readonly (readonly [1 | 2, string])[]
  readonly kernel: MemoryKernel
}

export interface RunOptions {
  readonly argv?: readonly string[]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  readonly files?: Readonly<Record<string, string>>
  readonly programs?: Readonly<Record<string, Program>>
  /** Nobody reads what the shell writes. */
  readonly closedOutput?: boolean
  readonly onWrite?: (text: string) => void
  readonly openStdin?: boolean
  readonly egress?: Egress
  /** As `ExecRequest.readOnly`. */
  readonly isReadOnly?: boolean
  /** As `ExecRequest.skipsWithheld`, with what was opened in the kernel's `opened`. */
  readonly watchesWithheld?: boolean
  readonly onStart?: (kernel: MemoryKernel) => void
}

/** One shell process over a fresh file system, from start to end. */
export async function runShell(script: string, options: RunOptions = {}): Promise<ShellRun> {
  const kernel = createMemoryKernel(options)
  for (const [path, content] of Object.entries(options.files ?? {})) {
    kernel.vfs.mkdir(path.slice(0, path.lastIndexOf('/')), 0o755, true)
    const mode = content.startsWith('#!') ? 0o755 : 0o644
    kernel.vfs.writeFile(path, new TextEncoder().encode(content), mode)
  }
  if (options.onWrite !== undefined) kernel.onWrite = options.onWrite
  const shell = createShell({
    start: {
      pid: 10,
      ppid: 1,
      argv: options.argv ?? ['sh', '-c', script],
      cwd: options.cwd ?? '/workspace',
      env: options.env ?? { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/home/user' },
    },
    kernel,
    pause: () => new Promise((resolve) => setTimeout(resolve, 0)),
  })
  kernel.root.onSignal = (signal) => void shell.host.interrupt(signal)
  options.onStart?.(kernel)
  const end = await shell.run()
  return { end, kernel, written: kernel.written, stdout: textOf(kernel, 1), stderr: textOf(kernel, 2) }
}

function textOf(kernel: MemoryKernel, fd: 1 | 2): string {
  return kernel.written.map(([to, text]) => (to === fd ? text : '')).join('')
}
