/** Commands through the real gate to a real server: what leaves, what is asked, and what attackers try. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EGRESS_REQUESTS_A_MINUTE } from '../../src/agent/limits.ts'
import { addressesIn } from '../../src/agent/permission/shell/rules/addresses.ts'
import { runShell, type RunOptions } from '../../src/sandbox/embedded/shell/testing/run-shell.ts'
import { browserFetch, startWebServer, type WebServer } from '../support/web-server.ts'
import { createTestGate, type TestGateOptions } from '../support/gate.ts'

let server: WebServer
beforeAll(async () => {
  server = await startWebServer()
})
afterAll(() => server.close())

const YES = () => ({ behavior: 'allow', scope: 'once' }) as const
const NO = () => ({ behavior: 'deny' }) as const

/** Runs a script whose way out is a gate as described; `HOST` in it is the server's own address. */
async function run(script: string, gateOptions: Partial<TestGateOptions> = {}, options: RunOptions = {}) {
  const visited: string[] = []
  const host = `localhost:${server.port}`
  const test = createTestGate({
    fetch: browserFetch(server, visited),
    allow: [`WebFetch(domain:${host})`, `WebSend(domain:${host})`],
    ...gateOptions,
  })
  const before = server.received.length
  const { stdout, stderr, end, kernel } = await runShell(script.replaceAll('HOST', `http://${host}`), {
    ...options,
    egress: test.gate,
  })
  const received = server.received.slice(before)
  return { ...test, visited, received, stdout, stderr, code: end.status.code, kernel }
}

test('curl prints, saves, and tells what it was asked for', async () => {
  expect(await run('curl -s HOST/hello')).toMatchObject({ stdout: 'hello\n', stderr: '', code: 0 })
  expect(await run('curl -so out HOST/hello && cat out; curl -sO HOST/hello; cat hello')).toMatchObject({
    stdout: 'hello\nhello\n',
  })
  expect(
    await run("curl -s -o /dev/null -w '%{http_code} %{size_download} %{content_type}\\n' HOST/hello"),
  ).toMatchObject({
    stdout: '200 6 text/plain\n',
  })
  const head = await run('curl -sI HOST/hello')
  expect(head.stdout).toMatch(/^HTTP\/1\.1 200 OK\r\n(.*\r\n)*content-type: text\/plain\r\n/)
  expect(head.received).toMatchObject([{ method: 'HEAD' }])
})

test('curl sends data, forms and headers', async () => {
  const cases: [string, { method: string; body: string; type?: string }][] = [
    ['-d a=1 -d b=2', { method: 'POST', body: 'a=1&b=2', type: 'application/x-www-form-urlencoded' }],
    ['-d @lines', { method: 'POST', body: 'onetwo' }],
    ['--data-binary @lines', { method: 'POST', body: 'one\ntwo\n' }],
    ['--data-raw @lines', { method: 'POST', body: '@lines' }],
    ["--data-urlencode 'q=a b&c'", { method: 'POST', body: 'q=a%20b%26c' }],
    [`--json '{"a":1}'`, { method: 'POST', body: '{"a":1}', type: 'application/json' }],
    ['-X DELETE', { method: 'DELETE', body: '' }],
    ['-T lines', { method: 'PUT', body: 'one\ntwo\n' }],
    ['-G -d a=1', { method: 'GET', body: '' }],
    ["-H 'Content-Type: text/csv' -d x", { method: 'POST', body: 'x', type: 'text/csv' }],
  ]
  for (const [args, { method, body, type }] of cases) {
    const { received, code } = await run(
      `curl -s ${args} HOST/echo`,
      {},
      { files: { '/workspace/lines': 'one\ntwo\n' } },
    )
    expect([args, code, received.map((got) => [got.method, got.body])]).toEqual([args, 0, [[method, body]]])
    if (type !== undefined) expect(received[0]?.headers['content-type']).toBe(type)
  }
  const form = await run('curl -s -F a=1 -F f=@lines HOST/echo', {}, { files: { '/workspace/lines': 'x\n' } })
  expect(form.received[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=-+\w+$/)
  expect(form.received[0]?.body).toContain(
    'name="f"; filename="lines"\r\nContent-Type: application/octet-stream\r\n\r\nx\n\r\n',
  )
  const user = await run('curl -s -u ann:secret -A me/1 HOST/echo')
  expect(user.received[0]?.headers).toMatchObject({
    authorization: `Basic ${btoa('ann:secret')}`,
    'user-agent': 'me/1',
  })
})

test('names and passwords may have letters of any language', async () => {
  const given = 'Basic asO8cmdlbjrnp5jlr4Y='
  const byCurl = await run('curl -s -u jürgen:秘密 HOST/echo')
  const byWget = await run('wget -qO- --user jürgen --password 秘密 HOST/echo')
  expect([byCurl, byWget].map(({ received }) => received.at(-1)?.headers['authorization'])).toEqual([
    given,
    given,
  ])
})

test('failures have curl’s numbers', async () => {
  expect(await run('curl -sf HOST/missing')).toMatchObject({ code: 22, stdout: '' })
  expect(await run('curl -s HOST/missing')).toMatchObject({ code: 0, stdout: 'not here\n' })
  expect((await run('curl -sSf HOST/missing')).stderr).toBe(
    'curl: (22) The requested URL returned error: 404\n',
  )
  expect(await run('curl -s HOST/broken')).toMatchObject({ code: 18, stdout: 'half' })
  expect(await run('curl -s -m 0.2 HOST/silent')).toMatchObject({ code: 28 })
  expect(await run('curl -s -m 0.2 HOST/slow')).toMatchObject({ code: 28 })
  expect((await run('curl http://localhost:1/x')).stderr).toMatch(
    /^curl: \(7\) Failed to connect to localhost port 1: Connection refused\n/,
  )
  expect(await run('curl --frobnicate HOST/hello')).toMatchObject({
    code: 2,
    stderr:
      "curl: option --frobnicate: is unknown\ncurl: try 'curl --help' or 'curl --manual' for more information\n",
  })
  expect(await run('curl -x http://proxy HOST/hello')).toMatchObject({ code: 2, received: [] })
  expect(await run('curl -b a=b HOST/hello')).toMatchObject({ code: 2, received: [] })
  expect((await run('curl -sk HOST/hello')).stderr).toContain('certificates are checked all the same')
  expect(await run('curl http://example.com/')).toMatchObject({ code: 1, visited: [] })
  expect(await run('curl ftp://example.com/')).toMatchObject({ code: 1, visited: [] })
})

test('wget saves files, under free names, and fails as wget', async () => {
  const saved = await run(
    'wget -q HOST/hello; wget -q HOST/hello; wget -qO- HOST/hello; ls; wget -q -P d HOST/hello; cat d/hello',
  )
  expect(saved.stdout).toBe('hello\nhello\nhello.1\nhello\n')
  expect(await run('wget -q HOST/missing')).toMatchObject({ code: 8 })
  expect(await run('wget -q http://localhost:1/')).toMatchObject({ code: 4 })
  expect((await run('wget --header "X-A: b" -nv HOST/hello')).stderr).toMatch(
    /URL:http:.*\/hello \[6(\/6)?\] -> "hello" \[1\]\n$/,
  )
})

test('an unknown host is asked for, with what would leave; a refusal sends nothing', async () => {
  const script =
    "curl -s -u ann:secret -H 'X-Token: abc' -d 'some text' 'https://api.example/x?token=abc&a=1'"
  const refused = await run(script, { answer: NO })
  expect(refused).toMatchObject({ code: 7, visited: [], received: [] })
  expect(refused.asked).toEqual([
    {
      id: 'exit-1',
      command:
        "curl -s -u (hidden, 10 characters) -H 'X-Token: (hidden, 3 characters)' -d 'some text' 'https://api.example/x?token=(hidden, 7 characters)'",
      method: 'POST',
      url: 'https://api.example/x?token=(hidden, 3 characters)&a=1',
      host: 'api.example',
      headers: [
        'Authorization: (hidden, 22 characters)',
        'Content-Type: application/x-www-form-urlencoded',
        'X-Token: (hidden, 3 characters)',
      ],
      sizes: { address: 39, headers: 102, body: 9 },
      large: [],
      preview: 'some text',
      publishes: false,
      reason: 'What leaves this browser is asked for, and no rule allows it.',
      suggestedRule: 'WebSend(domain:api.example method:POST)',
    },
  ])
  expect(JSON.stringify(refused.log)).not.toMatch(/secret|abc|some text/)
  expect(refused.log).toMatchObject([{ behavior: 'deny', source: 'person', method: 'POST', bytes: 150 }])
  const allowed = await run(script, { answer: YES })
  expect(allowed.received).toMatchObject([{ method: 'POST', body: 'some text' }])
})

test('once is once, a session grant holds for the domain, a deny rule beats both, nobody means no', async () => {
  const twice = 'curl -s https://a.example/hello; curl -s https://a.example/echo'
  expect((await run(twice, { answer: YES })).asked).toHaveLength(2)
  const session = await run(twice, { answer: () => ({ behavior: 'allow', scope: 'session' }) })
  expect(session.asked).toHaveLength(1)
  expect(session.received).toHaveLength(2)
  const denied = await run(twice, { allow: ['WebFetch'], deny: ['WebFetch(domain:a.example)'], answer: YES })
  expect(denied).toMatchObject({ asked: [], visited: [], code: 7 })
  expect(await run(twice, { canAsk: false, answer: YES })).toMatchObject({ asked: [], visited: [] })
})

test('what the user refuses to a command is refused to all of it, with the host and the rule that allows it', async () => {
  const { gate, asked, log } = createTestGate({ fetch: browserFetch(server), answer: NO })
  const ask = (runName: string, method: string, url: string) =>
    gate.request(
      {
        url,
        method,
        headers: [],
        followRedirects: false,
        initiator: { execId: 'e', command: 'node x.js', operation: url, run: runName },
      },
      new AbortController().signal,
    )
  const hint = (rule: string) =>
    `To let programs reach a.example, add the rule ${rule} under Settings, "Always allow".`
  expect(await ask('first', 'GET', 'https://a.example/1')).toEqual({
    type: 'refused',
    message: 'The user refused a.example.',
    hint: hint('WebFetch(domain:a.example)'),
  })
  const again = 'The user has refused a.example to this command.'
  expect(await ask('first', 'GET', 'https://a.example/2')).toMatchObject({ message: again })
  expect(await ask('first', 'POST', 'https://a.example/2')).toEqual({
    type: 'refused',
    message: again,
    hint: hint('WebSend(domain:a.example method:POST)'),
  })
  expect(asked.map(({ url }) => url)).toEqual(['https://a.example/1'])
  expect(log.map(({ reason }) => reason)).toEqual([
    'The user refused it.',
    'The user has refused it to this command before.',
    'The user has refused it to this command before.',
  ])
  await ask('second', 'POST', 'https://a.example/3')
  await ask('second', 'GET', 'https://a.example/4')
  await ask('second', 'GET', 'https://b.example/5')
  expect(asked.map(({ url }) => url)).toEqual(
    [1, 3, 4, 5].map((n) => `https://${n < 5 ? 'a' : 'b'}.example/${n}`),
  )
})

test('a rule that comes after a refusal counts at once; where nobody is asked, the rule is named', async () => {
  const answers = [NO(), { behavior: 'allow', scope: 'session' } as const]
  const { gate } = createTestGate({ fetch: browserFetch(server), answer: () => answers.shift() ?? NO() })
  const get = (runName: string, at = gate) =>
    at.request(
      {
        url: 'https://a.example/hello',
        method: 'GET',
        headers: [],
        followRedirects: false,
        initiator: { execId: 'e', command: 'node x.js', operation: 'o', run: runName },
      },
      new AbortController().signal,
    )
  expect((await get('first')).type).toBe('refused')
  expect((await get('second')).type).toBe('response')
  expect((await get('first')).type).toBe('response')
  expect(await get('first', createTestGate({ fetch: browserFetch(server), canAsk: false }).gate)).toEqual({
    type: 'refused',
    message: 'What leaves this browser is asked for, and no rule allows it. Nobody is there to be asked.',
    hint: 'To let programs reach a.example, add the rule WebFetch(domain:a.example) under Settings, "Always allow".',
  })
})

test('a command that the user has allowed is not asked again for the address in it, and for no other', async () => {
  const script = 'curl -s https://a.example/hello'
  const known = addressesIn(script)
  const seen = (url: URL) => known.some(({ href }) => href === url.href)
  expect(await run(script, { seen })).toMatchObject({ asked: [], stdout: 'hello\n' })
  const others = [
    'https://a.example/hello?leak=1',
    '-d leak https://a.example/hello',
    "-H 'X-Leak: 1' https://a.example/hello",
  ]
  for (const other of others)
    expect((await run(`curl -s ${other}`, { seen, answer: NO })).asked).toHaveLength(1)
  expect(addressesIn('curl "https://a.example/$HOME" https://a.example/`id` https://x@a.example/')).toEqual(
    [],
  )
})

test('a redirect is followed only on request, without secrets, and its end is decided on before it is read', async () => {
  const to = (address: string) => `https://a.example/redirect/${encodeURIComponent(address)}`
  const rules = { allow: ['WebFetch(domain:a.example)', 'WebSend(domain:a.example)'] }
  expect(await run(`curl -s '${to('https://a.example/hello')}'`, rules)).toMatchObject({ code: 47 })
  const same = await run(`curl -sL -H 'X-Token: abc' '${to('https://a.example/hello')}'`, rules)
  expect(same).toMatchObject({ stdout: 'hello\n', code: 0 })
  expect(same.received.at(-1)?.headers['x-token']).toBeUndefined()
  const other = await run(`curl -sL '${to('https://b.example/hello')}'`, { ...rules, answer: NO })
  expect(other).toMatchObject({ stdout: '', code: 7 })
  expect(other.asked).toMatchObject([{ host: 'b.example' }])
  expect((await run(`curl -sL '${to('https://b.example/hello')}'`, { ...rules, answer: YES })).stdout).toBe(
    'hello\n',
  )
  for (const inside of [
    `http://localhost:${server.port}/hello`,
    'http://127.1/',
    'http://169.254.169.254/',
    'file:///etc/passwd',
  ])
    expect(await run(`curl -sL '${to(inside)}'`, { ...rules, answer: YES })).toMatchObject({
      stdout: '',
      asked: [],
    })
  expect(await run(`curl -sL -d secret '${to('https://b.example/hello')}'`, rules)).toMatchObject({
    code: 47,
  })
  expect(await run(`curl -sL HOST/redirect/${encodeURIComponent('https://a.example/hello')}`)).toMatchObject({
    code: 47,
  })
})

test('what goes in circles comes to an end: so many requests leave in a minute, those to the package registry aside', async () => {
  let sent = 0
  const fetch = () => Promise.resolve(new Response(String((sent += 1))))
  const registry = 'https://registry.example/'
  const { gate, asked } = createTestGate({ fetch, allow: ['WebFetch(domain:a.example)'], registry })
  const get = (url: string) =>
    gate.request(
      {
        url,
        method: 'GET',
        headers: [],
        followRedirects: false,
        initiator: { execId: 'e', command: 'node x.js', operation: 'o', run: 'r' },
      },
      new AbortController().signal,
    )
  for (let count = 0; count < EGRESS_REQUESTS_A_MINUTE; count += 1)
    expect((await get('https://a.example/')).type).toBe('response')
  expect(await get('https://a.example/')).toMatchObject({
    type: 'refused',
    message: expect.stringContaining('in a minute'),
  })
  // Another name is no other program, and nobody is asked about what does not leave.
  expect(await get('https://b.example/')).toMatchObject({ type: 'refused' })
  expect((await get('https://registry.example/left-pad')).type).toBe('response')
  expect({ sent, asked }).toEqual({ sent: EGRESS_REQUESTS_A_MINUTE + 1, asked: [] })
})

test('nothing smuggles: line ends in headers, users in addresses, methods, bodies that are too large', async () => {
  for (const script of [
    "curl -H $'X-A: b\\r\\nHost: evil.example' https://a.example/hello",
    "curl -H 'Bad Name: b' https://a.example/hello",
    'curl https://a.example@b.example/hello',
    "curl -X $'GET\\r\\nX: y' https://a.example/hello",
    'curl -X TRACE https://a.example/hello',
  ]) {
    const { visited, code, asked } = await run(script, { allow: ['WebFetch', 'WebSend'], answer: YES })
    expect([script, visited, asked, code === 0]).toEqual([script, [], [], false])
  }
  const { gate, asked } = createTestGate({ fetch: browserFetch(server), answer: YES })
  const large = {
    url: 'https://a.example/echo',
    method: 'POST',
    headers: [],
    body: new Uint8Array(65 * 1024 * 1024),
    followRedirects: false,
    initiator: { execId: '', command: '', operation: '', run: '' },
  }
  const outcome = await gate.request(large, new AbortController().signal)
  expect([outcome, asked]).toMatchObject([{ type: 'failed', reason: 'too_large' }, []])
  const kept = await run("curl -sS -H 'Cookie: a=b' -H 'Host: other' HOST/hello")
  expect(kept.received[0]?.headers['cookie']).toBeUndefined()
  expect(kept.received[0]?.headers['host']).toBe(`localhost:${server.port}`)
})

test('an endless answer stops with its reader, and a cancelled one with its program', async () => {
  const before = server.abandoned.length
  expect(await run('curl -s HOST/endless | head -c 100000 | wc -c')).toMatchObject({ stdout: '100000\n' })
  expect((await run('curl -s --max-filesize 1000000 -o big HOST/endless')).code).toBe(63)
  const killed = await run('timeout 0.3 curl -s HOST/slow')
  expect(killed.code).toBe(124)
  await expect.poll(() => server.abandoned.length - before).toBe(3)
  const asking = await run('curl -s -m 0.2 https://a.example/hello')
  expect(asking).toMatchObject({ code: 28, visited: [] })
  expect(asking.log).toMatchObject([{ behavior: 'deny', source: 'cancelled' }])
})
