import { afterEach, describe, expect, it, vi } from 'vitest'
import { EgressInterruption } from '../../contract/egress.ts'
import type { EgressOutcome, EgressRequest } from '../../contract/egress.ts'
import { Llhttp } from '../http/llhttp.ts'
import { readSome, writeAll } from '../http/streams.ts'
import { LLHTTP } from '../node/generated/llhttp.ts'
import { serveGateway } from './gateway.ts'
import { createSocketPair } from './socket.ts'
import type { SocketPair } from './socket.ts'
import { GATEWAY_SILENCE_MS } from '../../contract/limits.ts'

type Sent = Omit<EgressRequest, 'initiator'>

const llhttp = new Llhttp(LLHTTP)
const ADDRESS = { client: { host: '127.0.0.1', port: 1 }, server: { host: '198.18.0.1', port: 443 } }

function answer(
  text: string,
  part: Partial<Extract<EgressOutcome, { type: 'response' }>> = {},
): EgressOutcome {
  const body = new Blob([text]).stream()
  return { type: 'response', status: 200, statusText: 'OK', headers: [], url: '', unsent: [], body, ...part }
}

/** Returns the answer to the written bytes, and the requests that were sent. */
async function exchange(written: string, send: (request: Sent) => EgressOutcome) {
  const pair = createSocketPair(ADDRESS)
  const sent: Sent[] = []
  const served = serveGateway({
    llhttp,
    pair,
    origin: () => 'https://example.org:443',
    send: (request) => {
      sent.push(request)
      return Promise.resolve(send(request))
    },
  })
  await writeAll(pair.client.sink, new TextEncoder().encode(written))
  pair.client.sink.close()
  let text = ''
  let code: string | undefined
  try {
    for (;;) {
      const data = await readSome(pair.client.source)
      if (data.length === 0) break
      text += new TextDecoder().decode(data)
    }
  } catch (error) {
    code = (error as { code?: string }).code
  }
  await served
  return { text, code, sent }
}

function readNow({ client }: SocketPair): string {
  try {
    return client.source.tryRead(65_536) === undefined ? 'open' : 'data'
  } catch (error) {
    return (error as { code: string }).code
  }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('the gateway', () => {
  it('makes requests of what is written, one after the other, and answers as a server', async () => {
    const { text, sent } = await exchange(
      'GET /a?b HTTP/1.1\r\nHost: example.org\r\nX-Own: 1\r\nConnection: keep-alive\r\n\r\n' +
        'POST /c HTTP/1.1\r\nHost: example.org\r\nContent-Length: 3\r\n\r\nabc',
      ({ method }) =>
        answer(`for ${method}`, {
          headers: [
            ['x', 'y'],
            ['content-encoding', 'gzip'],
            ['content-length', '99'],
          ],
        }),
    )
    expect(
      sent.map(({ url, method, headers, body, followRedirects }) => [
        url,
        method,
        headers,
        body && new TextDecoder().decode(body),
        followRedirects,
      ]),
    ).toEqual([
      ['https://example.org:443/a?b', 'GET', [['X-Own', '1']], undefined, true],
      ['https://example.org:443/c', 'POST', [], 'abc', false],
    ])
    expect(text).toBe(
      'HTTP/1.1 200 OK\r\nx: y\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n7\r\nfor GET\r\n0\r\n\r\n' +
        'HTTP/1.1 200 OK\r\nx: y\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n8\r\nfor POST\r\n0\r\n\r\n',
    )
  })

  it('explains what was decided against, in one line that nothing can break', async () => {
    const refused = await exchange('GET / HTTP/1.1\r\nHost: a\r\n\r\n', () => ({
      type: 'refused',
      message: 'No.\r\nX-Injected: 1',
      hint: 'Ask.',
    }))
    expect(refused.text).toMatch(
      /^HTTP\/1\.1 403 No\. {2}X-Injected: 1\r\nContent-Type: application\/json\r\n/,
    )
    expect(refused.text).toContain('{"error":"No.\\r\\nX-Injected: 1 Ask."}')
  })

  it('resets where a machine would have, and where the answer breaks off', async () => {
    const failed = (reason: 'connection_refused' | 'timeout' | 'unreachable') =>
      exchange('GET / HTTP/1.1\r\nHost: a\r\n\r\n', () => ({ type: 'failed', reason, message: 'x' }))
    expect((await failed('connection_refused')).code).toBe('ECONNREFUSED')
    expect((await failed('timeout')).code).toBe('ETIMEDOUT')
    // Not 502, which programs try again.
    expect((await failed('unreachable')).text).toMatch(/^HTTP\/1\.1 403 x/)
    const broken = await exchange('GET / HTTP/1.1\r\nHost: a\r\n\r\n', () =>
      answer('', {
        body: new ReadableStream<Uint8Array>({
          pull: (controller) => {
            controller.error(new EgressInterruption({ reason: 'interrupted', message: 'gone' }))
          },
        }),
      }),
    )
    expect([broken.code, broken.text.endsWith('0\r\n\r\n')]).toEqual(['ECONNRESET', false])
  })

  it('ends a connection whose program waits to be greeted, and none that has made a request', async () => {
    vi.useFakeTimers()
    const isOver = async (first: string): Promise<string> => {
      const pair = createSocketPair(ADDRESS)
      const send = (): Promise<EgressOutcome> => Promise.resolve(answer('hello'))
      void serveGateway({ llhttp, pair, origin: () => 'http://db.test:3306', send })
      await writeAll(pair.client.sink, new TextEncoder().encode(first))
      await vi.advanceTimersByTimeAsync(GATEWAY_SILENCE_MS - 1)
      const before = readNow(pair)
      await vi.advanceTimersByTimeAsync(2)
      return `${before} ${readNow(pair)}`
    }
    expect(await isOver('')).toBe('open EPROTO')
    expect(await isOver('GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('data open')
  })

  it('lets out nothing that is not a request', async () => {
    for (const written of [
      '\x00\x00\x00\x08\x04\xd2\x16\x2f',
      'SSH-2.0-x\r\n',
      'GET / HTTP/1.1\r\nA: b\r\n c\r\n\x00\r\n\r\n',
    ]) {
      const { code, sent } = await exchange(written, () => answer('never'))
      expect([code, sent], written).toEqual(['EPROTO', []])
    }
    const tunnel = await exchange('CONNECT db:5432 HTTP/1.1\r\nHost: db:5432\r\n\r\n', () => answer('never'))
    expect([tunnel.text.split('\r\n')[0]?.slice(0, 12), tunnel.sent]).toEqual(['HTTP/1.1 501', []])
    const smuggled = await exchange(
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      () => answer('never'),
    )
    expect([smuggled.code, smuggled.sent]).toEqual(['EPROTO', []])
  })
})
