import { testScripts, type ScriptCase } from '../../testing/script-cases.ts'

/** Script, then what mawk 1.3.4, which POSIX and gawk agree with here, makes of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  [
    "printf '%s\\n' a b a c b a | awk '!seen[$0]++'; printf 'a b\\n' | awk '{ gsub(/[a-z]/, \"<&>\"); print }'; echo aaa | awk '{ print gsub(/a/,\"b\"), $0 }'; echo 'a.b' | awk '{ gsub(/\\./, \"\\\\.\"); print }'; echo 'a' | awk '{ gsub(/a/, \"\\\\&\"); print }'; echo 'path/x' | awk '{ sub(\"/\", \"\\\\\"); print }'; echo 'foo123bar' | awk 'match($0, /[0-9]+/) { print substr($0, RSTART, RLENGTH) }'; printf '%s\\n' a b a | awk '{c[$1]++} END {for (k in c) print c[k], k}' | sort; printf '1 2\\n3 4\\n' | awk '{ for (i=NF;i>0;i--) printf \"%s \", $i; print \"\" }'; awk 'BEGIN { printf \"%c%c %x %o %e %g %i%%\\n\", 65, \"hello\", 255, 8, 12345.678, 0.0001, 3.9 }'; awk 'BEGIN { printf \"%*d|%-*d|\\n\", 5, 42, 5, 42; printf \"%5s|%.2s|%+d\\n\", \"ab\", \"abcdef\", 5 }'; printf 'a b\\n' | awk '/a/ && !/c/ {print \"m\"} /x/ || /b/ {print \"o\"}'",
    'a\nb\nc\n<a> <b>\n3 bbb\na\\.b\n&\npath\\x\n123\n1 b\n2 a\n2 1 \n4 3 \nAh ff 10 1.234568e+04 0.0001 3%\n   42|42   |\n   ab|ab|+5\nm\no\n',
    '',
    0,
  ],
  [
    'awk \'BEGIN { print 1e6, 0.1+0.2, 3.0, 1/3 }\'; awk \'BEGIN { OFMT="%.2f"; print 3.14159; x = 3.14159 ""; print x }\'; awk \'BEGIN { print substr("hello",0), substr("hello",2), substr("hello", 4, 100) }\'; awk \'BEGIN { a[1]; if (1 in a) print "in"; if (!(2 in a)) print "not"; delete a[1]; print length(a) }\'; awk \'BEGIN { a[1,2]=3; for (k in a) { split(k,p,SUBSEP); print p[1], p[2] } if ((1,2) in a) print "yes" }\'; awk \'BEGIN { print index("abc","z"), int(3.9), int(-3.9), sqrt(16), exp(0), log(1), sin(0), cos(0), atan2(0,-1) }\'; awk \'BEGIN { do { i++ } while (i<5); print i; for(;;) { if (++j>3) break; if (j==2) continue; print j } }\'; awk \'BEGIN { x["a"]=1; f(x); print x["a"] } function f(y) { y["a"]=2 }\'; awk \'BEGIN { print -3 " " -2; print 1 " " 2, 3 }\'; awk \'BEGIN { print !0, !1, !"", !"a"; print 1?2:3; print "a" ~ /a/, "a" ~ "b" }\'',
    '1000000 0.3 3 0.333333\n3.14\n3.14159\nhello ello lo\nin\nnot\n0\n1 2\nyes\n0 3 -3 4 1 0 0 1 3.14159\n5\n1\n3\n2\n-3-2\n1 2 3\n1 0 1 0\n2\n1 0\n',
    '',
    0,
  ],
  [
    "printf 'BEGIN { print \"f\" }\\n' > p.awk; awk -f p.awk; awk -v 'a=x\\ty' 'BEGIN { print a }'; echo x | awk '{ print v }' v=1 -; awk 'BEGIN { print ARGC, ARGV[1] }' foo; awk 'BEGIN { print ENVIRON[\"HOME\"] }'; echo 'a b' | awk '{ $5 = \"e\"; print; print NF }'; echo '5 apples' | awk '{ print $1 + 1 }'; awk 'BEGIN { getline; print \"got \" $0 }' <<< line; awk '{ getline x; print x }' <<< $'1\\n2'; awk 'NR==1{next} {print}' <<< $'1\\n2'; awk 'BEGIN{srand(1); x=rand(); print (x>=0 && x<1)}'; awk '/start/{f=1;next} /end/{f=0} f' <<< $'a\\nstart\\nb\\nend\\nc'; awk 'length > 3' <<< $'ab\\nabcd'; awk '{ print length }' <<< abc; awk 'BEGIN { regex = \"^a+$\"; print (\"aaa\" ~ regex) }'; awk -F'[:,]' '{print $2 $3}' <<< 'a:b,c'; awk 'BEGIN{print substr(\"x\",1,0) \"|\" ; print \"a\" \"b\" > \"/dev/stdout\"}'; awk 'END { print $0 }' <<< $'1\\nlast'",
    'f\nx\ty\n1\n2 foo\n/home/user\na b   e\n5\n6\ngot line\n2\n2\n1\nb\nabcd\n3\n1\nbc\n|\nab\nlast\n',
    '',
    0,
  ],
  [
    "printf 'x 1\\ny 2\\nx 3\\n' | awk '{ s[$1] += $2; n[$1]++ } END { for (k in s) printf \"%s %d %.1f\\n\", k, s[k], s[k]/n[k] }' | sort; awk 'function fib(n) { return n < 2 ? n : fib(n-1) + fib(n-2) } BEGIN { print fib(20) }'; awk 'function f(a,  i) { i = 5; a[i] = i; return i } BEGIN { n = f(arr); print arr[5], n, i }'; printf '1,2\\n3,4\\n' | awk -F, -v OFS=';' '{ $3 = $1 + $2 } 1'; printf 'a\\nb\\nc\\n' | awk 'NR % 2'; printf 'l1\\nl2\\nl3\\n' | awk '{ a[NR] = $0 } END { for (i = NR; i > 0; i--) print a[i] }'; awk 'BEGIN { while (i < 3) { i++; if (i == 2) continue; print i } }'; awk 'BEGIN { if (!(\"x\" in ENVIRON)) print \"none\"; else print \"some\" }'; awk 'BEGIN { print length(\"a\\tb\"), \"a\\\\b\", \"q\\\"q\", \"\\x41\" }'; printf 'k=v\\n' | awk '{ split($0, p, \"=\"); print p[2] }'; printf 'a  b   c\\n' | awk '{ $1 = $1 } 1'; printf '10\\n9\\n100\\n' | awk '$1 > m { m = $1 } END { print m }'; printf 'b\\na\\n' | awk '{ print | \"sort\" } END { close(\"sort\"); print \"done\" }'; awk 'BEGIN { \"date +%Y\" | getline y; print (y > 2000) }'; awk 'BEGIN { printf \"%s\\n\", 017; print 1==1, \"a\" == \"a\", 2 < 10, \"2\" < \"10\" }'",
    'x 4 2.0\ny 2 2.0\n6765\n5 5 \n1;2;3\n3;4;7\na\nc\nl3\nl2\nl1\n1\n3\nnone\n3 a\\b q"q A\nv\na b c\n100\na\nb\ndone\n1\n17\n1 1 1 0\n',
    '',
    0,
  ],
  [
    "printf 'a:b\\n' > f; awk -F: '{ print $1 > \"o1\"; print $2 > \"o2\" }' f; cat o1 o2; awk '{ print FILENAME \":\" FNR \":\" NR }' f f; awk 'FNR==NR { a[$1]; next } $1 in a' f f; awk -v n=2 'BEGIN { for (i = 0; i < n; i++) printf(\"%d,\", i); print \"\" }'; awk 'BEGIN { exit } END { print \"end\" }'; awk 'BEGIN { exit 2 } END { print \"e\" }'; echo $?; awk '{ exit NR } END { print \"x\" }' f; echo $?; awk 'BEGIN { x = \"A\"; x = x x; print x; y = 2; y ^= 3; print y; y %= 5; print y; print y++ + ++y, y--, --y, y }'; awk 'BEGIN { $0 = \"a b c\"; print NF, $2; $2 = \"\"; print; NF = 2; print $0 \"|\" }'; awk 'BEGIN { print 1 }'; printf 'one\\n\\ntwo\\nthree\\n' | awk 'BEGIN { RS = \"\" } { print NR \": \" $1 \"-\" NF }'; printf 'aXXbXc\\n' | awk 'BEGIN { RS = \"X+\" } { print }'; printf 'a,b;c\\n' | awk '{ n = split($0, a, /[,;]/); print n, a[3] }'; printf 'x\\n' | awk '{ print \"a\" > \"/dev/stderr\" }' 2>&1; awk 'BEGIN { print length(x), x + 0, x \"\" }'; awk 'BEGIN { a = \"10\"; b = 9; print (a > b), (a \"\" > b \"\") }'; echo '10 9' | awk '{ print ($1 > $2) }'; echo 'abc 9' | awk '{ print ($1 > $2) }'",
    'a\nb\nf:1:1\nf:1:2\na:b\n0,1,\nend\ne\n2\nx\n1\nAA\n8\n3\n8 5 3 3\n3 b\na  c\na |\n1\n1: one-1\n2: two-2\na\nb\nc\n\n3 c\na\n0 0 \n0 0\n1\n1\n',
    '',
    0,
  ],
  [
    "echo 'a b c' | awk '{print $2}'; echo 'a:b' | awk -F: '{print $2}'; printf '1\\n2\\n3\\n' | awk '{s+=$1} END {print s}'; awk 'BEGIN {printf \"%d %s %5.2f|%-5s|%05d\\n\", 42, \"x\", 3.14159, \"ab\", 7}'",
    'b\nb\n6\n42 x  3.14|ab   |00007\n',
    '',
    0,
  ],
  [
    'awk \'BEGIN { a["x"]=1; a["y"]=2; for (k in a) print k, a[k] | "sort" }\'; awk \'BEGIN { print length("hello"), substr("hello",2,3), index("hello","l"), toupper("a"), tolower("B") }\'; awk \'BEGIN { n=split("a,b,c",p,","); print n, p[1], p[3]; s="foo"; gsub(/o/,"0",s); print s; sub(/f/,"g",s); print s; print match("foobar",/o+/), RSTART, RLENGTH }\'',
    'x 1\ny 2\n5 ell 3 A b\n3 a c\nf00\ng00\n2 2 2\n',
    '',
    0,
  ],
  [
    "awk 'function f(x) { return x*2 } BEGIN { print f(21) }'; awk -v x=5 'BEGIN { print x+1 }'; printf 'a 1\\nb 2\\n' | awk '$2>1'; printf 'a\\nb\\n' | awk 'NR==2'; printf 'a\\nb\\n' | awk 'END{print NR}'; awk 'BEGIN{while((getline l < \"/dev/null\")>0) n++; print n+0}'; printf 'x\\ny\\n' > f; awk 'BEGIN{while((getline l < \"f\")>0) print \"got\", l}'; awk '{print FILENAME, FNR}' f f",
    '42\n6\nb 2\nb\n2\n0\ngot x\ngot y\nf 1\nf 2\nf 1\nf 2\n',
    '',
    0,
  ],
  [
    "printf 'a,b\\nc,d\\n' | awk -F, 'BEGIN{OFS=\"-\"} {$1=$1; print}'; echo 'a b c' | awk '{$2=\"\"; print; print NF}'; echo 'a b c' | awk '{NF=2; print}'; echo 'a b c' | awk '{print $NF, $(NF-1)}'; printf 'a\\nb\\nc\\n' | awk 'NR==1,NR==2'; printf 'a\\n\\nb\\nc\\n' | awk -v RS= '{print NR\": \"$0}'; printf 'a;b;c' | awk -v RS=';' '{print}'; echo abc | awk -F '' '{print $2}'; echo 'aXXbXc' | awk -FX+ '{print $2}'; echo 'a|b' | awk -F'|' '{print $2}'; printf 'a\\tb c\\n' | awk -F'\\t' '{print $2}'; echo 'k = v' | awk -F' = ' '{print $2}'",
    'a-b\nc-d\na  c\n3\na b\nc b\na\nb\n1: a\n2: b\nc\na\nb\nc\nb\nb\nb\nb c\nv\n',
    '',
    0,
  ],
  [
    'awk \'BEGIN { print "to file" > "out"; print "more" > "out"; close("out"); while ((getline l < "out") > 0) print l; print "x" >> "out" }\'; cat out; awk \'BEGIN { "echo hi" | getline x; print x; close("echo hi"); system("echo sys"); print system("exit 3") }\'; awk \'BEGIN { print "b\\na" | "sort"; close("sort"); print "end" }\'; awk \'BEGIN { print "err" > "/dev/stderr" }\'; awk \'BEGIN { exit 3 }\'; echo $?; awk \'BEGIN { print 1==1.0, "a"<"b", 10<9, "10"<"9", 2^10, 7%3, -7%3, 1/4 }\'',
    'to file\nmore\nto file\nmore\nx\nhi\nsys\n3\na\nb\nend\n3\n1 1 0 1 1024 1 -1 0.25\n',
    'err\n',
    0,
  ],
  [
    "printf 'a b\\n' | awk '{ gsub(/[a-z]/, \"<&>\"); print }'; echo aaa | awk '{ print gsub(/a/,\"b\"), $0 }'; echo 'a.b' | awk '{ gsub(/\\./, \"\\\\.\"); print }'; echo 'a' | awk '{ gsub(/a/, \"\\\\&\"); print }'; echo 'path/x' | awk '{ sub(\"/\", \"\\\\\"); print }'; echo hello | awk '{ print substr($0, length($0)) }'; echo 'foo123bar' | awk 'match($0, /[0-9]+/) { print substr($0, RSTART, RLENGTH) }'; printf '%s\\n' a b a c b a | awk '!seen[$0]++'; printf '%s\\n' a b a | awk '{c[$1]++} END {for (k in c) print c[k], k}' | sort; printf '1 2\\n3 4\\n' | awk '{ for (i=NF;i>0;i--) printf \"%s \", $i; print \"\" }'; awk 'BEGIN { printf \"%c%c %x %o %e %g %i%%\\n\", 65, \"hello\", 255, 8, 12345.678, 0.0001, 3.9 }'; awk 'BEGIN { printf \"%*d|%-*d|\\n\", 5, 42, 5, 42; printf \"%s %s\\n\", \"a\", \"b\"; printf \"%5s|%.2s|%+d\\n\", \"ab\", \"abcdef\", 5 }'; printf 'a b\\n' | awk '/a/ && !/c/ {print \"m\"} /x/ || /b/ {print \"o\"}'",
    '<a> <b>\n3 bbb\na\\.b\n&\npath\\x\no\n123\na\nb\nc\n1 b\n2 a\n2 1 \n4 3 \nAh ff 10 1.234568e+04 0.0001 3%\n   42|42   |\na b\n   ab|ab|+5\nm\no\n',
    '',
    0,
  ],
]

testScripts(cases)
