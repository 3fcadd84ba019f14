import { testScripts, type ScriptCase } from '../../testing/script-cases.ts'

/** Script, then what GNU find 4.9 makes of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  [
    "mkdir -p d/e; touch d/a.js d/e/b.ts; find d -name '*.js'; find d -type f -exec echo {} +; find d -type f -exec echo {} \\;",
    'd/a.js\nd/a.js d/e/b.ts\nd/a.js\nd/e/b.ts\n',
    '',
    0,
  ],
  [
    "mkdir -p d/e; touch d/a.js d/e/b.ts; find d -type f -printf '%f %s %p %P %h %d %y\\n'; find d -printf '%m\\n' | head -1",
    'a.js 0 d/a.js a.js d 1 f\nb.ts 0 d/e/b.ts e/b.ts d/e 2 f\n755\n',
    '',
    0,
  ],
  [
    'mkdir -p d/e; touch d/a d/e/b; find d -maxdepth 1|sort; find d -mindepth 1 -maxdepth 1 -type d; find d -depth|sort',
    'd\nd/a\nd/e\nd/e\nd\nd/a\nd/e\nd/e/b\n',
    '',
    0,
  ],
  [
    "mkdir -p d/node_modules/x d/s; touch d/node_modules/x/y.js d/s/z.js; find d -name node_modules -prune -o -name '*.js' -print; find d -path '*/node_modules/*' -prune -o -type f -print; find d -not -path '*/node_modules/*' -name '*.js'; find d ! -name '*.js' -type f; find d \\( -name '*.js' -o -name '*.ts' \\) -type f",
    'd/s/z.js\nd/s/z.js\nd/s/z.js\nd/node_modules/x/y.js\nd/s/z.js\n',
    '',
    0,
  ],
  [
    'mkdir d; touch d/a d/b; find d -type f -delete; find d; find d -empty; find d -delete; ls',
    'd\nd\n',
    '',
    0,
  ],
  [
    "mkdir d; touch d/a.js d/B.JS; find d -iname '*.js' | sort; find d -regex '.*/a\\.js'; find d -regextype posix-extended -regex '.*\\.(js|ts)'; find d -iregex '.*b\\.js'; find d -ipath '*B.js'; find d -wholename 'd/a.js'",
    'd/B.JS\nd/a.js\nd/a.js\nd/a.js\nd/B.JS\nd/B.JS\nd/a.js\n',
    '',
    0,
  ],
  [
    "mkdir d; touch 'd/a b' d/c; find d -type f -print0 | sort -z | tr '\\0' '\\n'; find d -type f | sort; find d -type f -print0 | sort -z | xargs -0 -n1 echo; ln -s c d/l; find d -type l; find -L d -type l; find d -lname 'c'; find d -xtype f | sort",
    'd/a b\nd/c\nd/a b\nd/c\nd/a b\nd/c\nd/l\nd/l\nd/a b\nd/c\nd/l\n',
    '',
    0,
  ],
  [
    'find none; echo $?; find . -foo; echo $?; find . -name; echo $?; find . -type q; echo $?; mkdir d; touch d/x; find d -name x -quit; find d -name x -print -quit; find d -name x -ls | wc -l; find d -false -o -name x; find d -name x -a -type f -ok rm {} \\; < /dev/null 2>/dev/null; ls d',
    '1\n1\n1\n1\nd/x\n1\nd/x\nx\n',
    "find: 'none': No such file or directory\nfind: unknown predicate `-foo'\nfind: missing argument to `-name'\nfind: Unknown argument to -type: q\n",
    0,
  ],
  [
    "mkdir -p d/e; touch d/e/f; find d -name f -execdir echo {} \\; ; find d -name f -exec sh -c 'echo \"got $1\"' _ {} \\; ; find d -type f -exec false \\; -o -type f -print; find d -name f -exec grep -l x {} + ; echo $?; find d -links 1 -type f; find d -inum 0; find d -samefile d/e/f; find d/e -maxdepth 0 -printf '%y %f\\n'; find d -type d,f | sort; find d d/e -maxdepth 0; find -maxdepth 1 -type d; find . -maxdepth 1 -name 'd'; find d -name 'f' -printf '%TY %k %n %l|%%\\n' | cut -c5-; find d/ -name f; find d -newermt '2000-01-01' -type f; find d -mindepth 2; find . -path ./d -prune -o -print; find d -depth -type d -empty ; find d -type f -fprint out; cat out; find d -size 0 -type f",
    './f\ngot d/e/f\nd/e/f\n1\nd/e/f\nd/e/f\nd e\nd\nd/e\nd/e/f\nd\nd/e\n.\n./d\n./d\n 0 1 |%\nd/e/f\nd/e/f\nd/e/f\n.\nd/e/f\nd/e/f\n',
    '',
    0,
  ],
  [
    "mkdir d; printf abc > d/a; printf '%02000d' 0 > d/b; find d -size +1k -type f; find d -size -2 -type f; find d -size 3c; find d -size +0 -type f | sort; find d -mtime -1 -type f | sort; find d -mmin -5 -type f | sort; find d -mtime +1; touch -d '2 days ago' d/a; find d -mtime +0 -type f; find d -newer d/a -type f; find d -mmin +5",
    'd/b\nd/a\nd/a\nd/a\nd/b\nd/a\nd/b\nd/a\nd/b\nd/a\nd/b\nd/a\n',
    '',
    0,
  ],
  [
    'mkdir d; touch d/a; chmod 755 d/a; find d -perm 755 -type f; find d -perm -u+x -type f; find d -perm /111 -type f; find d -perm 644; find d -executable -type f; find d -readable -type f; find d -perm u=rwx,go=rx -type f; find d -perm -o=w; find d -not -perm -u+x; find d -perm 99; echo $?',
    'd/a\nd/a\nd/a\nd/a\nd/a\nd/a\n1\n',
    "find: invalid mode '99'\n",
    0,
  ],
]

testScripts(cases)
