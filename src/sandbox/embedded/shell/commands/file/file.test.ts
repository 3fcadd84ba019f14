import { expect, test } from 'vitest'
import RECORDED from '../../testing/file-kinds.json' with { type: 'json' }
import { testScripts, type ScriptCase } from '../../testing/script-cases.ts'
import { describeBytes } from './describe-file.ts'

const BASE64 = 'base64:'

function bytesOf(content: string): Uint8Array {
  if (!content.startsWith(BASE64)) return new TextEncoder().encode(content)
  return Uint8Array.from(atob(content.slice(BASE64.length)), (char) => char.charCodeAt(0))
}

test('what files are is what file 5.44 says', () => {
  const differing = RECORDED.flatMap(([name, content = '', text, mime]) => {
    const kind = describeBytes(bytesOf(content))
    const own = [kind.text, `${kind.mime}; charset=${kind.charset}`]
    return own[0] === text && own[1] === mime ? [] : [{ name, own, text, mime }]
  })
  expect(differing).toEqual([])
})

const SET_UP = 'echo hi > a.txt; mkdir d; ln -s a.txt l; ln -s none b; : > e; printf "a.txt\\nd\\n" > names; '

/** Script, then what file 5.44 makes of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  [
    `${SET_UP}file *`,
    `a.txt: ASCII text
b:     broken symbolic link to none
d:     directory
e:     empty
l:     symbolic link to a.txt
names: ASCII text
`,
    '',
    0,
  ],
  [
    `${SET_UP}file -b a.txt d l; file -i a.txt d l; file --mime-type a.txt e d; file --mime-encoding a.txt e`,
    `ASCII text
directory
symbolic link to a.txt
a.txt: text/plain; charset=us-ascii
d:     inode/directory; charset=binary
l:     inode/symlink; charset=binary
a.txt: text/plain
e:     inode/x-empty
d:     inode/directory
a.txt: us-ascii
e:     binary
`,
    '',
    0,
  ],
  [
    `${SET_UP}file -L l b; file -f names; file -F " ->" a.txt; file -N a.txt names; echo x | file -; file none; echo $?; file -E none`,
    `l: ASCII text
b: cannot open \`b' (No such file or directory)
a.txt: ASCII text
d:     directory
a.txt -> ASCII text
a.txt: ASCII text
names: ASCII text
/dev/stdin: ASCII text
none: cannot open \`none' (No such file or directory)
0
none: ERROR: cannot stat \`none' (No such file or directory)
`,
    '',
    1,
  ],
  [
    'echo hi > a; file /dev/null; file -b --mime-type --mime-encoding a; file -z a; echo $?',
    '/dev/null: character special (1/3)\ntext/plain; charset=us-ascii\n1\n',
    'file: the option -z is not supported here\n',
    0,
  ],
]

testScripts(cases)
