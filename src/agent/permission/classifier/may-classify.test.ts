/** A classifier that allows everything allows nothing that harms. */
import { expect, it } from 'vitest'
import type { PermissionCall, PermissionState } from '../contract.ts'
import { decide } from '../decide.ts'
import { fileCall, shellCall, stateWith } from '../test-support.ts'
import { HARMFUL_COMMANDS, HARMLESS_COMMANDS } from '../testing/commands.ts'
import { mayClassify } from './may-classify.ts'

const PLACES: Record<string, PermissionState> = {
  'in a sandbox': stateWith({ mode: 'auto', sandboxAutoAllow: true }),
  'with the switch off': stateWith({ mode: 'auto' }),
  elsewhere: stateWith({ mode: 'auto', contained: false }),
  'nobody there': stateWith({ mode: 'auto', canAsk: false }),
}

function isLeftToIt(call: PermissionCall, state: PermissionState): boolean {
  const decision = decide(call, state)
  return decision.behavior === 'ask' && mayClassify(call, decision, state)
}

it('of the corpus nothing harmful is allowed or left to it', () => {
  const passed: string[] = []
  let spared = 0
  for (const [place, state] of Object.entries(PLACES)) {
    for (const { command } of HARMFUL_COMMANDS) {
      const decision = decide(shellCall(command), state)
      if (decision.behavior === 'allow' || isLeftToIt(shellCall(command), state))
        passed.push(`${place}: ${command}`)
    }
    for (const { command } of HARMLESS_COMMANDS) if (isLeftToIt(shellCall(command), state)) spared += 1
  }
  console.log(
    `auto: ${HARMFUL_COMMANDS.length} harmful commands in ${Object.keys(PLACES).length} places with a classifier that allows all, ${passed.length} passed; ${spared} questions about harmless ones left to it`,
  )
  expect(passed).toEqual([])
  expect(spared).toBeGreaterThan(0)
})

const state = PLACES['with the switch off'] ?? stateWith()
const judged = (call: PermissionCall, in_ = state) => isLeftToIt(call, in_)

it.each([
  [true, 'an edit inside the workspace', fileCall('Edit', '/workspace/a.ts')],
  [false, 'an edit outside of it', fileCall('Edit', '/etc/hosts')],
  [false, 'an edit through a link', fileCall('Edit', '/workspace/a.ts', { real: '/etc/hosts' })],
  [false, "the agent's settings", fileCall('Write', '/workspace/.claude/settings.json')],
  [false, 'a file with secrets', fileCall('Read', '/workspace/.env')],
  [true, 'a program', shellCall('npm test')],
  [false, 'what leaves', shellCall('curl https://example.com')],
  [false, 'what deletes', shellCall('git clean -fdx')],
  [false, 'what cannot be followed', shellCall('eval "$x"')],
])('%s: %s', (expected, _, call) => {
  expect(judged(call)).toBe(expected)
})

it('never speaks for a rule that asks, a hook, another mode, or code of the moment that nothing contains', () => {
  expect(judged(shellCall('npm test'), stateWith({ mode: 'auto', rules: { ask: ['Bash(npm:*)'] } }))).toBe(
    false,
  )
  expect(mayClassify(shellCall('npm test'), { source: 'hook', rank: 'program' }, state)).toBe(false)
  expect(mayClassify(shellCall('npm test'), { source: 'mode', rank: 'program' }, state)).toBe(true)
  for (const rank of ['project', 'user', 'policy'] as const)
    expect(mayClassify(shellCall('npm test'), { source: 'mode', rank }, state)).toBe(false)
  expect(judged(shellCall('npm test'), stateWith({ mode: 'default' }))).toBe(false)
  expect(judged(shellCall('node -e "1"'), stateWith({ mode: 'auto', contained: false }))).toBe(false)
})
