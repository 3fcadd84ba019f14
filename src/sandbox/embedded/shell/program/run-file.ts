/** Runs a file: a shell script in this process, anything else in its own. */
import type { ExecResult } from 'just-bash/browser'
import { O } from '../../syscalls.ts'
import { parseInvocation } from '../invocation.ts'
import type { FileRun } from '../just-bash.ts'
import { needsOwnProcess, runInOwnProcess } from './own-process.ts'
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
  const name = run.name.includes('/') ? run.name : run.path
  const args = [...optionsOf(script), name, ...run.args]
  const invocation = parseInvocation(['bash', ...args])
  if (invocation.type !== 'file' || needsOwnProcess(script, { umask: host.umask, env: run.env }))
    return runInOwnProcess(host, { ...run, args })
  return runScript(run.exec, {
    ...run,
    descriptors: run.table,
    script: invocation.setup + script,
    name,
    source: { file: name },
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
  return SHELLS.has(interpreterOf(text.slice(2).split('\n', 1)[0] ?? '').name)
}

/** Options that a `#!` line gives the shell before the script's name, as in `#!/bin/bash -eu`. */
function optionsOf(script: string): readonly string[] {
  return script.startsWith('#!') ? interpreterOf(script.slice(2).split('\n', 1)[0] ?? '').options : []
}

/** The interpreter in a `#!` line and what it is given, looking through `env`. */
function interpreterOf(line: string): { name: string; options: readonly string[] } {
  const words = line.trim().split(/\s+/)
  const isEnv = nameOf(words[0]) === 'env'
  const at = isEnv ? words.findIndex((word, index) => index > 0 && !/^-|=/.test(word)) : 0
  return { name: nameOf(words[at]), options: at < 0 ? [] : words.slice(at + 1) }
}

function nameOf(program = ''): string {
  return program.slice(program.lastIndexOf('/') + 1)
}
