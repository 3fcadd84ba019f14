/** printf and echo. The expectations are what bash 5.2 prints. */
import { expect, test } from 'vitest'
import { runShell } from '../testing/run-shell.ts'

/** Name, script, and what it prints, with its exit code unless that is 0. */
const CASES: readonly (readonly [string, string, string])[] = [
  [
    'ints',
    "printf '%d|%5d|%-5d|%05d|%+d|% d|%x|%X|%o|%u|%i\\n' 42 42 42 42 42 42 255 255 8 42 -5; printf '%#x %#o %#X\\n' 255 8 255; printf '%.3d|%8.3d|%-8.3d|%08.3d|%.0d|\\n' 5 5 5 5 0; printf '%*d|%-*d|%*d\\n' 5 42 5 42 -5 42; printf '%.*f\\n' 2 3.14159",
    '42|   42|42   |00042|+42| 42|ff|FF|10|42|-5\n0xff 010 0XFF\n005|     005|005     |     005||\n   42|42   |42   \n3.14\n',
  ],
  [
    'big',
    "printf '%d %u %x %o\\n' 9223372036854775807 18446744073709551615 -1 -1; printf '%d\\n' -9223372036854775808; printf '%d\\n' 9223372036854775808 2>/dev/null; echo $?; printf '%u\\n' 18446744073709551616 2>/dev/null; printf '%u\\n' -1",
    '9223372036854775807 18446744073709551615 ffffffffffffffff 1777777777777777777777\n-9223372036854775808\n9223372036854775807\n0\n18446744073709551615\n18446744073709551615\n',
  ],
  [
    'chars',
    "printf '%d %d %d\\n' \"'A\" '\"B' \"'é\"; printf '%d %d %d\\n' 0x1F 017 -0x10; printf '%x\\n' \"'a\"",
    '65 66 233\n31 15 -16\n61\n',
  ],
  [
    'bad',
    "printf '%d\\n' abc 2>/dev/null; echo $?; printf '%d\\n' 12abc 2>/dev/null; echo $?; printf '%d|\\n' ''; echo $?; printf '%z\\n' 2>/dev/null; echo $?; printf 'a%' 2>/dev/null; echo $?; printf 'x%y\\n' 1 2>/dev/null; echo $?; printf '%d %d\\n' 08 09 2>/dev/null; echo $?; printf '%f\\n' x 2>/dev/null; echo $?; printf '%d\\n' 1.5 2>/dev/null; echo $?; printf 2>/dev/null; echo $?",
    '0\n1\n12\n1\n0|\n0\n1\na1\nx1\n0 0\n1\n0.000000\n1\n1\n1\n2\n',
  ],
  [
    'floats',
    "printf '%f %e %g %G %E %F\\n' 1.5 1.5 1.5 0.00001 123456 2.5; printf '%.0f %.1f %.3e %.10g\\n' 2.5 0.05 12345.678 3.14159265358979; printf '%g %g %g %g %g %g\\n' 100 1000000 10000000 0.0001 0.00001 10; printf '%10.2f|%-10.2f|%010.2f|%+.1f\\n' 3.14159 3.14159 -3.14159 2; printf '%g\\n' 1e100 0 -0.5 1e-5 123456789; printf '%.2f\\n' 1e3 .5 5. ; printf '%f %f\\n' inf nan; printf '%#.0f %#g\\n' 3 1; printf '%.15g %.20g\\n' 0.1 1",
    '1.500000 1.500000e+00 1.5 1E-05 1.234560E+05 2.500000\n2 0.1 1.235e+04 3.141592654\n100 1e+06 1e+07 0.0001 1e-05 10\n      3.14|3.14      |-000003.14|+2.0\n1e+100\n0\n-0.5\n1e-05\n1.23457e+08\n1000.00\n0.50\n5.00\ninf nan\n3. 1.00000\n0.1 1\n',
  ],
  [
    'strings',
    "printf '%s|%5s|%-5s|%.2s|%5.1s|\\n' abc abc abc abc abc; printf '%c%c\\n' hello world; printf '%s %s\\n' a b c; printf '[%s]\\n'; printf '%%|%5%|\\n' 2>/dev/null; printf '%b|%b\\n' 'a\\nb' 'x\\0101\\c' after; printf 'a\\cb'; printf '\\n\\101\\x41\\u00e9\\t|\\n'; printf '%s' ; printf '%q %q\\n' \"a b\" ''; printf -- '%s\\n' dash; printf '%s\\n' -- -x",
    "abc|  abc|abc  |ab|    a|\nhw\na b\nc \n[]\n%|a\nb|xAa\\cb\nAAé\t|\na\\ b ''\ndash\n--\n-x\n",
  ],
  [
    'reuse',
    "printf '%s=%d\\n' a 1 b 2 c; printf 'no format\\n' extra args; printf '%s,' a b c; echo",
    'a=1\nb=2\nc=0\nno format\na,b,c,\n',
  ],
  [
    'v',
    "printf -v x '%05.1f' 3.14159; echo $x; a=(); printf -v 'a[3]' '%s' y; echo ${a[3]}; printf -v 'bad-name' x 2>/dev/null; echo $?",
    '003.1\ny\n2\n',
  ],
  [
    'echo',
    "echo -nn b; echo -neE 'a\\n'; echo; echo -en 'a\\tb\\n'; echo -nex 'q'; echo -e 'a\\x41\\0101\\101'; echo -e '\\1'; echo - x; echo -E -e '\\t' x",
    'ba\\n\na\tb\n-nex q\naAA\\101\n\\1\n- x\n\t x\n',
  ],
  [
    'ties',
    "printf '%.0f ' 0.5 1.5 2.5 3.5 0.4 0.6 10.5; printf '%.1f ' 0.25 0.35 0.125; printf '%.2f ' 0.125 0.375 2.675; printf '%.0e %.1e %.1e\\n' 2.5 1.25 1.35; printf '%.0f %.0f\\n' 5 50; printf '%.1f\\n' 5; printf '%.3g %.2g\\n' 1.125 1.25",
    '0 2 2 4 0 1 10 0.2 0.3 0.1 0.12 0.38 2.67 2e+00 1.2e+00 1.4e+00\n5 50\n5.0\n1.12 1.2\n',
  ],
]

test.each(CASES)('%s', async (_, script, expected) => {
  const { stdout, end } = await runShell(script, { argv: ['bash', '-c', script] })
  const { code } = end.status
  expect(code === 0 ? stdout : `${stdout}(status ${code})`).toBe(expected)
})
