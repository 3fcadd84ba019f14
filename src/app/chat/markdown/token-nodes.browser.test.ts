/** Nodes made without HTML equal those of the cleaned HTML, for hostile texts, too. */
import { describe, expect, it } from 'vitest'
import { ADDRESSES, HIDING, MARKUP } from '../../testing/hostile-texts.ts'
import { parseMarkdown, renderMarkdown } from './markdown.ts'
import { nodesOf } from './token-nodes.ts'

function fromHtml(text: string): string {
  const box = document.createElement('div')
  box.innerHTML = renderMarkdown(text)
  return box.innerHTML
}

/** Undefined where it leaves the text to the other way. */
function fromTokens(text: string): string | undefined {
  const nodes = nodesOf(parseMarkdown(text).tokens)
  if (!nodes) return undefined
  const box = document.createElement('div')
  box.append(...nodes)
  return box.innerHTML
}

const ADDRESSED = ADDRESSES.flatMap((address) => [
  `[x](${address})`,
  `[x](<${address}> "title")`,
  `<${address}>`,
])

describe('nodesOf', () => {
  it.each([
    'a **b** *c* ~~d~~ `e & <f>` https://example.org [g](#h "title")\\\ni  \nj',
    '- a\n- b\n\n  c\n- > d\n  >\n  > # e\n\n  ***\n- ',
    '7. a\n8. b\n   - c\n     1. d\n   - e\n   f\n\ng\n===',
  ])('makes of %j what is cleaned of it', (text) => {
    expect(fromTokens(text)).toBe(fromHtml(text))
  })

  it.each([...MARKUP, ...ADDRESSED, ...Object.values(HIDING)])(
    'makes of the hostile %j nothing else',
    (text) => {
      for (const part of [text, `- ${text}`, `a *${text}* b`]) {
        const made = fromTokens(part)
        if (made !== undefined) expect(made).toBe(fromHtml(part))
      }
    },
  )

  it.each(['```\na\n```', '|a|\n|-|\n|b|', '- ![a](https://example.org)', '    code'])(
    'leaves %j to those who clean',
    (text) => expect(fromTokens(text)).toBeUndefined(),
  )
})
