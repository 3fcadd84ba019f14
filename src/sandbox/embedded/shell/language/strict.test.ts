/** `set -euo pipefail` and what scripts that use it count on. What is expected was printed by bash 5.2. */
import { expect, test } from 'vitest'
import { runShell } from '../testing/run-shell.ts'

const CASES: readonly (readonly [script: string, stdout: string, code: number])[] = [
  ['set -e; echo a; false; echo b', 'a\n', 1],
  ['set -e; echo $(echo one; false; echo two); echo after', 'one two\nafter\n', 0],
  ['set -e; x=$(false); echo no', '', 1],
  ['set -e; x=$(echo a; false; echo b); echo "$x"', 'a\nb\n', 0],
  ['set -e; shopt -s inherit_errexit; x=$(echo a; false; echo b); echo no', '', 1],
  ['set -e; f() { local x=$(false); echo goes on; }; f', 'goes on\n', 0],
  ['set -e; f() { false; echo in; }; f || echo failed; if f; then echo yes; fi', 'in\nin\nyes\n', 0],
  ['set -e; ! true; echo a; false && true; echo b; true && false; echo no', 'a\nb\n', 1],
  ['set -e; (false; echo no); echo no', '', 1],
  ['set -e; for i in 1 2; do [ $i = 2 ] && echo two; done; echo end', 'two\nend\n', 0],
  ['set -e; while false; do :; done; until true; do :; done; echo end', 'end\n', 0],
  ['set -euo pipefail; false | true; echo no', '', 1],
  ['set -e; false | true; echo on; x=1; [ $x = 2 ] || echo or', 'on\nor\n', 0],
  ['set -e; case a in a) false;; esac; echo no', '', 1],
  ['readonly r=1\nr=2\necho "status=$? $r"', 'status=1 1\n', 0],
  ['set -e\nreadonly r=1\nr=2\necho no', '', 1],
  ['for i in 1 2; do (break; echo in); echo $i; done', 'in\n1\nin\n2\n', 0],
  ['f() { echo body; }; code=$(declare -f f); unset -f f; eval "$code"; f', 'body\n', 0],
]

test.each(CASES)('%s', async (script, stdout, code) => {
  const run = await runShell(script, { argv: ['bash', '-c', script] })
  expect([run.stdout, run.end.status.code]).toEqual([stdout, code])
})

test('a parameter that is asked for is named in the error', async () => {
  expect((await runShell('f() { echo "${1:?is missing}"; }; f')).stderr).toBe('bash: 1: is missing\n')
})
