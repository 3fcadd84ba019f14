import { describe, expect, it } from 'vitest'
import type { RuleSet } from '../permission/contract.ts'
import { textOutput } from './contract.ts'
import { Gates, type GateOptions } from './gates.ts'
import { bench, call, resultText, testTool } from './testing/test-bench.ts'

const NONE: readonly RuleSet[] = []
const DENY: readonly RuleSet[] = [{ source: 'user', rules: { allow: [], ask: [], deny: ['Probe'] } }]
const probe = testTool({ pure: true, shouldDefer: true })
const OUT: GateOptions = { allowedTools: new Set(['Other']) }
const SPENT: GateOptions = { budgets: { Probe: { calls: 0, then: 'block' } } }
const CLOSED: GateOptions = { disclosed: new Set() }

/** The verdict of the first gate that has one; with `isKnown`, Probe has answered this input before. */
function verdict(options: GateOptions, ruleSets: Parameters<Gates['judge']>[2], isKnown: boolean): string {
  const gates = new Gates(options)
  if (isKnown) gates.remember(probe, { n: 1 }, textOutput('from before'))
  const judged = gates.judge(probe, { n: 1 }, ruleSets)
  return judged.type === 'refuse' ? judged.text.slice(0, 33) : judged.type
}

describe('gates', () => {
  it('speak in their order: each wins over the later ones', () => {
    expect([
      verdict({ ...OUT, ...SPENT, ...CLOSED }, DENY, true),
      verdict({ ...OUT, ...SPENT, ...CLOSED }, NONE, true),
      verdict({ ...SPENT, ...CLOSED }, NONE, true),
      verdict(CLOSED, NONE, true),
      verdict(CLOSED, NONE, false),
      verdict({}, NONE, false),
    ]).toEqual(
      [
        'pass',
        'Error: Probe is not among the too',
        'Error: Probe was called 0 times i',
        'replay',
        'Error: The fields of Probe are no',
        'pass',
      ].map((text) => text.slice(0, 33)),
    )
  })

  it('leave a forbidden tool to the rules, whatever else would be said of it', async () => {
    const { context } = bench({
      tools: [testTool()],
      permission: { rules: { deny: ['Probe'] } },
      context: { gates: new Gates(SPENT) },
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

  it('answer a pure tool from before, and run any other again', async () => {
    for (const pure of [true, false]) {
      let runs = 0
      const tool = testTool({
        pure,
        run: async () => {
          runs += 1
          return textOutput(`run ${runs}`)
        },
      })
      const { context } = bench({ tools: [tool], context: { gates: new Gates() } })
      const texts = [
        await resultText(call('Probe', { n: 1 }), context),
        await resultText(call('Probe', { n: 1 }), context),
        await resultText(call('Probe', { n: 2 }), context),
      ]
      expect(texts).toEqual(pure ? ['run 1', 'run 1', 'run 2'] : ['run 1', 'run 2', 'run 3'])
    }
  })
})
