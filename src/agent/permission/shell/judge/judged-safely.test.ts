/** A judge that throws: its command is asked about, and the error is seen. */
import { describe, expect, it } from 'vitest'
import { decide } from '../../decide.ts'
import { shellCall, stateWith } from '../../test-support.ts'
import { analysisOf } from '../analysis.ts'
import { judge } from './judge.ts'
import { one } from '../words/judgement.ts'
import { EVALUATING, INTERPRETERS, NETWORK, OBEDIENT, READERS, SHELLS, WRITERS } from '../words/tables.ts'
import type { WordValue } from '../words/word-value.ts'

const COMMANDS = [
  ...'awk gawk sed find tar dd git npm npx make sort rg xxd uniq date file yq tree rm help'.split(' '),
  ...[READERS, EVALUATING, WRITERS, OBEDIENT, NETWORK, SHELLS].flatMap((names) => [...names]),
  ...INTERPRETERS.keys(),
]

const failingAt = (name: string, error: () => unknown) => (words: readonly WordValue[], input?: string) => {
  if (one(words[0]) === name) throw error()
  return judge(words, input)
}

describe('a judge that throws', () => {
  it.each([...new Set(COMMANDS)])('of %s', (name) => {
    const failing = failingAt(name, () => new TypeError('x is not a function'))
    const { class: kind, leaves, failures } = analysisOf(`true_ && ${name} a`, '/workspace', failing)
    expect(kind).toBe('unknown')
    expect(leaves.find(({ words }) => words[0] === name)).toMatchObject({
      class: 'unknown',
      reason: 'could not be read (x is not a function)',
      touches: [],
    })
    expect(failures).toEqual([{ message: 'x is not a function' }])
  })

  it('leaves the other commands of the line as they are judged', () => {
    const failing = failingAt('awk', () => 'no error at all')
    const { leaves, failures } = analysisOf('cat a | awk b | curl c', '/workspace', failing)
    expect(leaves.map(({ class: kind, reason }) => [kind, reason])).toEqual([
      ['read-only', 'only reads'],
      ['unknown', 'could not be read (no error at all)'],
      ['egress', 'reaches out to the network'],
    ])
    expect(failures).toEqual([{ message: 'no error at all' }])
  })

  it('has no bug where the stack ran out', () => {
    const endless = (): never => endless()
    const { class: kind, leaves, failures } = analysisOf('awk a', '/workspace', endless)
    expect({ kind, reason: leaves[0]?.reason, failures }).toEqual({
      kind: 'unknown',
      reason: 'is nested too deeply',
      failures: [],
    })
  })
})

describe('a step that throws', () => {
  const broken = {
    get ruleSets(): never {
      throw new TypeError('broken')
    },
  }

  it('asks, and refuses where nobody is asked, in every mode', () => {
    const behaviorIn = (change: Parameters<typeof stateWith>[0]) => {
      const state = Object.defineProperties(stateWith(change), Object.getOwnPropertyDescriptors(broken))
      const { behavior, reason, source, suggestedRule } = decide(shellCall('ls'), state)
      expect({ source, suggestedRule }).toEqual({
        source: change?.mode === 'dontAsk' ? 'mode' : change?.canAsk === false ? 'nobody' : 'safety_check',
        suggestedRule: '',
      })
      expect(reason).toContain('It could not be judged (broken).')
      return behavior
    }
    expect(behaviorIn({ sandboxAutoAllow: true })).toBe('ask')
    expect(behaviorIn({ mode: 'acceptEdits' })).toBe('ask')
    expect(behaviorIn({ mode: 'auto' })).toBe('ask')
    expect(behaviorIn({ mode: 'plan' })).toBe('deny')
    expect(behaviorIn({ mode: 'dontAsk' })).toBe('deny')
    expect(behaviorIn({ mode: 'bypassPermissions', allowBypass: true })).toBe('deny')
    expect(behaviorIn({ canAsk: false })).toBe('deny')
  })

  it('allows nothing where next to nothing is left of the stack', () => {
    const outcomes = new Set<string>()
    const outcome = () => {
      try {
        return decide(
          shellCall('(( a )) && curl a; cat <<< "$(rm b)"'),
          stateWith({ sandboxAutoAllow: true }),
        ).behavior
      } catch {
        return 'thrown'
      }
    }
    // Each level tries once more on the way back, with a little more of the stack.
    let tries = 0
    const deeper = (): void => {
      try {
        deeper()
      } catch {
        tries = 0
      }
      tries += 1
      if (tries < 300) outcomes.add(outcome())
    }
    deeper()
    expect([...outcomes]).not.toContain('allow')
  })
})
