/**
 * Scripts that ask who they are. A script that a script runs is an execution in the same process, which is quick, and seen by nobody
 * as long as it does not ask for its number: one that does, to write it down or to send itself a signal, gets a process of its own.
 */
import type { ExecResult } from 'just-bash/browser'
import { DEFAULT_MASK } from '../files/file-mask.ts'
import type { ProgramHost } from './program-host.ts'
import { runProgram, type ProgramRun } from './program.ts'

const NAMES_ITSELF = /\$\$|\b(?:BASHPID|PPID)\b/

/** Not where a process would begin with less than it gets here: another umask, or options from its environment. */
export function needsOwnProcess(
  script: string,
  { umask, env }: { readonly umask: number; readonly env: Readonly<Record<string, string>> },
): boolean {
  return NAMES_ITSELF.test(script) && umask === DEFAULT_MASK && env['SHELLOPTS'] === undefined
}

/** `args`: a path, or `-c` and a script, and what follows. */
export function runInOwnProcess(
  host: ProgramHost,
  { args, ...run }: Omit<ProgramRun, 'argv'> & { readonly args: readonly string[] },
): Promise<ExecResult> {
  return runProgram(host, { ...run, argv: ['/bin/bash', ...args.map((arg) => host.realPath(arg))] })
}
