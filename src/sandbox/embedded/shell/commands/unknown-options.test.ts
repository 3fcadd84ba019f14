/** A command that is given an option which it does not know says so and fails: nothing is passed over without a word. */
import { expect, test } from 'vitest'
import { COMMAND_NAMES } from '../command-names.ts'
import { patience } from '../../../../testing/patience.ts'
import { runShell } from '../testing/run-shell.ts'

/** Commands without options, or that take every word as text like their native counterparts. */
const TAKES_ANYTHING = new Set(['clear', 'echo', 'expr', 'history', 'printf', 'time', 'true'])

const EACH =
  'for name; do said=$("$name" --no-such-option </dev/null 2>&1); echo "$name $? ${said:+said}"; done'

test(
  'every command refuses an option that it does not know',
  async () => {
    const names = COMMAND_NAMES.filter((name) => !TAKES_ANYTHING.has(name))
    const { stdout } = await runShell(EACH, { argv: ['sh', '-c', EACH, 'sh', ...names] })
    const lines = stdout.trim().split('\n')
    expect(lines).toHaveLength(names.length)
    expect(lines.filter((line) => !/ [1-9]\d* said$/.test(line))).toEqual(['false 1 '])
  },
  patience(120_000),
)
