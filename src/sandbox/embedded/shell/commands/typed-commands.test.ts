/**
 * The 155 programs that agents type most: each with a line that is typical for it. What comes out was recorded from the
 * real program (GNU's coreutils 9.1 and the others of Debian 12), or written by hand where there was none. A program
 * that is not here must say so and fail: a script never goes on with a wrong answer.
 */
import { expect, test } from 'vitest'
import { runShell } from '../testing/run-shell.ts'
import typed from '../testing/typed-commands.json' with { type: 'json' }

const ALL = 155
/** Fewer would be a step back. */
const LEAST_SUPPORTED = 132

const supported = typed.filter((one) => one.refused !== true)
/** Without those that are workers of their own, which only the real kernel has: their own tests run the line. */
const ofTheShell = supported.filter((one) => one.program !== true)
const refused = typed.filter((one) => one.refused === true)

test(`${supported.length} of ${typed.length} commands exist`, () => {
  expect(new Set(typed.map(({ command }) => command)).size).toBe(ALL)
  expect(typed.length).toBe(ALL)
  expect(supported.length).toBeGreaterThanOrEqual(LEAST_SUPPORTED)
})

test.each(ofTheShell)('$command: $line', async ({ line, stdout, code }) => {
  const run = await runShell(line)
  expect([run.stdout, run.end.status]).toEqual([stdout, { code, signal: null }])
})

/** They take any word for what it is: GNU's too, or bash's own. */
const TAKES_ALL = ['clear', 'echo', 'expr', 'false', 'npm', 'printf', 'test', 'time', 'true']

test.each(ofTheShell.filter(({ command }) => !TAKES_ALL.includes(command)))(
  '$command refuses an option that it does not know',
  async ({ command }) => {
    const run = await runShell(`${command} --no-such-option < /dev/null`)
    expect([run.stdout, run.end.status.code === 0, run.stderr === '']).toEqual(['', false, false])
  },
)

test.each(refused)('$command is not here, and that is said: $line', async ({ line }) => {
  const run = await runShell(line)
  expect([run.stdout, run.end.status.code]).toEqual(['', 127])
  expect(run.stderr).not.toBe('')
})
