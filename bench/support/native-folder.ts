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

/**
 * Times a command in a small process: started from the test runner itself, a process that does nothing has taken 107 ms, where it
 * takes 1 to 3. `EPOCHREALTIME` is in seconds, with six digits behind the point.
 */
const STOPWATCH = `for ((round = 0; round < $2; round++)); do
  start=\${EPOCHREALTIME/./}
  bash -c "$1" >/dev/null || exit
  echo $((\${EPOCHREALTIME/./} - start))
done`
const MICROSECONDS = 1000

/** Milliseconds of each round, the shell's start included, as in the sandbox. Throws when a round fails. */
export function timeNatively(root: string, command: string, rounds: number): number[] {
  const said = execFileSync('bash', ['-c', STOPWATCH, 'bash', command, String(rounds)], {
    cwd: root,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    encoding: 'utf8',
  })
  return said
    .trim()
    .split('\n')
    .map((elapsed) => Number(elapsed) / MICROSECONDS)
}

/** Output of the command run natively in the folder. */
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
