/** Arithmetic: 64 bits, expansion before reading, errors. The expectations are what bash 5.2 prints. */
import { expect, test } from 'vitest'
import { runShell } from '../testing/run-shell.ts'

/** Name, script, and what it prints, with its exit code unless that is 0. */
const CASES: readonly (readonly [string, string, string])[] = [
  [
    'basic',
    'echo $((1+2*3)) $((2**10)) $((-2**2)) $((7/2)) $((-7/2)) $((-7%3)) $((7%-3)) $((1<<40)) $((~5)) $((!3)) $((!0))',
    '7 1024 4 3 -3 -1 1 1099511627776 -6 0 1\n',
  ],
  [
    'wrap',
    'echo $((9223372036854775807+1)) $((1<<63)) $((-9223372036854775808/-1)) $((-9223372036854775808 % -1)) $((0xffffffffffffffff)) $((1<<64)) $((1<<-1)) $((9223372036854775807*2)) $((3**50))',
    '-9223372036854775808 -9223372036854775808 -9223372036854775808 0 -1 1 -9223372036854775808 -2 6048575297968530377\n',
  ],
  [
    'bases',
    'echo $((16#ff)) $((2#101)) $((64#_)) $((36#Z)) $((62#Z)) $((0x1F)) $((017)) $((010+1))',
    '255 5 63 35 61 31 15 9\n',
  ],
  ['bad octal', 'echo $((08)); echo after\necho next', 'next\n'],
  [
    'assign',
    'a=5; echo $((a+=3)) $((a<<=2)) $((a%=7)) $a $((b=c=4)) $b $c; ((a++)); echo $a; echo $((a++ + ++a)) $a; (( a-- )); echo $a $((--a)) $((a--)) $a',
    '8 32 4 4 4 4 4\n5\n12 7\n6 5 5 4\n',
  ],
  [
    'expr vars',
    "x='1+2'; echo $((x*3)) $(($x*3)); y=x; echo $((y)) ; z=y; echo $((z+1)) $((unset1+1))",
    '9 7\n3\n4 1\n',
  ],
  [
    'ternary comma',
    'echo $((1?2:3)) $((0?2:3)) $((1,2,3)) $((a=1,b=2,a+b)) $((1?2:0?3:4)) $(( (x=3) ? x : 0 ))',
    '2 3 3 3 2 3\n',
  ],
  [
    'logic',
    'echo $((1&&0)) $((1||0)) $((0&&(a=5))) ${a-unset} $((5&3)) $((5|3)) $((5^3)) $((1==1)) $((1!=1)) $((3<=3)) $((4>5))',
    '0 1 0 unset 1 7 6 1 0 1 0\n',
  ],
  [
    'array',
    'a=(1 2 3); echo $((a[0]+a[2])) $((a[1]++)) ${a[@]} $((a[-1])); ((a[5]=9)); echo ${!a[@]} ${a[5]} $((a[a[0]]))',
    '4 2 1 3 3 3\n0 1 2 5 9 3\n',
  ],
  [
    'assoc',
    "declare -A d; d[foo]=3; d['x y']=4; k=foo; echo $((d[foo]+1)) $((d[$k]*2)); ((d[$k]++)); ((d[new]=7)); echo ${d[foo]} ${d[new]}",
    '4 6\n4 7\n',
  ],
  [
    'let',
    'let a=1+2 b=a*2; echo $a $b; let \'c = 3 , d = c+1\'; echo $c $d; let "x[2]=5"; echo ${x[2]}; let 0; echo $?; let 1; echo $?',
    '3 6\n3 4\n5\n1\n0\n',
  ],
  [
    'cmd',
    '((1>2)); echo $?; ((2>1)); echo $?; (( 1 << 3 )) && echo y; if ((3>2)); then echo yes; fi; (( x = 3 , y = x*2 )); echo $x $y; ((x=0)); echo $?',
    '1\n0\ny\nyes\n3 6\n1\n',
  ],
  [
    'for',
    'for ((i=0;i<3;i++)); do echo $i; done; for ((i=10,j=1;i>7;i--,j*=2)); do echo $i $j; done; for ((;;)); do break; done; echo done\nfor ((i=0; i<2; i++)) { echo b$i; }',
    '0\n1\n2\n10 1\n9 2\n8 4\ndone\nb0\nb1\n',
  ],
  [
    'expansions',
    'x=5; echo $((${x}+1)) $(( $(echo 3) * 2 )) $((`echo 4`+1)) $(( ${#x} )) $(( ${y:-7} + 1 )) $((${x}0+1)) $(($x$x)) $(( "3" + 4 )) $((16#${x}f))',
    '6 6 5 1 8 51 55 7 95\n',
  ],
  [
    'special',
    'set -- a b c; echo $(($#+1)) $(( $# * 2 )) $(($1+0))\nf() { return 3; }; f; echo $(($?+1))',
    '4 6 0\n4\n',
  ],
  ['nested', 'echo $((1+$((2+3)))) $(( (1+2)*(3+4) )) $(( ((2)) ))', '6 21 2\n'],
  [
    'substring',
    's=abcdefgh; n=2; echo ${s:n} ${s:n+1:3} ${s: -3} ${s:(-3):2} ${s:1:-2} ${s:n*2:n}',
    'cdefgh def fgh fg bcdef ef\n',
  ],
  [
    'errors',
    "echo $((1+)); echo same\necho $((1 2)); echo same\necho $((a b))\n((1+)); echo $?\necho $((1=2))\necho $((1/0))\nlet '1/0'; echo $?\necho $((2**-1))\necho end",
    '1\n1\nend\n',
  ],
  [
    'unary',
    'echo $((- -5)) $((-(-5))) $((+ +5)) $((!!5)) $((- 3 + 5)) $((--5)) $((3--5)) $((3 - -5)) $((~-1))',
    '5 5 5 1 2 5 8 8 0\n',
  ],
  [
    'prec',
    'echo $((2+3<<1)) $((1|2^3&4)) $((1<2==1)) $((2*3**2)) $((10-3-2)) $((2**3**2)) $((100/10/2)) $((7%4*2))',
    '10 3 1 18 5 512 5 6\n',
  ],
  [
    'subshell vs arith',
    '((echo a); echo b) | cat\n( (echo c) )\n((echo d) ; (echo e))\necho $((echo f) | tr f g)\necho $( (echo h) )',
    'a\nb\nc\nd\ne\ng\nh\n',
  ],
  ['multi line', 'echo $((\n 1 +\n 2\n))\n(( x = 1 +\n 4 ))\necho $x', '3\n5\n'],
  [
    'seeds',
    'RANDOM=42; echo $RANDOM $RANDOM $((RANDOM%100)); RANDOM=1; echo $RANDOM $RANDOM',
    '17772 26794 35\n16807 10791\n',
  ],
  ['seconds', 'SECONDS=100; echo $SECONDS; ((SECONDS=5)); echo $SECONDS', '100\n5\n'],
  [
    'integer attr',
    'declare -i n=3+4; echo $n; n+=2; echo $n; n=n*2; echo $n; n=foo; echo $n; declare -i m; m="2 * 3"; echo $m',
    '7\n9\n18\n0\n6\n',
  ],
  ['readonly', 'readonly r=1; ((r=2)); echo $? $r; echo $((r=3)); echo after\necho next $r', '1 1\nnext 1\n'],
  [
    'cond',
    '[[ 1+1 -eq 2 ]] && echo y; x=3; [[ x -eq 3 ]] && echo y2; [[ 0x10 -eq 16 ]] && echo y3; [[ 010 -eq 8 ]] && echo y4; [[ "" -eq 0 ]] && echo y5; [[ 9223372036854775807 -gt 9223372036854775806 ]] && echo y6',
    'y\ny2\ny3\ny4\ny5\ny6\n',
  ],
  ['local', 'f() { local i=1; ((i+=5)); echo $i; }; i=100; f; echo $i', '6\n100\n'],
  ['nameref', 'declare -n r=t; t=5; ((r++)); echo $t; echo $((r*2))', '6\n12\n'],
  ['quotes', '(( "1" + "2" )); echo $?; echo $(( "1 + 2" * 3 ))', '0\n7\n'],
  [
    'index expr',
    'a=(x y z w); i=1; echo ${a[i]} ${a[i+1]} ${a[$i+2]} ${a[i++]} $i ${a[ i ]}; a[i+1]=Q; echo ${a[@]}; a[$((i*0))]=Z; echo ${a[@]}',
    'y z w y 2 z\nx y z Q\nZ y z Q\n',
  ],
  ['dollar bracket', 'echo $[1+2] $[3*4]', '3 12\n'],
  [
    'while count',
    'i=0; while ((i<5)); do ((i++)) ; done; echo $i; until ((i==0)); do let i--; done; echo $i',
    '5\n0\n',
  ],
  [
    'big compare',
    'echo $((9007199254740993+0)) $((9007199254740993==9007199254740992)) $((4611686018427387904*2)) $((-9223372036854775808)) $((0-9223372036854775807-1))',
    '9007199254740993 0 -9223372036854775808 -9223372036854775808 -9223372036854775808\n',
  ],
]

test.each(CASES)('%s', async (_, script, expected) => {
  const { stdout, end } = await runShell(script, { argv: ['bash', '-c', script] })
  const { code } = end.status
  expect(code === 0 ? stdout : `${stdout}(status ${code})`).toBe(expected)
})
