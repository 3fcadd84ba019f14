import { testScripts, type ScriptCase } from '../testing/script-cases.ts'

/** Sets in brackets, in the patterns of `case` and `[[`. */
const cases: readonly ScriptCase[] = [
  [
    'for x in abc xbc; do case $x in [!a]*) echo not;; [a-c]??) echo a;; esac; [[ $x == [!a-c]b* ]] && echo too; p="[!a]*"; [[ $x == $p ]] && echo three; done',
    'a\nnot\ntoo\nthree\n',
    '',
    0,
  ],
  [
    "for x in 12 1a ''; do case $x in *[!0-9]*|'') echo no;; *) echo number;; esac; done",
    'number\nno\nno\n',
    '',
    0,
  ],
  [
    "for x in ']' '[' '-' '^' '!' \"'\" '\\' b; do case $x in []]) echo 1;; [[]) echo 2;; [a-]) echo 3;; [a^]) echo 4;; [a!]) echo 5;; [\\'\\\"]) echo 6;; [\\\\]) echo 7;; [a\\-c]) echo never;; [z-a]) echo never;; [!]a]) echo 8;; esac; done",
    '1\n2\n3\n4\n5\n6\n7\n8\n',
    '',
    0,
  ],
  [
    'for x in _ 5 a x " "; do case $x in [![:alnum:][:space:]]) echo other;; [[:digit:]]) echo digit;; [[.x.]]) echo x;; [[=a=]]) echo a;; [[:space:]]) echo space;; esac; done',
    'other\ndigit\na\nx\nspace\n',
    '',
    0,
  ],
  [
    'x=a/b/c; [[ $x == a/[!/]/c ]] && echo one; case "a[" in a[) echo two;; esac; v=a-c; case b in [$v]) echo three;; esac; shopt -s nocasematch; case A in [!a]) echo never;; *) echo four;; esac',
    'one\ntwo\nthree\nfour\n',
    '',
    0,
  ],
]

testScripts(cases)
