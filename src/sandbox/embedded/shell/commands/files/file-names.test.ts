import { testScripts, type ScriptCase } from '../../testing/script-cases.ts'

/** Script, then what GNU's coreutils 9.1 and diffutils 3.8 make of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  [
    "mkdir -p d/e; touch d/f; ln -s d l; realpath d/f l l/f none; echo $?; realpath none/x; echo $?; realpath -e none; echo $?; realpath -m a/b/c; realpath -s l; realpath --relative-to=d d/f; realpath --relative-to d/e d/f; realpath --relative-base=d d/f /tmp; realpath; echo $?; realpath --foo x; echo $?; realpath -q -e none; echo $?; realpath -L l/..; realpath .; realpath ''; echo $?; realpath -P l/..; realpath -em d | head -1; realpath --no-symlinks l/f",
    '/workspace/d/f\n/workspace/d\n/workspace/d/f\n/workspace/none\n0\n1\n1\n/workspace/a/b/c\n/workspace/l\nf\n../f\nf\n/tmp\n1\n1\n1\n/workspace\n/workspace\n1\n/workspace\n/workspace/d\n/workspace/l/f\n',
    "realpath: none/x: No such file or directory\nrealpath: none: No such file or directory\nrealpath: missing operand\nTry 'realpath --help' for more information.\nrealpath: unrecognized option '--foo'\nTry 'realpath --help' for more information.\nrealpath: '': No such file or directory\n",
    0,
  ],
  [
    'mktemp -u | cut -c1-9; mktemp -d | cut -c1-9; mktemp fooXXX | wc -c; mktemp fooXX; echo $?; mktemp --foo; echo $?; mktemp -t barXXXX | cut -c1-8; mktemp -p . xXXXX | cut -c1-3; mktemp --suffix=.txt aXXXX | cut -c6-; mktemp -d none/XXXX; echo $?; mktemp a b; echo $?; mktemp -q none/XXXXXX; echo $?; TMPDIR=. mktemp | cut -c1-6; mktemp --tmpdir aXXXX | cut -c1-6; mktemp XXXXXX.txt | cut -c7-; mktemp aXXXb | wc -c; mktemp -p none; echo $?; mktemp -dt | wc -l; f=$(mktemp); stat -c %a $f; d=$(mktemp -d); stat -c %a $d; mktemp --tmpdir=. | cut -c1-6; mktemp -u abc; echo $?',
    '/tmp/tmp.\n/tmp/tmp.\n7\n1\n1\n/tmp/bar\n./x\n.txt\n1\n1\n1\n./tmp.\n/tmp/a\n.txt\n6\n1\n1\n600\n700\n./tmp.\n1\n',
    "mktemp: too few X's in template 'fooXX'\nmktemp: unrecognized option '--foo'\nTry 'mktemp --help' for more information.\nmktemp: failed to create directory via template 'none/XXXX': No such file or directory\nmktemp: too many templates\nTry 'mktemp --help' for more information.\nmktemp: failed to create file via template 'none/tmp.XXXXXXXXXX': No such file or directory\nmktemp: too few X's in template 'abc'\n",
    0,
  ],
  [
    "printf 'abc\\ndef\\n' > a; printf 'abc\\ndxf\\nmore' > b; cmp a b; echo $?; cmp a a; echo $?; cmp -s a b; echo $?; cmp -l a b; echo $?; cmp -b a b; cmp -n 4 a b; echo $?; cmp -i 6 a b; echo $?; cmp none a; echo $?; cmp a; echo $?; cmp - a < a; echo $?; cmp -lb a b; printf 'abc\\nd' > c; cmp a c; echo $?; cmp -s none a; echo $?; cmp a b 5 5; cmp -i 5:5 a b; cmp --bytes=2 a b; cmp a < a; echo $?; : > e; cmp a e; cmp -l a c; printf 'ab' > g; printf 'abc' > h; cmp g h",
    'a b differ: byte 6, line 2\n1\n0\n1\n6 145 170\n1\na b differ: byte 6, line 2 is 145 e 170 x\n0\n1\n2\n1\n0\n6 145 e    170 x\n1\n2\na b differ: byte 1, line 1\na b differ: byte 1, line 1\n0\n',
    'cmp: EOF on a after byte 8\ncmp: EOF on a after byte 2, line 1\ncmp: none: No such file or directory\ncmp: EOF on - which is empty\ncmp: EOF on a after byte 8\ncmp: EOF on c after byte 5, in line 2\ncmp: EOF on e which is empty\ncmp: EOF on c after byte 5\ncmp: EOF on g after byte 2, in line 1\n',
    1,
  ],
  [
    "echo hello > f; truncate -s 3 f; cat f; echo; truncate -s +2 f; od -c f; truncate -s -1 f; wc -c < f; truncate -s 0 f; wc -c < f; truncate --size=1K g; wc -c < g; truncate -c -s 5 none; ls none; truncate; echo $?; truncate f; echo $?; truncate -s x f; echo $?; truncate --foo; echo $?; truncate -s '<100' g; wc -c < g; truncate -s '>500' g; wc -c < g; truncate -s %512 g; wc -c <g; truncate -s /100 g; wc -c < g; truncate -r f g; wc -c < g; truncate -s 1KB g; wc -c < g; truncate -s 5 none/x; echo $?; truncate -s 5; echo $?; truncate -o -s 1 f; wc -c < f",
    'hel\n0000000   h   e   l  \\0  \\0\n0000005\n4\n0\n1024\n1\n1\n1\n1\n100\n500\n512\n500\n0\n1000\n1\n1\n4096\n',
    "ls: cannot access 'none': No such file or directory\ntruncate: you must specify either '--size' or '--reference'\nTry 'truncate --help' for more information.\ntruncate: you must specify either '--size' or '--reference'\nTry 'truncate --help' for more information.\ntruncate: Invalid number: 'x'\ntruncate: unrecognized option '--foo'\nTry 'truncate --help' for more information.\ntruncate: cannot open 'none/x' for writing: No such file or directory\ntruncate: missing file operand\nTry 'truncate --help' for more information.\n",
    0,
  ],
  [
    "expr abc : 'a\\(.\\)c'; expr abc : '.*'; expr foo : x; echo $?; expr 'a b' : 'a \\(b\\)'; expr xay : '\\(a\\)'; expr match ab a; expr + length; expr a = a '&' 1; expr 1 '!=' 2; expr 2 '>=' 10; expr b '>' a; expr -5 / 2; expr -5 % 2; expr index hello xl; expr 99999999999999999999 + 1; expr \"\" : a; expr abc : 'abc$'; expr a.b : 'a\\.b'; expr ' ' ; expr 08 + 1; expr 1 2; echo $?; expr '(' 1; echo $?; expr 1 + 1 ')' ; echo $?; expr -- 3 - 5; expr length ''; echo $?; expr substr hello 0 2; expr substr hello 4 10; expr 3 + ; echo $?; expr --help | head -1 | cut -c1-6",
    'b\n3\n0\n1\nb\n\n1\nlength\n1\n1\n0\n1\n-2\n-1\n3\n100000000000000000000\n0\n3\n3\n \n9\n2\n2\n2\n-2\n0\n1\n\nlo\n2\nUsage:\n',
    "expr: syntax error: unexpected argument '2'\nexpr: syntax error: expecting ')' after '1'\nexpr: syntax error: unexpected argument ')'\nexpr: syntax error: missing argument after '+'\n",
    0,
  ],
  [
    "echo abc | base64; echo YWJj | base64 -d; base64 none; echo $?; base64 --foo; echo $?; seq 100 | base64 -w 20 | head -1; echo '!!' | base64 -d; echo $?; printf 'a' > f; base64 f; base64 -w0 f; echo; echo 'YW Jj' | base64 -di; echo YWI= | base64 -d; printf YQ | base64 -d; echo $?; head -c 1000 /dev/zero | base64 | wc; base64 -w x f; echo $?; base64 f g; echo $?; echo YQ==YQ== | base64 -d; printf '\\xff\\x00\\xfe' | base64; printf abcde | base32; printf MFRGGZDF | base32 -d",
    'YWJjCg==\nabc1\n1\nMQoyCjMKNAo1CjYKNwo4\n1\nYQ==\nYQ==\nabcaba1\n     18      18    1354\n1\n1\naa/wD+\nMFRGGZDF\nabcde',
    "base64: none: No such file or directory\nbase64: unrecognized option '--foo'\nTry 'base64 --help' for more information.\nbase64: invalid input\nbase64: invalid input\nbase64: invalid wrap size: 'x'\nbase64: extra operand 'g'\nTry 'base64 --help' for more information.\n",
    0,
  ],
  [
    'whoami x; echo $?; whoami --foo; echo $?; logname x 2>&1 | tail -1; arch --foo; echo $?; tty -x 2>/dev/null; echo $?',
    "1\n1\nTry 'logname --help' for more information.\n1\n2\n",
    "whoami: extra operand 'x'\nTry 'whoami --help' for more information.\nwhoami: unrecognized option '--foo'\nTry 'whoami --help' for more information.\narch: unrecognized option '--foo'\nTry 'arch --help' for more information.\n",
    0,
  ],
  [
    'basename /a/b.txt; basename /a/b.txt .txt; basename -s .txt a.txt b.txt; basename -a x/y z/w; basename /; basename; echo $?; basename a b c; echo $?; basename --foo; echo $?; basename -z a | od -c; basename a/ ; basename .txt .txt; basename -a -s.t a.t',
    'b.txt\nb\na\nb\ny\nw\n/\n1\n1\n1\n0000000   a  \\0\n0000002\na\n.txt\na\n',
    "basename: missing operand\nTry 'basename --help' for more information.\nbasename: extra operand 'c'\nTry 'basename --help' for more information.\nbasename: unrecognized option '--foo'\nTry 'basename --help' for more information.\n",
    0,
  ],
  [
    'dirname /a/b; dirname a; dirname /; dirname a/b c/d; dirname; echo $?; dirname --foo; echo $?; dirname a//b//; dirname -z a/b | od -c',
    '/a\n.\n/\na\nc\n1\n1\na\n0000000   a  \\0\n0000002\n',
    "dirname: missing operand\nTry 'dirname --help' for more information.\ndirname: unrecognized option '--foo'\nTry 'dirname --help' for more information.\n",
    0,
  ],
  [
    'ln -s a b; readlink b; touch a; readlink -f b; readlink a; echo $?; readlink -e none; echo $?; readlink -n b; echo; readlink --foo; echo $?; readlink; echo $?; readlink -m x/y/z; readlink -f none; readlink -f none/x; echo $?; readlink b b; readlink -v a; echo $?; readlink -z b | od -c',
    'a\n/workspace/a\n1\n1\na\n1\n1\n/workspace/x/y/z\n/workspace/none\n1\na\na\n1\n0000000   a  \\0\n0000002\n',
    "readlink: unrecognized option '--foo'\nTry 'readlink --help' for more information.\nreadlink: missing operand\nTry 'readlink --help' for more information.\nreadlink: a: Invalid argument\n",
    0,
  ],
  [
    'mkdir -p a/b; rmdir a; echo $?; rmdir -p a/b; ls; mkdir -p c/d; rmdir -v c/d; rmdir none; echo $?; rmdir --ignore-fail-on-non-empty c; rmdir --foo; echo $?; rmdir; echo $?; touch f; rmdir f; echo $?; mkdir -p x/y; touch x/f; rmdir --ignore-fail-on-non-empty x; echo $?',
    "1\nrmdir: removing directory, 'c/d'\n1\n1\n1\n1\n0\n",
    "rmdir: failed to remove 'a': Directory not empty\nrmdir: failed to remove 'none': No such file or directory\nrmdir: unrecognized option '--foo'\nTry 'rmdir --help' for more information.\nrmdir: missing operand\nTry 'rmdir --help' for more information.\nrmdir: failed to remove 'f': Not a directory\n",
    0,
  ],
  [
    'touch a; mv a b; ls; mv none x; echo $?; mkdir d; mv b d; ls d; mv -v d/b c; mv -n c c2; ls; touch x; mv -i c2 x </dev/null; mv -t d x; ls d; mv --foo; echo $?; mv; echo $?; mv a; echo $?; mv -T d e; ls; mv e e/f; echo $?; touch p q; mv -b p q; ls; mv -f q e; mv e/q e/x .; ls; touch z; mv z z; echo $?; mv z none/; echo $?; mv -u z zz; mv zz x nodir; echo $?',
    "b\n1\nb\nrenamed 'd/b' -> 'c'\nc2\nd\nx\n1\n1\n1\nc2\ne\n1\nc2\ne\nq\nq~\nc2\ne\nq\nq~\nx\n1\n1\n1\n",
    "mv: cannot stat 'none': No such file or directory\nmv: overwrite 'x'? mv: unrecognized option '--foo'\nTry 'mv --help' for more information.\nmv: missing file operand\nTry 'mv --help' for more information.\nmv: missing destination file operand after 'a'\nTry 'mv --help' for more information.\nmv: cannot move 'e' to a subdirectory of itself, 'e/f'\nmv: 'z' and 'z' are the same file\nmv: cannot move 'z' to 'none/': Not a directory\nmv: target 'nodir': No such file or directory\n",
    0,
  ],
  [
    'touch a; ln a b; stat -c %h a; ln -s a c; readlink c; ln -s a c; echo $?; ln -sf b c; readlink c; ln -sv a d; ln none x; echo $?; ln --foo; echo $?; ln; echo $?; mkdir e; ln -s ../a e/; readlink e/a; ln -s a b e; echo $?; ln -sr a e/r; readlink e/r; ln -sfn a e2; ln -sfn b e2; readlink e2; ln -sT a e; echo $?; ln -t e d; ls e; ln -s x; readlink x; mkdir dd; ln -s dd ld; ln -sfn e ld; readlink ld; ls dd; ln dd hh; echo $?; ln -sfT a ld; ln -sb b c; ls c*',
    "2\na\n1\nb\n'd' -> 'a'\n1\n1\n1\n../a\n1\n../a\nb\n1\na\nb\nd\nr\nx\ne\n1\nc\nc~\n",
    "ln: failed to create symbolic link 'c': File exists\nln: failed to access 'none': No such file or directory\nln: unrecognized option '--foo'\nTry 'ln --help' for more information.\nln: missing file operand\nTry 'ln --help' for more information.\nln: failed to create symbolic link 'e/a': File exists\nln: failed to create symbolic link 'e': File exists\nln: dd: hard link not allowed for directory\n",
    0,
  ],
  [
    "touch a; chmod 600 a; stat -c %a a; chmod u+x,g+r a; stat -c %a a; chmod -v 644 a; chmod -c 644 a; chmod a=r a; stat -c %a a; chmod --reference=a a; mkdir -p d/e; touch d/f; chmod -R 755 d; stat -c %a d/f; chmod none; echo $?; chmod 999 a; echo $?; chmod 644 none; echo $?; chmod --foo; echo $?; chmod +x a; stat -c %a a; chmod -x a; stat -c %a a; chmod g+s,o+t d; stat -c %a d; chmod u=rwX,go=rX -R d; stat -c '%a %n' d d/e d/f; chmod -R u+w,g-w d; chmod 0 a; stat -c %a a; chmod g=u a; chmod z+x a; echo $?; chmod 1777 d; stat -c %A d; chmod -f 600 none; echo $?; chmod -w a",
    "600\n740\nmode of 'a' changed from 0740 (rwxr-----) to 0644 (rw-r--r--)\n444\n755\n1\n1\n1\n1\n555\n444\n3755\n2755 d\n755 d/e\n755 d/f\n0\n1\ndrwxrwsrwt\n1\n",
    "chmod: missing operand after 'none'\nTry 'chmod --help' for more information.\nchmod: invalid mode: '999'\nTry 'chmod --help' for more information.\nchmod: cannot access 'none': No such file or directory\nchmod: unrecognized option '--foo'\nTry 'chmod --help' for more information.\nchmod: invalid mode: 'z+x'\nTry 'chmod --help' for more information.\n",
    0,
  ],
  [
    'which ls; which none; echo $?; which -a sh | head -1; which; echo $?; type ls; type -t cd; echo $?; command -v ls; command -v none; echo $?; hash ls; echo $?',
    '/usr/bin/ls\n1\n/usr/bin/sh\n1\nls is /usr/bin/ls\nbuiltin\n0\n/usr/bin/ls\n1\n0\n',
    '',
    0,
  ],
]

testScripts(cases)
