/** The preview of what a program in the sandbox serves: a real server, its pages, their requests, and its end. */
import { expect, test } from './support/test.ts'
import type { Workbench } from './support/workbench.ts'

const SERVER = `
const http = require('http')
const page = (title, body = '') => '<!doctype html><title>' + title + '</title><link rel=stylesheet href=/style.css><h1>' + title + '</h1>' + body
http.createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://x')
  let body = ''
  for await (const part of request) body += part
  response.setHeader('X-Served', 'yes')
  if (pathname === '/') {
    response.setHeader('Content-Type', 'text/html')
    response.setHeader('Content-Security-Policy', "default-src *")
    return response.end(page('Home', '<a href="/about?x=1">About</a> <a href="/old">Old</a><form method=post action=/form><input name=a value="1 2"><button>Send</button></form><p id=api></p><p id=events></p><script src=/app.js></script>'))
  }
  if (pathname === '/style.css') { response.setHeader('Content-Type', 'text/css'); return response.end('h1 { color: rgb(1, 2, 3) }') }
  if (pathname === '/app.js') {
    response.setHeader('Content-Type', 'text/javascript')
    return response.end("fetch('/api?q=%C3%BC', { method: 'PUT', body: 'text', headers: { 'X-Own': 'mine' } }).then((r) => r.json()).then((j) => { api.textContent = JSON.stringify(j) }); const source = new EventSource('/events'); source.onmessage = ({ data }) => { events.textContent += data; if (data === '3') source.close() }")
  }
  if (pathname === '/api') { response.setHeader('Content-Type', 'application/json'); return response.end(JSON.stringify([request.method, request.url, body, request.headers['x-own'], request.headers.host])) }
  if (pathname === '/events') {
    response.setHeader('Content-Type', 'text/event-stream')
    let count = 0
    const timer = setInterval(() => { response.write('data: ' + ++count + '\\n\\n') ; if (count === 3) clearInterval(timer) }, 50)
    request.socket.on('close', () => clearInterval(timer))
    return
  }
  if (pathname === '/old') { response.statusCode = 302; response.setHeader('Location', '/about?from=old'); return response.end() }
  response.setHeader('Content-Type', 'text/html')
  response.end(page('About ' + request.method + ' ' + searchParams + body))
}).listen(3000, () => console.log('listening'))`

async function serve(workbench: Workbench, program: string): Promise<void> {
  await workbench.page.evaluate((text) => window.vivarium.sandbox.writeFile('server.js', text), program)
  await workbench.exec('node server.js > log 2>&1 & until [ -s log ]; do sleep 0.1; done')
}

test('a program that listens is shown, with its sheets, scripts, requests, events, links and forms', async ({
  workbench,
}) => {
  await workbench.open()
  const { page } = workbench
  await serve(workbench, SERVER)
  await page.getByRole('tab', { name: 'Preview' }).click()
  const preview = page.frameLocator('iframe[title="Preview"]')
  await expect(preview.getByRole('heading')).toHaveText('Home')
  await expect(page.getByRole('textbox', { name: 'Page' })).toHaveValue('localhost:3000/')
  await expect(preview.getByRole('heading')).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(preview.locator('#api')).toHaveText('["PUT","/api?q=%C3%BC","text","mine","localhost:3000"]')
  await expect(preview.locator('#events')).toHaveText('123')

  await preview.getByRole('link', { name: 'About' }).click()
  await expect(preview.getByRole('heading')).toHaveText('About GET x=1')
  await workbench.showPage('localhost:3000')
  await preview.getByRole('link', { name: 'Old' }).click()
  await expect(preview.getByRole('heading')).toHaveText('About GET from=old')

  await workbench.showPage('localhost:3000/')
  await preview.getByRole('button', { name: 'Send' }).click()
  await expect(preview.getByRole('heading')).toHaveText('About POST a=1+2')
  await workbench.showPage('localhost:3000/')

  // What a program says of itself does not open the policy.
  const frame = await workbench.previewFrame()
  const policy = await frame.evaluate(async () =>
    (await fetch(location.href)).headers.get('content-security-policy'),
  )
  expect(policy).toContain("connect-src 'self'")
  expect(policy).not.toContain('default-src *')

  await page.getByRole('combobox', { name: 'Source' }).selectOption('Files')
  await expect(preview.getByRole('link', { name: 'server.js' })).toBeVisible()
  await workbench.exec('pkill -f server.js; sleep 0.5')
  await workbench.showPage('localhost:3000/x')
  await expect(preview.getByText('Nothing listens at localhost:3000 in the sandbox.')).toBeVisible()
})

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
  test.setTimeout(120_000)
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
    }).toPass({ timeout: 15_000 })
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
  test.setTimeout(120_000)
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
