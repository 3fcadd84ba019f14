/** File names by patterns. The expectations are what bash 5.2 prints. */
import { expect, test } from 'vitest'
import { runShell } from '../testing/run-shell.ts'

/** Name, script, and what it prints, with its exit code unless that is 0. */
const CASES: readonly (readonly [string, string, string])[] = [
  ['no globstar', 'mkdir -p d/e; touch d/e/x; echo **; echo **/x; echo d/**', 'd\n**/x\nd/e\n'],
  [
    'quoted',
    "touch 'a*b' 'a[1]' ab; echo 'a*'b a\\*b \"a*b\" a[*]b a\\[1\\] a'[1]' a[[]1]; x='a*'; echo $x \"$x\" $x'b'; for i in a*; do echo \"$i\"; done",
    'a*b a*b a*b a*b a[1] a[1] a[1]\na*b a[1] ab a* a*b ab\na*b\na[1]\nab\n',
  ],
  [
    'no pattern',
    'shopt -s nullglob; echo a[ b]c; a=(a[ b]c); echo ${#a[@]}; echo a[ [b] x[ y* z?; echo b[c "a["x a\\[ [ ] []; echo x[a/b] \\[a] [a\\]; x="a["; echo $x; touch abc; echo a[b c] a[b]c a[b"]"c; b[1 + 1]=3; b[ 2 ]+=4; echo ${b[2]}; shopt -u nullglob; shopt -s failglob; echo a[ b]c; echo z*',
    'a[ b]c\n2\na[ x[\nb[c a[x a[ [ ]\nx[a/b] [a] [a]\na[\na[b c] abc a[b]c\n34\na[ b]c\n(status 1)',
  ],
  [
    'extglob',
    'shopt -s extglob; touch a.c a.h b.c .x README; echo !(*.c) ; echo !(*.c|*.h); echo !(*.*) ; echo @(a|b).c; echo *(a|b).?; rm -f !(*.c); echo *',
    '(status 2)',
  ],
]

test.each(CASES)('%s', async (_, script, expected) => {
  const { stdout, end } = await runShell(script, { argv: ['bash', '-c', script] })
  const { code } = end.status
  expect(code === 0 ? stdout : `${stdout}(status ${code})`).toBe(expected)
})
