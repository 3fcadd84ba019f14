import { testScripts, type ScriptCase } from '../../testing/script-cases.ts'

/** Script, then what GNU gzip 1.12 makes of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  ['echo hi | gzip -9 | gunzip', 'hi\n', '', 0],
  [
    'printf abc > x; gzip -k x; gunzip -c x.gz x.gz; gunzip x',
    'abcabc',
    'gzip: x: unknown suffix -- ignored\n',
    2,
  ],
  ['printf abc > x; gzip x; ls; gzip -d x.gz; ls; cat x', 'x.gz\nx\nabc', '', 0],
  ['printf abc > x; gzip < x > y; cat y y | zcat; gzip -t y; echo $?', 'abcabc0\n', '', 0],
  ['printf abc > x; gzip -k x; gunzip x.gz', '', 'gzip: x already exists;\tnot overwritten\n', 2],
  ['echo foo | gunzip', '', '\ngzip: stdin: not in gzip format\n', 1],
  [
    'gzip none; mkdir d; gzip d',
    '',
    'gzip: none: No such file or directory\ngzip: d is a directory -- ignored\n',
    2,
  ],
  ['printf abc > x; gzip -S .zz x; ls; gunzip -S .zz x.zz; ls', 'x.zz\nx\n', '', 0],
  [
    'mkdir -p d/e; echo a > d/a; echo b > d/e/b; gzip -r d; find d | sort; gunzip -r d; find d | sort',
    'd\nd/a.gz\nd/e\nd/e/b.gz\nd\nd/a\nd/e\nd/e/b\n',
    '',
    0,
  ],
  ["printf 'tar' > x.tar; gzip -c x.tar > x.tgz; rm x.tar; gunzip x.tgz; ls", 'x.tar\n', '', 0],
  [
    'echo plain > p; zcat -f p; printf abc > x; gzip x; printf junk >> x.gz; zcat x.gz',
    'plain\nabc',
    '\ngzip: x.gz: decompression OK, trailing garbage ignored\n',
    2,
  ],
  [
    'printf abc > x.gz; gzip x.gz; gzip -f x.gz; ls',
    'x.gz.gz\n',
    'gzip: x.gz already has .gz suffix -- unchanged\n',
    0,
  ],
  ["printf abc | gzip | { printf 'x'; cat; } | gunzip", '', '\ngzip: stdin: not in gzip format\n', 1],
]

testScripts(cases)
