import { describe, expect, it } from 'vitest'
import { decodeKeys } from './keys.ts'
import { LineEditor } from './line-editor.ts'

const HISTORY = ['git status', 'npm test', 'git commit -m "x"']

/** The line after these keys: `|` is the cursor. */
function after(keys: string, text = '', cursor = text.length): string {
  const editor = new LineEditor(() => HISTORY)
  editor.set(text, cursor)
  for (const key of decodeKeys(keys)) editor.press(key)
  return `${editor.text.slice(0, editor.cursor)}|${editor.text.slice(editor.cursor)}`
}

describe('editing', () => {
  it.each([
    ['home and end', '\x01a\x05b', 'xyz', 'axyzb|'],
    ['left and right by letters that people see', '\x1b[D\x1b[DX', 'a👩‍👩‍👧é', 'aX|👩‍👩‍👧é'],
    ['backspace and delete', '\x7f\x01\x1b[3~', 'abc', '|b'],
    ['Ctrl-D in a line deletes', '\x01\x04', 'abc', '|bc'],
    ['words back and forth', '\x1bb\x1bbX\x1bfY', 'one two-three', 'one XtwoY|-three'],
    ['kill to the end and yank', '\x1bb\x0b\x01\x19', 'one two', 'two|one '],
    ['kill to the start', '\x1bb\x15', 'one two', '|two'],
    ['kill a word up to a space', '\x17', 'rm a-b/c.d', 'rm |'],
    ['kill a word of letters backwards', '\x1b\x7f', 'rm a-b/c.d', 'rm a-b/c.|'],
    ['kill a word forwards', '\x01\x1bd', 'rm -rf', '| -rf'],
    ['transpose at the end', '\x14', 'gti', 'git|'],
    ['home and end of a line among several', '\x01X\x05Y', 'a\nbc', 'a\nXbcY|'],
  ])('%s', (_, keys, text, result) => {
    expect(after(keys, text)).toBe(result)
  })
})

describe('the history', () => {
  it('goes back and forth, and keeps the line that was begun', () => {
    expect(after('\x1b[A\x1b[A', 'beg')).toBe('npm test|')
    expect(after('\x1b[A\x1b[A\x1b[B\x1b[B', 'beg')).toBe('beg|')
    expect(after('\x10\x10\x10\x10\x10')).toBe('git status|')
  })

  it('is searched from the newest, again for older ones, and left with the line or without', () => {
    expect(after('\x12git')).toBe('|git commit -m "x"')
    expect(after('\x12git\x12')).toBe('|git status')
    expect(after('\x12test\x05!')).toBe('npm test!|')
    expect(after('\x12git\x1b', 'begun')).toBe('begun|')
    expect(after('\x12git\x07', 'begun', 2)).toBe('be|gun')
  })

  it('says when nothing is found, and goes on from the found line', () => {
    const editor = new LineEditor(() => HISTORY)
    const effects = decodeKeys('\x12nothing').map((key) => editor.press(key))
    expect([effects, editor.searching]).toEqual([['none', 'bell'], { query: 'nothing', failed: true }])
    expect(after('\x12status\x05\x1b[B')).toBe('npm test|')
  })
})

it('tells the terminal what is not its own business', () => {
  const editor = new LineEditor(() => [])
  const effects = decodeKeys('\r\x03\x04\x0c\t\x7f').map((key) => editor.press(key))
  expect(effects).toEqual(['submit', 'interrupt', 'end', 'clear', 'complete', 'bell'])
})
