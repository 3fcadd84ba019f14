import { expect, test } from 'vitest'
import { runShell } from '../../testing/run-shell.ts'

/** Script, then what GNU bc 1.07.1 makes of it: stdout, stderr and code. */
const cases: readonly (readonly [script: string, stdout: string, stderr: string, code: number])[] = [
  ["echo '1+1; 2*3.5; 7/2; 7%3; 2^10; -5/2; 1/3' | bc", '2\n7.0\n3\n1\n1024\n-2\n0\n', '', 0],
  [
    "echo 'scale=5; 1/3; 10/4; 2^-2; 1.5*1.25; 7.5%2; -7%3; sqrt(2); .5+.25; 0.1*0.1' | bc",
    '.33333\n2.50000\n.25000\n1.875\n0\n-.00001\n1.41421\n.75\n.01\n',
    '',
    0,
  ],
  [
    "echo '4*a(1); e(1); l(2); s(1); c(1); j(0,1); e(-1.5); l(10); s(10); a(.5)' | bc -l",
    '3.14159265358979323844\n2.71828182845904523536\n.69314718055994530941\n.84147098480789650665\n.54030230586813971740\n.76519768655796655144\n.22313016014842982893\n2.30258509299404568401\n-.54402111088936981340\n.46364760900080611621\n',
    '',
    0,
  ],
  [
    "echo '2^200; 100!' | bc; echo 'x=5; x; x++; x; --x; y=x+=2; y; x*=3; x' | bc",
    '5\n5\n6\n5\n7\n21\n',
    '(standard_in) 1: syntax error\n',
    0,
  ],
  [
    "printf 'define f(n) {\\n  if (n <= 1) return (1);\\n  return (n * f(n-1));\\n}\\nf(20)\\nf(30)\\n' | bc",
    '2432902008176640000\n265252859812191058636308480000000\n',
    '',
    0,
  ],
  [
    "echo 'obase=16; 255; obase=2; 10; obase=10; ibase=16; FF; A' | bc; echo 'obase=16; ibase=16; FF.8; obase=14; 1F' | bc",
    'FF\n1010\n255\n10\nFF.8\n 01 11\n',
    '',
    0,
  ],
  [
    'echo \'for (i=0; i<3; i++) { print i, " "; if (i==1) continue; i }; print "\\n"; while (i>0) i--; i\' | bc',
    '0 0\n1 2 2\n\n3\n2\n1\n0\n',
    '',
    0,
  ],
  [
    'echo \'a[1]=2; a[2]=3; a[1]+a[2]; length(12345); scale(1.234); length(.001); "text"; 1==1; 2<1; !1; 1&&0; 1||0; 3>=3\' | bc',
    '5\n5\n3\n3\ntext1\n0\n0\n0\n1\n1\n',
    '',
    0,
  ],
  [
    "echo '1/0' | bc 2>/dev/null; echo $?; echo '1 +' | bc; echo $?",
    '0\n0\n',
    '(standard_in) 2: syntax error\n',
    0,
  ],
  [
    "echo 'scale=2; (5+3)*2/3; /* comment */ 5; last*2; 10/3*3' | bc; bc <<< 'scale=3; 22/7'; echo '3.14159 * 2' | bc; echo 'scale=10; 2^0.5' | bc 2>/dev/null",
    '5.33\n5\n10\n9.99\n3.142\n6.28318\n1\n',
    '',
    0,
  ],
  [
    "echo 'scale=50; 1/7; sqrt(3)' | bc; echo 'scale=100; 1/7' | bc; echo '10^80' | bc",
    '.14285714285714285714285714285714285714285714285714\n1.73205080756887729352744634150587236694280525381038\n.1428571428571428571428571428571428571428571428571428571428571428571\\\n428571428571428571428571428571428\n10000000000000000000000000000000000000000000000000000000000000000000\\\n0000000000000\n',
    '',
    0,
  ],
  [
    "printf 'define g(a[],n) {\\n auto i,s\\n for (i=0;i<n;i++) s+=a[i]\\n return s\\n}\\nfor(i=0;i<4;i++) x[i]=i*i\\ng(x[],4); s; if (1) 5 else 6; if (0) {7} else {8}\\nquit\\n9\\n' | bc",
    '14\n0\n5\n8\n',
    '',
    0,
  ],
  [
    "echo 'halt; 5' | bc; echo 'print 1.50, \"a\\tb\\n\"; -.5; 0.0; 1.000; -0' | bc; echo '5' > f; echo '6' | bc f;",
    '1.50a\tb\n-.5\n0\n1.000\n0\n5\n6\n',
    '',
    0,
  ],
  [
    "echo 'scale=4; 3.5 ^ 2; 1.23456 * 1; 1.23456 + 0; 10 / 2.5; 5.0 / 2; (1.5)^3; 2 ^ 3 ^ 2; -2^2; 1 - -1' | bc",
    '12.25\n1.23456\n1.23456\n4.0000\n2.5000\n3.375\n512\n4\n2\n',
    '',
    0,
  ],
  [
    "echo 'obase=8; 64.5; obase=100; 12345; obase=3; 0.5' | bc; echo \"$(echo '5 * 3' | bc)\" ; printf \"a = 3 # c\\nb = 4\\nsqrt(a^2 + b^2)\\n\" | bc -l; echo 'l(0); a(1000); e(10); s(100); c(0)' | bc -l",
    '100.40\n 01 23 45\n.111\n15\n5.00000000000000000000\n-99999999999999999999.00000000000000000000\n1.56979632712822975256\n22026.46579480671651695790\n-.50636564110975879365\n1.00000000000000000000\n',
    '',
    0,
  ],
]

test.each(cases)('%s', async (script, stdout, stderr, code) => {
  const run = await runShell(script)
  expect([run.stdout, run.stderr, run.end.status]).toEqual([stdout, stderr, { code, signal: null }])
})
