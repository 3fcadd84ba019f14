import { testScripts, type ScriptCase } from '../testing/script-cases.ts'

/** Script, then what jq 1.6 makes of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  [
    'echo \'{}\' | jq -c \'.c.d = "new", .a.b.c = 1, .a[2] = 1, .x["y"].z = 2, .a.b |= 3, .n += 1\'',
    '{"c":{"d":"new"}}\n{"a":{"b":{"c":1}}}\n{"a":[null,null,1]}\n{"x":{"y":{"z":2}}}\n{"a":{"b":3}}\n{"n":1}\n',
    '',
    0,
  ],
  [
    "echo '{\"a\":{}}' | jq -c '.a.b.c = 1, (.a.x[1].y = 2)'; echo 'null' | jq -c '.a = 1, .[1] = 2, .a.b += 1'",
    '{"a":{"b":{"c":1}}}\n{"a":{"x":[null,{"y":2}]}}\n{"a":1}\n[null,2]\n{"a":{"b":1}}\n',
    '',
    0,
  ],
  [
    'echo \'[3,1,2,1]\' | jq -c \'unique, group_by(. > 1)\'; echo \'[{"k":"b"},{"k":"a"},{"k":"b"}]\' | jq -c \'group_by(.k), unique_by(.k), (map(.k)|unique)\'',
    '[1,2,3]\n[[1,1],[3,2]]\n[[{"k":"a"}],[{"k":"b"},{"k":"b"}]]\n[{"k":"a"},{"k":"b"}]\n["a","b"]\n',
    '',
    0,
  ],
]

testScripts(cases)
