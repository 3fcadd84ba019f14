import { describe, expect, it } from 'vitest'
import type { EgressOutcome, EgressRequest } from '../../../sandbox/contract/egress.ts'
import { bench, call, resultsOf, run, textOf } from '../testing/test-bench.ts'
import { webFetchTool } from './web-fetch.ts'

const URL = 'https://docs.example/page'

function answer(body: string, type = 'text/html; charset=utf-8', change: object = {}): EgressOutcome {
  return {
    type: 'response',
    status: 200,
    statusText: 'OK',
    headers: [['Content-Type', type]],
    url: URL,
    unsent: [],
    body: new Blob([body]).stream(),
    ...change,
  }
}

async function fetched(outcome: EgressOutcome, url = URL) {
  const requests: EgressRequest[] = []
  const egress = {
    request: async (request: EgressRequest) => {
      requests.push(request)
      return outcome
    },
  }
  const { context, asked } = bench({
    tools: [webFetchTool],
    permission: { mode: 'default' },
    context: { egress },
  })
  const [result] = resultsOf(await run([call('WebFetch', { url })], context))
  return { text: textOf(result), outcome: result?.outcome, requests, asked }
}

const PAGE = `<!doctype html><html><head><title> The page </title><style>x{}</style></head><body>
<script>evil()</script><h1>Head</h1><p>See <a href="/next">next</a>, <b>bold</b>.</p>
<ul><li>one<li>two</ul><pre><code>x = 1
y</code></pre></body></html>`

describe('WebFetch', () => {
  it('shows a page as Markdown; the gate is asked, nobody else', async () => {
    const { text, requests, asked } = await fetched(answer(PAGE))
    expect(text).toBe(
      'Title: The page\n\n# Head\n\nSee [next](/next), **bold**.\n\n-   one\n-   two\n\n```\nx = 1\ny\n```',
    )
    expect(requests).toMatchObject([{ url: URL, method: 'GET', followRedirects: true }])
    expect(requests[0]?.initiator.command).toBe(`WebFetch ${URL}`)
    expect(asked).toEqual([])
  })

  it('shows other texts as they are, and says where they came from', async () => {
    expect((await fetched(answer('{"a": "<b>"}', 'application/json'))).text).toBe('{"a": "<b>"}')
    expect((await fetched(answer('x', 'text/plain', { url: 'https://other.example/' }))).text).toBe(
      '[from https://other.example/]\nx',
    )
  })

  it.each([
    [
      { type: 'failed', reason: 'cors', message: 'docs.example does not let pages read it.' },
      /^Error: .* docs\.example does not let pages read it\. A browser tab can read only what a server lets web pages read \(CORS\)\. Try another source/,
    ],
    [
      { type: 'refused', message: 'The user refused it.' },
      /was not fetched: The user refused it\. Do not try it another way/,
    ],
    [
      { type: 'failed', reason: 'timeout', message: 'No answer.', hint: 'Try later.' },
      /No answer\. Try later\.$/,
    ],
    [answer('x', 'image/png'), /is no text \(image\/png\)\. Load it with Bash: curl -o file/],
    [answer('', 'text/html'), /^\[The page has no text\.\]$/],
    [
      answer('gone', 'text/plain', { status: 404, statusText: 'Not Found' }),
      /^\[HTTP 404 Not Found\]\ngone$/,
    ],
  ] as const)('says plainly what came of it: %o', async (outcome, text) => {
    expect((await fetched(outcome)).text).toMatch(text)
  })

  it('says what an address has to look like', async () => {
    const nothing: EgressOutcome = { type: 'refused', message: 'not to be asked' }
    expect((await fetched(nothing, 'docs.example')).text).toBe(
      'ValidationError: "docs.example" is no whole address. Begin with https:// and the host.',
    )
    expect((await fetched(nothing, 'file:///etc/passwd')).text).toBe(
      'ValidationError: Only https and http addresses can be fetched, not file: For files use Read.',
    )
  })

  it('leaves rules about hosts to the gate', async () => {
    const egress = { request: async () => answer('x', 'text/plain') }
    const rules = { deny: ['WebFetch(domain:evil.example)'] }
    const { context } = bench({ tools: [webFetchTool], permission: { rules }, context: { egress } })
    expect(textOf(resultsOf(await run([call('WebFetch', { url: URL })], context))[0])).toBe('x')
  })
})
