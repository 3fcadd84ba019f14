/** Tests gawk's extensions of POSIX against recorded output of gawk 5.2. */
import { expect, test } from 'vitest'
import programs from '../../testing/gawk-programs.json' with { type: 'json' }
import { runShell } from '../../testing/run-shell.ts'

const run = (script: string) =>
  runShell(script, { env: { PATH: '/usr/bin:/bin', HOME: '/home/user', TZ: 'UTC' } })

test.each(programs as [string, string, number][])('%s', async (script, stdout, code) => {
  const { stdout: said, end } = await run(script)
  expect({ said, status: end.status }).toEqual({ said: stdout, status: { code, signal: null } })
})

test.each([
  [`awk 'BEGIN { print SYMTAB["x"] }'`, 'awk: line 1: SYMTAB is not supported here\n'],
  [`awk '@load "filefuncs"; BEGIN {}'`, 'awk: @load is not supported here\n'],
  [`awk -i none.awk 'BEGIN {}'`, 'awk: cannot open include file none.awk: No such file or directory\n'],
  [`awk 'BEGIN { a[1] = 1; print a[1][2] }'`, 'awk: attempt to use scalar ["1"] as an array\n'],
  [
    `awk 'BEGIN { a[1][2] = 1; print a[1] + 1 }'`,
    'awk: attempt to use array element ["1"] in a scalar context\n',
  ],
  [`awk 'BEGIN { f = "none"; @f() }'`, "awk: function `none' called indirectly does not exist\n"],
  [`awk 'BEGIN { FIELDWIDTHS = "2 x" }'`, "awk: invalid FIELDWIDTHS value, for field 2, near `x'\n"],
  [
    `awk 'BEGIN { PROCINFO["sorted_in"] = "@val_any"; a[1]; for (k in a) print }'`,
    "awk: sort comparison function `@val_any' is not defined\n",
  ],
  [
    `awk 'BEGIN { c = "cat"; print 1 |& c; c |& getline x; print 2 |& c }'`,
    'awk: |& "cat": it has been read from, and a program that answers in turns is not supported here; close() it before writing again\n',
  ],
  [
    `awk 'BEGIN { print "x" |& "/inet/tcp/0/localhost/80" }'`,
    'awk: /inet/tcp/0/localhost/80: awk has no network here; use curl and read what it prints\n',
  ],
])('%s says why not', async (script, stderr) => {
  const { stderr: said, end } = await run(script)
  expect({ said, code: end.status.code }).toEqual({ said: stderr, code: 2 })
})

test('a file that is changed in place stays as it was when the program fails', async () => {
  const { stdout, end } = await run(
    `printf 'a\\nb\\n' > f; awk -i inplace '{ print $1 } NR == 2 { print 1 / 0 }' f; echo $?; cat f`,
  )
  expect({ stdout, code: end.status.code }).toEqual({ stdout: '2\na\nb\n', code: 0 })
})
