import { testScripts, type ScriptCase } from '../../testing/script-cases.ts'

/** Script, then what ripgrep 13 makes of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  [
    'mkdir -p node_modules/a venv .next/x; echo hit > node_modules/a/x.js; echo hit > venv/v.py; echo hit > .next/x/y; echo hit > b.txt; rg --sort path hit',
    'b.txt:hit\nnode_modules/a/x.js:hit\nvenv/v.py:hit\n',
    '',
    0,
  ],
  [
    'mkdir -p node_modules/a .git; echo node_modules > .gitignore; echo hit > node_modules/a/x.js; echo hit > b.txt; rg --sort path -l hit; rg --sort path -lu hit',
    'b.txt\nb.txt\nnode_modules/a/x.js\n',
    '',
    0,
  ],
  [
    "printf '\\357\\273\\277first hit\\nh\\303\\244t\\n' > bom; printf 'caf\\351 hit\\n' > latin; rg -n 'h.t' bom; rg -c '^first' bom; rg -c hit latin",
    '1:first hit\n2:hät\n1\n1\n',
    '',
    0,
  ],
  [
    "printf 'HIT\\nhit\\n' > f; rg hit f; echo -; rg -S hit f; echo -; rg -S Hit f; rg -i Hit f; echo -; rg -is hit f",
    'hit\n-\nHIT\nhit\n-\nHIT\nhit\n-\nhit\n',
    '',
    0,
  ],
  [
    "printf 'one\\ntwo hit\\nthree\\n' > a.txt; rg -n hit a.txt; rg -c . a.txt; rg -o 'h.t' a.txt; rg -v hit a.txt; rg -i TWO a.txt; rg -A1 -B1 -n two a.txt",
    '2:two hit\n3\nhit\none\nthree\ntwo hit\n1-one\n2:two hit\n3-three\n',
    '',
    0,
  ],
  [
    "printf 'a.b\\naxb\\n' > f; rg -F a.b f; rg -w axb f; rg -x 'a.b' f; rg -q nothing f; echo $?",
    'a.b\naxb\na.b\naxb\n1\n',
    '',
    0,
  ],
  [
    "mkdir d; echo hit > d/a.ts; echo hit > d/b.js; rg --sort path -l hit -g '*.ts'; rg --sort path -l hit -g '!*.ts'; rg --files -t js; rg --sort path --files d",
    'd/a.ts\nd/b.js\nd/b.js\nd/a.ts\nd/b.js\n',
    '',
    0,
  ],
  [
    "printf 'x1\\nx2\\n' > f; rg -r 'y$1' 'x(\\d)' f; rg --no-filename -N x1 .; rg -m1 x f; rg --count-matches x f",
    'y1\ny2\nx1\nx1\n2\n',
    '',
    0,
  ],
  [
    'echo hit > .hid; rg hit .; rg --hidden --sort path hit; rg -n --hidden hit',
    '.hid:hit\n.hid:1:hit\n',
    '',
    0,
  ],
  ["echo a | rg a; printf 'a\\nb\\n' | rg -n b -", 'a\n2:b\n', '', 0],
  [
    "mkdir -p src d; echo hit > src/a.ts; echo hit > src/b.js; echo hit > src/c.md; echo hit > d/x.ts; rg -l --sort path -g '*.{ts,js}' hit; echo -; rg -l --sort path -g '!d' hit; echo -; rg -l --sort path -g 'src/*.ts' -g '!b*' hit; echo -; rg --files --sort path -t js; rg --files -T md -T js --sort path",
    'd/x.ts\nsrc/a.ts\nsrc/b.js\n-\nsrc/a.ts\nsrc/b.js\nsrc/c.md\n-\nsrc/a.ts\n-\nsrc/b.js\nd/x.ts\nsrc/a.ts\n',
    '',
    0,
  ],
  [
    "printf 'One\\ntwo\\n' > a; rg '(?i)one' a; rg '(?i:T)wo' a; rg -n '^t|e$' a; rg -or '<$0>' 'o' a; rg -or '${first}-$2' '(?P<first>t)(w)' a; rg -U 'One\\ntwo' a; rg --no-heading --color never -- two a; rg -e One -e two -c a",
    'One\ntwo\n1:One\n2:two\n<o>\nt-w\nOne\ntwo\ntwo\n2\n',
    '',
    0,
  ],
  [
    'mkdir .git; echo out > .gitignore; mkdir -p .git/info; echo hidden.txt > .git/info/exclude; echo hit > out; echo hit > hidden.txt; echo hit > in; rg -l hit; rg hit out; rg hit missing; echo $?; rg hit in missing 2>&1; echo $?; rg -l --no-ignore --sort path hit',
    'in\nhit\n2\nmissing: No such file or directory (os error 2)\nin:hit\n2\nhidden.txt\nin\nout\n',
    'missing: No such file or directory (os error 2)\n',
    0,
  ],
  [
    "printf '\\377\\376h\\0i\\0t\\0\\n\\0' > wide; rg hit wide; rg -c hit wide; printf 'a\\0hit\\n' > bin; rg hit bin; rg -a -c hit bin; rg hit . ; echo $?",
    'hit\n1\nbinary file matches (found "\\0" byte around offset 1)\n1\n./wide:hit\n0\n',
    '',
    0,
  ],
  [
    "mkdir -p a/b; echo 'out' > a/.ignore; echo '!out' > a/b/.rgignore; echo hit > a/out; echo hit > a/b/out; echo hit > .dot; rg -l --sort path hit; rg -l --hidden --sort path -g '!.git' hit; rg -lu --sort path hit; rg --max-depth 1 -l hit . ; rg -l --sort path hit a/b/../b a",
    'a/b/out\n.dot\na/b/out\na/b/out\na/out\na/b/../b/out\na/b/out\n',
    '',
    0,
  ],
  [
    "seq 30 > n; rg -n -A1 -B1 '^(5|9)$' n; rg -C2 --context-separator '~~' '^(5|20)$' n; rg -m2 1 n; rg -v -c 1 n; rg -o '\\d$' n | sort -u | tr -d '\\n'; rg --vimgrep '^7' n; rg -b '^9$' n; rg --trim -x '  *3' n; echo $?; rg --passthru -n '^30$' n | tail -2",
    '4-4\n5:5\n6-6\n--\n8-8\n9:9\n10-10\n3\n4\n5\n6\n7\n~~\n18\n19\n20\n21\n22\n1\n10\n18\n0123456789n:7:1:7\n16:9\n1\n29-29\n30:30\n',
    '',
    0,
  ],
  // An option that would change the results or their display is refused, not ignored.
  [
    'for o in --no-unicode --path-separator=/ --ignore-file-case-insensitive --pre=cat; do rg $o x . 2>/dev/null; echo $?; done; rg -V; rg -e -V -c - <<< "x -V"',
    '2\n2\n2\n2\nripgrep 13.0.0\n1\n',
    '',
    0,
  ],
]

testScripts(cases)
