/** One yes is one push, seen with its references; a token goes to repositories that the person has named. By the real `git http-backend`. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EgressInitiator, EgressRequest } from '../../src/sandbox/contract/egress.ts'
import { runShell } from '../../src/sandbox/embedded/shell/testing/run-shell.ts'
import type { EgressQuestion, PermissionAnswer } from '../../src/agent/protocol/permission-requests.ts'
import { createTestGate, type TestGateOptions } from '../support/gate.ts'
import { startGitServer, type GitServer } from '../support/git-server.ts'

const TOKEN = 'ghp_0123456789abcdef'
const CONFIG = 'git config --global user.name Ann; git config --global user.email ann@example.com; '
const YES = { behavior: 'allow', scope: 'once' } as const
const NO = { behavior: 'deny' } as const

let open: GitServer
let guarded: GitServer
beforeAll(async () => {
  open = await startGitServer()
  guarded = await startGitServer({ token: TOKEN })
})
afterAll(async () => {
  await open.close()
  await guarded.close()
})

function repository(at: GitServer, name: string): string {
  at.git(`${name}.work`, 'init', '-q', '-b', 'main')
  at.git(`${name}.work`, 'commit', '-q', '--allow-empty', '-m', 'first')
  at.git('.', 'clone', '-q', '--bare', `${name}.work`, `${name}.git`)
  at.git(`${name}.git`, 'config', 'http.receivepack', 'true')
  return `${at.url}/${name}.git`
}

/** With the requests that the server got, as `POST /x token`. */
async function run(at: GitServer, script: string, options: Partial<TestGateOptions> = {}) {
  const bodies: EgressRequest[] = []
  const made = createTestGate({
    fetch,
    allow: [`WebFetch(domain:${at.host})`],
    tokens: { [at.host]: TOKEN },
    answer: () => YES,
    ...options,
  })
  const before = at.requests.length
  const { stdout, stderr, end } = await runShell(CONFIG + script, {
    egress: {
      request: (request, signal) => {
        bodies.push(request)
        return made.gate.request(request, signal)
      },
    },
  })
  const received = at.requests
    .slice(before)
    .map(({ method, url, authorization }) => `${method} ${url}${authorization === '' ? '' : ' token'}`)
  return { ...made, bodies, received, stdout, stderr, code: end.status.code }
}

const kinds = (asked: readonly EgressQuestion[]) =>
  asked.map(({ publishes, token }) =>
    [publishes ? 'push' : 'read', ...(token === undefined ? [] : ['with token'])].join(' '),
  )

test('each push is asked for by itself, with what becomes of each reference', async () => {
  const url = repository(open, 'refs')
  const first = open.git('refs.git', 'rev-parse', 'main').trim()
  const { asked, code } = await run(
    open,
    `git clone -q ${url} c && cd c && git commit -q --allow-empty -m two && git push -q && git branch side && git commit -q --allow-empty -m three && git push -q origin main side && git push -q origin --delete side`,
    { tokens: {} },
  )
  expect(code).toBe(0)
  const [two, three] = ['main~1', 'main'].map((name) => open.git('refs.git', 'rev-parse', name).trim())
  const none = '0'.repeat(40)
  expect(asked.map(({ push }) => push)).toEqual([
    {
      type: 'refs',
      refs: [{ change: 'updated', name: 'refs/heads/main', before: first, after: two }],
      more: 0,
      objects: 1,
      bytes: expect.any(Number),
    },
    {
      type: 'refs',
      refs: [
        { change: 'updated', name: 'refs/heads/main', before: two, after: three },
        { change: 'created', name: 'refs/heads/side', before: none, after: two },
      ],
      more: 0,
      objects: 1,
      bytes: expect.any(Number),
    },
    {
      type: 'refs',
      refs: [{ change: 'deleted', name: 'refs/heads/side', before: two, after: none }],
      more: 0,
      objects: 0,
      bytes: 0,
    },
  ])
  expect(kinds(asked)).toEqual(['push', 'push', 'push'])
})

test('a yes to one push lets nobody send it again, nor anything else', async () => {
  const url = repository(open, 'replay')
  const { gate, asked, bodies, code } = await run(
    open,
    `git clone -q ${url} c && cd c && git commit -q --allow-empty -m two && git push -q`,
    { tokens: {}, answer: ({ command }) => (command === 'git push -q' ? YES : NO) },
  )
  expect(code).toBe(0)
  const pushed = bodies.at(-1)
  if (pushed === undefined) throw new Error('nothing was pushed')
  const before = open.requests.length
  const evil = { ...pushed.initiator, command: 'node evil.js' }
  const body = pushed.body ?? new Uint8Array()
  const tries: Partial<EgressRequest>[] = [
    {},
    { url: `${url}/git-receive-pack?x` },
    { url: `${url}/git%2Dreceive-pack` },
    { url: `${url}//git-receive-pack/` },
    { method: 'PUT' },
    { body: new TextEncoder().encode('SECRET=1') },
    { headers: [...pushed.headers, ['Content-Encoding', 'gzip']] },
  ]
  const allowing = createTestGate({
    fetch,
    allow: [`WebFetch(domain:${open.host})`, `WebSend(domain:${open.host})`, 'WebSend', 'WebFetch'],
    answer: () => NO,
  })
  for (const [at, each] of tries.entries()) {
    const request = { ...pushed, body, ...each, initiator: { ...evil, run: `run ${at}` } }
    for (const one of [gate, allowing.gate])
      expect((await one.request(request, new AbortController().signal)).type).toBe('refused')
  }
  expect(asked.slice(1).map(({ publishes, push }) => [publishes, push?.type])).toEqual([
    ...tries.slice(0, 5).map(() => [true, 'refs']),
    [true, 'unreadable'],
    [true, 'unreadable'],
  ])
  expect(allowing.asked).toHaveLength(tries.length)
  expect(open.requests).toHaveLength(before)
})

test('an ordinary push asks once to read the repository with the token, and once for what is pushed', async () => {
  const url = repository(guarded, 'usual')
  const script = `git clone -q ${url} c && cd c && git commit -q --allow-empty -m two && git push -q`
  const said: string[] = []
  const answers =
    (scope: 'once' | 'session') =>
    (request: EgressQuestion): PermissionAnswer => {
      said.push(request.suggestedRule)
      return { behavior: 'allow', scope }
    }
  const once = await run(guarded, script, { answer: answers('once') })
  expect(once.code).toBe(0)
  // One for the clone, one for the push: "once" is one run of git.
  expect(kinds(once.asked)).toEqual(['read with token', 'read with token', 'push with token'])
  expect(said).toEqual([`WebFetch(repository:${url})`, `WebFetch(repository:${url})`, ''])
  expect(once.asked[0]?.reason).toBe(
    `Your token for ${guarded.host} would go along; that is asked for each repository.`,
  )
  expect(once.received).toEqual([
    'GET /usual.git/info/refs?service=git-upload-pack',
    'GET /usual.git/info/refs?service=git-upload-pack token',
    'POST /usual.git/git-upload-pack token',
    'GET /usual.git/info/refs?service=git-receive-pack',
    'GET /usual.git/info/refs?service=git-receive-pack token',
    'POST /usual.git/git-receive-pack token',
  ])
  expect(
    once.log.filter(({ reason }) => reason.endsWith(`Sent with your token for ${guarded.host}.`)),
  ).toHaveLength(4)
  const session = await run(guarded, `${script} && git commit -q --allow-empty -m three && git push -q`, {
    answer: answers('session'),
  })
  expect(kinds(session.asked)).toEqual(['read with token', 'push with token', 'push with token'])
})

test('a repository that nobody has named gets no token, whatever may be read there', async () => {
  const named = repository(guarded, 'named')
  const other = repository(guarded, 'other')
  const plain = `${guarded.url}/named`
  const rules = [`WebFetch(repository:${named})`, `WebFetch(domain:${guarded.host})`, 'WebFetch']
  const refusing = { allow: rules, answer: () => NO }
  const good = await run(guarded, `git ls-remote -q ${named}`, refusing)
  expect([good.code, good.asked, good.received]).toEqual([
    0,
    [],
    ['GET /named.git/info/refs?service=git-upload-pack token'],
  ])
  for (const url of [other, plain, `${guarded.url}/NAMED.git`, `${guarded.url}/x/..%2fnamed.git`]) {
    const bad = await run(guarded, `git ls-remote -q '${url}'`, refusing)
    expect([url, bad.code, kinds(bad.asked)]).toEqual([url, 128, ['read with token']])
    expect(bad.received.filter((request) => request.includes('token'))).toEqual([])
  }
  for (const options of [
    { ...refusing, canAsk: false },
    { ...refusing, mode: 'dontAsk' as const },
    { ...refusing, mode: 'bypassPermissions' as const },
  ])
    expect((await run(guarded, `git ls-remote -q ${other}`, options)).received.join()).not.toContain('token')
})

test('a refusal of the token is asked for once, and the answer of the host stands', async () => {
  const url = repository(guarded, 'refused')
  const { stderr, asked, code } = await run(guarded, `git ls-remote ${url}; git ls-remote ${url}`, {
    answer: () => NO,
  })
  expect([code, asked.length]).toEqual([128, 1])
  expect(stderr).toContain('Authentication failed')
})

test('in a repository that a command named, only git fetches unasked: names of commits may be any data', async () => {
  const url = 'https://a.example/r/git-upload-pack'
  const body = new TextEncoder().encode(`0032have ${'ab'.repeat(20)}\n0009done\n`)
  const askedOf = async (isGit: boolean) => {
    const { gate, asked } = createTestGate({
      fetch: () => Promise.resolve(new Response('')),
      answer: () => NO,
      seen: () => true,
    })
    const initiator = { execId: 'e', command: 'git fetch', operation: 'o', run: 'r', isGit }
    await gate.request(
      { url, method: 'POST', headers: [], body, followRedirects: false, initiator },
      new AbortController().signal,
    )
    return asked.length
  }
  expect([await askedOf(true), await askedOf(false)]).toEqual([0, 1])
})

test('where the host may not be read either, one question covers both', async () => {
  const { gate, asked } = createTestGate({
    fetch: () => Promise.resolve(new Response('')),
    tokens: { 'a.example': TOKEN },
    answer: () => YES,
  })
  const initiator = { execId: 'e', command: 'git fetch', operation: 'e 1 x', run: 'r', isGit: true }
  for (const url of [
    'https://a.example/r/info/refs?service=git-upload-pack',
    'https://a.example/r/git-upload-pack',
  ])
    await gate.request(
      {
        url,
        method: url.endsWith('/git-upload-pack') ? 'POST' : 'GET',
        headers: [],
        ...(url.endsWith('/git-upload-pack') && { body: new TextEncoder().encode('0009done\n') }),
        followRedirects: false,
        initiator,
      },
      new AbortController().signal,
    )
  expect(kinds(asked)).toEqual(['read with token'])
  expect(asked[0]?.token).toEqual({ host: 'a.example', repository: 'https://a.example/r' })
})

test('no program but git has a token added, also where the repository is named', async () => {
  const url = repository(guarded, 'programs')
  const sent: (string | null)[] = []
  const { gate, asked } = createTestGate({
    fetch: (input, init) => {
      sent.push(new Request(input, init).headers.get('authorization'))
      return Promise.resolve(new Response('', { status: 401 }))
    },
    allow: [`WebFetch(repository:${url})`, `WebFetch(domain:${guarded.host})`],
    tokens: { [guarded.host]: TOKEN },
    answer: () => YES,
  })
  const initiator: EgressInitiator = { execId: 'e', command: 'git fetch', operation: 'o', run: 'r' }
  const ask = (path: string, rest: Partial<EgressRequest>) =>
    gate.request(
      { url: url + path, method: 'POST', headers: [], followRedirects: true, initiator, ...rest },
      new AbortController().signal,
    )
  const done = new TextEncoder().encode('0009done\n')
  await ask('/info/refs?service=git-upload-pack', { method: 'GET' })
  await ask('/info/refs?service=git-receive-pack', { method: 'GET' })
  await ask('/git-upload-pack', { body: done })
  expect(asked).toEqual([])
  await ask('/git-receive-pack', { body: done })
  await ask('/git-upload-pack', { body: new TextEncoder().encode('SECRET=1') })
  expect(kinds(asked)).toEqual(['push', 'read'])
  // Its own credentials are its own affair; ours do not go beside them.
  const own = [['Authorization', 'Basic eA==']] as const
  await ask('/info/refs?service=git-upload-pack', {
    method: 'GET',
    headers: own,
    initiator: { ...initiator, isGit: true },
  })
  expect(sent).toEqual([null, null, null, null, null, 'Basic eA=='])
})

test('an answer that gives the token back does not tell it', async () => {
  const url = 'https://a.example/r'
  const basic = btoa(`x-access-token:${TOKEN}`)
  const { gate } = createTestGate({
    fetch: () => Promise.resolve(new Response(`${TOKEN} ${basic}`, { headers: { 'X-Echo': basic } })),
    allow: [`WebFetch(repository:${url})`],
    tokens: { 'a.example': TOKEN },
  })
  const outcome = await gate.request(
    {
      url: `${url}/info/refs?service=git-upload-pack`,
      method: 'GET',
      headers: [],
      followRedirects: false,
      initiator: { execId: 'e', command: 'git fetch', operation: 'o', run: 'r', isGit: true },
    },
    new AbortController().signal,
  )
  if (outcome.type !== 'response') throw new Error(outcome.message)
  const told = JSON.stringify([outcome.headers, await new Response(outcome.body).text()])
  expect(told).not.toContain(TOKEN)
  expect(told).not.toContain(basic)
})
