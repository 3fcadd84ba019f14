/** Cost of a decision about a new command, beside the shell's own parser on the same line. */
import { test } from '@playwright/test'
import { decide } from '../src/agent/permission/decide.ts'
import { parse } from '../src/agent/permission/shell/generated/bash-parser.js'
import { placesOf } from '../src/agent/permission/shell/places.ts'
import { shellCall, stateWith } from '../src/agent/permission/test-support.ts'
import { HARMLESS_COMMANDS } from '../src/agent/permission/testing/commands.ts'
import { median, report } from './support/result.ts'
import { size } from './support/size.ts'

const TARGET_MS = 1
const ROUNDS = size(20, 1)

test('decision', () => {
  const rules = {
    allow: ['Bash(npm test:*)', 'Bash(git commit:*)'],
    ask: ['Bash(git push:*)'],
    deny: ['Bash(sudo:*)', 'Read(.env)'],
  }
  const state = stateWith({ sandboxAutoAllow: true, rules })
  const decided: number[] = []
  const parsed: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { command } of HARMLESS_COMMANDS) {
      // A comment makes it another line, so that nothing remembered answers.
      const line = `${command}\n# ${round}`
      decided.push(
        timed(() => {
          placesOf(line, '/workspace')
          decide(shellCall(line), state)
        }),
      )
      parsed.push(timed(() => void parse(line)))
    }
  }
  const ours = median(decided)
  const slowest = decided.toSorted((a, b) => a - b)[Math.floor(decided.length * 0.99)] ?? 0
  const row = {
    unit: 'ms' as const,
    peer: 'the shell’s parser on the same line',
    peers: median(parsed),
    target: `${TARGET_MS} ms`,
  }
  report('decision', [
    { ...row, what: 'decision about a command, median of the harmless corpus', ours, met: ours <= TARGET_MS },
    { ...row, what: 'decision about a command, 99th percentile', ours: slowest, met: slowest <= TARGET_MS },
  ])
})

function timed(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}
