/** `trap`. What is expected was printed by bash 5.2. */
import { expect, test } from 'vitest'
import type { Signal } from '../../../contract/contract.ts'
import { runShell } from '../testing/run-shell.ts'

const CASES: readonly (readonly [script: string, stdout: string, end: number | Signal])[] = [
  ["trap 'echo err $?' ERR; false; true; (exit 3); echo a", 'err 1\nerr 3\na\n', 0],
  [
    "trap 'echo err' ERR; f() { false; echo in; }; f; false || true; if false; then :; fi; ! true; false | true; true | false",
    'in\nerr\n',
    1,
  ],
  ["trap 'echo err' ERR; for i in 1 2; do false; done; { false; }; echo $?", 'err\nerr\nerr\n1\n', 0],
  ["set -E; trap 'echo err' ERR; f() { false; }; f", 'err\nerr\n', 1],
  ["set -o errtrace; trap 'echo err' ERR; (false; true)", 'err\n', 0],
  ["f() { trap 'echo err' ERR; false; }; f; echo out", 'err\nout\n', 0],
  ["trap 'echo bye' EXIT; set -e; trap 'echo err' ERR; false; echo no", 'err\nbye\n', 1],
  ["f() { trap 'echo ret' RETURN; echo in; }; f; echo out", 'in\nret\nout\n', 0],
  ["f() { echo f; }; trap 'echo ret' RETURN; f; echo out", 'f\nout\n', 0],
  ["trap 'echo dbg' DEBUG; echo a; echo b", 'dbg\na\ndbg\nb\n', 0],
  ["x=$(trap 'echo t' EXIT; echo a); echo $x", 'a t\n', 0],
  ["x=$(trap 'echo t' EXIT; echo a; exit 4); echo $x $?", 'a t 4\n', 0],
  ["trap 'echo got; exit 3' TERM; kill -TERM $$; echo no", 'got\n', 3],
  ["trap 'echo got' INT; kill -INT $$; echo after", 'got\nafter\n', 0],
  ["trap '' TERM; kill $$; echo alive", 'alive\n', 0],
  ["trap 'echo x' TERM; trap - TERM; kill $$; sleep 1; echo no", '', 'SIGTERM'],
  ["trap 'echo bye' EXIT; kill $$; sleep 1; echo no", 'bye\n', 'SIGTERM'],
  ["trap 'echo bye; exit 7' EXIT; kill $$; sleep 1; echo no", 'bye\n', 'SIGTERM'],
  ["trap 'echo t' TERM; (sleep 0.1; kill $$) & wait; echo $?; wait; echo $?", 't\n143\n0\n', 0],
  ["trap 'echo t' TERM; (sleep 0.1; kill $$) & sleep 5; echo s", 't\ns\n', 0],
  ['bash -c \'trap "echo inner; exit 4" TERM; kill $$; echo no\'; echo $?', 'inner\n4\n', 0],
  [
    "{ trap 'echo bg; exit 5' TERM; while :; do sleep 0.02; done; } & sleep 0.2; kill $!; wait $!; echo $?",
    'bg\n5\n',
    0,
  ],
  ['while :; do :; done & sleep 0.1; kill $!; wait $!; echo $?', '143\n', 0],
]

test.each(CASES)('%s', async (script, stdout, end) => {
  const run = await runShell(script, { argv: ['bash', '-c', script] })
  expect([run.stdout, run.end.status.signal ?? run.end.status.code]).toEqual([stdout, end])
})

test('a signal gets into a busy loop, which nothing else would end', async () => {
  const script = 'while :; do :; done'
  const run = await runShell(script, {
    onStart: ({ root }) => {
      setTimeout(() => root.signal('SIGINT'), 100)
    },
  })
  expect(run.end.status.signal).toBe('SIGINT')
})
