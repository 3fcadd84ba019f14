/** Errors give up the line that they are on. The expectations are what bash 5.2 prints. */
import { expect, test } from 'vitest'
import { runShell } from '../testing/run-shell.ts'

/** Name, script, and what it prints, with its exit code unless that is 0. */
const CASES: readonly (readonly [string, string, string])[] = [
  ['subst', 'x=$(echo $((1/0)); echo no\necho no2); echo "$? [$x]"', '1 []\n'],
  ['pipe', 'echo $((1/0)) | cat; echo $?\necho a | { echo $((1/0)); cat; }; echo b\necho c', '0\nb\nc\n'],
  [
    'eval',
    "eval 'echo $((1/0)); echo no\necho also'; echo after\neval 'echo a\n)'; echo $?",
    'also\nafter\na\n2\n',
  ],
  ['syntax later', 'echo one\necho two; )\necho three', 'one\n(status 2)'],
  ['syntax later 2', 'echo one\nif true; then echo x; done\necho three', 'one\n(status 2)'],
  ['unterminated', 'echo one\necho two "abc\necho three', 'one\n(status 2)'],
  ['trap', "trap 'echo exit $?' EXIT\necho a\nfor", 'a\nexit 2\n(status 2)'],
  ['failglob', 'shopt -s failglob; echo *.zz; echo no\necho $?', '1\n'],
  ['heredoc', 'cat <<E; echo $((1/0)); echo no\nhi\nE\necho yes', 'hi\nyes\n'],
  ['case unit', 'case a in a) echo $((1/0)) ;; esac; echo no\necho yes', 'yes\n'],
]

test.each(CASES)('%s', async (_, script, expected) => {
  const { stdout, end } = await runShell(script, { argv: ['bash', '-c', script] })
  const { code } = end.status
  expect(code === 0 ? stdout : `${stdout}(status ${code})`).toBe(expected)
})
