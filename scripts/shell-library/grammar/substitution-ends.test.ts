import { expect, it } from 'vitest'
import { liveBraceEnd, liveSubstitutionEnd } from './substitution-ends.js'

it.each([
  ['a "b)" c)', 8],
  ['echo "$(echo ")")")', 18],
  ["cat <<'E'\nit's )\nE\n)", 19],
  ['case x in x) a;; esac)', 21],
  ['# it)\n)', 6],
  ['(1 + (2)))', 9],
  ['(a); (b))', 8],
  ['a', -1],
  ['echo "', -1],
])('ends %j at %i', (text, end) => {
  expect(liveSubstitutionEnd(text, 0)).toBe(end)
})

it('ends a brace behind those in quotes and substitutions', () => {
  expect(liveBraceEnd('x:-"}$(echo "}")"}', 0)).toBe(17)
})

it('reads what is nested once, however often it is doubted, and gives up where it is too deep', () => {
  expect(liveSubstitutionEnd('(('.repeat(30) + '$(('.repeat(100), 0)).toBe(-1)
  const closed = '$((a) '.repeat(100) + ')'.repeat(100)
  expect(liveSubstitutionEnd(closed, 2)).toBe(closed.length - 1)
  expect(liveSubstitutionEnd('"$('.repeat(20_000), 3)).toBe(-1)
})
