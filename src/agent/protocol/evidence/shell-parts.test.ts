import { expect, it } from 'vitest'
import { shellParts } from './shell-parts.ts'

const part = (words: string[], more: object = {}) => ({
  words,
  writes: [],
  before: '',
  after: '',
  isConditional: false,
  ...more,
})

it('takes quotes, escapes and assignments away', () => {
  expect(shellParts(`A=1 B='x y' echo "a \\"b\\" c" 'd e'f g\\ h $(date +%s)`)).toEqual([
    part(['echo', 'a "b" c', 'd ef', 'g h', '$(date +%s)']),
  ])
})

it('cuts at operators, with what stands on both sides', () => {
  expect(shellParts('a && b || c | d & e; f')).toEqual([
    part(['a'], { after: '&&' }),
    part(['b'], { before: '&&', after: '||' }),
    part(['c'], { before: '||', after: '|' }),
    part(['d'], { before: '|', after: '&' }),
    part(['e'], { before: '&', after: ';' }),
    part(['f'], { before: ';' }),
  ])
})

it('keeps files that are written, and leaves out other redirections', () => {
  expect(shellParts('a <in >out 2>&1 2>>err &>all <<<word b')).toEqual([
    part(['a', 'b'], { writes: ['out', 'err', 'all'] }),
  ])
})

it('leaves out here-documents and comments', () => {
  expect(shellParts("cat <<'EOF' > a.sh # note\nnpm test && x\nEOF\nls")).toEqual([
    part(['cat'], { writes: ['a.sh'], after: ';' }),
    part(['ls'], { before: ';' }),
  ])
})

it('goes on after an operator at the end of a line, and joins continued lines', () => {
  expect(shellParts('a &&\n  b \\\n  c')).toEqual([
    part(['a'], { after: '&&' }),
    part(['b', 'c'], { before: '&&' }),
  ])
})

it('opens the line of a shell, and marks conditions', () => {
  expect(shellParts(`bash -c 'a; b' && if c; then d; fi`)).toEqual([
    part(['a'], { after: ';' }),
    part(['b'], { before: ';', after: '&&' }),
    part(['c'], { before: '&&', after: ';', isConditional: true }),
    part(['d'], { before: ';', isConditional: true }),
  ])
})
