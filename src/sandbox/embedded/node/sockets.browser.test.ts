/** Sockets and HTTP of `node` programs: on the sandbox's own loopback, between processes, and out through the gate. */
import { describe, expect, it } from 'vitest'
import { patience } from '../../../testing/patience.ts'
import type { Egress, EgressOutcome, EgressRequest } from '../../contract/egress.ts'
import { runProgram } from './testing/run-program.ts'

const LIMIT_MS = patience(60_000)

/** Output of the program in `main.mjs`; its errors count as failures. */
async function output(source: string, egress?: Egress): Promise<string> {
  const { out, err, exitCode } = await runProgram(
    { command: 'node main.mjs', files: { 'main.mjs': source }, timeoutMs: LIMIT_MS },
    egress,
  )
  expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 })
  return out
}

describe('net', () => {
  it('listens, connects, echoes, and says where', async () => {
    const out = await output(`
      import net from 'node:net'
      import { once } from 'node:events'
      const server = net.createServer((socket) => socket.on('data', (d) => socket.end('echo ' + d)))
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { address, port, family } = server.address()
      console.log(address, family, port > 1024)
      const client = net.connect(port, 'localhost')
      await once(client, 'connect')
      console.log(client.remoteAddress, client.remotePort === port, client.localPort > 0)
      client.write('hello')
      client.on('data', (d) => console.log(String(d)))
      await once(client, 'close')
      server.close(() => console.log('closed'))`)
    expect(out).toBe('127.0.0.1 IPv4 true\n127.0.0.1 true true\necho hello\nclosed\n')
  })

  it('says who is not there, what is taken and what is no address of this machine', async () => {
    const out = await output(`
      import net from 'node:net'
      const tell = (emitter) => new Promise((resolve) => emitter.on('error', (e) => resolve(console.log(e.code, e.message))))
      await tell(net.connect(1, '127.0.0.1'))
      const server = net.createServer().listen(4000)
      await new Promise((resolve) => server.on('listening', resolve))
      console.log(server.address())
      await tell(net.createServer().listen(4000, '127.0.0.1'))
      await tell(net.createServer().listen(4001, '10.0.0.1'))
      await tell(net.connect(80, 'no such host'))
      server.close()`)
    expect(out).toBe(
      [
        'ECONNREFUSED connect ECONNREFUSED 127.0.0.1:1',
        "{ address: '::', family: 'IPv6', port: 4000 }",
        'EADDRINUSE listen EADDRINUSE: address already in use 127.0.0.1:4000',
        'EADDRNOTAVAIL listen EADDRNOTAVAIL: address not available 10.0.0.1:4001',
        'ENOTFOUND getaddrinfo ENOTFOUND no such host',
        '',
      ].join('\n'),
    )
  })

  it('carries megabytes both ways with back-pressure', async () => {
    const out = await output(`
      import net from 'node:net'
      import { createHash } from 'node:crypto'
      import { pipeline } from 'node:stream/promises'
      const size = 5_000_000
      const data = Buffer.alloc(size, 'abcdefghijklmnopqrstuvwxyz0123456789')
      const server = net.createServer({ allowHalfOpen: true }, (socket) => pipeline(socket, socket))
      await new Promise((resolve) => server.listen(0, resolve))
      const client = net.connect({ port: server.address().port, allowHalfOpen: true })
      const hash = createHash('sha1')
      let count = 0
      client.on('data', (d) => { hash.update(d); count += d.length })
      client.end(data)
      await new Promise((resolve) => client.on('end', resolve))
      console.log(count === size, hash.digest('hex') === createHash('sha1').update(data).digest('hex'))
      server.close()`)
    expect(out).toBe('true true\n')
  })

  it('is connected before a timer is looked at, so that a busy program does not give up an address', async () => {
    const out = await output(`
      import net from 'node:net'
      const log = []
      const server = net.createServer({ allowHalfOpen: true }, (socket) => {
        log.push('accepted')
        socket.on('end', () => socket.end('bye'))
        socket.resume()
      })
      await new Promise((resolve) => server.listen(0, resolve))
      const client = net.connect({ port: server.address().port })
      client.once('connectionAttempt', () => process.nextTick(() => {
        for (const begin = Date.now(); Date.now() - begin < 400; );
        setTimeout(() => log.push('timer'))
      }))
      for (const name of ['connectionAttemptTimeout', 'connect']) client.on(name, () => log.push(name))
      client.end('hello')
      client.on('data', (d) => log.push(String(d)))
      await new Promise((resolve) => client.on('close', resolve))
      console.log(log.filter((each) => each !== 'timer').join(' '), log.indexOf('connect') < log.indexOf('timer'))
      server.close()`)
    expect(out).toBe('connect accepted bye true\n')
  })

  it('loses nothing to a reader that stops and starts again', async () => {
    const out = await output(`
      import net from 'node:net'
      const server = net.createServer((socket) => socket.end(Buffer.from(Array.from({ length: 600_000 }, (_, at) => at % 251))))
      await new Promise((resolve) => server.listen(0, resolve))
      const client = net.connect(server.address().port)
      let at = 0, wrong = 0
      client.on('data', (d) => { for (const byte of d) if (byte !== at++ % 251) wrong += 1 })
      // The handle itself: the stream stops it only when its own buffer is full.
      const pause = () => new Promise((resolve) => setTimeout(resolve, 5))
      const toggle = async (...actions) => {
        for (const action of actions) client._handle?.[action]()
        await pause()
      }
      await new Promise((resolve) => client.on('ready', resolve))
      while (client._handle) {
        await toggle('readStop')
        await toggle('readStart', 'readStop', 'readStart', 'readStop')
        await toggle('readStart')
      }
      console.log(at, wrong)
      server.close()`)
    expect(out).toBe('600000 0\n')
  })

  it('goes by a path, and between processes', async () => {
    const { out, err } = await runProgram({
      command: `node server.js > log & until [ -s log ]; do sleep 0.1; done; node client.js; wait; cat log`,
      files: {
        'server.js': `
          const server = require('net').createServer((socket) => { socket.end('from ' + process.pid); server.close() })
          server.listen('/tmp/a.sock', () => console.log('at', server.address()))`,
        'client.js': `
          const client = require('net').connect('/tmp/a.sock')
          client.on('data', (d) => console.log(/^from \\d+$/.test(d) && String(d) !== 'from ' + process.pid))
          require('net').connect('/tmp/none.sock').on('error', (e) => console.log(e.message))`,
      },
      timeoutMs: LIMIT_MS,
    })
    expect(err).toBe('')
    expect(out).toBe('connect ENOENT /tmp/none.sock\ntrue\nat /tmp/a.sock\n')
  })

  it('frees the port of a program that was killed', async () => {
    const { out } = await runProgram({
      command: `node server.js > log & until [ -s log ]; do sleep 0.1; done; kill -9 $!; wait $! 2>/dev/null; node server.js again; cat log`,
      files: {
        'server.js': `
          const server = require('net').createServer().listen(5000, () => {
            console.log('listening')
            if (process.argv[2]) server.close()
          })`,
      },
      timeoutMs: LIMIT_MS,
    })
    expect(out).toBe('listening\nlistening\n')
  })
})

describe('http', () => {
  it('serves and asks: bodies, headers, keep-alive, chunks, statuses', async () => {
    const out = await output(`
      import http from 'node:http'
      let connections = 0
      const server = http.createServer(async (req, res) => {
        let body = ''
        for await (const part of req) body += part
        res.writeHead(req.url === '/missing' ? 404 : 200, { 'X-Y': ['1', '2'] })
        res.write(req.method + ' ')
        res.end(req.url + ' ' + body)
      })
      server.on('connection', () => { connections += 1 })
      await new Promise((resolve) => server.listen(3000, resolve))
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
      const ask = (path, method = 'GET', body) => new Promise((resolve, reject) => {
        const request = http.request({ port: 3000, path, method, agent }, async (res) => {
          let text = ''
          for await (const part of res) text += part
          resolve([res.statusCode, res.statusMessage, res.headers['x-y'], text].join('|'))
        })
        request.on('error', reject)
        request.end(body)
      })
      console.log(await ask('/a?b=ü'.replace('ü', '%C3%BC')))
      console.log(await ask('/missing'))
      console.log(await ask('/post', 'POST', 'x'.repeat(10)))
      console.log(await ask('/', 'HEAD'))
      console.log(connections)
      agent.destroy()
      server.close(() => console.log('closed'))`)
    expect(out).toBe(
      [
        '200|OK|1, 2|GET /a?b=%C3%BC ',
        '404|Not Found|1, 2|GET /missing ',
        '200|OK|1, 2|POST /post xxxxxxxxxx',
        '200|OK|1, 2|',
        '1',
        'closed',
        '',
      ].join('\n'),
    )
  })

  it('refuses what is no HTTP, as native Node does', async () => {
    const out = await output(`
      import http from 'node:http'
      import net from 'node:net'
      const server = http.createServer((req, res) => res.end('ok'))
      await new Promise((resolve) => server.listen(0, resolve))
      const raw = (text) => new Promise((resolve) => {
        const socket = net.connect(server.address().port)
        let answer = ''
        socket.on('data', (d) => { answer += d })
        socket.on('close', () => resolve(console.log(answer.split('\\r\\n')[0])))
        socket.end(text)
      })
      await raw('nonsense\\r\\n\\r\\n')
      await raw('GET / HTTP/1.1\\r\\nHost: a\\r\\nX: ' + 'x'.repeat(20_000) + '\\r\\n\\r\\n')
      await raw('GET / HTTP/1.1\\r\\n\\r\\n')
      await raw('POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 3\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n')
      await raw('GET / HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n')
      server.on('clientError', (error, socket) => { console.log(error.code, error.message, error.bytesParsed); socket.destroy() })
      await raw('GET\\t/ HTTP/1.1\\r\\n\\r\\n')
      server.close()`)
    expect(out).toBe(
      [
        'HTTP/1.1 400 Bad Request',
        'HTTP/1.1 431 Request Header Fields Too Large',
        'HTTP/1.1 400 Bad Request',
        'HTTP/1.1 400 Bad Request',
        'HTTP/1.1 200 OK',
        'HPE_INVALID_METHOD Parse Error: Expected space after method 3',
        '',
        '',
      ].join('\n'),
    )
  })

  it('streams events, upgrades connections, and is asked by fetch', async () => {
    const out = await output(`
      import http from 'node:http'
      const server = http.createServer((req, res) => {
        res.writeHead(200, { 'Content-Type': 'text/event-stream' })
        let count = 0
        const timer = setInterval(() => {
          res.write('data: ' + ++count + '\\n\\n')
          if (count === 3) { clearInterval(timer); res.end() }
        }, 10)
      })
      server.on('upgrade', (req, socket, head) => {
        socket.write('HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: echo\\r\\nConnection: Upgrade\\r\\n\\r\\n')
        socket.on('data', (d) => socket.end('echo ' + d))
      })
      await new Promise((resolve) => server.listen(3001, resolve))
      const answer = await fetch('http://localhost:3001/')
      console.log(answer.status, answer instanceof Response, (await answer.text()).split('\\n\\n').join(';'))
      await new Promise((resolve) => {
        const request = http.request({ port: 3001, headers: { Connection: 'Upgrade', Upgrade: 'echo' } })
        request.on('upgrade', (res, socket) => {
          socket.write('hi')
          socket.on('data', (d) => console.log(res.statusCode, String(d)))
          socket.on('close', resolve)
        })
        request.end()
      })
      server.closeAllConnections()
      server.close()`)
    expect(out).toBe('200 true data: 1;data: 2;data: 3;\n101 echo hi\n')
  })

  it('answers curl of the same sandbox', async () => {
    const { out, err } = await runProgram({
      command: `node server.js > log & until [ -s log ]; do sleep 0.1; done; curl -s http://localhost:3002/x -d body; curl -sI http://127.0.0.1:3002/ | head -1; curl -s http://localhost:3003/; echo $?; kill $!`,
      files: {
        'server.js': `require('http').createServer((req, res) => req.pipe(res)).listen(3002, () => console.log('up'))`,
      },
      timeoutMs: LIMIT_MS,
    })
    expect(err).toBe('')
    expect(out).toBe('bodyHTTP/1.1 200 OK\r\n7\n')
  })
})

describe('the way out', () => {
  it('sends what http, https and fetch ask for through the gate, and nothing else', async () => {
    const seen: string[] = []
    const egress = answering((request) => {
      const body = request.body ? new TextDecoder().decode(request.body) : ''
      seen.push(`${request.method} ${request.url} ${body}`.trim())
      return { status: 201, text: `got ${request.url}` }
    })
    const out = await output(
      `
      import https from 'node:https'
      const ask = (url, options, body) => new Promise((resolve, reject) => {
        const request = https.request(url, options, async (res) => {
          let text = ''
          for await (const part of res) text += part
          resolve(res.statusCode + ' ' + text)
        })
        request.on('error', reject)
        request.end(body)
      })
      console.log(await ask('https://example.test/a?b', {}))
      console.log(await ask('https://example.test:8443/p', { method: 'POST' }, 'body'))
      const answer = await fetch('https://other.test/f', { method: 'PUT', body: JSON.stringify({ a: 1 }) })
      console.log(answer.status, await answer.text())`,
      egress,
    )
    expect(out).toBe(
      '201 got https://example.test:443/a?b\n201 got https://example.test:8443/p\n201 got https://other.test:443/f\n',
    )
    expect(seen).toEqual([
      'GET https://example.test:443/a?b',
      'POST https://example.test:8443/p body',
      'PUT https://other.test:443/f {"a":1}',
    ])
  })

  it('tells a program why nothing came', async () => {
    const egress: Egress = {
      request: ({ url }) =>
        Promise.resolve(
          url.includes('refused')
            ? { type: 'refused', message: 'The user refused it.' }
            : { type: 'failed', reason: 'connection_refused', message: 'Nobody is there.' },
        ),
    }
    const out = await output(
      `
      const answer = await fetch('https://refused.test/')
      console.log(answer.status, answer.statusText, await answer.text())
      await fetch('https://down.test/').catch((e) => console.log(e.message, e.cause.code))`,
      egress,
    )
    expect(out).toBe(
      '403 The user refused it. {"error":"The user refused it."}\n\nfetch failed ECONNREFUSED\n',
    )
    const raw = `
      const net = require('net')
      for (const at of [1, 2]) {
        const socket = net.connect(5432, 'db.test')
        socket.on('error', (e) => console.log(e.code))
        socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]))
      }`
    const { out: codes, err } = await runProgram(
      { command: 'node a.cjs', files: { 'a.cjs': raw }, timeoutMs: LIMIT_MS },
      egress,
    )
    expect(codes).toBe('EPROTO\nEPROTO\n')
    // Once, and with what to do.
    expect(err.match(/Only HTTP leaves the sandbox; .* Use http, https or fetch/g)).toHaveLength(1)
  })

  it('reads large data: addresses, as WebAssembly comes with its program', async () => {
    const out = await output(`
      for (const count of [20_000, 200_000]) {
        const answer = await fetch('data:application/octet-stream;base64,' + Buffer.alloc(count, 7).toString('base64'))
        const bytes = new Uint8Array(await answer.arrayBuffer())
        console.log(bytes.length, bytes.every((byte) => byte === 7))
      }`)
    expect(out).toBe('20000 true\n200000 true\n')
  })

  it('has no certificates of its own', async () => {
    const out = await output(`
      import tls from 'node:tls'
      import https from 'node:https'
      try { https.createServer({ key: 'k', cert: 'c' }) } catch (e) { console.log(e.code) }
      import http from 'node:http'
      const server = http.createServer()
      await new Promise((resolve) => server.listen(0, resolve))
      tls.connect(server.address().port).on('error', (e) => { console.log(e.message); server.close() })`)
    expect(out).toBe(
      'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM\nTLS ends at the sandbox: a server inside it is reached without encryption, by http.\n',
    )
  })
})

function answering(answer: (request: EgressRequest) => { status: number; text: string }): Egress {
  return {
    request: (request) => {
      const { status, text } = answer(request)
      const outcome: EgressOutcome = {
        type: 'response',
        status,
        statusText: 'Made',
        headers: [['content-type', 'text/plain']],
        url: request.url,
        unsent: [],
        body: new Blob([text]).stream(),
      }
      return Promise.resolve(outcome)
    },
  }
}
