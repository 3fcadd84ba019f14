/** Scripts with what they print, most of it recorded from the real programs. */
import { expect, test } from 'vitest'
import { runShell, type RunOptions } from './run-shell.ts'

export type ScriptCase = readonly [script: string, stdout: string, stderr: string, code: number]

/** One test for each. */
export function testScripts(cases: readonly ScriptCase[], options: RunOptions = {}): void {
  test.each(cases)('%s', async (script, stdout, stderr, code) => {
    const run = await runShell(script, options)
    expect([run.stdout, run.stderr, run.end.status]).toEqual([stdout, stderr, { code, signal: null }])
  })
}
