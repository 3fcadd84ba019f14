/** What to do with a file that is to be run: a shell script runs in this process, anything else is spawned. */
import type { ExecResult } from 'just-bash/browser'
import { O } from '../syscalls.ts'
import type { FileRun } from './just-bash.ts'
import type { ProgramHost } from './program-host.ts'
import { runProgram } from './program.ts'
import { runScript } from './run-script.ts'

/** Bytes of a file that show what it is; Linux reads as much of a `#!` line. */
const HEAD_BYTES = 256
const SHELLS = new Set(['sh', 'bash', 'dash', 'ash', 'ksh', 'zsh'])

export async function runFile(host: ProgramHost, run: FileRun): Promise<ExecResult> {
  const path = host.realPath(run.path)
  if (!isShellScript(host, path)) {
    // The kernel looks on the PATH that the program gets.
    const first = run.name.includes('/') || run.env['PATH'] === undefined ? path : run.name
    const argv = [first, ...run.args.map((arg) => host.realPath(arg))]
    return runProgram(host, { ...run, argv })
  }
  const script = new TextDecoder().decode(host.kernel.syscalls.readFile(path))
  return runScript(run.exec, {
    ...run,
    descriptors: run.table,
    script,
    name: run.name.includes('/') ? run.name : run.path,
  })
}

function readHead(host: ProgramHost, path: string): Uint8Array {
  const { syscalls } = host.kernel
  const fd = syscalls.open(path, O.RDONLY)
  try {
    return syscalls.read(fd, HEAD_BYTES, 0)
  } finally {
    syscalls.close(fd)
  }
}

/** A file without a `#!` line is one too, unless it is binary: as every shell has it. */
export function isShellScript(host: ProgramHost, path: string): boolean {
  const head = readHead(host, path)
  const text = new TextDecoder().decode(head)
  if (!text.startsWith('#!')) return head.length > 0 && !head.includes(0)
  return SHELLS.has(interpreterOf(text.slice(2).split('\n', 1)[0] ?? ''))
}

/** The interpreter's name in a `#!` line, looking through `env`. */
function interpreterOf(line: string): string {
  const [program = '', ...args] = line.trim().split(/\s+/)
  const name = program.slice(program.lastIndexOf('/') + 1)
  if (name !== 'env') return name
  const named = args.find((arg) => !arg.startsWith('-') && !arg.includes('=')) ?? ''
  return named.slice(named.lastIndexOf('/') + 1)
}
