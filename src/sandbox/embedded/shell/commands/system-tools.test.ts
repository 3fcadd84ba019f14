import { testScripts, type ScriptCase } from '../testing/script-cases.ts'

/** Script, then what coreutils 9.1, procps 4.0 and glibc's iconv and getconf make of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  [
    'uname -sm; uname -z; echo $?; uname x; echo $?; id nobodyx; echo $?; id -n; echo $?; id -ug; echo $?; nproc --foo; echo $?; nproc --ignore=100; groups none; echo $?; printenv HOME none; echo $?; printenv --foo; echo $?; env --foo; echo $?; env -0 true; echo $?; env -C /none pwd; echo $?; env -u; echo $?; sleep; echo $?; sleep -1; echo $?; sleep 0.01s 0.01',
    'Linux x86_64\n1\n1\n1\n1\n1\n1\n1\n1\n/home/user\n1\n2\n125\n125\n125\n125\n1\n1\n',
    "uname: invalid option -- 'z'\nTry 'uname --help' for more information.\nuname: extra operand 'x'\nTry 'uname --help' for more information.\nid: 'nobodyx': no such user\nid: cannot print only names or real IDs in default format\nid: cannot print \"only\" of more than one choice\nnproc: unrecognized option '--foo'\nTry 'nproc --help' for more information.\ngroups: 'none': no such user\nprintenv: unrecognized option '--foo'\nTry 'printenv --help' for more information.\nenv: unrecognized option '--foo'\nTry 'env --help' for more information.\nenv: cannot specify --null (-0) with command\nTry 'env --help' for more information.\nenv: cannot change directory to '/none': No such file or directory\nenv: option requires an argument -- 'u'\nTry 'env --help' for more information.\nsleep: missing operand\nTry 'sleep --help' for more information.\nsleep: invalid option -- '1'\nTry 'sleep --help' for more information.\n",
    0,
  ],
  [
    'cksum <<< hi; sum <<< hi; sum -s <<< hi; echo hi > f; cksum f; sum f f; cksum none; echo $?; seq 1000 | cksum; seq 1000 | sum; seq 1000 | sum -s; : | cksum; cksum -a sysv f; cksum -a bsd f',
    '1479881546 3\n32856     1\n219 1\n1479881546 3 f\n32856     1 f\n32856     1 f\n1\n1830648734 3893\n20029     4\n31295 8\n4294967295 0\n219 1 f\n32856     1 f\n',
    'cksum: none: No such file or directory\n',
    0,
  ],
  [
    "printf 'caf\\xe9\\n' | iconv -f latin1 -t utf-8; printf 'é\\n' | iconv -t latin1 | od -An -tx1; printf 'é\\n' | iconv -t utf-16le | od -An -tx1; printf 'é' | iconv -f utf-8 -t ascii//IGNORE 2>/dev/null; printf '\\xff\\xfea\\0' | iconv -f utf-16 -t utf-8",
    'café\n e9 0a\n e9 00 0a 00\na',
    '',
    0,
  ],
  [
    'pgrep nosuch; echo $?; pkill nosuch; echo $?; sleep 5 & pgrep -c -x sleep; pkill -x sleep; wait $! 2>/dev/null; echo $?; pgrep -x sleep; echo $?',
    '1\n1\n1\n143\n1\n',
    '',
    0,
  ],
  [
    'touch a; chown nobody2 a; echo $?; chown; echo $?; chgrp x; echo $?; chown : a; echo $?',
    '1\n1\n1\n0\n',
    "chown: invalid user: 'nobody2'\nchown: missing operand\nTry 'chown --help' for more information.\nchgrp: missing operand after 'x'\nTry 'chgrp --help' for more information.\n",
    0,
  ],
  ['getconf PATH; getconf PAGE_SIZE; getent passwd nosuch; echo $?', '/bin:/usr/bin\n4096\n2\n', '', 0],
]

testScripts(cases)
