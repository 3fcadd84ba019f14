/** Words, builtins and options. The expectations are what bash 5.2 prints. */
import { expect, test } from 'vitest'
import { runShell } from '../testing/run-shell.ts'

/** Name, script, and what it prints, with its exit code unless that is 0. */
const CASES: readonly (readonly [string, string, string])[] = [
  [
    'quoting back',
    "x=\"it's\"; echo ${x@Q}; y=$'a\\nb'; echo ${y@Q}; set -- a 'b c'; echo \"${@@Q}\"; echo ${*@Q}; a=(1 'x y'); echo \"${a[@]@Q}\"; echo ${a[1]@Q}; echo ${unset@Q}",
    "'it'\\''s'\n$'a\\nb'\n'a' 'b c'\n'a' 'b c'\n'1' 'x y'\n'x y'\n\n",
  ],
  [
    'operators',
    'x=hello; echo ${x@U} ${x@u} ${x@L}; y=\'a\\tb\'; echo "${y@E}"; declare -i n=5; echo ${n@a} ${x@a}; declare -A m=([k]=v); echo ${m@a}; declare -rx r=1; echo ${r@a}; echo ${x@A}; a=(1 2); echo ${a[@]@A}; echo ${a[@]@K}; echo ${a[@]@k}; echo ${n@A}',
    'HELLO Hello hello\na\tb\ni\nA\nrx\nx=\'hello\'\ndeclare -a a=([0]="1" [1]="2")\n0 "1" 1 "2"\n0 1 1 2\ndeclare -i n=\'5\'\n',
  ],
  [
    'indirect',
    "a=b; b=c; echo ${!a}; arr=(1 2 3); n='arr[1]'; echo ${!n}; n='arr[@]'; echo ${!n}\nv='bad name'; echo ${!v}; echo no\necho after $?",
    'c\n2\n1 2 3\nafter 1\n',
  ],
  [
    'replace',
    'y=\'a.b\'; echo ${y/./\\\\} "${y/./\\&}" ${y/./&&}; r=abc; echo ${r//?/&-} ; echo ${r/b/[&]}; a=(x1 x2); echo "${a[@]/x/\\$1}" "${a[@]/x/<&>}"; set -- p q; echo "${@/p/[&]}"',
    'a\\b a&b a..b\na-b-c-\na[b]c\n$11 $12 <x>1 <x>2\n[p] q\n',
  ],
  [
    'declare lists',
    'declare -A as=([k]=\'v w\' [x]="$HOME y" ["a b"]=\'"q"\'); echo "${as[k]}|${as[x]}|${as[a b]}"; declare -a b=(\'x y\' z); echo ${#b[@]}; f() { local -A m=([a]=\'b c\'); echo "${m[a]}"; local -i n=3+4; echo $n; local -u u=abc; echo $u; }; f; echo "[$n$u]"',
    'v w|/home/user y|"q"\n2\nb c\n7\nABC\n[]\n',
  ],
  ['readonly lists', 'readonly -a a2; readonly -A d2; a2+=(1); echo $?\necho ${#a2[@]}', '0\n'],
  [
    'arithmetic is split',
    'IFS=1; echo $((212)) "$((212))" x$((212))y; for i in $((212)); do echo "<$i>"; done; a=($((313))); echo ${#a[@]}; x=$((212)); echo "$x"; IFS=-; set -- $((3-5)); echo $#; IFS=; echo $((212))',
    '2 2 212 x2 2y\n<2>\n<2>\n2\n212\n2\n212\n',
  ],
  ['escapes', "printf '%s|' $'\\u03bc' $'\\U1F600' $'\\101\\x42' $'nul\\0rest' $'\\?'", 'μ|😀|AB|nul|?|'],
  [
    'counts',
    'set -- a b c; echo $# ${#@} ${#*}; echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL)); echo $(echo $BASH_SUBSHELL)',
    '3 3 3\n0\n1\n2\n1\n',
  ],
  [
    'codes',
    'false; x=1; echo $?; false; x=$?; echo $x $?; x=$(false); echo $?; x=$(true) y=2; echo $?; false; x=$(echo $?); echo $x; set -e; false || true; y=${z-1}; echo on',
    '0\n1 0\n1\n0\n1\non\n',
  ],
  [
    'alias',
    "shopt -s expand_aliases\nalias hi='echo hello ' w='world'\nhi w x\nalias p='echo $v ' v=1\np p",
    'hello world x\necho\n',
  ],
  [
    'exec',
    '(exec -- echo a); (exec -a name echo b); (exec -z 2>/dev/null; echo no); echo $?',
    'a\nb\nno\n0\n',
  ],
  ['return outside', 'return; echo $?; exit 7 8 2>/dev/null; echo no', '2\n(status 1)'],
  [
    'umask',
    'umask; umask 077; umask; umask -S; touch a; mkdir d; stat -c %a a d; (umask 0; touch b; umask); umask; stat -c %a b; umask u=rwx,g-w,o=; umask -p; umask g+w; umask; umask 089 2>/dev/null; echo $?; umask -z 2>/dev/null; echo $?; umask x 2>/dev/null; echo $?',
    '0022\n0077\nu=rwx,g=,o=\n600\n700\n0000\n0077\n666\numask 0077\n0057\n1\n2\n1\n',
  ],
  [
    'closed output',
    '{ { echo d; } >&-; echo $?; echo d 1>&-; echo $?; { printf x; } >&-; echo $?; f() { pwd; }; f >&-; echo $?; for i in 1 2; do echo $i; done >&-; (eval "echo x") >&-; echo $?; } 2>&1',
    [
      ...['echo', 'echo', 'printf', 'pwd'].map(
        (name) => `bash: line 1: ${name}: write error: Bad file descriptor\n1\n`,
      ),
      'bash: line 1: echo: write error: Bad file descriptor\n'.repeat(3),
      '1\n',
    ].join(''),
  ],
  [
    'closed output, but not of these',
    '{ x=$(echo a); echo "[$x]" >&2; } 2>&1 >&-; { echo x | cat >f; } >&-; cat f; { echo -n; printf ""; true; } >&-; echo $?; { { echo y; } >g; echo z >>g; } >&-; cat g; exec 3>&1 >&-; echo no 2>/dev/null || echo failed >&3; { echo on; } >&3; v=$(echo w); echo $v >&3',
    '[a]\nx\n0\ny\nz\nfailed\non\nw\n',
  ],
  ['closed errors', '{ echo a >&2; } 2>&-; echo $?; exec 2>&-; echo a >&2; echo $?', '1\n1\n'],
  [
    'closed output of a program',
    '{ cat /etc/passwd; } 2>&1 >&-; echo $?',
    'cat: write error: Bad file descriptor\n1\n',
  ],
  [
    'closed output of programs for which 1 means something else',
    '{ echo b >f; for c in "ls f" "grep b f" "grep -c b f" "sort f" "sed p f" "expr 1 + 1" "diff f /etc/passwd" "wc f"; do $c >&-; echo $? >&3; done; } 3>&1 2>&1',
    [
      'ls: write error: Bad file descriptor\n2\n',
      'grep: write error: Bad file descriptor\n2\n'.repeat(2),
      "sort: fflush failed: 'standard output': Bad file descriptor\nsort: write error\n2\n",
      "sed: couldn't close stdout: Bad file descriptor\n4\n",
      'expr: write error: Bad file descriptor\n3\n',
      'diff: standard output: Bad file descriptor\n2\n',
      'wc: write error: Bad file descriptor\n1\n',
    ].join(''),
  ],
  [
    'interactive',
    "bash -c 'echo $- | grep -c i'; bash --norc -i -c 'case $- in *i*) echo yes;; esac; test -o emacs; echo $?' 2>/dev/null; echo 'echo start' > rc; bash --rcfile rc -i -c 'echo hi' 2>/dev/null; bash --norc -i -c 'set -u; echo $nope; echo no\necho next' 2>/dev/null",
    '0\nyes\n0\nstart\nhi\nnext\n',
  ],
  [
    'shellopts',
    "export SHELLOPTS; set -f; bash -c 'echo *'; set +f; set -o | grep -c 'braceexpand.*on'",
    '*\n1\n',
  ],
]

test.each(CASES)('%s', async (_, script, expected) => {
  const { stdout, end } = await runShell(script, { argv: ['bash', '-c', script] })
  const { code } = end.status
  expect(code === 0 ? stdout : `${stdout}(status ${code})`).toBe(expected)
})
