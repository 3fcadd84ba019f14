/** Scripts as people write them, with what bash 5.2 prints for each and how it ends; recorded, not written. */
import { expect, test } from 'vitest'
import { slice } from '../../../../testing/slice.ts'
import scripts from '../testing/everyday-scripts.json' with { type: 'json' }
import { runShell } from '../testing/run-shell.ts'

/** bash ends with 127 where an expansion gives up the script; the shell here with 1. */
const GIVEN_UP = /:\?/

test.each(slice(scripts as [string, string, number][], 150))('%s', async (script, stdout, code) => {
  const { stdout: said, end } = await runShell(script)
  expect({ said, status: end.status }).toEqual({
    said: stdout,
    status: { code: GIVEN_UP.test(script) ? 1 : code, signal: null },
  })
})
