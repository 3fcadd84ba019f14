import { describe, expect, it } from 'vitest'
import { summaryMarkdown, withoutLinks } from './summary-markdown.ts'

const shown = (summary: string) => summaryMarkdown(summary, 'm')

describe('a summary as Markdown', () => {
  it('has sources and remarks as links of its mark, at the end of their lines', () => {
    expect(
      shown('1. Task: mend it. [#2 #14]\n- `npm test` fails. [#9] [log: `npm test` has passed since]'),
    ).toBe(
      '1. Task: mend it. [#2](#m-2) [#14](#m-14)\n- `npm test` fails. [#9](#m-9) [`npm test` has passed since](#m)',
    )
  })

  it('has the call of a remark as a source, and the remark in the language of the page', () => {
    const say = (remark: string) => remark.replace('failed the last time', 'ist fehlgeschlagen')
    expect(summaryMarkdown('Green. [log: `npm test` failed the last time, #12]', 'm', say)).toBe(
      'Green. [`npm test` ist fehlgeschlagen](#m) [#12](#m-12)',
    )
  })

  it('is as it was without them', () => {
    const plain = '# State\n\nAll of it is [done](https://example.org).\n\n| a | b |\n|---|---|\n| 1 | 2 |'
    expect(shown(plain)).toBe(plain)
  })

  it('leaves code alone', () => {
    const code = '```\nx = y [#2]\n```\nDone. [#3]'
    expect(shown(code)).toBe('```\nx = y [#2]\n```\nDone. [#3](#m-3)')
  })

  it('knows a fence that has fences in it, and one that ends in its line', () => {
    const code = '````md\n```\nx [#2]\n```\ny [#3]\n````'
    expect(shown(code)).toBe(code)
    expect(shown('```x``` is code. [#4]\nSo it is. [#5]')).toBe(
      '```x``` is code. [#4](#m-4)\nSo it is. [#5](#m-5)',
    )
  })

  it('has its own text back where links are not drawn', () => {
    const line = String.raw`One. [#2 #3] [log: \ (x) \`a\` <b>]`
    expect(withoutLinks(shown(line), 'm')).toBe(String.raw`One. [#2] [#3] [log: \ (x) \`a\` <b>]`)
    expect(withoutLinks('[a](#n-1) [#1](https://example.org)', 'm')).toBe(
      '[a](#n-1) [#1](https://example.org)',
    )
  })

  it('has them within the last cell of a table', () => {
    expect(shown('| a | b | [#2]')).toBe('| a | b [#2](#m-2) |')
  })

  it('lets no remark end its link, or be more than text', () => {
    expect(shown(String.raw`One. [log: \ x <b>]`)).toBe(String.raw`One. [\\ x \<b\>](#m)`)
  })
})
