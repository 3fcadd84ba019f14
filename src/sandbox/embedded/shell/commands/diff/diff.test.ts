import { testScripts, type ScriptCase } from '../../testing/script-cases.ts'

/** Script, then what GNU diff 3.8 makes of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  [
    "mkdir d e; echo 1 > d/f; echo 2 > e/f; echo x > d/g; mkdir d/s e/s; echo q > d/s/t; diff -r d e; echo $?; diff -q d/f e/f; diff -rq d e; diff d e; diff d/f d/f && echo same; diff -N d/f none; diff -rN d e | grep -v '^diff'; diff d/f e; diff none none2; echo $?; diff -s d/f d/f; diff -x s -r d e",
    'diff -r d/f e/f\n1c1\n< 1\n---\n> 2\nOnly in d: g\nOnly in d/s: t\n1\nFiles d/f and e/f differ\nFiles d/f and e/f differ\nOnly in d: g\nOnly in d/s: t\ndiff d/f e/f\n1c1\n< 1\n---\n> 2\nOnly in d: g\nCommon subdirectories: d/s and e/s\nsame\n1d0\n< 1\n1c1\n< 1\n---\n> 2\n1d0\n< x\n1d0\n< q\n1c1\n< 1\n---\n> 2\n2\nFiles d/f and d/f are identical\ndiff -x s -r d/f e/f\n1c1\n< 1\n---\n> 2\nOnly in d: g\n',
    'diff: none: No such file or directory\ndiff: none2: No such file or directory\n',
    1,
  ],
  [
    "seq 20 > a; seq 20 | sed '3d; s/^10$/ten/; $a end' > b; diff a b; diff -u a b | tail -n +3; diff -U1 a b | tail -n +3; diff -U 0 a b | tail -n +3; diff --unified=2 b a | tail -n +3; diff -u -L x -L y a b | head -2",
    '3d2\n< 3\n10c9\n< 10\n---\n> ten\n20a20\n> end\n@@ -1,13 +1,12 @@\n 1\n 2\n-3\n 4\n 5\n 6\n 7\n 8\n 9\n-10\n+ten\n 11\n 12\n 13\n@@ -18,3 +17,4 @@\n 18\n 19\n 20\n+end\n@@ -2,3 +2,2 @@\n 2\n-3\n 4\n@@ -9,3 +8,3 @@\n 9\n-10\n+ten\n 11\n@@ -20 +19,2 @@\n 20\n+end\n@@ -3 +2,0 @@\n-3\n@@ -10 +9 @@\n-10\n+ten\n@@ -20,0 +20 @@\n+end\n@@ -1,4 +1,5 @@\n 1\n 2\n+3\n 4\n 5\n@@ -7,5 +8,5 @@\n 8\n 9\n-ten\n+10\n 11\n 12\n@@ -18,3 +19,2 @@\n 19\n 20\n-end\n--- x\n+++ y\n',
    '',
    0,
  ],
  [
    "printf 'a\\nb' > x; printf 'a\\nb\\n' > y; diff x y; diff -u x y | tail -n +3; printf 'A  b\\n' > p; printf 'a b \\n' > q; diff -i p q; echo $?; diff -iw p q; echo $?; diff -ib p q; echo $?; printf 'a\\n\\nb\\n' > m; printf 'a\\nb\\n' > n; diff -B m n; echo $?; printf 'a\\r\\n' > r; printf 'a\\n' > s; diff --strip-trailing-cr r s; echo $?; echo a | diff - s; diff s - < r",
    '2c2\n< b\n\\ No newline at end of file\n---\n> b\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n1c1\n< A  b\n---\n> a b \n1\n0\n0\n0\n0\n1c1\n< a\n---\n> a\r\n',
    '',
    1,
  ],
  [
    "printf 'a\\0b' > x; printf 'a\\0c' > y; diff x y; echo $?; diff -q x y; : > e; echo 1 > f; diff e f; diff -u f e | tail -n +3; diff --color=never e f",
    'Binary files x and y differ\n1\nFiles x and y differ\n0a1\n> 1\n@@ -1 +0,0 @@\n-1\n0a1\n> 1\n',
    '',
    1,
  ],
  [
    "printf 'f() {\\n  a\\n}\\n\\ng() {\\n  b\\n}\\n' > a; printf 'f() {\\n  a\\n}\\n\\nh() {\\n  c\\n}\\n\\ng() {\\n  b\\n}\\n' > b; diff -u a b | tail -n +3; printf 'x\\nx\\ny\\n' > c; printf 'x\\nx\\nx\\ny\\n' > d; diff c d; diff d c; printf '1\\n2\\n3\\n' > p; printf '3\\n2\\n1\\n' > q; diff p q",
    '@@ -2,6 +2,10 @@\n   a\n }\n \n+h() {\n+  c\n+}\n+\n g() {\n   b\n }\n2a3\n> x\n3d2\n< x\n1,2d0\n< 1\n< 2\n3a2,3\n> 2\n> 1\n',
    '',
    1,
  ],
  [
    'for i in 1 2 3 4 5 6 7 8 9; do echo "line $i"; echo "same"; done > a; sed \'s/line 4/LINE 4/; s/line 8/changed/; /line 2/d\' a > b; diff a b; diff -u a b | tail -n +3',
    '3d2\n< line 2\n7c6\n< line 4\n---\n> LINE 4\n15c14\n< line 8\n---\n> changed\n@@ -1,10 +1,9 @@\n line 1\n same\n-line 2\n same\n line 3\n same\n-line 4\n+LINE 4\n same\n line 5\n same\n@@ -12,7 +11,7 @@\n same\n line 7\n same\n-line 8\n+changed\n same\n line 9\n same\n',
    '',
    0,
  ],
  [
    'mkdir d e; echo 1 > d/f; echo 2 > e/f; diff -ru d e | grep ^diff; diff -r -U 1 d e | grep ^diff; diff -x q -rN d e | head -1',
    'diff -ru d/f e/f\ndiff -r -U 1 d/f e/f\ndiff -x q -rN d/f e/f\n',
    '',
    0,
  ],
]

testScripts(cases)
