import { expect, it } from 'vitest'
import type { Step } from '../../../agent/protocol/calls/history.ts'
import { rootOfScope } from './scopes.ts'

const step = (seq: number, kind: Step['kind'], root: string | undefined, changed = false): Step => ({
  seq,
  at: 0,
  kind,
  title: '',
  root,
  changed,
  undone: false,
})

it('a scope begins where the files were before its first step', () => {
  const steps = [
    step(1, 'start', undefined),
    step(2, 'import', 'A', true),
    step(3, 'prompt', 'A'),
    step(4, 'call', 'B', true),
    step(5, 'user_change', 'C', true),
    step(6, 'prompt', 'C'),
    step(7, 'call', 'D', true),
    step(8, 'call', 'E', true),
    step(9, 'call', 'E'),
    step(10, 'answer', 'E'),
  ]
  expect(rootOfScope('session', steps)).toBe('A')
  expect(rootOfScope('turn', steps)).toBe('C')
  expect(rootOfScope('step', steps)).toBe('D')
})

it('a scope in which nothing has happened has no beginning; an empty workspace is one', () => {
  expect(rootOfScope('turn', [step(1, 'start', undefined)])).toBe(undefined)
  expect(rootOfScope('step', [step(1, 'start', undefined)])).toBe(undefined)
  expect(rootOfScope('turn', [step(1, 'prompt', undefined)])).toBe('')
})
