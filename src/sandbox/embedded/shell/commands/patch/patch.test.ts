import { testScripts, type ScriptCase } from '../../testing/script-cases.ts'

/** Script, then what GNU patch 2.7.6 makes of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  [
    "seq 20 > a; seq 20 | sed 's/^10$/ten/' > b; diff -u a b > p; patch < p; cmp a b && echo same; patch -R < p; seq 20 | cmp - a && echo back",
    'patching file a\nsame\npatching file a\nback\n',
    '',
    0,
  ],
  [
    'mkdir -p a/d b/d; seq 5 > a/d/f; seq 6 > b/d/f; diff -u a/d/f b/d/f > p; mkdir -p d; seq 5 > d/f; patch -p1 -i p; cat d/f | tail -1; patch -p1 < p; echo $?; patch -p1 -N < p; echo $?; ls d',
    'patching file d/f\n6\npatching file d/f\nReversed (or previously applied) patch detected!  Assume -R? [n] \nApply anyway? [n] \nSkipping patch.\n1 out of 1 hunk ignored -- saving rejects to file d/f.rej\n1\npatching file d/f\nReversed (or previously applied) patch detected!  Skipping patch.\n1 out of 1 hunk ignored -- saving rejects to file d/f.rej\n1\nf\nf.rej\n',
    '',
    0,
  ],
  [
    "seq 20 > a; seq 20 | sed 's/^10$/ten/' > b; diff -u a b > p; (seq 101 105; seq 20) > a; patch < p; ls; sed -n 15p a",
    'patching file a\nHunk #1 succeeded at 12 (offset 5 lines).\na\na.orig\nb\np\nten\n',
    '',
    0,
  ],
  [
    "seq 20 > a; seq 20 | sed 's/^10$/ten/' > b; diff -u a b > p; seq 20 | sed 's/^7$/seven/' > a; patch < p; sed -n 10p a; cat a.orig | head -1",
    'patching file a\nHunk #1 succeeded at 7 with fuzz 1.\nten\n1\n',
    '',
    0,
  ],
  [
    "seq 20 > a; seq 20 | sed 's/^10$/ten/' > b; diff -u a b | tail -n +3 | (printf -- '--- a\\n+++ b\\n'; cat) > p; seq 20 | sed 's/^10$/TEN/' > a; patch < p; echo $?; cat a.rej; rm a.rej; patch --dry-run < p; echo $?; ls",
    'patching file a\nHunk #1 FAILED at 7.\n1 out of 1 hunk FAILED -- saving rejects to file a.rej\n1\n--- a\n+++ b\n@@ -7,7 +7,7 @@\n 7\n 8\n 9\n-10\n+ten\n 11\n 12\n 13\nchecking file a\nHunk #1 FAILED at 7.\n1 out of 1 hunk FAILED\n1\na\na.orig\nb\np\n',
    '',
    0,
  ],
  [
    "printf -- '--- /dev/null\\n+++ b/new/x\\n@@ -0,0 +1,2 @@\\n+one\\n+two\\n' > p; patch -p1 < p; cat new/x; patch -R -p1 < p; ls new 2>/dev/null || echo gone",
    'patching file new/x\none\ntwo\npatching file new/x\ngone\n',
    '',
    0,
  ],
  [
    "printf 'a\\nb' > x; printf 'a\\nc' > y; diff -u x y > p; patch x p; cat x; printf 'a\\nb\\n' > z; printf 'a\\nb' > w; diff -u z w > q; patch z q; cmp z w && echo same",
    'patching file x\na\ncpatching file z\nsame\n',
    '',
    0,
  ],
  [
    "echo a > x; ln -s x l; mkdir d; printf -- '--- l\\n+++ l\\n@@ -1 +1 @@\\n-a\\n+b\\n' > p; patch -p0 < p; echo $?; cat x; ls; sed s/l$/d/ p | patch -p0 -s; echo $?",
    'File l is not a regular file -- refusing to patch\n1 out of 1 hunk ignored -- saving rejects to file l.rej\n1\na\nd\nl\nl.rej\np\nx\nFile d is not a regular file -- refusing to patch\n1 out of 1 hunk ignored -- saving rejects to file d.rej\n1\n',
    '',
    0,
  ],
  [
    'echo garbage | patch; echo $?; patch -p1 -i nope; echo $?',
    '2\n2\n',
    "patch: **** Only garbage was found in the patch input.\npatch: **** Can't open patch file nope : No such file or directory\n",
    0,
  ],
  [
    "printf 'diff --git a/o b/n\\nsimilarity index 50%%\\nrename from o\\nrename to n\\n--- a/o\\n+++ b/n\\n@@ -1,2 +1,2 @@\\n 1\\n-2\\n+two\\n' > p; seq 2 > o; patch -p1 < p; ls; cat n",
    'patching file n (renamed from o)\nn\np\n1\ntwo\n',
    '',
    0,
  ],
  [
    "printf 'diff --git a/x b/x\\nnew file mode 100755\\nindex 0000000..1\\n--- /dev/null\\n+++ b/x\\n@@ -0,0 +1 @@\\n+hi\\n' > p; patch -p1 < p; stat -c %a x; patch -p1 -s -R < p; ls",
    'patching file x\n755\np\n',
    '',
    0,
  ],
  [
    "seq 3 > x; printf -- '--- x\\n+++ x\\n@@ -1,3 +1,3 @@\\n 1\\n-2\\n+b\\n 3\\n' | patch -b; ls; cat x; printf -- '--- x\\n+++ x\\n@@ -1,3 +0,0 @@\\n-1\\n-b\\n-3\\n' | patch -E; ls",
    'patching file x\nx\nx.orig\n1\nb\n3\npatching file x\nx.orig\n',
    '',
    0,
  ],
  [
    "seq 30 > a; seq 30 | sed 's/^5$/five/; s/^25$/xx/' > b; diff -u a b > p; seq 30 | sed 5d > a; patch < p; echo $?",
    'patching file a\nHunk #1 FAILED at 2.\nHunk #2 succeeded at 21 (offset -1 lines).\n1 out of 2 hunks FAILED -- saving rejects to file a.rej\n1\n',
    '',
    0,
  ],
  [
    "printf 'x\\r\\ny\\r\\n' > a; printf 'x\\r\\nz\\r\\n' > b; diff -u a b > p; patch --binary a < p; cmp a b && echo same",
    'patching file a\nsame\n',
    '',
    0,
  ],
]

/** Refused here alone: what only git or the user changes is not reached through a link either. */
const refused: readonly ScriptCase[] = ['.git', '.claude'].map((folder) => [
  `mkdir -p ${folder} real; echo a > ${folder}/config; echo a > real/config; ln -s ${folder} l; ln -s real r; for d in l r; do printf -- "--- $d/config\\n+++ $d/config\\n@@ -1 +1 @@\\n-a\\n+b\\n" | patch -p0; ls -d $d/*; done; cat ${folder}/config real/config`,
  'File l/config lies behind a symbolic link -- refusing to patch\n1 out of 1 hunk ignored\nl/config\npatching file r/config\nr/config\na\nb\n',
  '',
  0,
])

testScripts([...cases, ...refused])
