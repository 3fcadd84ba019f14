import { testScripts, type ScriptCase } from '../testing/script-cases.ts'

/** Script, then stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  ['cd /tmp; ln -s /workspace w; realpath w . x', '/workspace\n/tmp\n/tmp/x\n', '', 0],
  ['realpath -e none', '', 'realpath: none: No such file or directory\n', 1],
  [
    'f=$(mktemp); [ -f "$f" ] && stat -c %a "$f"; d=$(mktemp -d); [ -d "$d" ] && echo dir',
    '600\ndir\n',
    '',
    0,
  ],
  ['mktemp ./aXXXX | cut -c1-3; mktemp nox', './a\n', "mktemp: too few X's in template 'nox'\n", 1],
  [
    'printf ab > x; printf ac > y; cmp x y; cmp x x && echo same',
    'x y differ: byte 2, line 1\nsame\n',
    '',
    0,
  ],
  ['printf ab > x; printf abc | cmp x -', '', 'cmp: EOF on x after byte 2, in line 1\n', 1],
  [
    'printf abc > x; truncate -s 2 x; cat x; truncate -s +1K x; wc -c < x; truncate -s q x',
    'ab1026\n',
    "truncate: Invalid number: 'q'\n",
    1,
  ],
  [
    'printf "\\0\\0\\0" > z; head -c 3 /dev/zero | cmp z - && head -c 2K /dev/urandom | wc -c',
    '2048\n',
    '',
    0,
  ],
  ['printf "a\\nb\\nc\\n" | head -n 2', 'a\nb\n', '', 0],
  [
    'uname; uname -sm; uname -Q',
    'Linux\nLinux x86_64\n',
    "uname: invalid option -- 'Q'\nTry 'uname --help' for more information.\n",
    1,
  ],
  ['id -u; id -un; id', '1000\nuser\nuid=1000(user) gid=1000(user) groups=1000(user)\n', '', 0],
  [
    '. /etc/os-release; echo $ID; [ "$(grep -c ^processor /proc/cpuinfo)" = "$(nproc)" ] && cut -d: -f7 /etc/passwd',
    'vivarium\n/usr/sbin/nologin\n/bin/bash\n',
    '',
    0,
  ],
  [
    'ls /proc/self/fd; echo in | cat /dev/fd/0; echo out > /dev/fd/1; echo err > /proc/self/fd/2',
    '0\n1\n2\nin\nout\n',
    'err\n',
    0,
  ],
  ['[ "$(nproc)" -ge 1 ] && echo yes', 'yes\n', '', 0],
  ['kill -l | head -1; kill -NOPE 1', ' 1) SIGHUP\n', 'bash: kill: NOPE: invalid signal specification\n', 1],
  ['A=1; export B=2; env -i C=3 env; env | grep -c "^A="; printenv B', 'C=3\n0\n2\n', '', 0],
  ['env X=7 sh -c "echo \\$X"; env -u B printenv B', '7\n', '', 1],
  ['echo hi | gzip | gunzip', 'hi\n', '', 0],
  ['sh -c "exit 4"; echo $?; bash -euc "false; echo no"; echo $?', '4\n1\n', '', 0],
  ['sh none.sh', '', 'sh: none.sh: No such file or directory\n', 127],
  ['echo "echo from stdin \\$1" | sh -s arg', 'from stdin arg\n', '', 0],
]

testScripts(cases, { env: { PATH: '/usr/bin:/bin' } })
