import { testScripts, type ScriptCase } from '../../testing/script-cases.ts'

/** Names that are bytes and no text. Script, then what bash 5.2, GNU's tools, Info-ZIP's and find make of it. */
const cases: readonly ScriptCase[] = [
  [
    "mkdir d; echo one > $'d/f\\xe9'; echo two > $'d/ü\\xff'; ls d | od -An -tx1; tar cf a.tar d; rm -r d; tar xf a.tar; ls d | od -An -tx1; cat d/f*; tar tf a.tar; find d -type f | od -An -tx1; for f in d/*; do wc -c \"$f\" | od -An -tx1; done",
    [
      ' 66 e9 0a c3 bc ff 0a\n'.repeat(2),
      'one\nd/\nd/f\\351\nd/ü\\377\n',
      ' 64 2f 66 e9 0a 64 2f c3 bc ff 0a\n',
      ' 34 20 64 2f 66 e9 0a\n 34 20 64 2f c3 bc ff 0a\n',
    ].join(''),
    '',
    0,
  ],
  [
    "mkdir d; echo one > $'d/f\\xe9'; ln -s $'f\\xe9' d/l; zip -qry a.zip d; rm -r d; unzip -q a.zip; ls d | od -An -tx1; cat d/f* d/l; readlink d/l | od -An -tx1",
    ' 66 e9 0a 6c 0a\none\none\n 66 e9 0a\n',
    '',
    0,
  ],
  [
    "printf 'b\\xe9\\na\\nb\\xc3\\xa9\\nb\\xff\\nb\\xf0\\x9f\\x98\\x80\\n' > in; for c in sort 'sort -r' 'sort -uf' 'sort -k1.2' 'xargs -n1 echo'; do $c < in | od -An -v -w32 -tx1; done; sort -o in in; od -An -v -w32 -tx1 in; mkdir d; touch $'d/f\\xe9'; find d -type f -print0 | xargs -0 ls | od -An -tx1",
    [
      ' 61 0a 62 c3 a9 0a 62 e9 0a 62 f0 9f 98 80 0a 62 ff 0a\n',
      ' 62 ff 0a 62 f0 9f 98 80 0a 62 e9 0a 62 c3 a9 0a 61 0a\n',
      ' 61 0a 62 c3 a9 0a 62 e9 0a 62 f0 9f 98 80 0a 62 ff 0a\n',
      ' 61 0a 62 c3 a9 0a 62 e9 0a 62 f0 9f 98 80 0a 62 ff 0a\n',
      ' 62 e9 0a 61 0a 62 c3 a9 0a 62 ff 0a 62 f0 9f 98 80 0a\n',
      ' 61 0a 62 c3 a9 0a 62 e9 0a 62 f0 9f 98 80 0a 62 ff 0a\n',
      ' 64 2f 66 e9 0a\n',
    ].join(''),
    '',
    0,
  ],
  ["printf 'b\\xe9\\nb\\xe9\\n' | shuf | od -An -tx1", ' 62 e9 0a 62 e9 0a\n', '', 0],
  ["echo $'a\\xe9b\\xc3\\xbc\\u20ac' | od -An -tx1", ' 61 e9 62 c3 bc e2 82 ac 0a\n', '', 0],
]

testScripts(cases)
