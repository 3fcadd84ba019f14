import { expect, it } from 'vitest'
import { decodeKeys } from './keys.ts'
import { TypedLine } from './typed-line.ts'

it('echoes a line, takes letters back by their width, and sends it whole', () => {
  const line = new TypedLine((text) => [...text].reduce((sum, letter) => sum + (letter > '⺀' ? 2 : 1), 0))
  const press = (keys: string) => decodeKeys(keys).map((key) => line.press(key))
  expect(press('ab日\x7fc\r')).toEqual([
    { echo: 'ab日' },
    { echo: '\b \b\b \b' },
    { echo: 'c' },
    { echo: '\r\n', send: 'abc\n' },
  ])
  expect(press('one two\x17\x04\x04')).toEqual([
    { echo: 'one two' },
    { echo: '\b \b\b \b\b \b' },
    { echo: '', send: 'one ' },
    { echo: '', send: 'end' },
  ])
  expect(press('x\x15y\x03')).toEqual([
    { echo: 'x' },
    { echo: '\b \b' },
    { echo: 'y' },
    { echo: '^C\r\n', interrupt: true },
  ])
  expect(line.take()).toBe('')
})

it('keeps keys of the prompt as they came, shows them with a caret, and takes them back by what was shown', () => {
  const line = new TypedLine((text) => text.length)
  const press = (keys: string) => decodeKeys(keys).map((key) => line.press(key).echo)
  expect(press('b\x01a\x1b[Dc\t')).toEqual(['b', '^A', 'a', '^[[D', 'c', '  '])
  expect(press('\x7f\x7f\x7f\x7f')).toEqual(['\b \b'.repeat(2), '\b \b', '\b \b', '\b \b'])
  expect(line.take()).toBe('b\x01a\x1b')
  const key = decodeKeys('x\x1b\r').map((each) => line.press(each))
  expect(key.at(-1)).toEqual({ echo: '^[\r\n', send: 'x\x1b\n' })
})
