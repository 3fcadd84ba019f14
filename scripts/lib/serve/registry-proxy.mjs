/**
 * Passes requests below `/registry/` on to the package registry that this machine's npm is set to, so that the sandbox
 * installs packages where the registry does not let pages read it. Reading only, and nothing but the registry.
 */
import { Readable } from 'node:stream'

export const REGISTRY_PATH = '/registry/'

const PASSED_ON = ['accept', 'if-none-match', 'if-modified-since']
const PASSED_BACK = ['content-type', 'etag', 'last-modified', 'cache-control']
const LIMIT_MS = 60_000

/** The address at the registry; undefined when the request is for something else, or would leave the registry. */
export function registryTarget(path, registry) {
  if (registry === '' || !path.startsWith(REGISTRY_PATH)) return undefined
  const base = new URL(registry.endsWith('/') ? registry : `${registry}/`)
  const rest = path.slice(REGISTRY_PATH.length)
  if (!URL.canParse(`./${rest}`, base)) return undefined
  const target = new URL(`./${rest}`, base)
  return target.origin === base.origin && target.pathname.startsWith(base.pathname) ? target : undefined
}

/** Answers with what the registry says; 405, 404 or 502 when it cannot be asked. */
export async function passOn(request, response, registry) {
  const target = registryTarget(request.url ?? '', registry)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse(response, 405, 'Only GET and HEAD.')
  if (!target) return refuse(response, 404, 'There is no package registry at this address.')
  const headers = Object.fromEntries(
    PASSED_ON.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]])),
  )
  const controller = new AbortController()
  response.once('close', () => controller.abort())
  const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(LIMIT_MS)])
  try {
    const answer = await fetch(target, { method: request.method, headers, signal })
    for (const name of PASSED_BACK) {
      const value = answer.headers.get(name)
      if (value !== null) response.setHeader(name, value)
    }
    response.statusCode = answer.status
    if (!answer.body || request.method === 'HEAD') return response.end()
    Readable.fromWeb(answer.body)
      .once('error', () => response.destroy())
      .pipe(response)
  } catch (error) {
    const why = error.cause?.message ?? error.message
    refuse(response, 502, `The package registry ${target.origin} could not be asked: ${why}`)
  }
}

function refuse(response, status, message) {
  if (response.headersSent) return response.destroy()
  response.statusCode = status
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify({ error: message }))
}
