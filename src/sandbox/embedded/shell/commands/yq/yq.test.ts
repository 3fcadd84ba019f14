import { expect, test } from 'vitest'
import { runShell } from '../../testing/run-shell.ts'
import { testScripts, type ScriptCase } from '../../testing/script-cases.ts'

const FILES = {
  '/workspace/a.yml': '# top\na: 1 # one\nb:\n  - x\n  - y: [1, 2]\ns: "q"\n',
  '/workspace/m.yml': 'a: 1\n---\na: 2\n',
  '/workspace/r.yml': 'base: &b\n  k: 1\nuse:\n  <<: *b\n  l: 2\n',
  '/workspace/bad.yml': 'a: [1\n',
  '/workspace/j.json': '{"a": {"b": [1, 2]}}\n',
}

/** Script, then stdout, stderr and code, as the Go program of that name has them for these. */
const cases: readonly ScriptCase[] = [
  ["yq '.a' a.yml; yq '.s' a.yml; yq '.b[1].y[0]' a.yml; cat a.yml | yq .none", '1\nq\n1\nnull\n', '', 0],
  [
    "yq '.b' a.yml; yq -o json '.b' a.yml; yq -o=json -I=0 '.b' a.yml",
    '- x\n- y:\n    - 1\n    - 2\n[\n  "x",\n  {\n    "y": [\n      1,\n      2\n    ]\n  }\n]\n["x",{"y":[1,2]}]\n',
    '',
    0,
  ],
  ['yq a.yml', '# top\na: 1 # one\nb:\n  - x\n  - y: [ 1, 2 ]\ns: "q"\n', '', 0],
  [
    'yq -i \'.a = 5 | .c = {d: "new"} | del(.b[0])\' a.yml; cat a.yml',
    '# top\na: 5 # one\nb:\n  - y:\n      - 1\n      - 2\ns: "q"\nc:\n  d: new\n',
    '',
    0,
  ],
  ["yq '.a' m.yml; yq eval '.a' m.yml; yq -s 'map(.a) | add' m.yml", '1\n2\n1\n2\n3\n', '', 0],
  ["yq -i '.a += 1' m.yml; cat m.yml", 'a: 2\n---\na: 3\n', '', 0],
  [
    "yq '.use.k' r.yml; yq -i '.use.l = 3' r.yml; cat r.yml",
    '1\nbase: &b\n  k: 1\nuse:\n  <<: *b\n  l: 3\n',
    '',
    0,
  ],
  [
    "yq -n '{a: 1, b: [true]}'; yq -p json '.a' j.json; yq -r '.s' a.yml",
    'a: 1\nb:\n  - true\nb:\n  - 1\n  - 2\nq\n',
    '',
    0,
  ],
  ["yq --arg x 1 '.a = $x | .a' a.yml; yq -e '.none' a.yml; echo $?", '1\nnull\n1\n', '', 0],
  [
    "yq '.a' none.yml; echo $?; yq -o toml . a.yml; echo $?",
    '1\n1\n',
    "yq: none.yml: No such file or directory\nyq: format 'toml' is not supported here; there are yaml and json\n",
    0,
  ],
]

testScripts(cases, { files: FILES })

test('what is no YAML is an error, and a file is not written when a filter fails', async () => {
  const bad = await runShell("yq '.' bad.yml", { files: FILES })
  expect([bad.stdout, bad.end.status.code]).toEqual(['', 1])
  expect(bad.stderr).toMatch(/^yq: bad file 'bad.yml': /)
  const failing = await runShell(
    "yq -i '.a | error(1)' a.yml; echo $?; yq -i '.b[]' a.yml; echo $?; head -n 2 a.yml",
    { files: FILES },
  )
  expect(failing.stdout).toBe('1\n1\n# top\na: 1 # one\n')
})
