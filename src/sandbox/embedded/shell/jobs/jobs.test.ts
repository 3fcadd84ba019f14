/** Jobs in the background. What is expected was printed by bash 5.2, without its `line 1:`. */
import { expect, test } from 'vitest'
import { runShell } from '../testing/run-shell.ts'
import type { Program } from '../testing/program.ts'

const server: Program = async (io) => {
  io.out('up\n')
  return io.signalled
}

const CASES: [script: string, stdout: string, stderr?: string][] = [
  ['sleep 0.1 & echo first; wait; echo last', 'first\nlast\n'],
  [
    '(exit 3) & wait $!; echo $?; wait 99999; echo $?',
    '3\n127\n',
    'bash: wait: pid 99999 is not a child of this shell\n',
  ],
  [
    'sleep 0.2 & sleep 0.1 & jobs; wait -n; echo $?; jobs; wait',
    '[1]-  Running                 sleep 0.2 &\n[2]+  Running                 sleep 0.1 &\n0\n[1]+  Running                 sleep 0.2 &\n',
  ],
  ['true & wait; echo $?; jobs', '0\n'],
  ['sleep 10 & kill %1; wait $!; echo $?', '143\n'],
  ['sleep 10 & kill -9 $!; wait %1; echo $?', '137\n'],
  ['(exit 5) & sleep 0.1; jobs; echo end', 'end\n'],
  ['sleep 5 & jobs -p | wc -l; kill $!', '1\n'],
  ['sleep 5 & [ "$(jobs -p)" = $! ] && echo same; kill $!', 'same\n'],
  [
    'kill %3; echo $?; kill abc; echo $?; fg; echo $?',
    '1\n1\n1\n',
    'bash: kill: %3: no such job\nbash: kill: abc: arguments must be process or job IDs\nbash: fg: no job control\n',
  ],
  ['x=1; { x=2; echo in $x; } & wait; echo out $x', 'in 2\nout 1\n'],
  ['echo "[$!]"; true & [ "$!" -gt 0 ] && echo pid', '[]\npid\n'],
  ['f() { echo "f $1"; return 7; }; f "a  b" & wait $!; echo $?', 'f a  b\n7\n'],
  ['a=(1 "2 3"); declare -A m=([k]=v); { echo "${a[1]} ${m[k]}"; } & wait', '2 3 v\n'],
  ['a() { echo x; }; a | cat & wait; echo done', 'x\ndone\n'],
  ['for i in 1 2 3; do (exit $i) & done; wait; echo $?', '0\n'],
  ['sleep 5 & disown; jobs; kill $!; echo $?', '0\n'],
  ['echo hi > o & wait; cat o; cat < o & wait; cat <<< x & wait', 'hi\nhi\nx\n'],
  ['kill -l 9; kill -l TERM; kill -l 143', 'KILL\n15\nTERM\n'],
  [
    'kill -0 $$ && echo alive; kill -0 99999; echo $?',
    'alive\n1\n',
    'bash: kill: (99999) - No such process\n',
  ],
  ['set -e; false & wait; echo ok', 'ok\n'],
  ['sleep 0.1 & p1=$!; (exit 4) & p2=$!; wait $p1 $p2; echo $?', '4\n'],
  ['wait -n; echo $?', '127\n'],
  ['true && false & wait $!; echo $?', '1\n'],
  ['cd /tmp & wait; pwd; { cd /tmp; pwd; } & wait; pwd', '/workspace\n/tmp\n/workspace\n'],
  ['X=5 sh -c "echo \\$X" & wait; echo "[$X]"', '5\n[]\n'],
  ['echo $(echo sub) "a b" & wait', 'sub a b\n'],
  ['x=$(sleep 0.1 & echo now); echo $x', 'now\n'],
  ['nosuchcommand & wait $!; echo $?', '127\n', 'bash: nosuchcommand: command not found\n'],
  ['server > log 2>&1 & sleep 0.1; cat log; kill $!; wait $!; echo $?', 'up\n143\n'],
  ['pid=$(server > log & echo $!); sleep 0.1; cat log; kill $pid; echo $?', 'up\n0\n'],
  ['server & server & sleep 0.1; kill $(jobs -p); wait; jobs', 'up\nup\n'],
  ['nohup sh -c "exit 3" & wait $!; echo $?', '3\n'],
  ['timeout 0.2 sleep 5; echo $?', '124\n'],
  ['timeout 0.2 sh -c "while :; do :; done"; echo $?', '124\n'],
  ['timeout -s KILL 0.2 sleep 5; echo $?', '137\n'],
  ['timeout --preserve-status 0.2 sleep 5; echo $?', '143\n'],
  [
    'timeout 5 sh -c "exit 3"; echo $?; echo in | timeout 5 cat; x=$(timeout 5 echo out); echo $x',
    '3\nin\nout\n',
  ],
  [
    'timeout 1 nosuch; echo $?',
    '127\n',
    "timeout: failed to run command 'nosuch': No such file or directory\n",
  ],
  [
    'timeout x true; echo $?',
    '125\n',
    "timeout: invalid time interval 'x'\nTry 'timeout --help' for more information.\n",
  ],
  ['sleep 5 & ps -o ppid=,comm= -p $!; kill $!', '     10 bash\n'],
  ['ps -o comm= -p $$; ps -p 4242 > /dev/null; echo $?', 'sh\n1\n'],
]

test.each(CASES)('%s', async (script, stdout, stderr = '') => {
  const run = await runShell(script, { programs: { server }, argv: ['bash', '-c', script] })
  expect([run.stdout, run.stderr]).toEqual([stdout, stderr])
})

test('a job goes on when the shell has ended', async () => {
  const run = await runShell('server & echo $!', { programs: { server } })
  const [pid = ''] = run.stdout.split('\n').filter((line) => line !== 'up')
  expect([run.end.status.code, run.kernel.running.has(Number(pid))]).toEqual([0, true])
})

test('what a job says is heard while the script goes on', async () => {
  const seen: string[] = []
  const script = '(echo one; sleep 0.8; echo two) & sleep 0.05; echo between; wait'
  await runShell(script, { onWrite: (text) => seen.push(text) })
  expect(seen).toEqual(['one\n', 'between\n', 'two\n'])
})
