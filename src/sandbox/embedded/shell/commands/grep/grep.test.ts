import { testScripts, type ScriptCase } from '../../testing/script-cases.ts'

/** Script, then what GNU grep 3.8 makes of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  [
    "printf 'foo\\nbar\\nFoo\\n' > f; grep --color=always foo f | od -c; grep --color=auto foo f; grep --color foo f",
    '0000000 033   [   0   1   ;   3   1   m 033   [   K   f   o   o 033   [\n0000020   m 033   [   K  \\n\n0000025\nfoo\nfoo\n',
    '',
    0,
  ],
  [
    "printf 'foo\\n' > f; printf 'foo\\n' > g; grep -H foo f; grep foo f g; grep -h foo f g; grep -c foo f g; grep -n foo f",
    'f:foo\nf:foo\ng:foo\nfoo\nfoo\nf:1\ng:1\n1:foo\n',
    '',
    0,
  ],
  [
    'grep -s foo none; echo $?; grep foo none; echo $?',
    '2\n2\n',
    'grep: none: No such file or directory\n',
    0,
  ],
  [
    "printf 'a\\0foo\\n' > b; grep foo b; echo $?; grep -a foo b | od -c; grep -I foo b; echo $?; grep -c foo b",
    '0\n0000000   a  \\0   f   o   o  \\n\n0000006\n1\n1\n',
    'grep: b: binary file matches\n',
    0,
  ],
  ["printf 'a\\0b\\0' | grep -z b | od -c", '0000000   b  \\0\n0000002\n', '', 0],
  [
    "echo 'a12b345' | grep -o '[0-9]*'; echo 'a12b345' | grep -oE '[0-9]+' ; echo abc | grep -ob 'b'; echo 'abab' | grep -on ab",
    '12\n345\n12\n345\n1:b\n1:ab\n1:ab\n',
    '',
    0,
  ],
  [
    "mkdir -p d/x d/node_modules; echo foo > d/x/a.js; echo foo > d/b.ts; echo foo > d/node_modules/c.js; grep -r foo d | sort; grep -r --include='*.js' foo d | sort; grep -rl --exclude-dir=node_modules foo d | sort; grep -r --exclude='*.ts' foo d | sort; grep -rn foo d --include=*.ts; cd d; grep -r foo | sort; grep -r foo . | sort",
    'd/b.ts:foo\nd/node_modules/c.js:foo\nd/x/a.js:foo\nd/node_modules/c.js:foo\nd/x/a.js:foo\nd/b.ts\nd/x/a.js\nd/node_modules/c.js:foo\nd/x/a.js:foo\nd/b.ts:1:foo\nb.ts:foo\nnode_modules/c.js:foo\nx/a.js:foo\n./b.ts:foo\n./node_modules/c.js:foo\n./x/a.js:foo\n',
    '',
    0,
  ],
  [
    "echo 'foo123' | grep -P '\\d{3}'; echo 'foobar' | grep -oP '(?<=foo)bar'; echo 'foobar' | grep -oP 'foo\\Kbar'; echo 'a-b' | grep -P '^\\w-\\w$'; echo 'tab\tx' | grep -P '\\t'",
    'foo123\nbar\nbar\na-b\ntab\tx\n',
    '',
    0,
  ],
  [
    "printf 'foo\\nba\\n' > p; printf 'foo\\nbar\\nqux\\n' | grep -f p; printf 'foo\\nfoobar\\n' | grep -x foo; printf 'a\\na\\na\\n' | grep -c -m 2 a; printf 'a\\nb\\na\\n' | grep -m1 a",
    'foo\nbar\nfoo\n2\na\n',
    '',
    0,
  ],
  [
    'echo foo > f; echo bar > g; grep -L foo f g; echo $?; grep -l foo f g; grep -L zzz f; echo $?',
    'g\n0\nf\nf\n1\n',
    '',
    0,
  ],
  [
    "printf '1\\n2\\n3\\n4\\n5\\n6\\n7\\n8\\n9\\n' > f; grep -A1 3 f; grep -B1 3 f; grep -C1 '[37]' f; grep -n -A1 3 f; grep -A1 -H 3 f; grep -1 5 f; grep -A0 '[37]' f; grep --no-group-separator -A1 '[37]' f; grep --group-separator=XX -A1 '[37]' f",
    '3\n4\n2\n3\n2\n3\n4\n--\n6\n7\n8\n3:3\n4-4\nf:3\nf-4\n4\n5\n6\n3\n--\n7\n3\n4\n7\n8\n3\n4\nXX\n7\n8\n',
    '',
    0,
  ],
  [
    "echo 'foo.bar' | grep -F '.'; echo 'foo' | grep -F -x foo; echo FOO | grep -i foo; echo foo | grep -v foo; echo $?; echo 'foo bar' | grep -w bar; echo foobar | grep -w bar; echo $?",
    'foo.bar\nfoo\nFOO\n1\nfoo bar\n1\n',
    '',
    0,
  ],
  [
    "echo foo | grep -q foo; echo $?; echo foo | grep -e foo -e bar; printf 'a|b\\n' | grep 'a|b'; printf 'a\\nb\\n' | grep 'a\\|b'; printf 'a\\nb\\n' | grep -E 'a|b'; egrep 'a|b' <<< a; fgrep a.b <<< a.b",
    '0\nfoo\na|b\na\nb\na\nb\na\na.b\n',
    '',
    0,
  ],
  [
    'mkdir d; grep foo d; echo $?; grep foo d/* ; echo $?; grep -d skip foo d; echo $?',
    '2\n2\n1\n',
    'grep: d: Is a directory\ngrep: d/*: No such file or directory\n',
    0,
  ],
  [
    "printf 'aa\\nab\\n' | grep '\\(a\\)\\1'; printf 'aa\\nab\\n' | grep -E '(a)\\1'; echo 'ab' | grep 'a\\{1\\}b'; echo 'a{1}b' | grep 'a{1}b' ; echo 'a+b' | grep 'a+b'; echo aab | grep 'a\\+b'; echo 'x?' | grep 'x?' ",
    'aa\naa\nab\na{1}b\na+b\naab\nx?\n',
    '',
    0,
  ],
  [
    "echo 'word_a b' | grep -o '\\bb'; echo 'word a' | grep -o '\\<a\\>' ; echo 'a\tb' | grep '[[:space:]]' ; echo 'aé' | grep -o '[[:alpha:]]*'; echo 'x.y' | grep '[.]'; echo ']' | grep '[]]'; echo '^' | grep '[\\^]' ; echo 'a\\b' | grep '[\\]'",
    'b\na\na\tb\naé\nx.y\n]\n^\na\\b\n',
    '',
    0,
  ],
  [
    "printf 'foo\\n' | grep -n foo -; printf 'foo\\n' | grep -H foo; printf 'foo\\n' | grep --label=LBL -H foo; printf 'foo\\n' | grep -c bar; echo $?; printf 'x\\ny' | grep y | od -c",
    '1:foo\n(standard input):foo\nLBL:foo\n0\n1\n0000000   y  \\n\n0000002\n',
    '',
    0,
  ],
  [
    "printf 'foo\\nbar\\n' > f; grep -T -n foo f | cat -A; grep -Z -l foo f | od -c; grep -b bar f; grep -nb bar f; grep -o -b o f; grep --count foo f; grep --max-count=1 foo f; grep -y FOO f",
    '1:^Ifoo$\n0000000   f  \\0\n0000002\n4:bar\n2:4:bar\n1:o\n2:o\n1\nfoo\nfoo\n',
    '',
    0,
  ],
  [
    "grep '' /dev/null; echo $?; printf 'a\\n\\nb\\n' | grep -c ''; printf 'a\\n\\nb\\n' | grep -v '^$' ; printf 'a\\n\\nb\\n' | grep -n '^$' ; echo abc | grep -v -e x -e y ; echo 'a.b' | grep -o '\\.' ; echo -- -x | grep -- -x",
    '1\n3\na\nb\n2:\nabc\n.\n-- -x\n',
    '',
    0,
  ],
  [
    "mkdir -p p/.git p/s; echo TODO > p/.git/x; echo TODO > p/s/y; ln -s y p/s/z; grep -rn TODO p | sort; grep -Rn TODO p | sort; grep -rc TODO p | sort; grep -r --exclude-dir='.*' TODO p; grep -rL TODO p; grep -rh TODO p; grep -r --include='*.{js,ts}' TODO p; echo $?",
    'p/.git/x:1:TODO\np/s/y:1:TODO\np/.git/x:1:TODO\np/s/y:1:TODO\np/s/z:1:TODO\np/.git/x:1\np/s/y:1\np/s/y:TODO\nTODO\nTODO\n1\n',
    '',
    0,
  ],
  [
    "echo 'ab12' | grep -oP '[a-z]+(?=\\d)'; echo 'foo=bar' | grep -oP '(?<=foo=)\\w+' ; echo 'x \"q\" y' | grep -oP '\"\\K[^\"]+' ; echo 'ABC' | grep -P '(?i)abc' ; echo 'a' | grep -P '^\\p{L}$' ; printf 'aXb' | grep -oP 'a.*?b' ; echo aa | grep -P '^(a)\\1$' ; echo 'foo bar' | grep -P 'foo\\h+bar' ; echo 'ab' | grep -P '(?<n>a)b' ; echo \"2024-01-02\" | grep -oP '\\d{4}-\\K\\d\\d' ; echo abc | grep -P 'a(?#comment)b' ; echo 'aab' | grep -oP 'a++b'; echo x | grep -P '[[:alpha:]]' ; echo 'line' | grep -P '\\Aline\\z'",
    'ab\nbar\nq\n y\nABC\na\naXb\naa\nfoo bar\nab\n01\nabc\naab\nx\nline\n',
    '',
    0,
  ],
  [
    "printf 'one two\\nthree\\n' > f; grep -e one -e three -n f; grep -E '^(one|three)' -c f; cat f | grep -n three; grep -nw 'two' f; grep -vn one f; grep -vc one f; grep -lv one f; grep -in THREE f; grep -ho 't[a-z]*' f; grep -A 1 one f; grep -m 1 -A 1 one f; grep -q zzz f || echo none; grep -c '' f",
    '1:one two\n2:three\n2\n2:three\n1:one two\n2:three\n1\nf\n2:three\ntwo\nthree\none two\nthree\none two\nthree\nnone\n2\n',
    '',
    0,
  ],
  [
    "printf 'b/x.c:1\\n' | grep -E '^[^:]+:[0-9]+'; echo 'a$b' | grep 'a$b'; echo 'a^b' | grep 'a^b'; echo 'ab' | grep -E 'a^b|ab$'; echo '(a)' | grep '(a)' ; echo '(a)' | grep -E '\\(a\\)' ; echo 'a{' | grep -E 'a{'; echo 'a{,2}' | grep -E 'a{,2}' ; echo aa | grep -Ex 'a{,2}'; echo 'foo|bar' | grep -E 'foo\\|bar' ; grep -E 'a|' <<< b; grep -E '()' <<< b; grep -e '' <<< z; grep -F '' <<< z; grep -F $'a\\nb' <<< b; grep $'x\\nb' <<< b",
    'b/x.c:1\na$b\na^b\nab\n(a)\n(a)\na{\na{,2}\naa\nfoo|bar\nb\nb\nz\nz\nb\nb\n',
    '',
    0,
  ],
  [
    "printf 'a\\nb\\na\\nc\\nd\\n' > f; grep -m1 -A1 a f; echo --; grep -m1 -A3 a f; grep -c -v a f; grep -o -n . f | head -3; grep -vn a f; grep -A1 -v a f; grep -B1 -A1 -n c f; grep -nv -A1 b f",
    'a\nb\n--\na\nb\na\nc\n3\n1:a\n2:b\n3:a\n2:b\n4:c\n5:d\nb\na\nc\nd\n3-a\n4:c\n5-d\n1:a\n2-b\n3:a\n4:c\n5:d\n',
    '',
    0,
  ],
  [
    "printf 'abcd\\n' | grep -oE 'ab|abcd'; printf 'foobar foo\\n' | grep -oE 'foo|foobar'; printf 'xx ab\\n' | grep -oE '(a|ab)(c|bcd)?'; echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab | grep -cE '(a+)+$'; echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac | grep -E '(a|aa)+b'; echo $?",
    'abcd\nfoobar\nfoo\nab\n0\n1\n',
    '',
    0,
  ],
  [
    "printf 'foo bar\\nbaz\\n' | grep --color=always -n 'ba.'; printf 'foo\\n' > f; grep --color=always -H -n foo f; grep --color=always -c foo f; grep --color=always -l foo f; grep --color=always -v x f; printf '1\\n2\\n3\\n' | grep --color=always -A1 1",
    '\u001b[32m\u001b[K1\u001b[m\u001b[K\u001b[36m\u001b[K:\u001b[m\u001b[Kfoo \u001b[01;31m\u001b[Kbar\u001b[m\u001b[K\n\u001b[32m\u001b[K2\u001b[m\u001b[K\u001b[36m\u001b[K:\u001b[m\u001b[K\u001b[01;31m\u001b[Kbaz\u001b[m\u001b[K\n\u001b[35m\u001b[Kf\u001b[m\u001b[K\u001b[36m\u001b[K:\u001b[m\u001b[K\u001b[32m\u001b[K1\u001b[m\u001b[K\u001b[36m\u001b[K:\u001b[m\u001b[K\u001b[01;31m\u001b[Kfoo\u001b[m\u001b[K\n1\n\u001b[35m\u001b[Kf\u001b[m\u001b[K\nfoo\n\u001b[01;31m\u001b[K1\u001b[m\u001b[K\n2\n',
    '',
    0,
  ],
  [
    "seq 20 | grep -c 1; seq 100000 | grep 99999; seq 5 | grep -B2 4; yes | head -1000 | grep -c y; seq 3 | grep -n ''; printf 'a\\r\\n' | grep -c 'a$'; printf 'a\\r\\n' | grep -P 'a\\r$' | od -c | head -1",
    '11\n99999\n2\n3\n4\n1000\n1:1\n2:2\n3:3\n0\n0000000   a  \\r  \\n\n',
    '',
    0,
  ],
  [
    "echo 'a.txt' | grep '\\.txt$'; echo 'foo[1]' | grep 'foo\\[1\\]'; echo 'a/b' | grep -F '/'; echo 'x=$HOME' | grep '\\$HOME'; echo \"it's\" | grep \"'\"; echo 'a\"b' | grep '\"'; echo 'tab\there' | grep $'\\t'; echo 'import x from \"y\"' | grep -E \"^import .* from ['\\\"]y['\\\"]\"; echo 'function foo() {' | grep -E 'function\\s+\\w+\\(' ; echo 'TODO: x' | grep -inE '(todo|fixme)'; echo '192.168.1.1' | grep -oE '([0-9]{1,3}\\.){3}[0-9]{1,3}'; echo 'a@b.co' | grep -Eo '[[:alnum:]._%+-]+@[[:alnum:].-]+\\.[[:alpha:]]{2,}'",
    'a.txt\nfoo[1]\na/b\nx=$HOME\nit\'s\na"b\ntab\there\nimport x from "y"\nfunction foo() {\n1:TODO: x\n192.168.1.1\na@b.co\n',
    '',
    0,
  ],
  [
    "echo 'v1.2.3' | grep -oP 'v\\K\\d+\\.\\d+'; echo '\"version\": \"1.2.3\"' | grep -oP '\"version\":\\s*\"\\K[^\"]*'; echo 'key: val' | grep -oP '^key:\\s*\\K.*'; echo abc | grep -oP '.(?=c)'; echo 'foo.bar()' | grep -P '\\bbar\\(\\)'; echo 'aaa' | grep -oP 'a{2}'; echo 'x' | grep -P '[^\\W\\d_]' ; echo '中文' | grep -P '[\\x{4e00}-\\x{9fff}]' ; echo 'a b' | grep -oP '\\S+' ; printf 'A1\\nB2\\n' | grep -P '^(?!A)' ; echo \"don't\" | grep -P \"n't\" ; echo 'a-b_c' | grep -oP '[\\w-]+' ; grep -P 'a(' <<< x; echo $?",
    "1.2\n1.2.3\nval\nb\nfoo.bar()\naa\nx\n中文\na\nb\nB2\ndon't\na-b_c\n2\n",
    'grep: missing closing parenthesis\n',
    0,
  ],
]

testScripts(cases)
