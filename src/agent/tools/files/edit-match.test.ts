import { expect, it } from 'vitest'
import { planEdit } from './edit-match.ts'

it('finds the nearest text in a large file in time that grows with its size', () => {
  const text = Array.from({ length: 40_000 }, (_, n) =>
    n % 2 === 0 ? '}' : `  const value${n} = ${n}`,
  ).join('\n')
  const plan = planEdit(text, {
    oldString: `}\n  const value30001 = 30001\n}\n  const value30003 = wrong`,
    newString: '',
    replaceAll: false,
  })
  expect(plan).toEqual({
    ok: false,
    problem:
      'old_string was not found. The nearest text is at line 30001:\n30001\t}\n30002\t  const value30001 = 30001\n30003\t}\n30004\t  const value30003 = 30003\nCopy old_string exactly from the file, without line numbers.',
  })
})
