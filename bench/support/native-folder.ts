/** The same files on this machine's disk, and command lines timed there: the peer of a bench in the sandbox. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { GeneratedFile } from '../../e2e/fixtures/big-repository.ts'

export function writeNatively(root: string, files: readonly GeneratedFile[]): void {
  for (const { path, data } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), data)
  }
}

/** Milliseconds of each round, the shell's start included, as in the sandbox. Throws when a round fails. */
export function timeNatively(root: string, command: string, rounds: number): number[] {
  return Array.from({ length: rounds }, () => {
    const start = performance.now()
    execFileSync('bash', ['-c', command], { cwd: root, env: { ...process.env, LC_ALL: 'C.UTF-8' } })
    return performance.now() - start
  })
}

/** What the command says there. */
export function runNatively(root: string, command: string): string {
  const environment = { ...process.env, LC_ALL: 'C.UTF-8' }
  return execFileSync('bash', ['-c', command], { cwd: root, env: environment, encoding: 'utf8' })
}

/** Whether this machine has the program. */
export function hasProgram(name: string): boolean {
  try {
    execFileSync('bash', ['-c', `command -v ${name}`])
    return true
  } catch {
    // bash says no by its exit code.
    return false
  }
}
