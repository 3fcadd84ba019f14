import { expect, test } from 'vitest'
import { runShell } from '../../testing/run-shell.ts'
import RECORDED from '../../testing/jq-scripts.json' with { type: 'json' }

/** Those of jq 1.6 that later ones have not changed, and 1.8.2's messages and numbers. */
test.each(RECORDED)('%s', async (script, stdout, stderr, code) => {
  const run = await runShell(String(script))
  expect([run.stdout, run.stderr, run.end.status.code]).toEqual([stdout, stderr, code])
})

test('values come out as they come in', async () => {
  const parts: string[] = []
  await runShell('(echo 1; sleep 0.1; echo 2) | jq -c "[.]"', { onWrite: (text) => parts.push(text) })
  expect(parts).toEqual(['[1]\n', '[2]\n'])
})
