/** Starts what a script has put into the background: a program as it is, anything else in a shell of its own. */
import { ifThere } from '../../if-there.ts'
import type { StdioSpec } from '../../syscalls.ts'
import { encodeOutput } from '../byte-string.ts'
import type { JobStart } from '../just-bash.ts'
import type { ProgramHost } from '../program/program-host.ts'
import { packImage } from './image.ts'

/** Returns its process id. Throws `Errno` when it cannot be started. */
export async function startJob(host: ProgramHost, start: JobStart): Promise<number> {
  const { syscalls } = host.kernel
  const input = await inputOf(host, start)
  const stdio = [input.spec, outputOf(start.live.stdout), outputOf(start.live.stderr)]
  const { cwd, env } = start
  const request = { cwd, stdio, background: true }
  try {
    if (start.program !== undefined) {
      const { name, path } = start.program
      // The kernel looks on the PATH that the program gets.
      const first = name.includes('/') || env['PATH'] === undefined ? host.realPath(path) : name
      const argv = [first, ...start.program.args.map((arg) => host.realPath(arg))]
      return syscalls.spawn({ ...request, argv, env }).pid
    }
    const image = packImage(start.image)
    return syscalls.spawn({ ...request, argv: ['/bin/bash', '-c', start.text], env: {} }, image).pid
  } finally {
    input.close()
  }
}

function outputOf(fd: number | null): StdioSpec {
  return fd === null ? { type: 'null' } : { type: 'inherit', fd }
}

/** A job reads what was redirected to it, and nothing else: the script's own input is not its. */
async function inputOf(
  { kernel: { syscalls } }: ProgramHost,
  { stdin }: JobStart,
): Promise<{ spec: StdioSpec; close: () => void }> {
  if (stdin === undefined) return { spec: { type: 'null' }, close: () => undefined }
  if (typeof stdin === 'number') return { spec: { type: 'inherit', fd: stdin }, close: () => undefined }
  const folder = syscalls.mkdtemp('/tmp/.shell-input-')
  const path = `${folder}/input`
  try {
    syscalls.writeFile(path, encodeOutput(stdin, true), 0o600)
    const fd = syscalls.open(path, 0)
    return { spec: { type: 'inherit', fd }, close: () => syscalls.close(fd) }
  } finally {
    // The descriptor keeps what is in it.
    if (ifThere(() => syscalls.lstat(folder))) syscalls.removeTree(folder)
  }
}
