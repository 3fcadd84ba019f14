import { testScripts, type ScriptCase } from '../testing/script-cases.ts'

/** Script, then what GNU coreutils 9.1, gettext's envsubst, util-linux's getopt, less and more make of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  [
    "printf '<title>t</title><h1>A</h1><ul><li>b</li></ul><hr><pre><code>c</code></pre>' > p.html; html-to-markdown -b + -c '~~~' -r '***' --heading-style=setext p.html; printf '' | html-to-markdown; html-to-markdown none; echo $?; html-to-markdown -b x p.html",
    'A\n=\n\n+   b\n\n***\n\n~~~\nc\n~~~\n1\n',
    "html-to-markdown: none: No such file or directory\nhtml-to-markdown: 'x' is none of - + *\nTry 'html-to-markdown --help' for more information.\n",
    1,
  ],
  [
    "export A=1 B=two; echo '$A ${B} $C x$Ay ${A}y $1 $$ \\$A' | envsubst; echo '$A $B' | envsubst '$A'; envsubst -v '$A ${B}'; echo '${A:-x} ${' | envsubst",
    '1 two  x 1y $1 $$ \\1\n1 $B\nA\nB\n${A:-x} ${\n',
    '',
    0,
  ],
  [
    'getopt -o ab:c:: -l foo,bar:,baz:: -n prog -- -a -b x -cy --foo --bar=1 --baz rest -- \'q r\'; getopt ab: -a -b 2 c; getopt -o a -- -x; echo $?; getopt -o a -l foo -- --fo; getopt -o a -l foo -- --nope; echo $?; getopt -T; echo $?; set -- $(getopt -u -o a: -- -a 1 z); echo "$@"; getopt -o +a -- x -a; getopt -o a: -- -a',
    " -a -b 'x' -c 'y' --foo --bar '1' --baz '' -- 'rest' 'q r'\n -a -b 2 -- c\n --\n1\n --foo --\n --\n1\n4\n-a 1 -- z\n -- 'x' '-a'\n --\n",
    "getopt: invalid option -- 'x'\ngetopt: unrecognized option '--nope'\ngetopt: option requires an argument -- 'a'\n",
    1,
  ],
  [
    "printf 'a b\\nb c\\na d\\n' | tsort; printf 'a b\\nb a\\n' | tsort; echo $?; printf 'a\\n' | tsort; printf 'x x\\n' | tsort; factor 1 12 97 100000007 600851475143; echo 6 7 | factor; factor abc; echo $?; factor 18446744073709551617",
    'a\nd\nb\nc\na\nb\n1\nx\n1:\n12: 2 2 3\n97: 97\n100000007: 100000007\n600851475143: 71 839 1471 6857\n6: 2 3\n7: 7\n1\n18446744073709551617: 274177 67280421310721\n',
    "tsort: -: input contains a loop:\ntsort: a\ntsort: b\ntsort: -: input contains an odd number of tokens\nfactor: 'abc' is not a valid positive integer\n",
    0,
  ],
  [
    "dd if=/dev/zero bs=1K count=2 2>/dev/null | wc -c; printf 'hello world' > f; dd if=f bs=1 skip=6 count=3 status=none; echo; dd if=f of=g bs=4 2>&1 | head -2; cat g; echo; printf XX | dd of=g bs=1 seek=2 conv=notrunc status=none; cat g; echo; dd if=f conv=ucase status=none; echo; dd if=none; echo $?; dd foo=1; dd if=f of=h bs=3 count=1 status=none; cat h; echo; dd if=f bs=2 count=2 skip=1 iflag=skip_bytes status=none; dd if=f of=/dev/null count=1 2>&1 | head -1; printf ab | dd conv=swab status=none; dd bs=x",
    '2048\nwor\n2+1 records in\n2+1 records out\nhello world\nheXXo world\nHELLO WORLD\n1\nhel\nello0+1 records in\nba',
    "dd: failed to open 'none': No such file or directory\ndd: unrecognized operand 'foo=1'\nTry 'dd --help' for more information.\ndd: invalid number: 'x'\n",
    1,
  ],
  [
    "printf 'a b\\nc d\\n' > f; sha512sum f | cut -c1-20; sha224sum f | cut -c1-20; sha384sum < f | cut -c1-20; b2sum f | cut -c1-20; sha256sum f > s; sha256sum -c s; md5sum --tag f; md5sum f | md5sum -c -; echo x > f; sha256sum -c s; echo $?; sha1sum --check --status s; echo $?; sha256sum --quiet -c s; sha256sum none; echo $?; md5sum -b f; sha1sum f - < f; echo 'zz  f' > t; md5sum -c t; sha256sum -z f | od -c | tail -2 | head -1; printf '%s  none\\n' d41d8cd98f00b204e9800998ecf8427e | md5sum -c; md5sum --ignore-missing -c s",
    'a7c2de17f8099a13add0\n35bbe0512ad13d8dda68\nc4f7b5304b6920972e73\nc90ef5c3128859e87dc6\nf: OK\nMD5 (f) = 5fea136803bbcf0e1acb97e641bd6ffb\nf: OK\nf: FAILED\n1\n1\nf: FAILED\n1\n401b30e3b8b5d629635a5c613cdb7919 *f\n6fcf9dfbd479ed82697fee719b9f8c610a11ff2a  f\n6fcf9dfbd479ed82697fee719b9f8c610a11ff2a  -\n0000100           f  \\0\nnone: FAILED open or read\n',
    'sha256sum: WARNING: 1 computed checksum did NOT match\nsha1sum: s: no properly formatted checksum lines found\nsha256sum: WARNING: 1 computed checksum did NOT match\nsha256sum: none: No such file or directory\nmd5sum: t: no properly formatted checksum lines found\nmd5sum: none: No such file or directory\nmd5sum: WARNING: 1 listed file could not be read\nmd5sum: s: no properly formatted checksum lines found\n',
    1,
  ],
  [
    "numfmt --to=iec 1024 1500 1048576; numfmt --to=si 1500; numfmt --from=iec 1K 2M; numfmt --from=auto 1Ki; numfmt --to=iec-i --suffix=B 2048; echo '1000 x' | numfmt --to=si; echo 'a 2048' | numfmt --field 2 --to=iec; numfmt --format='%.2f' --to=si 123456; numfmt abc; echo $?; numfmt --to=iec --padding=8 1024; numfmt --round=down --to=si 1999; numfmt --from=si 1.5K; numfmt --to=si 999 1000 9999 99999 -1500",
    '1.0K\n1.5K\n1.0M\n1.5K\n1024\n2097152\n1024\n2.0KiB\n1.0K x\na 2.0K\n123.46K\n2\n    1.0K\n1.9K\n1500\n',
    "numfmt: invalid number: 'abc'\nnumfmt: invalid option -- '1'\nTry 'numfmt --help' for more information.\n",
    1,
  ],
  [
    "echo hi | base32; echo NBUQU=== | base32 -d; echo hello world | base32 -w 5; tty; groups | wc -w; arch; echo $?; seq 10 | csplit - 4 7; ls xx*; cat xx01; printf 'a\\n--\\nb\\n--\\nc\\n' | csplit -s -f p - /--/ '{*}'; ls p*; cat p02; seq 5 | csplit -s - 9; printf 'a\\nb\\nc\\n' | csplit -z -q - '%b%'; cat xx00; seq 3 | csplit -b '%03d.txt' -n 3 - 2; ls *.txt",
    'NBUQU===\nhi\nNBSWY\n3DPEB\n3W64T\nMMQFA\n====\nnot a tty\n1\nx86_64\n0\n6\n6\n9\nxx00\nxx01\nxx02\n4\n5\n6\np00\np01\np02\n--\nc\nb\nc\n2\n4\nxx000.txt\nxx001.txt\n',
    "csplit: '9': line number out of range\n",
    0,
  ],
  [
    'seq 3 | less; echo x | more; nice echo n; nice -n 5 echo m; stdbuf -oL echo s; sync; ',
    '1\n2\n3\nx\nn\nm\ns\n',
    '',
    0,
  ],
]

testScripts(cases)
