import { expect, it } from 'vitest'
import { runProgram } from './testing/run-program.ts'

it('HTTP/2 is refused at once by servers and clients, with what to do instead, and its constants are there', async () => {
  const files = {
    'a.js': `
const http2 = require('node:http2')
const tell = (f) => { try { f(); console.log('silence') } catch (e) { console.log(e.code, e.message) } }
const handler = (request, response) => response.end('hi')
tell(() => http2.createServer(handler).listen(3000))
tell(() => http2.createSecureServer({ allowHTTP1: true }, handler).listen(3000, () => console.log('listening')))
tell(() => http2.connect('http://localhost:3000'))
console.log(http2.constants.HTTP2_HEADER_PATH, http2.createServer().listening)`,
  }
  const code = 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM'
  const server = `${code} An HTTP/2 server is not available in the browser sandbox. Serve with http.createServer, which takes the same handler (in a framework, leave its option for HTTP/2 out): the preview and programs in the sandbox speak HTTP/1.1.`
  const client = `${code} HTTP/2 is not available in the browser sandbox. Use http, https or fetch: the browser chooses the version on the way out.`
  expect(await runProgram({ command: 'node a.js', files })).toEqual({
    out: [server, server, client, ':path false', ''].join('\n'),
    err: '',
    exitCode: 0,
  })
})

it('a program that serves HTTP/2 ends with the reason', async () => {
  const files = {
    'a.mjs': `import { createServer } from 'node:http2'\ncreateServer().on('error', () => {}).listen(3000)`,
  }
  const { out, err, exitCode } = await runProgram({ command: 'node a.mjs', files })
  expect({ out, exitCode }).toEqual({ out: '', exitCode: 1 })
  expect(err).toContain(
    'An HTTP/2 server is not available in the browser sandbox. Serve with http.createServer',
  )
})
