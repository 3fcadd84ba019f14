/** Tests the shell's shortcuts around the library (scripts/shell-library) against the output of bash 5.2. */
import { expect, test } from 'vitest'
import { runShell } from '../testing/run-shell.ts'

/** Name, script, and what it prints. */
const CASES: readonly (readonly [string, string, string])[] = [
  [
    'no PATH',
    "PATH=/none; echo a; printf 'b\\n'; [ 1 = 1 ] && test x && pwd >/dev/null && echo c; ls 2>/dev/null; echo $?",
    'a\nb\nc\n127\n',
  ],
  [
    'remembered',
    'hash -r; echo a >/dev/null; cat /dev/null; hash | grep -c echo; hash | grep -c cat',
    '0\n1\n',
  ],
  [
    'brackets',
    'shopt -s nullglob; [ 1 = 1 ] && echo yes; echo [ ]; touch ab; echo [a]b [z]b; shopt -u nullglob; echo [z]b',
    'yes\n[ ]\nab\n[z]b\n',
  ],
  [
    'splitting',
    'x=\'a b\'; y=\'*x\'; e=; set -f; for w in $x $y $e "$e" $x"$x" \'$x\'$((1+1)); do echo "<$w>"; done; IFS=2; echo ${x}2; z=121; echo $z "$z"; IFS=; echo $x; unset IFS; echo $x',
    '<a>\n<b>\n<*x>\n<>\n<a>\n<ba b>\n<$x2>\na b2\n1 1 121\na b\na b\n',
  ],
  [
    'patterns in values',
    "touch a1 a2; p='a*'; echo $p \"$p\" a\\* 'a'*; q='a?'; r=$q; echo \"$r\" $r; s='\\a1'; echo $s",
    'a1 a2 a* a* a1 a2\na? a1 a2\n\\a1\n',
  ],
  [
    'numbers',
    "i=5; j=-3; h=010; w=' 7'; e='i+1'; echo $((i+j)) $((h)) $((w)) $((e)) $((n)) $((i++)) $i $((i%3==0 ? i : -i)) $((1<<62)) $((i*99999999999999))",
    '2 8 7 6 0 5 6 6 4611686018427387904 599999999999994\n',
  ],
  [
    'echo',
    'echo; echo a  b "c  d"; echo -n x; echo -- -n; echo -e \'a\\tb\'; echo \'a\\tb\'; echo - z; x=\'-n y\'; echo $x; echo "$_"; echo; echo "<$_>"; shopt -s xpg_echo; echo \'a\\tb\'; shopt -u xpg_echo; echo é | od -An -tx1; echo() { printf \'own %s\\n\' "$1"; }; echo z; unset -f echo;  (echo q) | cat; v=$(echo w; echo v); echo $v $?; echo gone >&- 2>/dev/null; builtin echo "status $?"; false; echo $?; echo $?',
    '\na b c  d\nx-- -n\na\tb\na\\tb\n- z\nyy\n\n<echo>\na\tb\n c3 a9 0a\nown z\nq\nw v 0\nstatus 1\n1\n0\n',
  ],
  [
    'loop',
    's=0; for ((i=0;i<5;i++)); do [ $((i%2)) -eq 0 ] && s=$((s+i)); done; echo $s $i; i=0; while [ $i -lt 3 ]; do i=$((i+1)); echo -n $i; done; echo',
    '6 5\n123\n',
  ],
  [
    'references',
    'a=1; declare -n r=a; echo $r "$r" $((r+1)); r=2; echo $a; f() { local -n q=$1; q=$((q+1)); echo "$q"; }; f a; b=(7 8); declare -n t=b; echo "$t" $((t)); x=3 eval \'echo $x\'; echo $?',
    '1 1 2\n2\n3\n7 7\n3\n0\n',
  ],
  [
    'unset',
    'set -u; echo a; (echo $none) 2>/dev/null; echo $?; (echo $((none+1))) 2>/dev/null; echo $?; echo "$#" $?; set -- p; echo $1 "$1"; (echo $2) 2>/dev/null; echo $?',
    'a\n1\n1\n0 0\np p\n1\n',
  ],
  [
    'moved streams',
    'exec 3>&1 1>out; echo a; if true; then echo b; fi; f() { exec 1>&3; }; f; echo c; cat out; for i in 1 2; do echo $i >&2; done 2>err; cat err; exec 3>&-',
    'c\na\nb\n1\n2\n',
  ],
  [
    'commands',
    "for i in 1 2 3; do echo $i; break; done; for i in 1 2; do continue; echo no; done; echo a b; echo $_; n=echo; $n c; e=; $e echo d; (command exec echo x; echo not); g() { exec >out2; echo moved; }; (g; echo after); cat out2; false; echo $?; : x; echo $? $_; f() { return 3; }; f; echo $?; alias p='echo q'; shopt -s expand_aliases\np r\nset -x; echo t; set +x; trap 'echo dbg' DEBUG; echo u; trap - DEBUG; none; echo $?; echo $LINENO",
    '1\na b\nb\nc\nd\nx\nmoved\nafter\n1\n0 x\n3\nq r\nt\ndbg\nu\ndbg\n127\n3\n',
  ],
]

test.each(CASES)('%s', async (_name, script, expected) => {
  expect((await runShell(script)).stdout).toBe(expected)
})
