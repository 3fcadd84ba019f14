import { expect, test } from 'vitest'
import { progressText, StatusLine } from './status-line.mjs'

/** A terminal's last line, as the sequences leave it, and the lines above. */
function terminal(columns = 80) {
  let lines = ['']
  return {
    columns,
    write(text: string) {
      for (const part of text.split(/(\r\u001b\[2K|\n)/)) {
        if (part === '\n') lines = [...lines, '']
        else lines = [...lines.slice(0, -1), part.startsWith('\r') ? '' : `${lines.at(-1)}${part}`]
      }
    },
    lines: () => lines,
  }
}

test('output goes above the line, which is written anew', () => {
  const screen = terminal()
  const line = new StatusLine(screen)
  line.write('one\n')
  line.show('1 of 2')
  line.write('two\n')
  expect(screen.lines()).toEqual(['one', 'two', '1 of 2'])
  line.show('2 of 2')
  expect(screen.lines()).toEqual(['one', 'two', '2 of 2'])
  line.close()
  expect(screen.lines()).toEqual(['one', 'two', ''])
})

test('it waits for the end of a line that a program has begun', () => {
  const screen = terminal()
  const line = new StatusLine(screen)
  line.show('1 of 2')
  line.write('ha')
  line.show('2 of 2')
  line.write('')
  expect(screen.lines()).toEqual(['ha'])
  line.write('lf\n')
  expect(screen.lines()).toEqual(['half', '2 of 2'])
})

test('it is cut to the width of the terminal', () => {
  const screen = terminal(6)
  new StatusLine(screen).show('123456789')
  expect(screen.lines()).toEqual(['12345'])
})

test('a text tells tests and time, and whether the total is known', () => {
  const progress = { title: 'Node', done: 12, total: 85, isTotalKnown: true, ms: 187_900 }
  expect(progressText(progress)).toBe('Node: 12 of 85 tests, 3:07')
  expect(progressText({ ...progress, isTotalKnown: false, ms: 900 })).toBe('Node: 12 of 85+ tests, 0:00')
  expect(progressText({ ...progress, done: 90 })).toBe('Node: 90 of 90 tests, 3:07')
})
