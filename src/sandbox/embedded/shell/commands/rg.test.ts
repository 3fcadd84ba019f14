import { testScripts, type ScriptCase } from '../testing/script-cases.ts'

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
]

testScripts(cases)
