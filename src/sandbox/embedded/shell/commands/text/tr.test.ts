import { expect, test } from 'vitest'
import { runShell } from '../../testing/run-shell.ts'
import { testScripts, type ScriptCase } from '../../testing/script-cases.ts'

/** Script, then what GNU tr 9.1 makes of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  [
    "printf 'a\\0b\\0' | tr '\\0' ' '; echo; echo abc | tr 'a-c' 'A-C'; echo 'a b' | tr ' ' '\\n'; echo aXbX | tr -d X; echo 'hello' | tr -s l; echo abc | tr -d '\\n'; echo; echo 'a1b2' | tr -cd '0-9'; echo; echo 'ABC' | tr '[:upper:]' '[:lower:]'; printf 'a\\tb\\n' | tr '\\t' ' '; echo abc | tr abc x; echo a-b | tr -- - _; echo 'é' | tr 'é' 'e'; echo a | tr '\\141' b; echo abc | tr -t abc xy; echo 'a[b' | tr '[' '('",
    'a b \nABC\na\nb\nab\nhelo\nabc\n12\nabc\na b\nxxx\na_b\nee\nb\nxyc\na(b\n',
    '',
    0,
  ],
  [
    "echo 'aabbcc' | tr -s 'a-b' 'x'; echo 'a  b' | tr -s '[:space:]' ' '; echo; echo abc | tr -c 'a\\n' '[x*]'; echo abcde | tr 'a-e' '[x*3]yz'; echo a | tr b-a x; echo $?; echo a | tr; echo $?; echo a | tr a; echo a | tr -d a b; echo a | tr '[:foo:]' x; echo 'a-z' | tr 'a\\-z' '123'; echo 'hello world' | tr -ds 'l' 'o'; printf '\\xff\\x80' | tr '\\200' 'x' | od -An -tx1; echo 'a=b' | tr '[=a=]' x; echo abc | tr a-b-c x; echo 'A B' | tr -dc '[:alpha:]\\n'; echo 'x-' | tr 'x-' 'y_'; echo \"it's\" | tr \"'\" '\"'; echo a | tr a ''",
    'xcc\na b \naxx\nxxxyz\n1\n1\n123\nheo word\n ff 78\nx=b\nxxx\nAB\ny_\nit"s\n',
    "tr: range-endpoints of 'b-a' are in reverse collating sequence order\ntr: missing operand\nTry 'tr --help' for more information.\ntr: missing operand after 'a'\nTwo strings must be given when translating.\nTry 'tr --help' for more information.\ntr: extra operand 'b'\nOnly one string may be given when deleting without squeezing repeats.\nTry 'tr --help' for more information.\ntr: invalid character class 'foo'\ntr: when not truncating set1, string2 must be non-empty\n",
    1,
  ],
]

testScripts(cases)

test('takes what comes as it comes', async () => {
  const run = await runShell('yes a | tr a b | head -n 2')
  expect(run.stdout).toBe('b\nb\n')
})
