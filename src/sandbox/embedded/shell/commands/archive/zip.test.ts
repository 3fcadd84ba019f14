import { expect, test } from 'vitest'
import { buildZip } from '../../../../archive/test-support.ts'
import { runShell } from '../../testing/run-shell.ts'
import { testScripts, type ScriptCase } from '../../testing/script-cases.ts'

/** Script, then what Info-ZIP's zip 3.0 and unzip 6.00 make of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  [
    'mkdir -p d/e; echo a > d/a; seq 1000 > d/e/b; zip -qr x.zip d; unzip -Z1 x.zip | sort; unzip -q x.zip -d o; cat o/d/a; cmp d/e/b o/d/e/b; unzip -p x.zip d/a',
    'd/\nd/a\nd/e/\nd/e/b\na\na\n',
    '',
    0,
  ],
  [
    'echo a > a; seq 100 > b; zip x.zip a b; zip x.zip a; unzip -o x.zip; rm a b; unzip x.zip; unzip -t x.zip',
    '  adding: a (stored 0%)\n  adding: b (deflated 51%)\nupdating: a (stored 0%)\nArchive:  x.zip\n extracting: a                       \n  inflating: b                       \nArchive:  x.zip\n extracting: a                       \n  inflating: b                       \nArchive:  x.zip\n    testing: a                        OK\n    testing: b                        OK\nNo errors detected in compressed data of x.zip.\n',
    '',
    0,
  ],
  [
    'echo a > a; zip x a none; echo $?; zip y.zip none; echo $?',
    '\tzip warning: name not matched: none\n  adding: a (stored 0%)\n0\n\tzip warning: name not matched: none\n\nzip error: Nothing to do! (y.zip)\n12\n',
    '',
    0,
  ],
  [
    'echo a > a; zip -q x.zip a; unzip x.zip < /dev/null; echo $?; unzip -n x.zip; unzip -oq x.zip nope; echo $?',
    'Archive:  x.zip\n1\nArchive:  x.zip\n11\n',
    'replace a? [y]es, [n]o, [A]ll, [N]one, [r]ename:  NULL\n(EOF or read error, treating as "[N]one" ...)\ncaution: filename not matched:  nope\n',
    0,
  ],
  [
    'unzip nope.zip; echo $?; mkdir d; echo a > d/a; ln -s a d/l; zip -qry x.zip d; unzip x.zip -d o | sort; readlink o/d/l',
    '9\n    linking: o/d/l                   -> a \n   creating: o/d/\n  o/d/l                  -> a\n extracting: o/d/a                   \nArchive:  x.zip\nfinishing deferred symbolic links:\na\n',
    'unzip:  cannot find or open nope.zip, nope.zip.zip or nope.zip.ZIP.\n',
    0,
  ],
  [
    "mkdir d; echo a > d/a; echo b > d/b.log; zip -r x.zip d -x '*.log'; zip -d x.zip d/a; unzip -Z1 x.zip; zip -qj y.zip d/a d/b.log; unzip -l y.zip | cut -c1-9,28-",
    '  adding: d/ (stored 0%)\n  adding: d/a (stored 0%)\ndeleting: d/a\nd/\nArchive: \n  Length    Name\n---------   ----\n        2   a\n        2   b.log\n---------   -------\n        4   2 files\n',
    '',
    0,
  ],
  [
    'echo x > f; chmod 751 f; zip -q x.zip f; rm f; unzip -q x.zip; stat -c %a f; seq 3 | zip -q p.zip -; unzip -p p.zip',
    '751\n1\n2\n3\n',
    '',
    0,
  ],
  [
    "mkdir d; echo a > d/a; echo b > d/b; zip -qr x.zip d; unzip -j x.zip -d o d/b; unzip x.zip 'd/*' -x d/a -d o9; zip -qm m.zip d/a; ls d",
    'Archive:  x.zip\n extracting: o/b                     \nArchive:  x.zip\n   creating: o9/d/\n extracting: o9/d/b                  \nb\n',
    '',
    0,
  ],
]

testScripts(cases)

const X = new TextEncoder().encode('x')

test('an archive that leads out, or is damaged, is refused as a whole', async () => {
  const hostile = Buffer.from(
    buildZip([
      { name: 'ok', data: X },
      { name: '../evil', data: X },
    ]),
  ).toString('base64')
  const script = 'base64 -d > x.zip; unzip x.zip; echo $?; ls'
  const run = await runShell(script, { stdin: hostile })
  expect([run.stdout, run.stderr]).toEqual([
    'Archive:  x.zip\n3\nx.zip\n',
    'unzip: The entry "../evil" leads out of the archive. Nothing was unpacked.\n',
  ])
})
