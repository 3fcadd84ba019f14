import { testScripts, type ScriptCase } from '../testing/script-cases.ts'

/** Script, then what bash 5.2 makes of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  [
    'select x in a b; do echo "got $x ($REPLY)"; break; done <<< 2 2>/dev/null; echo $?',
    'got b (2)\n0\n',
    '',
    0,
  ],
  [
    'printf \'1\\n\\n3\\nfoo\\n\' | { select x in "a b" c; do echo "[$x] $REPLY"; done 2>/dev/null; echo $?; }',
    '[a b] 1\n[] 3\n[] foo\n\n1\n',
    '',
    0,
  ],
  ['set -- p q; select f; do echo $f; break; done <<< 1 2>/dev/null', 'p\n', '', 0],
  [
    "PS3='pick: '; select x in a b; do case $x in a) echo A; break;; *) echo other;; esac; done 2>&1 <<< $'2\\n1'",
    '1) a\n2) b\npick: other\npick: A\n',
    '',
    0,
  ],
  [
    "for w in if do done; do echo $w; done; for w in a do; do echo $w; done; for x in; do echo $x; done; for w in then fi else; do printf '%s ' $w; done; echo; for do in a; do echo $do; done",
    'if\ndo\ndone\na\ndo\nthen fi else \na\n',
    '',
    0,
  ],
  [
    "f() { select a in x y; do select b in 1 2; do echo $a$b; break 2; done; done; }; printf '2\\n1\\n' | f 2>/dev/null",
    'y1\n',
    '',
    0,
  ],
  [
    "select x in a; do echo $x; continue; done <<< $'1\\n1' 2>/dev/null; echo $?; select x in; do echo no; done < /dev/null; echo $?",
    'a\na\n\n1\n0\n',
    '',
    0,
  ],
  [
    'echo for select in if; echo select; for i in 1 2; do for do in x; do echo $i$do; done; done; if true; then for x in a; do echo $x; done; fi; for x in a; do :; done; echo done',
    'for select in if\nselect\n1x\n2x\na\ndone\n',
    '',
    0,
  ],
]

testScripts(cases)
