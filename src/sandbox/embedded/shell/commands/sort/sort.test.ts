import { testScripts, type ScriptCase } from '../../testing/script-cases.ts'

/** Script, then what GNU sort 9.1 makes of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  [
    "printf 'b\\na\\nB\\nA\\n' | sort; printf 'b\\na\\nB\\nA\\n' | sort -f; printf '10\\n9\\n1K\\n2M\\n' | sort -h; printf 'a 2\\nb 1\\nc 10\\n' | sort -k2n; printf 'v1.10\\nv1.9\\nv1.9~rc\\nv1.9a\\n' | sort -V; printf 'a\\na\\nb\\n' | sort -u; printf 'x,3\\ny,1\\n' | sort -t, -k2 -r; printf '3\\n1\\n' | sort -c; echo $?",
    'A\nB\na\nb\nA\na\nB\nb\n9\n10\n1K\n2M\nb 1\na 2\nc 10\nv1.9~rc\nv1.9\nv1.9a\nv1.10\na\nb\nx,3\ny,1\n1\n',
    'sort: -:2: disorder: 1\n',
    0,
  ],
  [
    "printf '10\\n9\\n-1\\nx\\n1.5\\n' | sort -n; printf '1e3\\n5\\nx\\n-inf\\n' | sort -g; printf 'Feb\\nJAN\\nfoo\\nDec\\n' | sort -M; printf 'b 1\\na 1\\n' | sort -s -k2; printf 'b 1\\na 1\\n' | sort -k2; printf 'a\\0c\\0b\\0' | sort -z | od -c; seq 3 | sort -r -o f; cat f; sort f f; sort none; echo $?",
    '-1\nx\n1.5\n9\n10\nx\n-inf\n5\n1e3\nfoo\nJAN\nFeb\nDec\nb 1\na 1\na 1\nb 1\n0000000   a  \\0   b  \\0   c  \\0\n0000006\n3\n2\n1\n1\n1\n2\n2\n3\n3\n2\n',
    'sort: cannot read: none: No such file or directory\n',
    0,
  ],
  [
    "printf 'a:3:x\\nb:1:y\\na:2:z\\n' | sort -t: -k1,1 -k2,2nr; printf 'aXb\\naAb\\n' | sort -k1.2,1.2; printf '  b\\n a\\n' | sort -b; printf '  b\\n a\\n' | sort; printf 'a 10\\na 9\\n' | sort -k 2,2 -n; printf '1\\n2\\n' | sort -C && echo ok; printf 'A\\na\\n' | sort -fu; printf 'x-b\\nxa\\n' | sort -d; sort -k0; echo $?; sort -n -g; echo $?; sort --foo; echo $?",
    'a:3:x\na:2:z\nb:1:y\naAb\naXb\n a\n  b\n  b\n a\na 9\na 10\nok\nA\nxa\nx-b\n2\n2\n2\n',
    "sort: field number is zero: invalid field specification '0'\nsort: options '-gn' are incompatible\nsort: unrecognized option '--foo'\nTry 'sort --help' for more information.\n",
    0,
  ],
  [
    "printf 'c\\nb\\na\\n' > f; sort f -o f; cat f; printf 'é\\nz\\na\\n' | sort; printf '2 b\\n1 a\\n' | sort --key=1n --reverse; printf 'k=2\\nk=1\\n' | sort -t= -k2; sort -m <(printf 'a\\nc\\n') <(printf 'b\\n'); printf 'a\\n\\nb\\n' | sort; printf 'no newline' | sort; seq 12 | sort --parallel=2 -S 1M | head -3; seq 5 | sort -R | wc -l; printf '3 a\\n3 b\\n1 c\\n' | sort -u -k1,1; sort -t ab f; echo $?",
    'a\nb\nc\na\nz\né\n1 a\n2 b\nk=1\nk=2\na\nb\nc\n\na\nb\nno newline\n1\n10\n11\n5\n1 c\n3 a\n2\n',
    "sort: multi-character tab 'ab'\n",
    0,
  ],
]

testScripts(cases)
