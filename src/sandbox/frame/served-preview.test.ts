/** Headers of a program in the sandbox, as its pages and their requests get them. */
import { expect, it } from 'vitest'
import { answerServed } from './served-preview.ts'

const SENT = [
  ['Content-Type', 'text/html; charset=utf-8'],
  ['Content-Language', 'en'],
  ['Cache-Control', 'no-store'],
  ['X-Total', '3'],
  ['Set-Cookie', 'a=b'],
  ['Clear-Site-Data', '"cookies"'],
  ['Refresh', '0;url=https://evil.example/'],
  ['Content-Security-Policy', 'report-uri https://evil.example/'],
  ['Reporting-Endpoints', 'default="https://evil.example/"'],
  ['Report-To', '{"endpoints":[{"url":"https://evil.example/"}]}'],
  ['NEL', '{"report_to":"default"}'],
  ['Cross-Origin-Opener-Policy-Report-Only', 'same-origin; report-to="default"'],
  ['X-DNS-Prefetch-Control', 'on'],
  ['Speculation-Rules', '"/rules.json"'],
  ['Link', '<https://evil.example/>; rel=preconnect'],
  ['Service-Worker-Allowed', '/'],
] as const

async function headersOf(mode: RequestMode): Promise<string[]> {
  const request = new Request('https://sandbox.example/preview/s:3000/')
  // No script may make such a request; the browser does.
  Object.defineProperty(request, 'mode', { value: mode })
  const { response } = await answerServed(request, { session: 's', port: 3000, path: '/' }, async () => ({
    status: 200,
    statusText: 'OK',
    headers: SENT,
    body: new Blob(['x']).stream(),
    cookies: '',
    setsCookies: false,
  }))
  return [...response.headers.keys()]
}

it('a document says nothing that makes the browser send, look up or fetch', async () => {
  expect(await headersOf('navigate')).toEqual(['cache-control', 'content-language', 'content-type'])
})

it('a request gets those of the program’s own, and none about the origin', async () => {
  const headers = await headersOf('cors')
  expect(headers).toContain('x-total')
  for (const name of ['set-cookie', 'clear-site-data', 'refresh', 'content-security-policy'])
    expect(headers).not.toContain(name)
})
