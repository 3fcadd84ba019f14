/** Programs that listen: WebSockets and cookies of their pages. */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { expect, test } from '../support/test.ts'
import { serve } from '../support/served-page.ts'

const SOCKETS = `
const http = require('http'), { createHash } = require('crypto')
const serve = (port) => http.createServer((request, response) => {
  response.setHeader('Content-Type', 'text/html')
  response.end('<!-- a comment first --><!doctype html><title>' + request.url + '</title><p>' + port + '</p>')
}).on('upgrade', (request, socket) => {
  const key = createHash('sha1').update(request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64')
  socket.write('HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\nSec-WebSocket-Accept: ' + key + '\\r\\nSec-WebSocket-Protocol: chat\\r\\n\\r\\n')
  const say = (text) => socket.write(Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)]))
  say(port + request.url + ' ' + request.headers.origin)
  socket.on('data', (data) => {
    const size = data[1] & 0x7f, mask = data.subarray(2, 6), body = data.subarray(6, 6 + size).map((byte, at) => byte ^ mask[at % 4])
    if ((data[0] & 15) === 8) return socket.end(Buffer.concat([Buffer.from([0x88, size]), body]))
    say('echo ' + body)
  })
}).listen(port, () => console.log('listening'))
serve(3000); serve(3001)`

test('pages open WebSockets to programs of their sandbox and to nothing else, and see the address of a server of their own', async ({
  workbench,
}) => {
  await workbench.open()
  const { page } = workbench
  await serve(workbench, SOCKETS)
  await workbench.showPage('localhost:3000/deep/page?x=1#y')
  const preview = page.frameLocator('iframe[title="Preview"]')
  await expect(preview.getByText('3000')).toBeVisible()
  const frame = await workbench.previewFrame()
  expect(
    await frame.evaluate(() => [location.pathname + location.search + location.hash, document.compatMode]),
  ).toEqual(['/deep/page?x=1#y', 'CSS1Compat'])

  const talk = (address: string) =>
    frame.evaluate(
      (url) =>
        new Promise<unknown[]>((resolve) => {
          const socket = new WebSocket(url, ['chat'])
          const seen: unknown[] = []
          socket.onopen = () => {
            seen.push(socket.protocol, socket instanceof WebSocket, socket.readyState)
            socket.send('hello')
          }
          socket.onmessage = ({ data }) => {
            seen.push(data)
            if (seen.length === 5) socket.close(3001, 'bye')
          }
          socket.onclose = ({ code, reason, wasClean }) => resolve([...seen, code, reason, wasClean])
        }),
      address,
    )
  const own = await frame.evaluate(() => location.host)
  expect(await talk(`ws://${own}/a?b=c`)).toEqual([
    'chat',
    true,
    1,
    '3000/a?b=c http://localhost:3000',
    'echo hello',
    3001,
    'bye',
    true,
  ])
  expect((await talk('ws://localhost:3001/'))[3]).toBe('3001/ http://localhost:3001')
  expect(await talk('ws://localhost:3002/')).toEqual([1006, '', false])
  // The browser's own, which the policy blocks.
  const outside = await frame.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ blockedURI }) => resolve(blockedURI))
        new WebSocket('ws://example.invalid/')
      }),
  )
  expect(outside).toContain('example.invalid')
  // Nor does the way itself lead into another session, whatever is asked of it.
  const foreign = await frame.evaluate(async () => {
    const { port1, port2 } = new MessageChannel()
    const closed = new Promise((resolve) => port1.addEventListener('message', ({ data }) => resolve(data)))
    port1.start()
    navigator.serviceWorker.controller?.postMessage(
      {
        type: 'vivarium-socket',
        session: 'another',
        socket: { port: 3000, target: '/preview/another:3000/', protocols: ['chat'] },
      },
      [port2],
    )
    return closed
  })
  expect(foreign).toEqual({ type: 'open', protocol: 'chat' })

  // A link, back, forward, reload: all of them find their program again.
  await frame.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/linked'
    document.body.append(link)
    link.click()
  })
  // A page that gives way to the next one in the middle of a question is asked again.
  const isShown = (path: string, body?: string) =>
    expect(async () => {
      const frame = await workbench.previewFrame()
      const [place, text] = await frame.evaluate(() => [location.pathname, document.body.innerText])
      expect(place).toBe(path)
      if (body !== undefined) expect(text).toBe(body)
    }).toPass({ timeout: patience(30_000) })
  await isShown('/linked')
  for (const [move, path] of [
    ['back', '/deep/page'],
    ['forward', '/linked'],
  ] as const) {
    await (await workbench.previewFrame()).evaluate((to) => history[to](), move)
    await isShown(path, '3000')
  }
})

const COOKIES = `
require('http').createServer((request, response) => {
  if (request.url === '/more') response.setHeader('Set-Cookie', 'more=1')
  if (request.url === '/login') {
    response.statusCode = 303
    response.setHeader('Location', '/')
    response.setHeader('Set-Cookie', ['id=secret; HttpOnly; Path=/', 'theme=dark'])
    return response.end()
  }
  response.setHeader('Content-Type', 'text/html')
  response.end('<p id=seen></p><script>seen.textContent = document.cookie</script><p id=sent>' + (request.headers.cookie ?? 'none') + '</p><form method=post action=/login><button>Log in</button></form>')
}).listen(3000, () => console.log('listening'))`

test('programs keep cookies with their pages, and neither the app nor the browser has them', async ({
  workbench,
}) => {
  await workbench.open()
  const { page } = workbench
  await serve(workbench, COOKIES)
  await workbench.showPage('localhost:3000')
  const preview = page.frameLocator('iframe[title="Preview"]')
  await expect(preview.locator('#sent')).toHaveText('none')
  await preview.getByRole('button', { name: 'Log in' }).click()
  await expect(preview.locator('#sent')).toHaveText('id=secret; theme=dark')
  await expect(preview.locator('#seen')).toHaveText('theme=dark')
  const frame = await workbench.previewFrame()
  await frame.evaluate(async () => {
    document.cookie = 'lang=en; max-age=1000'
    document.cookie = 'id=mine'
    await fetch('/more')
  })
  await expect.poll(() => frame.evaluate(() => document.cookie)).toBe('theme=dark; lang=en; more=1')
  expect(await frame.evaluate(async () => (await fetch('/')).text())).toContain(
    'id=secret; theme=dark; lang=en; more=1',
  )
  expect(await page.context().cookies()).toEqual([])
})
