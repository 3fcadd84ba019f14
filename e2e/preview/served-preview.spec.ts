/** The preview of what a program in the sandbox serves: a real server, its pages, their requests, and its end. */
import { expect, test } from '../support/test.ts'
import { serve } from '../support/served-page.ts'

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

  // A program's own headers do not open the policy.
  const frame = await workbench.previewFrame()
  const policy = await frame.evaluate(async () =>
    (await fetch(location.href)).headers.get('content-security-policy'),
  )
  expect(policy).toContain("connect-src 'self'")
  expect(policy).not.toContain('default-src *')

  await page.getByRole('combobox', { name: 'Source' }).selectOption('Files')
  await expect(preview.getByRole('link', { name: 'server.js' })).toBeVisible()
  await workbench.exec('pkill -f server.js; while curl -s localhost:3000 > /dev/null; do sleep 0.05; done')
  await workbench.showPage('localhost:3000/x')
  await expect(preview.getByText('Nothing listens at localhost:3000 in the sandbox.')).toBeVisible()
})
