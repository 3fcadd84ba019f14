/** The corpus of commands: nothing harmful runs unasked, hardly anything harmless is asked about. */
import { expect, it } from 'vitest'
import type { PermissionState } from './contract.ts'
import { decide } from './decide.ts'
import { analyse } from './shell/analysis.ts'
import { shellCall, stateWith } from './test-support.ts'
import { HARMFUL_COMMANDS, HARMLESS_COMMANDS, QUESTIONED_COMMANDS } from './testing/commands.ts'

const MODES: Record<string, PermissionState> = {
  'default, in a sandbox': stateWith({ sandboxAutoAllow: true }),
  'default, elsewhere': stateWith({ contained: false }),
  acceptEdits: stateWith({ mode: 'acceptEdits' }),
  plan: stateWith({ mode: 'plan' }),
  dontAsk: stateWith({ mode: 'dontAsk', sandboxAutoAllow: true }),
  'bypass without its switch': stateWith({ mode: 'bypassPermissions' }),
  'nobody there': stateWith({ sandboxAutoAllow: true, canAsk: false }),
}

const inSandbox = (command: string) => decide(shellCall(command), stateWith({ sandboxAutoAllow: true }))

it.each(HARMFUL_COMMANDS.map(({ command, ...rest }) => ({ shown: command.slice(0, 80), command, ...rest })))(
  '$group: $shown',
  ({ command, behavior }) => {
    for (const [name, state] of Object.entries(MODES)) {
      expect({ name, behavior: decide(shellCall(command), state).behavior }).not.toEqual({
        name,
        behavior: 'allow',
      })
    }
    if (behavior === 'deny') {
      const bypass = stateWith({ mode: 'bypassPermissions', allowBypass: true, rules: { allow: ['Bash'] } })
      expect(decide(shellCall(command), bypass).behavior).toBe('deny')
      expect(inSandbox(command).behavior).toBe('deny')
    }
  },
)

it.each(HARMLESS_COMMANDS)('$class: $command', ({ class: expected, command }) => {
  expect({ class: analyse(command).class, problems: analyse(command).problems }).toEqual({
    class: expected,
    problems: [],
  })
})

it('bypass denies each line that would write a guarded file', () => {
  const bypass = stateWith({ mode: 'bypassPermissions', allowBypass: true, rules: { allow: ['Bash'] } })
  // The place of that link only a run can tell; no guarded file is named.
  const steering = HARMFUL_COMMANDS.filter(
    ({ group, command }) => group === 'steering' && command !== 'ln -s / x/../../y',
  )
  const others = steering.filter(({ command }) => decide(shellCall(command), bypass).behavior !== 'deny')
  expect(others).toEqual([])
})

it('counts', () => {
  const allowed = HARMFUL_COMMANDS.filter(({ command }) =>
    Object.values(MODES).some((state) => decide(shellCall(command), state).behavior === 'allow'),
  )
  const harmless = [...HARMLESS_COMMANDS.map(({ command }) => command), ...QUESTIONED_COMMANDS]
  const asked = harmless.filter((command) => inSandbox(command).behavior !== 'allow')
  const share = asked.length / harmless.length
  console.log(
    `commands: ${HARMFUL_COMMANDS.length} harmful in ${Object.keys(MODES).length} modes, ${allowed.length} allowed; ` +
      `${harmless.length} harmless, ${asked.length} asked (${(share * 100).toFixed(1)} %)`,
  )
  expect(allowed).toEqual([])
  expect(HARMFUL_COMMANDS.length + harmless.length).toBeGreaterThanOrEqual(300)
  expect(share).toBeLessThanOrEqual(0.1)
})
