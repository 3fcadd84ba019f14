/** The server for tests of cookies in the preview. */

/** A program whose pages and documents are of all types, and whose answers set a cookie, which is the sandbox's to keep. */
export const COOKIE_SERVER = `
const TYPES = { '/': 'text/html', '/page': 'text/html', '/plain': 'text/plain', '/script': 'text/javascript', '/picture': 'image/svg+xml', '/xhtml': 'application/xhtml+xml', '/xml': 'text/xml', '/json': 'application/json', '/none': '' }
const set = (name) => 'document.cookie = "' + name + '=1; path=/"; globalThis.cookieStore?.set("' + name + '-store", "1")'
const svg = (name) => '<svg xmlns="http://www.w3.org/2000/svg"><script>' + set(name) + '</script></svg>'
const BODIES = {
  '/': '<!doctype html><title>Attack</title><h1>Attack</h1><script>' + set('first-script') + '</script>',
  '/page': '<!doctype html><p>Page</p>',
  '/picture': svg('svg-document'),
  '/xhtml': '<html xmlns="http://www.w3.org/1999/xhtml"><head><script>' + set('xhtml-document') + '</script></head><body/></html>',
  '/xml': '<r><s xmlns="http://www.w3.org/1999/xhtml"><script>' + set('xml-document') + '</script></s></r>',
}
require('http').createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://x')
  if (TYPES[pathname]) response.setHeader('Content-Type', TYPES[pathname])
  response.setHeader('Set-Cookie', 'header=1; path=/')
  response.end(BODIES[pathname] ?? 'text')
}).listen(3000, () => console.log('listening'))`
