import { testScripts, type ScriptCase } from '../../testing/script-cases.ts'

/** Script, then what GNU coreutils 9.1 and findutils 4.9 make of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  [
    "echo a | xargs -I{} echo x{}y; seq 5 | xargs -n2; printf 'a\\0b\\0' | xargs -0 -n1; seq 3 | xargs -P 2 echo; echo | xargs echo empty; echo | xargs -r echo no; printf '\"a b\" c\\n' | xargs -n1 echo",
    'xay\n1 2\n3 4\n5\na\nb\n1 2 3\nempty\na b\nc\n',
    '',
    0,
  ],
  [
    "echo 1 2 | xargs -t echo; echo x | xargs false; echo $?; seq 3 | xargs -L 1 echo l; printf 'a b' | xargs -d ' ' -n1; printf 'a b\\n  c\\n' | xargs -I % echo [%]; seq 6 | xargs -n 3 sh -c 'echo $0-$1-$2'; echo \"it's\" | xargs; echo $?",
    '1 2\n123\nl 1\nl 2\nl 3\na\nb\n[a b]\n[c]\n1-2-3\n4-5-6\n1\n',
    'echo 1 2\nxargs: unmatched single quote; by default quotes are special to xargs unless you use the -0 option\n',
    0,
  ],
  [
    "touch 'a b' c; printf 'a b\\0c\\0' | xargs -0 ls; echo 'echo hi' > s.sh; ls s.sh | xargs -I{} sh {}; seq 3 | xargs -n1 sh -c 'exit 255'; echo $?; xargs -n0 < /dev/null; echo $?; seq 2 > f; xargs -a f echo; xargs < f",
    'a b\nc\nhi\n124\n1\n1 2\n1 2\n',
    "xargs: sh: exited with status 255; aborting\nxargs: value 0 for -n option should be >= 1\nTry 'xargs --help' for more information.\n",
    0,
  ],
  [
    'cp none x; echo $?; mkdir d; echo a > d/a; cp d e; cp -r d e; cp -a d f; ls e f; cp -n d/a f/a; cp -v d/a f/b; cp d/a; cp; cp d/a d/a; cp -T d/a z; cat z',
    "1\ne:\na\n\nf:\na\n'd/a' -> 'f/b'\na\n",
    "cp: cannot stat 'none': No such file or directory\ncp: -r not specified; omitting directory 'd'\ncp: missing destination file operand after 'd/a'\nTry 'cp --help' for more information.\ncp: missing file operand\nTry 'cp --help' for more information.\ncp: 'd/a' and 'd/a' are the same file\n",
    0,
  ],
  [
    'mkdir d; echo a > d/a; cp -t d d/a; cp -r d d/sub; ln -s d/a l; cp -P l m; readlink m; cp l n; cat n; cp -l n h; [ n -ef h ] && echo linked; cp -s /dev/null s; readlink s; mkdir e; cp --parents d/a e; ls e; cp d/a l none/; echo $?; cp a b c; echo $?; chmod 700 n; cp n o; stat -c %a o; touch -d @100 n; cp -p n p; stat -c %Y p',
    'd/a\na\nlinked\n/dev/null\nd\n1\n1\n700\n100\n',
    "cp: 'd/a' and 'd/a' are the same file\ncp: cannot copy a directory, 'd', into itself, 'd/sub'\ncp: target 'none/': No such file or directory\ncp: target 'c': No such file or directory\n",
    0,
  ],
  [
    'mkdir -m 700 q; stat -c %a q; mkdir -pv q/r/s; mkdir q; echo $?; mkdir a/b; mkdir; mkdir -p q/r; echo > f; mkdir f/x; mkdir -p f; ln -s nope l; rm l; rm -v f; rm none; rm -f none; rm q; rm -d q; rm -rv q/r; rm -r .; rm -rf q; ls; rm; rm -f; echo $?',
    "700\nmkdir: created directory 'q/r'\nmkdir: created directory 'q/r/s'\n1\nremoved 'f'\nremoved directory 'q/r/s'\nremoved directory 'q/r'\n0\n",
    "mkdir: cannot create directory 'q': File exists\nmkdir: cannot create directory 'a/b': No such file or directory\nmkdir: missing operand\nTry 'mkdir --help' for more information.\nmkdir: cannot create directory 'f/x': Not a directory\nmkdir: cannot create directory 'f': File exists\nrm: cannot remove 'none': No such file or directory\nrm: cannot remove 'q': Is a directory\nrm: cannot remove 'q': Directory not empty\nrm: refusing to remove '.' or '..' directory: skipping '.'\nrm: missing operand\nTry 'rm --help' for more information.\n",
    0,
  ],
  [
    "touch a; stat -c '%n %s %F %a %h' a; echo hi > a; touch -d '2020-01-01 00:00:00' a; TZ=UTC stat -c '%y %Y %A %s %F' a; touch -d @5 a; stat -c %Y a; touch -r a b; stat -c %Y b; touch -t 202001020304.05 a; stat -c %Y a; touch -c zz; ls zz 2>/dev/null; stat none; stat --printf '%s\\t%n\\n' a; ln -s a l; stat -c '%N %F' l; stat -Lc %F l; touch -m -d @7 a; stat -c '%Y' a; touch none/x; echo $?",
    "a 0 regular empty file 644 1\n2020-01-01 00:00:00.000000000 +0000 1577836800 -rw-r--r-- 3 regular file\n5\n5\n1577934245\n3\ta\n'l' -> 'a' symbolic link\nregular file\n7\n1\n",
    "stat: cannot statx 'none': No such file or directory\ntouch: cannot touch 'none/x': No such file or directory\n",
    0,
  ],
  [
    'echo 1 > s; install -m 600 s t; stat -c %a t; install -d x/y z; stat -c %a z; install -D s p/q/r; cat p/q/r; install s x; ls x; install -v s x/y; install none x; echo $?; install s; unlink t; ls t 2>/dev/null; link s t2; stat -c %h t2; unlink none',
    "600\n755\n1\ns\ny\n's' -> 'x/y/s'\n1\n2\n",
    "install: cannot stat 'none': No such file or directory\ninstall: missing destination file operand after 's'\nTry 'install --help' for more information.\nunlink: cannot unlink 'none': No such file or directory\n",
    1,
  ],
  [
    'touch a b c; ls a b; ls *; ls ./a ./b; mkdir d; touch d/x d/.h; ls -1 d a; ls -a d; ls d/x; ls -d d; ls -A d; ls -p; ls -F; ls -m; ls --color=never d',
    'a\nb\na\nb\nc\n./a\n./b\na\n\nd:\nx\n.\n..\n.h\nx\nd/x\nd\n.h\nx\na\nb\nc\nd/\na\nb\nc\nd/\na, b, c, d\nx\n',
    '',
    0,
  ],
  [
    'touch B a C .h; ls; ls -r; mkdir d; ls -R; mkdir d/e; touch d/e/f; ls -R d; ls none; echo $?; ls a none d; echo $?',
    'B\nC\na\na\nC\nB\n.:\nB\nC\na\nd\n\n./d:\nd:\ne\n\nd/e:\nf\n2\na\n\nd:\ne\n2\n',
    "ls: cannot access 'none': No such file or directory\nls: cannot access 'none': No such file or directory\n",
    0,
  ],
  [
    "printf 123 > a; printf 12345 > b; touch -d '2001-02-03 04:05' a; touch -d '2002-02-03 04:05' b; ls -l a b | sed 's/root root/user user/'; ls -t; ls -S; ls -tr; ls -lh a | cut -c1-12; ls -l --time-style=long-iso a | cut -d' ' -f5-; ls -Q; ls --group-directories-first",
    '-rw-r--r-- 1 user user 3 Feb  3  2001 a\n-rw-r--r-- 1 user user 5 Feb  3  2002 b\nb\na\nb\na\na\nb\n-rw-r--r-- 1\n3 2001-02-03 04:05 a\n"a"\n"b"\na\nb\n',
    '',
    0,
  ],
  [
    'ln -s none l; ls l; ls -l l | sed \'s/.* l ->/l ->/\'; ln -s /usr m; ls -d m; ls -F; mkdir d; touch d/x; ln -s d s; ls s; ls -l s | cut -c1; chmod +x d/x; ls -F d; ls s/; ls -X d; ls -v; ls -lG d | tail -1 | cut -c1-10; ls ""',
    'l\nl -> none\nm\nl@\nm@\nx\nl\nx*\nx\nx\nd\nl\nm\ns\n-rwxr-xr-x\n',
    "ls: cannot access '': No such file or directory\n",
    2,
  ],
  [
    "mkdir e; ls e; ls -l e; ls e e; touch 'a b' \"c'd\"; ls; ls -1 'a b'; mkdir -p x/y; ls x/ e; ls -U x",
    "total 0\ne:\n\ne:\na b\nc'd\ne\na b\ne:\n\nx/:\ny\ny\n",
    '',
    0,
  ],
]

testScripts(cases)
