/** A growing text looks like the whole of it, at each moment. */
import { afterEach, describe, expect, it } from 'vitest'
import type { CodeColours } from './highlight.ts'
import { renderMarkdown } from '../markdown/markdown.ts'
import { GrowingBlock } from './growing-block.ts'

const box = document.createElement('div')
const block = (colours?: CodeColours) => new GrowingBlock(box, colours)
afterEach(() => box.replaceChildren())

function whole(text: string): string {
  const other = document.createElement('div')
  other.innerHTML = renderMarkdown(text)
  return other.innerHTML
}

/** Draws the text up to each of the lengths. */
function expectAtEach(text: string, lengths: readonly number[]): void {
  const growing = block()
  for (const length of lengths) {
    const part = text.slice(0, length)
    growing.update(part)
    expect(box.innerHTML, JSON.stringify(part)).toBe(whole(part))
  }
  growing.dispose()
  box.replaceChildren()
}

const everyLength = (text: string) => Array.from({ length: text.length }, (_, at) => at + 1)

describe('GrowingBlock', () => {
  it.each([
    ['a list', '- one\n- two **bold**\n  more\n- three\n- four\n- five `code`\n- six'],
    [
      'a list that turns loose late',
      '- one\n- two\n- three\n- four\n- five\n\n- six\n- seven\n\n  more\n- eight\n- nine',
    ],
    ['a list that only seems to turn loose', '- a\n- b\n- c\n- d\n\n-e\nf'],
    ['an ordered list from three', '3. a\n4. b\n   - c\n   - d\n5. e\n6. f\n7) g\n8) h'],
    ['items of code', '- ```js\n  a\n\n  b\n  ```\n- # head\n- - x\n  - y\n-\n- z\n- y\n- x'],
    ['a list and what follows it', '- a\n- b\n- c\n***\n- d\n- e\n- f\n# g\nh\ni\n===\nj'],
    [
      'a table',
      '| a | b |\n|---|--:|\n| 1 | 2 |\n| 3 |\n| 4 | 5 | 6 |\n| `7` | 8 |\nlast | one\n> quote\n> more',
    ],
    ['a table below a paragraph', 'text\na|b\n-|-\n1|2\n3|4\n5|6\n7|8'],
    ['what is no table after all', 'text\na|b\n-|-x\n1|2\n3|4\n5|6'],
    ['code', '```ts title="a.ts"\nconst a = `x\n${1}`\n\n<b>\n```'],
    ['code that is none', '```a\nb\n``\n```x\nc\n```\nd\n```\ne\n````\nf'],
    ['code below text', 'text\n~~~\na\n~~~\nmore\n```\nb\n```\n```js\nc\n```\nd\ne\nf'],
    ['a quote', '> a\n> - b\n> - c\nlazy\n> ```\n> d\n> ```\n> e'],
    [
      'addresses that come after',
      'see [x] and [y]\n- [x]\n- b\n- c\n- d\n- [y]: https://example.org\n- e\n- f',
    ],
    ['headings', 'a\n-\nb\n# c\n## d\ne\n---\nf\n#\n#g'],
    ['a carriage return', '- a\r\n- b\r\n- c\r\n- d\r\n- e'],
  ])('shows %s at each length', (_, text) => expectAtEach(text, everyLength(text)))

  it('shows any text at any lengths', () => {
    const pieces = [
      'a', 'b **c**', '\n', '\n', '\n\n', '\n- ', '\n- d', '\n  - e', '\n  f', '\n1. ', '\n2) g', '\n```', '\n```ts\n', '\n~~~\n',
      '\n    h', '\n|i|j|', '\n|-|-|', '\n|1|2', '\n> ', '\n# ', '\n---', '\n===', '\n[k]: /l', ' [k]', '\n* ', '\n* * *', '<i>', '\t', '\\', '`', '|', ' ',
    ] // prettier-ignore
    let random = 11
    const next = (below: number) => (random = (random * 16_807) % 2_147_483_647) % below
    for (let round = 0; round < 120; round += 1) {
      const likely = Array.from({ length: 5 }, () => pieces[next(pieces.length)] ?? '')
      const text = `${likely[0] ?? ''}x${Array.from({ length: 30 }, () => (next(3) === 0 ? pieces[next(pieces.length)] : likely[next(5)]) ?? '').join('')}`
      const lengths = everyLength(text).filter(() => next(3) === 0)
      expectAtEach(text, lengths)
    }
  })

  it('keeps the nodes that are finished', () => {
    const growing = block()
    const items = (count: number) => Array.from({ length: count }, (_, at) => `- item ${at}`).join('\n')
    growing.update('- item 0')
    growing.update(items(20))
    const first = [...box.querySelectorAll('li')].slice(0, 15)
    growing.update(items(40))
    expect([...box.querySelectorAll('li')].slice(0, 15)).toEqual(first)
    expect(first.every((item, at) => box.querySelectorAll('li')[at] === item)).toBe(true)
    growing.dispose()
  })
})
