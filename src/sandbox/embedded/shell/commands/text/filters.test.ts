import { testScripts, type ScriptCase } from '../../testing/script-cases.ts'

/** Script, then what GNU's coreutils 9.1 and util-linux 2.38 make of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  [
    "printf 'a\\na\\nb\\nB\\nc\\n' > f; uniq f; uniq -c f; uniq -d f; uniq -u f; uniq -i f; uniq -D f; uniq -ci f; uniq --count f; uniq -cd f",
    'a\nb\nB\nc\n      2 a\n      1 b\n      1 B\n      1 c\na\nb\nB\nc\na\nb\nc\na\na\n      2 a\n      2 b\n      1 c\n      2 a\n      1 b\n      1 B\n      1 c\n      2 a\n',
    '',
    0,
  ],
  [
    "printf 'x a\\ny a\\nz b\\n' > f; uniq -f1 f; uniq -s 2 f; uniq -w 1 f; uniq --group f; uniq --all-repeated=separate -f1 f; uniq f out; cat out; uniq none; echo $?; uniq --foo; echo $?; uniq -f x f; echo $?; printf 'a\\0a\\0' | uniq -z | od -c; uniq -c < f; uniq a b c; echo $?",
    'x a\nz b\nx a\nz b\nx a\ny a\nz b\nx a\n\ny a\n\nz b\nx a\ny a\nx a\ny a\nz b\n1\n1\n1\n0000000   a  \\0\n0000002\n      1 x a\n      1 y a\n      1 z b\n1\n',
    "uniq: none: No such file or directory\nuniq: unrecognized option '--foo'\nTry 'uniq --help' for more information.\nuniq: x: invalid number of fields to skip\nuniq: extra operand 'c'\nTry 'uniq --help' for more information.\n",
    0,
  ],
  [
    "printf 'a\\na\\n\\nb\\nb\\nc\\n' > f; uniq --group=both f; uniq --group=append f; uniq --all-repeated=prepend f; uniq -du f; uniq -2 f; uniq -c --group f; echo $?; uniq -D -c f; echo $?",
    '\na\na\n\n\n\nb\nb\n\nc\n\na\na\n\n\n\nb\nb\n\nc\n\n\na\na\n\nb\nb\na\n1\n1\n',
    "uniq: --group is mutually exclusive with -c/-d/-D/-u\nTry 'uniq --help' for more information.\nuniq: printing all duplicated lines and repeat counts is meaningless\nTry 'uniq --help' for more information.\n",
    0,
  ],
  [
    "seq 3 > a; seq 4 6 > b; paste a b; paste -s a b; paste -d, a b; paste -d ',;' a b a; paste -sd, a; paste - - < b; seq 4 | paste -d'\\n' - -; paste none; echo $?; paste --foo; echo $?; paste -d '\\0' a b; seq 2 | paste - a; paste -s -d '\\t\\n' b; paste a b none; echo $?; printf '1' | paste - a; paste -z a b | od -c | head -2; paste -d '\\\\' a b; paste; seq 6 | paste -sd '+-'; paste -d '' a b",
    '1\t4\n2\t5\n3\t6\n1\t2\t3\n4\t5\t6\n1,4\n2,5\n3,6\n1,4;1\n2,5;2\n3,6;3\n1,2,3\n4\t5\n6\t\n1\n2\n3\n4\n1\n1\n14\n25\n36\n1\t1\n2\t2\n\t3\n4\t5\n6\n1\n1\t1\n\t2\n\t3\n0000000   1  \\n   2  \\n   3  \\n  \\t   4  \\n   5  \\n   6  \\n  \\0\n0000016\n1\\4\n2\\5\n3\\6\n1+2-3+4-5+6\n14\n25\n36\n',
    "paste: none: No such file or directory\npaste: unrecognized option '--foo'\nTry 'paste --help' for more information.\npaste: none: No such file or directory\n",
    0,
  ],
  [
    "printf '1 a\\n2 b\\n3 c\\n' > a; printf '1 x\\n3 y\\n4 z\\n' > b; join a b; join -a1 a b; join -a1 -a2 -e- -o 0,1.2,2.2 a b; join -v1 a b; join -t' ' -1 1 -2 1 a b; join -o 1.1,2.2 a b; join -i a b; join -o auto -a1 -e X a b; join none b; echo $?; join a; echo $?; join --foo a b; echo $?; join -j 1 a b; join --header a b; join --check-order b a; join -v 2 a b; join - b < a; join -a3 a b; echo $?; join -j2 a b",
    '1 a x\n3 c y\n1 a x\n2 b\n3 c y\n1 a x\n2 b -\n3 c y\n4 - z\n2 b\n1 a x\n3 c y\n1 x\n3 y\n1 a x\n3 c y\n1 a x\n2 b X\n3 c y\n1\n1\n1\n1 a x\n3 c y\n1 a x\n3 c y\n1 x a\n3 y c\n4 z\n1 a x\n3 c y\n1\n',
    "join: none: No such file or directory\njoin: missing operand after 'a'\nTry 'join --help' for more information.\njoin: unrecognized option '--foo'\nTry 'join --help' for more information.\njoin: invalid field number: '3'\n",
    0,
  ],
  [
    "printf '2 a\\n1 b\\n' > a; printf '1 x\\n2 y\\n' > b; join a b; echo $?; join --nocheck-order a b; echo $?; join --check-order a b; echo $?; printf 'a:1\\nb:2\\n' > c; printf 'a:3:9\\nb:4:8\\n' > d; join -t: c d; join -t: -o '1.2 2.3' c d; join -t: -o 1.2,1.5 c d; printf '1 a\\n1 b\\n' > e; printf '1 x\\n1 y\\n' > g; join e g; join -t: -12 -21 c d",
    '2 a y\n1\n2 a y\n0\n1\na:1:3:9\nb:2:4:8\n1:9\n2:8\n1:\n2:\n1 a x\n1 a y\n1 b x\n1 b y\n',
    'join: a:2: is not sorted: 1 b\njoin: input is not in sorted order\njoin: a:2: is not sorted: 1 b\n',
    0,
  ],
  [
    "printf 'a\\nb\\nc\\n' > a; printf 'b\\nc\\nd\\n' > b; comm a b; comm -12 a b; comm -23 a b; comm -3 a b; comm --output-delimiter=, a b; comm --total a b; comm none b; echo $?; comm a; echo $?; comm --foo a b; echo $?; comm - b < a; printf 'b\\na\\n' > u; comm u a; echo $?; comm --nocheck-order u a; echo $?; comm --check-order u a; echo $?; comm -1 a b; comm a b c; echo $?; comm -123 a b; comm <(sort a) <(sort b)",
    'a\n\t\tb\n\t\tc\n\td\nb\nc\na\na\n\td\na\n,,b\n,,c\n,d\na\n\t\tb\n\t\tc\n\td\n1\t1\t2\ttotal\n1\n1\n1\na\n\t\tb\n\t\tc\n\td\n\ta\n\t\tb\na\n\tc\n1\n\ta\n\t\tb\na\n\tc\n0\n\ta\n\t\tb\n1\n\tb\n\tc\nd\n1\na\n\t\tb\n\t\tc\n\td\n',
    "comm: none: No such file or directory\ncomm: missing operand after 'a'\nTry 'comm --help' for more information.\ncomm: unrecognized option '--foo'\nTry 'comm --help' for more information.\ncomm: file 1 is not in sorted order\ncomm: input is not in sorted order\ncomm: file 1 is not in sorted order\ncomm: extra operand 'c'\nTry 'comm --help' for more information.\n",
    0,
  ],
  [
    "echo 'the quick brown fox jumps over the lazy dog' > f; fold -w 10 f; fold -sw 10 f; fold -s -w 10 < f; fold -b -w 20 f; fold -20 f; printf 'a\\tb\\tc\\n' | fold -w 10; fold -w 0 f; echo $?; fold -w x f; echo $?; fold --foo f; echo $?; fold none; echo $?; fold --width=15 --spaces f; printf 'abc' | fold -w 2; printf 'ab\\bcde\\n' | fold -w3 | od -c; fold -w 5 f f | wc -l",
    'the quick \nbrown fox \njumps over\n the lazy \ndog\nthe quick \nbrown fox \njumps \nover the \nlazy dog\nthe quick \nbrown fox \njumps \nover the \nlazy dog\nthe quick brown fox \njumps over the lazy \ndog\nthe quick brown fox \njumps over the lazy \ndog\na\tb\n\tc\n1\n1\n1\n1\nthe quick \nbrown fox \njumps over the \nlazy dog\nab\nc0000000   a   b  \\b   c   d  \\n   e  \\n\n0000010\n18\n',
    "fold: invalid number of columns: '0': Numerical result out of range\nfold: invalid number of columns: 'x'\nfold: unrecognized option '--foo'\nTry 'fold --help' for more information.\nfold: none: No such file or directory\n",
    0,
  ],
  [
    "printf 'the quick brown fox\\njumps over the lazy dog and runs away from everything else that is there\\n\\n  indented text here\\n  more\\n' > f; fmt f; fmt -w 30 f; fmt -30 f; fmt -s -w 20 f; fmt -u f; fmt -p '# ' f; fmt none; echo $?; fmt --foo; echo $?; printf '# a b c d e f g\\n# h i j k\\n' | fmt -p '#' -w 12; fmt -t f; fmt -c f; echo 'Hello.  World. Foo' | fmt -u; fmt -w x f; echo $?; echo 'a  b' | fmt",
    'the quick brown fox jumps over the lazy dog and runs away from everything\nelse that is there\n\n  indented text here more\nthe quick brown fox jumps\nover the lazy dog and runs\naway from everything else\nthat is there\n\n  indented text here more\nthe quick brown fox jumps\nover the lazy dog and runs\naway from everything else\nthat is there\n\n  indented text here more\nthe quick brown fox\njumps over the lazy\ndog and runs away\nfrom everything\nelse that is there\n\n  indented text\n  here\n  more\nthe quick brown fox jumps over the lazy dog and runs away from everything\nelse that is there\n\n  indented text here more\nthe quick brown fox\njumps over the lazy dog and runs away from everything else that is there\n\n  indented text here\n  more\n1\n1\n# a b c d\n# e f g h i\n# j k\nthe quick brown fox\njumps over the lazy dog and runs away from everything else that is there\n\n  indented text here\n  more\nthe quick brown fox jumps over the lazy dog and runs away from everything\nelse that is there\n\n  indented text here more\nHello.  World. Foo\n1\na  b\n',
    "fmt: cannot open 'none' for reading: No such file or directory\nfmt: unrecognized option '--foo'\nTry 'fmt --help' for more information.\nfmt: invalid width: 'x'\n",
    0,
  ],
  [
    "printf 'a b c\\ndd ee ff\\n' > f; column -t f; printf 'a:b\\nccc:d\\n' | column -t -s:; column f; seq 20 | column; seq 20 | column -c 40; seq 20 | column -x -c 40; printf 'a,b\\nc,d\\n' | column -ts, -o ' | '; column -t -N X,Y,Z f; column none; echo $?; column --foo; echo $?; column -t -R 1 f; printf 'a::b\\nc:d:e\\n' | column -t -s:; printf 'a::b\\nc:d:e\\n' | column -t -s: -n; column -J -N a,b,c f; printf 'a b\\n\\nc d\\n' | column -t; column -t -o, f; printf 'a:b\\nc\\n' | column -t -s:; seq 3 | column -t; column -t -H 2 -N A,B,C f",
    'a   b   c\ndd  ee  ff\na    b\nccc  d\na b c\t\tdd ee ff\n1\t3\t5\t7\t9\t11\t13\t15\t17\t19\n2\t4\t6\t8\t10\t12\t14\t16\t18\t20\n1\t5\t9\t13\t17\n2\t6\t10\t14\t18\n3\t7\t11\t15\t19\n4\t8\t12\t16\t20\n1\t2\t3\t4\t5\n6\t7\t8\t9\t10\n11\t12\t13\t14\t15\n16\t17\t18\t19\t20\na | b\nc | d\nX   Y   Z\na   b   c\ndd  ee  ff\n1\n1\n a  b   c\ndd  ee  ff\na     b\nc  d  e\n{\n   "table": [\n      {\n         "a": "a",\n         "b": "b",\n         "c": "c"\n      },{\n         "a": "dd",\n         "b": "ee",\n         "c": "ff"\n      }\n   ]\n}\na  b\nc  d\na ,b ,c\ndd,ee,ff\na  b\nc  \n1\n2\n3\nA   C\na   c\ndd  ff\n',
    "column: none: No such file or directory\ncolumn: unrecognized option '--foo'\nTry 'column --help' for more information.\ncolumn: option requires an argument -- 'n'\nTry 'column --help' for more information.\n",
    0,
  ],
  [
    "printf 'a\\tb\\n\\tc\\tdd\\te\\n' > f; expand f; expand -t 4 f; expand -i f; expand -t 2,6 f; unexpand -a <<< '        a       b'; unexpand <<< '        a       b'; unexpand -t 4 <<< '    a    b'; unexpand --first-only -a <<< '        a       b' ; expand none; echo $?; expand --foo; echo $?; unexpand --foo; echo $?; expand -t x f; echo $?; expand --tabs=3 f; expand -4 f; expand -t 2,/4 f; expand -t 0 f; echo $?; expand -t 4,2 f; echo $?; expand - < f; unexpand -t2,5 <<< '  a   b'",
    'a       b\n        c       dd      e\na   b\n    c   dd  e\na\tb\n        c\tdd\te\na b\n  c   dd e\n\ta\tb\n\ta       b\n\ta\t b\n\ta       b\n1\n1\n1\n1\na  b\n   c  dd e\na   b\n    c   dd  e\na b\n  c dd  e\n1\n1\na       b\n        c       dd      e\n\ta\t b\n',
    "expand: none: No such file or directory\nexpand: unrecognized option '--foo'\nTry 'expand --help' for more information.\nunexpand: unrecognized option '--foo'\nTry 'unexpand --help' for more information.\nexpand: tab size contains invalid character(s): 'x'\nexpand: tab size cannot be 0\nexpand: tab sizes must be ascending\n",
    0,
  ],
  [
    "printf 'a\\n\\nb\\n' > f; nl f; nl -ba f; nl -w 3 -s ': ' f; nl -v 10 -i 5 f; nl -n ln f; nl -n rz f; nl -b pb f; nl none; echo $?; nl --foo; echo $?; nl -bn f; printf 'x\\n\\\\:\\\\:\\\\:\\nh\\n\\\\:\\\\:\\nbody\\n\\\\:\\nfoot\\n' | nl; nl -w2 -s' ' < f; nl -ba -l2 <<< $'\\n\\n\\nx'; nl f f; nl -p f; nl -b x f; echo $?; nl -ba -nrz -w4 f; nl -ha -fa -d '::' f",
    '     1\ta\n       \n     2\tb\n     1\ta\n     2\t\n     3\tb\n  1: a\n     \n  2: b\n    10\ta\n       \n    15\tb\n1     \ta\n       \n2     \tb\n000001\ta\n       \n000002\tb\n       a\n       \n     1\tb\n1\n1\n       a\n       \n       b\n     1\tx\n\n       h\n\n     1\tbody\n\n       foot\n 1 a\n   \n 2 b\n       \n     1\t\n       \n     2\tx\n     1\ta\n       \n     2\tb\n     3\ta\n       \n     4\tb\n     1\ta\n       \n     2\tb\n1\n0001\ta\n0002\t\n0003\tb\n     1\ta\n       \n     2\tb\n',
    "nl: none: No such file or directory\nnl: option '--footer-numbering' requires an argument\nTry 'nl --help' for more information.\nnl: invalid body numbering style: 'x'\nTry 'nl --help' for more information.\n",
    0,
  ],
  [
    "printf 'a\\nb\\nc' > f; tac f; echo; seq 3 | tac; tac -s b f; tac -b f; tac -r -s '[bc]' f; tac none; echo $?; tac --foo; echo $?; seq 3 > g; tac f g; tac -s '' f | od -c; tac - < g; printf 'a,b,c' | tac -s,; echo; printf 'a1b22c' | tac -rs '[0-9]'; printf '1,2,3,' | tac -b -s,",
    'cb\na\n\n3\n2\n1\n\nca\nb\nc\nba\nca\nb1\n1\ncb\na\n3\n2\n1\n0000000   a  \\n   b  \\n   c\n0000005\n3\n2\n1\ncb,a,\nc2b2a1,,3,21',
    "tac: failed to open 'none' for reading: No such file or directory\ntac: unrecognized option '--foo'\nTry 'tac --help' for more information.\n",
    0,
  ],
  [
    'seq 10 > f; split -l 3 f; ls; cat xad; split -l 4 -d f p; ls p*; split -b 5 f b.; ls b.*; split -n 3 f n; ls n*; cat nab; split -a 3 -l 5 f q; ls q*; split -l 5 --additional-suffix=.txt f r; ls r*; seq 3 | split -l 2 - s; ls s*; split --foo; echo $?; split none; echo $?; split -l 0 f; echo $?; split -C 6 f c; ls c*; split -n l/3 f m; head m*; split --verbose -l 5 f v; split -x -l 4 f h; ls h*; split -b 1K f k; ls k*; split --numeric-suffixes=5 -l 5 f z; ls z*',
    "f\nxaa\nxab\nxac\nxad\n10\np00\np01\np02\nb.aa\nb.ab\nb.ac\nb.ad\nb.ae\nnaa\nnab\nnac\n\n5\n6\n7\nqaaa\nqaab\nraa.txt\nrab.txt\nsaa\nsab\n1\n1\n1\ncaa\ncab\ncac\ncad\n==> maa <==\n1\n2\n3\n4\n\n==> mab <==\n5\n6\n7\n\n==> mac <==\n8\n9\n10\ncreating file 'vaa'\ncreating file 'vab'\nh00\nh01\nh02\nkaa\nz05\nz06\n",
    "split: unrecognized option '--foo'\nTry 'split --help' for more information.\nsplit: cannot open 'none' for reading: No such file or directory\nsplit: invalid number of lines: '0': Numerical result out of range\n",
    0,
  ],
  [
    "seq 10 > f; split -n r/3 f r; head r*; split -n 2/3 f; split -n l/2/3 f; split --filter='wc -l' -l 4 f; split -e -n 20 f e; ls e* | wc -l; split -t , -l 1 <<< 'a,b,c' t; cat taa; split -a 1 -l 1 <(seq 30) w; echo $?; split -5 f five; ls five*",
    '==> raa <==\n1\n4\n7\n10\n\n==> rab <==\n2\n5\n8\n\n==> rac <==\n3\n6\n9\n\n5\n6\n7\n5\n6\n7\n4\n4\n2\n20\n1\nfiveaa\nfiveab\n',
    "split: cannot open 't' for reading: No such file or directory\ncat: taa: No such file or directory\nsplit: output file suffixes exhausted\n",
    0,
  ],
  [
    'echo hi | tee a b; cat a b; echo x | tee -a a; cat a; echo y | tee none/x; echo $?; echo q | tee --foo; echo $?; echo z | tee -- -x; cat ./-x; echo m | tee -; echo n | tee -i c; echo o | tee -p d >/dev/null; cat d; echo o | tee -z; echo $?; echo k | tee --append a >/dev/null; cat a; echo a | tee --output-error=exit e; echo a | tee .; echo $?',
    'hi\nhi\nhi\nx\nhi\nx\ny\n1\n1\nz\nz\nm\nn\no\n1\nhi\nx\nk\na\na\n1\n',
    "tee: none/x: No such file or directory\ntee: unrecognized option '--foo'\nTry 'tee --help' for more information.\ntee: invalid option -- 'z'\nTry 'tee --help' for more information.\ntee: .: Is a directory\n",
    0,
  ],
  [
    "printf 'hello\\nworld\\n' > f; tr a-z A-Z < f; tr -d l < f; tr -s l < f; tr -cd 'a-z' < f; echo; tr '[:lower:]' '[:upper:]' < f; tr -dc '[:alnum:]\\n' < f; tr 'lo' 'x' < f; tr -t 'lo' 'x' < f; tr '\\n' ' ' < f; echo; tr; echo $?; tr a; echo $?; tr --foo a b; echo $?; tr -d a b; echo $?; echo 'a  b' | tr -s ' ' '_'; echo abc | tr 'a-c' '[x*]'; echo abc | tr z-a b; echo $?; echo aéb | tr é e; tr -ds a b <<< aabb; echo abc | tr '\\141' X; echo 'a-b' | tr -- - _; tr a '' <<< a; echo $?; tr -s '[:space:]' '\\n' <<< 'a b  c'; tr '[:foo:]' a <<< x; echo $?; tr a-c '[:upper:]' <<< abc; echo $?",
    'HELLO\nWORLD\nheo\nword\nhelo\nworld\nhelloworld\nHELLO\nWORLD\nhello\nworld\nhexxx\nwxrxd\nhexxo\nworxd\nhello world \n1\n1\n1\n1\na_b\nxxx\n1\naeeb\nb\nXbc\na_b\n1\na\nb\nc\n1\n1\n',
    "tr: missing operand\nTry 'tr --help' for more information.\ntr: missing operand after 'a'\nTwo strings must be given when translating.\nTry 'tr --help' for more information.\ntr: unrecognized option '--foo'\nTry 'tr --help' for more information.\ntr: extra operand 'b'\nOnly one string may be given when deleting without squeezing repeats.\nTry 'tr --help' for more information.\ntr: range-endpoints of 'z-a' are in reverse collating sequence order\ntr: when not truncating set1, string2 must be non-empty\ntr: invalid character class 'foo'\ntr: misaligned [:upper:] and/or [:lower:] construct\n",
    0,
  ],
  [
    "rev <<< 'abc'; printf 'a\\nbc\\n' > f; rev f; rev none; echo $?; rev --foo; echo $?; rev f f; echo 'é x' | rev",
    'cba\na\ncb\n1\n1\na\ncb\na\ncb\nx é\n',
    "rev: cannot open none: No such file or directory\nrev: unrecognized option '--foo'\nTry 'rev --help' for more information.\n",
    0,
  ],
  [
    "echo 'a b' > f; strings f; printf 'abc\\0defgh\\0\\1\\2ijklmnop' > g; strings g; strings -n 3 g; strings -t d g; strings -t x -n 3 g; strings none; echo $?; strings -a g; strings -n 5 < g; strings -o g",
    'defgh\nijklmnop\nabc\ndefgh\nijklmnop\n      4 defgh\n     12 ijklmnop\n      0 abc\n      4 defgh\n      c ijklmnop\n1\ndefgh\nijklmnop\ndefgh\nijklmnop\n      4 defgh\n     14 ijklmnop\n',
    "strings: 'none': No such file\n",
    0,
  ],
  [
    'seq 3 | pr -t; seq 6 | pr -2 -t; seq 6 | pr -t -3 -a; seq 3 | pr -n -t; seq 4 | pr -t -d; seq 2 > a; seq 3 4 > b; pr -m -t a b; pr -t -o 4 a; pr -t -n:3 a; pr -T a; pr --foo; echo $?; pr none; echo $?; seq 6 | pr -t -2 -w 20; pr -mts, a b; pr -t -s: -2 a; seq 10 | pr -t -l 4 -2; pr -m -t -s a b',
    '1\n2\n3\n1\t\t\t\t    4\n2\t\t\t\t    5\n3\t\t\t\t    6\n1\t\t\t2\t\t\t3\n4\t\t\t5\t\t\t6\n    1\t1\n    2\t2\n    3\t3\n1\n\n2\n\n3\n\n4\n\n1\t\t\t\t    3\n2\t\t\t\t    4\n    1\n    2\n  1:1\n  2:2\n1\n2\n1\n1\n1\t  4\n2\t  5\n3\t  6\n1,3\n2,4\n1:2\n1\t\t\t\t    5\n2\t\t\t\t    6\n3\t\t\t\t    7\n4\t\t\t\t    8\n9\t\t\t\t    10\n1\t3\n2\t4\n',
    "pr: unrecognized option '--foo'\nTry 'pr --help' for more information.\npr: none: No such file or directory\n",
    0,
  ],
  [
    "touch -d '2024-01-02 03:04:05' a; seq 3 > a; touch -d '2024-01-02 03:04' a; TZ=UTC pr a | head -8; pr -h Title a | sed -n 3p | cut -c20-; pr -l 20 a | wc -l; pr a | wc -l; seq 100 > b; touch -d '2024-01-02 03:04' b; pr b | wc -l; pr -l 20 b | sed -n 18,30p; pr +2 b | head -12 | tail -3; pr -D %Y a | sed -n 3p",
    '\n\n2024-01-02 03:04                        a                         Page 1\n\n\n1\n2\n3\n                   Title                       Page 1\n20\n66\n132\n\n\n\n\n\n2024-01-02 03:04                        b                         Page 2\n\n\n11\n12\n13\n14\n15\n61\n62\n63\n2024                              a                               Page 1\n',
    '',
    0,
  ],
  [
    "printf 'This is a sentence. It ends here.  Another one (with parens) follows, and commas; too.\\nShort.\\n\\nA new paragraph that is very long and has to be broken at several places because of its length, which is more than 75.\\n' > f; fmt f; fmt -w 40 f; fmt -w 25 -g 20 f; fmt -u -w 50 f; printf '  * item one is long enough to wrap around here\\n    continues\\n' | fmt -t -w 30; printf '  first line\\nother lines are here\\nand more\\n' | fmt -c -w 30; printf '\\ttabbed line\\n\\tand another\\n' | fmt; printf 'a\\n\\n\\nb\\n' | fmt; printf -- '- x\\n- y\\n' | fmt; printf '// c one two three four\\n// five six\\ncode\\n' | fmt -p '//' -w 20",
    'This is a sentence. It ends here.  Another one (with parens) follows,\nand commas; too.  Short.\n\nA new paragraph that is very long and has to be broken at several places\nbecause of its length, which is more than 75.\nThis is a sentence. It ends here.\nAnother one (with parens) follows,\nand commas; too.  Short.\n\nA new paragraph that is very long and\nhas to be broken at several places\nbecause of its length, which is more\nthan 75.\nThis is a sentence. It\nends here.  Another one\n(with parens) follows,\nand commas; too.  Short.\n\nA new paragraph that is\nvery long and has to be\nbroken at several places\nbecause of its length,\nwhich is more than 75.\nThis is a sentence. It ends here.  Another one\n(with parens) follows, and commas; too.  Short.\n\nA new paragraph that is very long and has to be\nbroken at several places because of its length,\nwhich is more than 75.\n  * item one is long enough\n    to wrap around here\n    continues\n  first line other lines are\nhere and more\n\ttabbed line and another\na\n\n\nb\n- x - y\n// c one two three\n// four five six\ncode\n',
    '',
    0,
  ],
]

testScripts(cases)
