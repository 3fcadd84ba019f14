import { describe, expect, it } from 'vitest'
import { Gates } from './gates.ts'
import { bench, call, resultText, testTool } from './testing/test-bench.ts'

describe('gates', () => {
  it('leave a forbidden tool to the rules, whatever else would be said of it', async () => {
    const { context } = bench({
      tools: [testTool()],
      permission: { rules: { deny: ['Probe'] } },
      context: { gates: new Gates({ budgets: { Probe: { calls: 0, then: 'block' } } }) },
    })
    expect(await resultText(call('Probe'), context)).toMatch(/^PermissionDenied: .* The rule Probe \(user\)/)
  })

  it('let calls through up to the budget, then block or steer', async () => {
    const texts = async (then: 'block' | 'steer') => {
      const gates = new Gates({ budgets: { Probe: { calls: 1, then } } })
      const { context } = bench({ tools: [testTool()], context: { gates } })
      return [await resultText(call('Probe'), context), await resultText(call('Probe'), context)]
    }
    expect(await texts('block')).toEqual([
      'done',
      'Error: Probe was called 1 times in this run, its limit. Go on without it.',
    ])
    expect(await texts('steer')).toEqual([
      'done',
      'done\n<system-reminder>Probe was called 2 times in this run; 1 were planned. Finish with what you have.</system-reminder>',
    ])
  })
})
