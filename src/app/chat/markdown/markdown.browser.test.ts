/** The model's text is hostile input: what of it becomes part of the page. */
import { describe, expect, it } from 'vitest'
import { renderMarkdown } from './markdown.ts'

/** The HTML as the browser reads it, put together again. */
function rendered(source: string): string {
  const box = document.createElement('div')
  box.innerHTML = renderMarkdown(source)
  return box.innerHTML.trim()
}

describe('renderMarkdown', () => {
  it('renders what people write', () => {
    expect(rendered('**a** `b`\n\n3. c')).toBe(
      '<p><strong>a</strong> <code>b</code></p>\n<ol start="3">\n<li>c</li>\n</ol>',
    )
  })

  it('opens links in a new tab that knows nothing of this one', () => {
    const link =
      '<a href="https://example.org/" target="_blank" rel="noopener noreferrer">https://example.org/</a>'
    expect(rendered('https://example.org/')).toBe(`<p>${link}</p>`)
  })

  it('turns images into links, so that nothing is fetched', () => {
    expect(rendered('![a <b>](https://evil.example/x.png?secret)')).toBe(
      '<p><a href="https://evil.example/x.png?secret" target="_blank" rel="noopener noreferrer">Image: a &lt;b&gt;</a></p>',
    )
  })

  const block = (name: string, buttons: string, code: string) =>
    `<div class="code"><div class="code-head">${name}<span>${buttons}<button type="button">Copy</button></span></div><pre tabindex="0"><code>${code}</code></pre></div>`
  const acts =
    '<button type="button" class="open">Open</button><button type="button" class="apply">Apply</button>'

  it('gives code a head with its language and buttons', () => {
    expect(rendered('```js\n1 < 2\n```')).toBe(block('<span>js</span>', acts, '1 &lt; 2'))
  })

  it('names the file that code is of', () => {
    expect(rendered('~~~js title="src/a.js"\n1\n~~~')).toBe(
      block('<span class="path">src/a.js</span>', acts, '1'),
    )
  })

  it('has code that is still coming copied, not applied', () => {
    for (const source of ['```js\n1 < 2', '```js\n1 < 2\n', '```js\n1 < 2\n``'])
      expect(rendered(source)).not.toContain('Apply')
    expect(rendered('```js\n```')).toContain('Apply')
    expect(rendered('> ```js\n> 1\n> ```')).toContain('Apply')
    expect(rendered('    indented')).toContain('Apply')
  })

  it('aligns table cells without styles', () => {
    const html = rendered('|a|b|\n|-|-:|\n|1|2|')
    expect(html).toContain('<td class="align-right">2</td>')
    expect(html).not.toContain('style')
  })

  it.each([
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<iframe src="https://evil.example"></iframe>',
    '<a href="javascript:alert(1)" onclick="alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:alert(1) "onmouseover=alert(1)")',
    '![x](javascript:alert(1))',
    '![x" onerror="alert(1)](https://a.example/"onerror="alert(1))',
    '```"><img src=x onerror=alert(1)>\ncode\n```',
    '`<svg/onload=alert(1)>`',
    '<style>*{display:none}</style><form action=//evil.example><input></form>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '[x]: javascript:alert(1)\n\n[x]',
  ])('lets nothing through that runs or fetches: %s', (source) => {
    const box = document.createElement('div')
    box.innerHTML = renderMarkdown(source)
    const bad = box.querySelectorAll(
      'img, script, iframe, svg, math, style, form, input, object, embed, link, base',
    )
    const attributes = [...box.querySelectorAll('*')].flatMap((element) => [...element.attributes])
    const allowed = ['href', 'target', 'rel', 'class', 'start', 'type', 'tabindex']
    expect(bad).toHaveLength(0)
    expect(attributes.filter(({ name }) => !allowed.includes(name))).toEqual([])
    expect(
      attributes.filter(({ name, value }) => name === 'href' && !/^(https?:|mailto:|#)/.test(value)),
    ).toEqual([])
  })
})
