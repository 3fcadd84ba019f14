/** A server that refuses what carries cookies, one that refuses all, and none. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askForFile, askServer } from './ask-server.ts'

/** Answers by whether the request carries cookies; undefined: no connection. */
type Server = (hasCookies: boolean) => Response | undefined

interface Stored {
  readonly name: string
  readonly value: string
}

let cookies: Stored[]
let deleted: string[]

beforeEach(() => {
  cookies = []
  deleted = []
  vi.stubGlobal('self', {
    cookieStore: {
      getAll: async () => cookies,
      delete: async ({ name }: { name: string }) => void deleted.push(name),
    },
  })
})

afterEach(() => vi.unstubAllGlobals())

/** Status of the answer, credentials of the requests that were sent, and cookies that were deleted. */
async function asked(server: Server, method: string = 'GET') {
  const sent: string[] = []
  const work: Promise<unknown>[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request.credentials)
    const answer = server(request.credentials !== 'omit')
    if (!answer) throw new TypeError('Failed to fetch')
    return answer
  })
  const request = new Request('http://localhost/', { method, credentials: 'include' })
  const answer = await askServer({ request, waitUntil: (promise) => void work.push(promise) })
  await Promise.all(work)
  return { status: answer?.status, sent, deleted }
}

const status = (code: number) => new Response(null, { status: code })

describe('a request to the own server', () => {
  it.each<[string, Server, unknown]>([
    ['is sent once where it passes', () => status(200), { status: 200, sent: ['include'], deleted: [] }],
    [
      'is sent again without cookies where it is refused',
      (hasCookies) => status(hasCookies ? 431 : 200),
      { status: 200, sent: ['include', 'omit'], deleted: [] },
    ],
    [
      'has the first answer where both are refused',
      (hasCookies) => status(hasCookies ? 403 : 401),
      { status: 403, sent: ['include', 'omit'], deleted: [] },
    ],
    [
      'is sent again where the connection was cut',
      (hasCookies) => (hasCookies ? undefined : status(200)),
      { status: 200, sent: ['include', 'omit'], deleted: [] },
    ],
    [
      'has no answer without a server',
      () => undefined,
      { status: undefined, sent: ['include', 'omit'], deleted: [] },
    ],
  ])('%s', async (_, server, outcome) => {
    expect(await asked(server)).toEqual(outcome)
  })

  it('with a body is not sent twice', async () => {
    expect(await asked(() => status(500), 'POST')).toMatchObject({ status: 500, sent: ['include'] })
  })
})

describe('cookies that a server has refused', () => {
  const sized = (...sizes: number[]) =>
    sizes.map((size, index) => ({ name: `c${index}`, value: 'x'.repeat(size) }))

  it('go, the largest first, until the rest is small enough', async () => {
    cookies = sized(10, 3_000, 3_900, 100)
    expect((await asked((hasCookies) => status(hasCookies ? 431 : 200))).deleted).toEqual(['c2'])
    cookies = sized(3_900, 3_900, 3_900, 50)
    deleted = []
    cookies = sized(3_900, 3_900, 3_900, 50)
    expect((await asked((hasCookies) => status(hasCookies ? 400 : 200))).deleted).toEqual(['c0', 'c1'])
  })

  it('stay where they are few, where the server takes them, and where it refuses without them, too', async () => {
    cookies = sized(1_000, 1_000)
    expect((await asked((hasCookies) => status(hasCookies ? 403 : 200))).deleted).toEqual([])
    cookies = sized(3_900, 3_900, 3_900)
    expect((await asked(() => status(200))).deleted).toEqual([])
    expect((await asked(() => status(503))).deleted).toEqual([])
  })

  it('do not keep an answer back in a browser that lets no service worker delete them', async () => {
    vi.stubGlobal('self', {})
    expect(await asked((hasCookies) => status(hasCookies ? 431 : 200))).toMatchObject({ status: 200 })
  })
})

it('a file is fetched without cookies where it is refused with them', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push([path, init])
    return status(init.credentials === 'omit' ? 200 : 431)
  })
  expect((await askForFile('/a.js', { cache: 'no-cache' })).status).toBe(200)
  expect(sent).toEqual([
    ['/a.js', { cache: 'no-cache' }],
    ['/a.js', { cache: 'no-cache', credentials: 'omit' }],
  ])
})
