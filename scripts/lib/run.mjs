/** Runs programs of this machine for our scripts. */
import { spawn } from 'node:child_process'

const WINDOWS = process.platform === 'win32'

/**
 * Runs to the end and resolves with the exit code and what was printed. With `echo` the output is shown as it
 * comes, too. Never rejects for a non-zero exit; `code` is 127 when the program cannot be started.
 */
export function run(command, args, { echo = false, cwd, env, timeoutMs } = {}) {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: WINDOWS,
      timeout: timeoutMs,
    })
    const collect = (target) => (chunk) => {
      output += chunk
      if (echo) target.write(chunk)
    }
    child.stdout.on('data', collect(process.stdout))
    child.stderr.on('data', collect(process.stderr))
    child.on('error', (error) => resolve({ code: 127, output: output + error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
