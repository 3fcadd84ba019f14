import { describe, expect, it } from 'vitest'
import { withFirstScript } from './page-script.ts'

/** The page as it comes out when its bytes come in pieces of that size. */
async function served(html: string, step: number, type = 'text/html; charset=utf-8'): Promise<string> {
  const bytes = new TextEncoder().encode(html)
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += step) controller.enqueue(bytes.slice(at, at + step))
      controller.close()
    },
  })
  return withFirstScript(new Response(body, { headers: { 'Content-Type': type } }), '/x.js').text()
}

const TAG = '<script src="/x.js"></script>'

describe('the first script of a page', () => {
  it.each([
    ['<!doctype html><html lang="en"><head>', '<!doctype html>', '<html lang="en"><head>'],
    ['<!-- a --> <!DOCTYPE html>\n<p>ü', '<!-- a --> <!DOCTYPE html>\n', '<p>ü'],
    ['<?xml version="1.0"?><!doctype html><p>', '<?xml version="1.0"?><!doctype html>', '<p>'],
    ['text only', '', 'text only'],
    ['<!--><script>a()</script>-->', '', '<!--><script>a()</script>-->'],
    ['<!---><script>a()</script>-->', '', '<!---><script>a()</script>-->'],
    ['<!-- --!><script>a()</script>-->', '<!-- --!>', '<script>a()</script>-->'],
    ['<!----><script>a()</script>-->', '<!---->', '<script>a()</script>-->'],
    // The comment of a document in ISO-2022-JP ends only where the script stands.
    ['<!-- \u001B$B --> \u001B(B --><p>', '', '<!-- \u001B$B --> \u001B(B --><p>'],
    ['<!doctype \u001B$B> \u001B(B><p>', '', '<!doctype \u001B$B> \u001B(B><p>'],
    ['<', '', '<'],
    ['', '', ''],
    [`<!-- ${'long '.repeat(2000)}--><p>`, '', `<!-- ${'long '.repeat(2000)}--><p>`],
  ])('comes behind the doctype and before all else: %j', async (html, before, after) => {
    for (const step of [1, 3, 100_000]) expect(await served(html, step)).toBe(before + TAG + after)
  })

  it('is put into pages only', async () => {
    expect(await served('<p>', 10, 'text/plain')).toBe('<p>')
    expect(withFirstScript(new Response(null, { status: 204 }), '/x.js').body).toBeNull()
  })
})
