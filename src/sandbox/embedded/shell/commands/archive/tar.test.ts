import { testScripts, type ScriptCase } from '../../testing/script-cases.ts'

/** Script, then what GNU tar 1.34 makes of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  [
    'mkdir -p d/e; echo a > d/a; echo b > d/e/b; tar cf x.tar d; tar tf x.tar | sort; mkdir o; tar -C o -xf x.tar; cat o/d/e/b',
    'd/\nd/a\nd/e/\nd/e/b\nb\n',
    '',
    0,
  ],
  [
    'mkdir -p d/e; echo a > d/a; echo b > d/e/b; tar czf x.tgz -C d .; tar tzf x.tgz | sort; mkdir o; tar xzf x.tgz -C o ./e; find o | sort',
    './\n./a\n./e/\n./e/b\no\no/e\no/e/b\n',
    '',
    0,
  ],
  [
    "mkdir d; echo a > d/a; echo b > d/b.log; tar c --exclude='*.log' d | tar tv | cut -c1-10",
    'drwxr-xr-x\n-rw-r--r--\n',
    '',
    0,
  ],
  [
    'mkdir d; echo a > d/a; tar -cvf x.tar d; tar -xvf x.tar; tar cvf - d | wc -c',
    'd/\nd/a\nd/\nd/a\n10240\n',
    'd/\nd/a\n',
    0,
  ],
  [
    'mkdir -p a/b/c; echo 1 > a/b/c/f; tar cf x.tar a; mkdir o; tar xf x.tar -C o --strip-components=2; find o | sort; tar xf x.tar --strip-components 1 -C o a/b/c/f; find o | sort',
    'o\no/c\no/c/f\no\no/b\no/b/c\no/b/c/f\no/c\no/c/f\n',
    '',
    0,
  ],
  [
    'echo x > f; ln -s f l; ln f h; tar cf x.tar f l h; rm -f f l h; tar xf x.tar; readlink l; cat h; [ f -ef h ] && echo same',
    'f\nx\nsame\n',
    '',
    0,
  ],
  [
    "n=$(printf 'x%.0s' $(seq 120)); mkdir $n; echo long > $n/$n; ln -s $n/$n link; tar cf x.tar $n link; rm -rf $n link; tar xf x.tar; cat link; tar tf x.tar | wc -c",
    'long\n369\n',
    '',
    0,
  ],
  [
    'echo x > f; chmod 751 f; tar cf x.tar f; rm f; tar xf x.tar; stat -c %a f; tar tvf x.tar | cut -c1-10',
    '751\n-rwxr-x--x\n',
    '',
    0,
  ],
  [
    'tar cf x.tar none; echo $?; tar xf none.tar; echo $?; tar; tar cf x.tar; tar -tf x.tar --foo',
    '2\n2\n',
    "tar: none: Cannot stat: No such file or directory\ntar: Exiting with failure status due to previous errors\ntar: none.tar: Cannot open: No such file or directory\ntar: Error is not recoverable: exiting now\ntar: You must specify one of the '-Acdtrux', '--delete' or '--test-label' options\nTry 'tar --help' or 'tar --usage' for more information.\ntar: Cowardly refusing to create an empty archive\nTry 'tar --help' or 'tar --usage' for more information.\ntar: unrecognized option '--foo'\nTry 'tar --help' or 'tar --usage' for more information.\n",
    64,
  ],
  [
    'echo hello world, no tar here > x; tar tf x; echo $?',
    '2\n',
    'tar: This does not look like a tar archive\ntar: Exiting with failure status due to previous errors\n',
    0,
  ],
  [
    'echo a > a; echo b > b; tar cf x.tar a b; tar xf x.tar c; tar tf x.tar b; tar xOf x.tar b',
    'b\nb\n',
    'tar: c: Not found in archive\ntar: Exiting with failure status due to previous errors\n',
    0,
  ],
  [
    'echo a > a; tar cf x.tar a; echo b > b; tar rf x.tar b; tar tf x.tar; tar czf y.tgz a; tar rzf y.tgz b',
    'a\nb\n',
    "tar: Cannot update compressed archives\nTry 'tar --help' or 'tar --usage' for more information.\n",
    2,
  ],
  [
    "echo a > a; tar cf x.tar $PWD/a 2>&1 | head -1; tar tf x.tar | grep -c '^/'",
    "tar: Removing leading `/' from member names\n0\n",
    '',
    1,
  ],
  [
    'echo a > a; tar cf x.tar a; head -c 520 x.tar > y.tar; tar tf y.tar',
    'a\n',
    'tar: Unexpected EOF in archive\ntar: Error is not recoverable: exiting now\n',
    2,
  ],
  [
    "echo a > a; echo b > a2; tar cf x.tar a a2; rm a a2; tar xf x.tar --wildcards 'a?'; ls",
    'a2\nx.tar\n',
    '',
    0,
  ],
  [
    'echo a > a; tar czf x.tar.gz a; tar tf x.tar.gz; tar tzf /dev/stdin < x.tar.gz; cat x.tar.gz | tar xzO',
    'a\na\na\n',
    '',
    0,
  ],
  ["printf 'a\\nb\\n' > list; echo 1 > a; echo 2 > b; tar cf x.tar -T list; tar tf x.tar", 'a\nb\n', '', 0],
  [
    'echo old > a; tar cf x.tar a; echo new > a; tar xkf x.tar; cat a; tar xf x.tar --skip-old-files; cat a',
    'new\nnew\n',
    'tar: a: Cannot open: File exists\ntar: Exiting with failure status due to previous errors\n',
    0,
  ],
  [
    'mkdir d; touch d/f; tar cf d/x.tar d; tar tf d/x.tar',
    'd/\nd/f\n',
    'tar: d/x.tar: file is the archive; not dumped\n',
    0,
  ],
  ['mkdir "n a"; touch "n a/t\tb"; tar cf x.tar "n a"; tar tf x.tar', 'n a/\nn a/t\\tb\n', '', 0],
  [
    ': > e; tar tf e; echo $?',
    '2\n',
    'tar: This does not look like a tar archive\ntar: Exiting with failure status due to previous errors\n',
    0,
  ],
  [
    'echo a > a; tar cf x.tar a; head -c 512 x.tar > y.tar; echo b > b; tar cf - b >> y.tar; tar tf y.tar',
    'a\n',
    'tar: Skipping to next header\ntar: Exiting with failure status due to previous errors\n',
    2,
  ],
  // GNU's follows a changed name out of the directory; here nothing leaves it, whatever the name has become.
  [
    "mkdir o; echo x > a; tar cf t.tar a; tar xf t.tar -C o --transform 's,^,../b/,'; echo $?; ls; ls o; ln -s in l; tar cf u.tar l; tar xf u.tar -C o --transform 's,in,../../out,'; readlink o/l",
    '2\na\no\nt.tar\n../../out\n',
    "tar: ../b/a: Member name contains '..'\ntar: Exiting with failure status due to previous errors\n",
    0,
  ],
]

testScripts(cases)
