import { expect, it } from 'vitest'
import { decodeKeys } from './keys.ts'

it('takes text, control characters and sequences apart, and leaves out what means nothing', () => {
  expect(
    decodeKeys(
      'ls é\x1b[D\x1b[1;5C\x1bb\x17\x1b[200~\x1b[15~\x1b[?1;2c\x1b[5;1R\x1bP1$r0m\x1b\\\x1b]10;rgb:1\x07\x1b[<0;1;1M\x1b[Mabc\x02🙂\r',
    ),
  ).toEqual([
    { type: 'text', text: 'ls é' },
    { type: 'action', action: 'left', typed: '\x1b[D' },
    { type: 'action', action: 'word-right', typed: '\x1b[1;5C' },
    { type: 'action', action: 'word-left', typed: '\x1bb' },
    { type: 'action', action: 'kill-word', typed: '\x17' },
    { type: 'action', action: 'left', typed: '\x02' },
    { type: 'text', text: '🙂' },
    { type: 'action', action: 'submit', typed: '\r' },
  ])
})
