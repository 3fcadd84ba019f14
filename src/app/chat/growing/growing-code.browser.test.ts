/** Code that grows has the colours that it has as a whole, and its lines stay while it grows. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CALM_MS, HIGHLIGHT_CHARS } from '../../limits.ts'
import { CHUNK_CLASS, CHUNK_LINES } from '../code/line-chunks.ts'
import { createHighlight } from './highlight.ts'
import { renderMarkdown } from '../markdown/markdown.ts'
import { GrowingBlock } from './growing-block.ts'

const CODE = {
  ts: 'import { a } from "b"\n\n/** What it\n * says. */\nexport const f = (x: number, y = `t ${x}\n more`): void => {\n  if (x < 1) return // <b>\n  g<T>({ x, [y]: /r/g })\n}\nclass A extends B { #p = 1 }\n',
  json: '{\n  "a": [1, 2, { "b": null }],\n  "c": "<script>alert(1)</script>",\n  "d": { "e": true }\n}\n',
  html: '<!doctype html>\n<p class="a">b</p>\n<script>\n  const a = "</p>"\n</script>\n<style>p { color: red }</style>\n<i>\n',
  css: '/* a\n b */\n.a > b:hover { color: var(--x, #fff); }\n@media (width > 1px) {\n  p { margin: 0 }\n}\n',
  python: 'def f(a, b="x"):\n    """Says\n    it."""\n    return [x for x in a if x]\n\nclass A:\n    pass\n',
  sh: 'for a in "$@"; do\n  echo "a $b" # c\ndone\ncat <<E\n$x\nE\n',
} as const

const box = document.createElement('div')
const languages = Object.keys(CODE)
const loaded = Promise.withResolvers<void>()
let left = languages.length
const colours = createHighlight(() => {
  left -= 1
  if (left === 0) loaded.resolve()
})

beforeAll(async () => {
  for (const language of languages) colours.html('a', language)
  await loaded.promise
})
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  box.replaceChildren()
})

function whole(text: string): string {
  const other = document.createElement('div')
  other.innerHTML = renderMarkdown(text, colours.html)
  return other.innerHTML
}

const calm = () => vi.advanceTimersByTime(CALM_MS)

describe('GrowingCode', () => {
  it.each(Object.entries(CODE))('colours %s as the whole of it', (language, code) => {
    const text = `\`\`\`${language}\n${code}\`\`\``
    for (const step of [1, 7, 40]) {
      const growing = new GrowingBlock(box, colours)
      for (let length = 3; length < text.length; length += step) growing.update(text.slice(0, length))
      growing.update(text)
      expect(box.textContent).toContain(code.trimEnd())
      calm()
      expect(box.innerHTML, `in steps of ${step}`).toBe(whole(text))
      growing.dispose()
      box.replaceChildren()
    }
  })

  it('colours code that never ends, and what comes after a rest', () => {
    const growing = new GrowingBlock(box, colours)
    const text = `\`\`\`ts\n${CODE.ts}`
    for (let length = 3; length < 120; length += 5) growing.update(text.slice(0, length))
    calm()
    expect(box.innerHTML).toBe(whole(text.slice(0, 118)))
    growing.update(text)
    calm()
    expect(box.innerHTML).toBe(whole(text))
    growing.dispose()
  })

  it('colours a line as soon as it is there', () => {
    const growing = new GrowingBlock(box, colours)
    growing.update('```ts\nlet a')
    growing.update('```ts\nlet a = 1\nconst b = 2')
    expect([...box.querySelectorAll('.tok-keyword')].map(({ textContent }) => textContent)).toEqual([
      'let',
      'const',
    ])
    growing.dispose()
  })

  it('keeps the lines that look the same', () => {
    const growing = new GrowingBlock(box, colours)
    const lines = (count: number) => Array.from({ length: count }, (_, at) => `let a${at} = ${at}`).join('\n')
    growing.update('```ts\nlet a0')
    growing.update(`\`\`\`ts\n${lines(50)}`)
    const spans = [...box.querySelectorAll('code span')].slice(0, 100)
    growing.update(`\`\`\`ts\n${lines(90)}`)
    expect(spans.every((span, at) => box.querySelectorAll('code span')[at] === span)).toBe(true)
    growing.dispose()
  })

  it('is as high in boxes of some lines as without them', () => {
    const lines = Array.from({ length: 3 * CHUNK_LINES + 1 }, (_, at) => `let a${at}`)
    for (const count of [CHUNK_LINES, CHUNK_LINES + 1, 2 * CHUNK_LINES, lines.length]) {
      const code = lines.slice(0, count).join('\n')
      box.innerHTML = renderMarkdown(`\`\`\`\n${code}\n\`\`\``)
      document.body.append(box)
      const style = document.createElement('style')
      style.textContent = `.${CHUNK_CLASS} { display: block }`
      box.append(style)
      const height = box.querySelector('pre')?.offsetHeight
      box.querySelectorAll('code').forEach((element) => (element.textContent = code))
      expect(box.querySelector('pre')?.offsetHeight).toBe(height)
      box.remove()
    }
  })

  it('goes back into a box that is above the last one', () => {
    const growing = new GrowingBlock(box, colours)
    const open = `\`\`\`ts\nlet a = 1 /*\n${'let b\n'.repeat(3 * CHUNK_LINES)}`
    for (let length = 5; length < open.length; length += 60) growing.update(open.slice(0, length))
    growing.update(`${open}*/ let c\n\`\`\``)
    calm()
    expect(box.innerHTML).toBe(whole(`${open}*/ let c\n\`\`\``))
    growing.dispose()
  })

  it('has no colours beyond the ceiling', () => {
    const growing = new GrowingBlock(box, colours)
    const long = 'let a = 1\n'.repeat(Math.ceil(HIGHLIGHT_CHARS / 10) + 1)
    growing.update('```ts\nlet a')
    growing.update(`\`\`\`ts\n${long.slice(0, 1000)}`)
    expect(box.querySelector('.tok-keyword')).not.toBeNull()
    growing.update(`\`\`\`ts\n${long}\`\`\``)
    expect(box.innerHTML).toBe(whole(`\`\`\`ts\n${long}\`\`\``))
    expect(box.querySelector('.tok-keyword')).toBeNull()
    growing.dispose()
  })
})
