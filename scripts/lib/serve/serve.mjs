/** Serves the built app and the built sandbox, each on a port (an origin) of its own, or the app alone. */
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { basename, extname, join, normalize, sep } from 'node:path'
import { Failure } from '../fail.mjs'
import { appHeaders, embedHeaders, opaqueHeaders, sandboxHeaders } from '../build/headers.mjs'
import { passOn, REGISTRY_PATH } from './registry-proxy.mjs'
import { SERVICE_WORKER, withoutFiles } from '../build/app-files.mjs'

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.md': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

/** The `Content-Type` of a file, by its name. */
export function contentType(file) {
  return TYPES[extname(file)] ?? 'application/octet-stream'
}

/**
 * Bytes of a request's headers that are taken. Cookies know no port: those of every other program on this machine come along,
 * and a browser keeps up to 180 of 4 KB for one host. Node's own limit of 16 KB would make the app unreachable.
 */
const HEADER_BYTES = 1024 * 1024

/** Files that pages of others may load. */
const EMBEDDED = '/embed/'
/** Documents on no origin, for hosts with one. */
const OPAQUE_PAGE = /^\/opaque\/[\w-]+\.html$/

/**
 * Resolves when both listen, with `close()`. Rejects with `Failure` when a port is taken, naming the next free pair.
 * Without a `sandboxPort` there is one origin, and the sandbox has none. The page learns the sandbox's origin, the
 * package registry and WebContainer's host from meta elements filled in here. With `cachesFiles: false` the service workers
 * are served with an empty list of app files, so that they cache none: tests that are not about offline use ask for it.
 * @param {{ port: number, sandboxPort?: number | undefined, registry?: string, containerOrigin?: string, containerPreviews?: string, host?: string, root?: string, cachesFiles?: boolean, headerBytes?: number }} options
 */
export async function serve({
  port,
  sandboxPort,
  registry = '',
  containerOrigin = '',
  containerPreviews = '',
  host = 'localhost',
  root = 'dist',
  cachesFiles = true,
  headerBytes = HEADER_BYTES,
}) {
  const transformWorker = cachesFiles ? undefined : withoutFiles
  const headersOfApp = (sandboxOrigin) => appHeaders({ sandboxOrigin, containerOrigin, containerPreviews })
  const app = createServer({ maxHeaderSize: headerBytes }, (request, response) => {
    const sandboxOrigin =
      sandboxPort === undefined ? undefined : `http://${hostName(request, host)}:${sandboxPort}`
    const origin = `http://${hostName(request, host)}:${port}`
    if (registry !== '' && pathOf(request)?.startsWith(REGISTRY_PATH)) {
      for (const [name, value] of Object.entries(headersOfApp(sandboxOrigin))) response.setHeader(name, value)
      return void passOn(request, response, registry)
    }
    answer(request, response, {
      root: join(root, 'app'),
      index: 'index.html',
      headers: headersOf(pathOf(request) ?? '', () => headersOfApp(sandboxOrigin)),
      transformPage: (page) =>
        fillMeta(page, {
          'vivarium-sandbox-origin': sandboxOrigin ?? '',
          'vivarium-package-registry': registry,
          'vivarium-registry-proxy': registry === '' ? '' : `${origin}${REGISTRY_PATH}`,
          'vivarium-webcontainer-origin': containerOrigin,
        }),
      transformWorker,
    })
  })
  const sandbox = createServer({ maxHeaderSize: headerBytes }, (request, response) => {
    answer(request, response, {
      root: join(root, 'sandbox'),
      index: 'host.html',
      headers: sandboxHeaders({ appOrigin: `http://${hostName(request, host)}:${port}` }),
      transformWorker,
    })
  })
  try {
    await listen(app, port, host)
    if (sandboxPort !== undefined) await listen(sandbox, sandboxPort, host)
  } catch (error) {
    app.close()
    sandbox.close()
    throw error.code === 'EADDRINUSE' ? await portTaken(error.port, port, sandboxPort ?? port, host) : error
  }
  return {
    async close() {
      await Promise.all([app, sandbox].filter((server) => server.listening).map(closeServer))
    },
  }
}

function headersOf(path, others) {
  if (OPAQUE_PAGE.test(path)) return opaqueHeaders()
  return path.startsWith(EMBEDDED) ? embedHeaders() : others()
}

function closeServer(server) {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/** The name under which the browser reached us, when it is one of this machine's; else the configured one. */
function hostName(request, fallback) {
  const name = (request.headers.host ?? '').replace(/:\d+$/, '')
  return /^(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9-]+\.localhost)$/.test(name) ? name : fallback
}

function answer(
  request,
  response,
  { root, index, headers, transformPage = (page) => page, transformWorker },
) {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405, 'Only GET and HEAD.')
  const file = findFile(root, pathOf(request), index)
  if (!file) return end(response, 404, 'There is nothing at this address.')
  response.setHeader('Content-Type', contentType(file))
  response.setHeader('Cache-Control', isHashed(file) ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (extname(file) === '.html') return end(response, 200, transformPage(readFileSync(file, 'utf8')), request)
  if (transformWorker && basename(file) === SERVICE_WORKER)
    return end(response, 200, transformWorker(readFileSync(file, 'utf8')), request)
  response.setHeader('Content-Length', statSync(file).size)
  if (request.method === 'HEAD') return response.end()
  createReadStream(file).pipe(response)
}

/** Percent-encoding undone; undefined for what is no address. */
function pathOf(request) {
  try {
    return decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname)
  } catch {
    return undefined // not a URL that names anything
  }
}

/** Names with a content hash never change their bytes. */
function isHashed(file) {
  return /-[\w-]{8}\.\w+$/.test(file)
}

function end(response, status, text, request) {
  response.statusCode = status
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', 'text/plain; charset=utf-8')
  response.setHeader('Content-Length', Buffer.byteLength(text))
  response.end(request?.method === 'HEAD' ? undefined : text)
}

/** The file below `root` that a path names; undefined when there is none or it would lie outside. */
function findFile(root, path, index) {
  if (path === undefined) return undefined
  const file = normalize(join(root, path === '/' ? index : path))
  if (!file.startsWith(normalize(root) + sep) || file.includes('\0')) return undefined
  return existsSync(file) && statSync(file).isFile() ? file : undefined
}

function fillMeta(page, values) {
  return Object.entries(values).reduce(
    (text, [name, value]) =>
      text.replace(
        `<meta name="${name}" content=""`,
        `<meta name="${name}" content="${escapeAttribute(value)}"`,
      ),
    page,
  )
}

function escapeAttribute(text) {
  return text.replace(/[&"<]/g, (character) => `&#${character.charCodeAt(0)};`)
}

function listen(server, port, host) {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
}

async function portTaken(taken, port, sandboxPort, host) {
  const which = taken === port ? 'PORT' : 'SANDBOX_PORT'
  for (let candidate = Math.max(port, sandboxPort) + 1; candidate < 65_534; candidate += 2) {
    if ((await isFree(candidate, host)) && (await isFree(candidate + 1, host))) {
      return new Failure(
        `Port ${taken} (${which}) is taken by another program. Free it, or use the next free pair:\n\n  PORT=${candidate} npm start`,
      )
    }
  }
  return new Failure(`Port ${taken} (${which}) is taken by another program, and no other port is free.`)
}

function isFree(port, host) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
