import { expect, it } from 'vitest'
import { isHtml, withoutOrigin } from './document-kind.ts'

/** How a document of that type is served: with our first script, without an origin, or as it is. */
function kindOf(type: string | null): string {
  const response = new Response('text', {
    status: 201,
    headers: { 'Content-Security-Policy': "default-src 'self'" },
  })
  response.headers.delete('Content-Type')
  if (type !== null) response.headers.set('Content-Type', type)
  const served = withoutOrigin(response)
  expect(served.status).toBe(201)
  const policy = served.headers.get('Content-Security-Policy')
  if (policy !== "default-src 'self'") {
    expect(policy).toBe("default-src 'self', sandbox allow-scripts allow-forms")
    return 'without an origin'
  }
  return isHtml(served) ? 'with the script' : 'as it is'
}

it.each([
  ['text/html', 'with the script'],
  ['Text/HTML; charset=utf-8', 'with the script'],
  ['text/html; charset="UTF-8"; a=b', 'with the script'],
  ['text/html;charset=windows-1252', 'with the script'],
  ['text/html; charset=utf-16le', 'without an origin'],
  ['text/html; charset="utf-16"', 'without an origin'],
  ['text/html; charset=unicode', 'without an origin'],
  ['text/html; charset=utf-8; charset=utf-16be', 'without an origin'],
  ["text/html; charset='utf-8", 'without an origin'],
  ['text/plain', 'as it is'],
  ['image/png', 'as it is'],
  ['video/mp4', 'as it is'],
  ['application/json; charset=utf-8', 'as it is'],
  ['image/svg+xml', 'without an origin'],
  ['application/xhtml+xml', 'without an origin'],
  ['text/xml', 'without an origin'],
  ['application/rss+xml', 'without an origin'],
  ['text/html-like', 'without an origin'],
  ['text/plain, text/html', 'without an origin'],
  ['text/html, text/html', 'without an origin'],
  ['text/plain;a=b, text/html', 'without an origin'],
  ['image/png, image/svg+xml', 'without an origin'],
  ['nonsense', 'without an origin'],
  ['', 'without an origin'],
  [null, 'without an origin'],
])('a document of type %j is served %s', (type, kind) => {
  expect(kindOf(type)).toBe(kind)
})
