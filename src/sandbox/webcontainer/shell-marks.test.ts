import { expect, it } from 'vitest'
import { ShellMarks } from './shell-marks.ts'
import type { ShellPiece } from './shell-marks.ts'

const mark = (said: string, end = '\x07') => `\x1b]654;${said}${end}`

/** Neighbouring texts joined. */
function joined(pieces: readonly ShellPiece[]): ShellPiece[] {
  const all: ShellPiece[] = []
  for (const piece of pieces) {
    const last = all.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') all[all.length - 1] = last + piece
    else all.push(piece)
  }
  return all
}

const STREAM =
  mark('interactive') +
  mark('prompt') +
  '~ ❯ ls\r\n' +
  mark('pid=-1') +
  'a \x1b[31mred\x1b[0m \x1b]0;title\x07' +
  mark('exit=-1:3', '\x1b\\') +
  mark('something=new') +
  mark('prompt')
const PIECES: ShellPiece[] = [
  { kind: 'interactive' },
  { kind: 'prompt' },
  '~ ❯ ls\r\n',
  { kind: 'begin' },
  'a \x1b[31mred\x1b[0m \x1b]0;title\x07',
  { kind: 'end', exitCode: 3 },
  { kind: 'prompt' },
]

it('tells text and marks apart wherever the stream is cut', () => {
  for (let cut = 0; cut <= STREAM.length; cut += 1) {
    const marks = new ShellMarks()
    const pieces = [...marks.split(STREAM.slice(0, cut)), ...marks.split(STREAM.slice(cut))]
    expect(joined(pieces)).toEqual(PIECES)
  }
  const letters = new ShellMarks()
  expect(joined([...STREAM].flatMap((letter) => letters.split(letter)))).toEqual(PIECES)
})

it('holds nothing back for long that only begins like a mark', () => {
  const marks = new ShellMarks()
  const begun = '\x1b]654;' + 'x'.repeat(200)
  expect(joined([...marks.split(begun), ...marks.split('y')])).toEqual([`${begun}y`])
  expect(marks.split('\x1b')).toEqual([])
  expect(marks.split('[A')).toEqual(['\x1b[A'])
})
