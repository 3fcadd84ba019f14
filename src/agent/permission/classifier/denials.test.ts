import { expect, it } from 'vitest'
import { Denials, type ClassifierDecision } from './denials.ts'

/** `p`: the person allows. */
function after(steps: string): string | undefined {
  const denials = new Denials()
  const decisions: Record<string, ClassifierDecision> = { d: 'deny', a: 'allow', q: 'ask' }
  for (const step of steps) {
    const decision = decisions[step]
    if (decision === undefined) denials.noteApproval()
    else denials.note(decision)
  }
  return denials.exhausted
}

it.each([
  ['', false],
  ['dd', false],
  ['ddd', true],
  ['dddd', true],
  ['ddad', false],
  ['ddqd', false],
  ['ddpd', false],
  ['dddp', false],
  ['dddpddd', true],
  // The total never goes back.
  ['da'.repeat(19), false],
  ['da'.repeat(20), true],
  [`${'da'.repeat(20)}ppp`, true],
])('%s', (steps, isExhausted) => {
  expect(after(steps) !== undefined).toBe(isExhausted)
})
