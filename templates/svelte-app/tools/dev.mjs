// Builds with every change, serves public/ and reloads the page: `npm run dev`.
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { watch } from 'rollup'
import config from '../rollup.config.mjs'

const PORT = Number(process.env.PORT ?? 5173)
const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}
const RELOAD = '<script>new EventSource("/reload").onmessage = () => location.reload()</script>'

const pages = new Set()
const watcher = watch({ ...config, watch: { clearScreen: false } })
watcher.on('event', (event) => {
  if (event.code === 'BUNDLE_END') {
    event.result.close()
    console.log(`built in ${event.duration} ms`)
    for (const page of pages) page.write('data: built\n\n')
  }
  if (event.code === 'ERROR') console.error(event.error.stack ?? event.error.message)
  // Not before there is something to serve.
  if (/^(END|ERROR)$/.test(event.code) && !server.listening)
    server.listen(PORT, () => console.log(`http://localhost:${PORT}/`))
})

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  if (pathname === '/reload') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    response.write(':\n\n')
    pages.add(response)
    request.on('close', () => pages.delete(response))
    return
  }
  const file = join('public', normalize(decodeURIComponent(pathname)))
  const isFile = existsSync(file) && statSync(file).isFile()
  if (!isFile && extname(pathname) !== '') {
    response.writeHead(404).end()
    return
  }
  // Every other address is a page of the app.
  const type = isFile ? (TYPES[extname(file)] ?? 'application/octet-stream') : TYPES['.html']
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' })
  if (type === TYPES['.html']) {
    const page = readFileSync(isFile ? file : 'public/index.html', 'utf8')
    response.end(page.replace('</body>', `${RELOAD}</body>`))
  } else createReadStream(file).pipe(response)
})
