import { expect, test } from 'vitest'
import { runShell } from '../../testing/run-shell.ts'
import RECORDED from '../../testing/jq-scripts.json' with { type: 'json' }

/** Recorded from jq 1.6 if later versions agree, with 1.8.2's messages and numbers. */
test.each(RECORDED)('%s', async (script, stdout, stderr, code) => {
  const run = await runShell(String(script))
  expect([run.stdout, run.stderr, run.end.status.code]).toEqual([stdout, stderr, code])
})

test('values come out as they come in', async () => {
  const parts: string[] = []
  await runShell('(echo 1; sleep 0.1; echo 2) | jq -c "[.]"', { onWrite: (text) => parts.push(text) })
  expect(parts).toEqual(['[1]\n', '[2]\n'])
})

test('what has no end does when nobody reads on', async () => {
  const { stdout, stderr, end } = await runShell(
    "set -o pipefail; jq -n 'repeat(1)' | head -n 2; echo $?; jq -n 'range(1e9)' | head -c 5; jq -n '1, error(\"x\")' | head -n 1",
  )
  expect([stdout, stderr, end.status.code]).toEqual([
    '1\n1\n141\n0\n1\n21\n',
    'jq: error (at <unknown>): x\n',
    5,
  ])
})

test('results in several portions are all there, once', async () => {
  const { stdout } = await runShell(
    "jq -n 'range(1000000)' | { read a; echo $a; tail -n 1; }; jq -n 'range(500000)' | awk '{ n += $1 } END { print NR, n }'",
  )
  expect(stdout).toBe('0\n999999\n500000 124999750000\n')
})
