import { expect, it } from 'vitest'
import { areHeadersOf } from './answer-headers.ts'

const wanted = new Headers({
  'Content-Type': 'text/javascript; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'self' *",
  'Cross-Origin-Embedder-Policy': 'require-corp',
})
const sent = {
  'content-type': 'application/javascript',
  'content-security-policy': "default-src 'none'; frame-ancestors 'self' http://localhost:5173",
  'cross-origin-embedder-policy': 'require-corp',
  date: 'Tue, 24 Nov 2026 22:00:00 GMT',
  etag: '"1"',
}

it('an answer is as wanted with what servers add, another type of script and another frame', () => {
  expect(areHeadersOf(new Headers(sent), wanted)).toBe(true)
  expect(areHeadersOf(new Headers(wanted), wanted)).toBe(true)
})

it.each([
  ['without one', { 'cross-origin-embedder-policy': '' }],
  ['with a looser policy', { 'content-security-policy': "default-src *; frame-ancestors 'self'" }],
  [
    'with a directive behind the frame',
    { 'content-security-policy': "default-src 'none'; frame-ancestors 'self'; script-src *" },
  ],
  [
    'with a second policy',
    { 'content-security-policy': "default-src 'none'; frame-ancestors 'self', default-src *" },
  ],
  ['of another type', { 'content-type': 'text/html' }],
  ['with one that a browser acts on', { 'service-worker-allowed': '/' }],
])('it is not %s', (_, change) => {
  expect(areHeadersOf(new Headers({ ...sent, ...change }), wanted)).toBe(false)
})
