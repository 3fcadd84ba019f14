/**
 * Requests to the origin's own server. A cookie goes to a host whatever its port, and may be set for all hosts of a domain: another
 * program there, a page of the preview included, can set more than a server takes. The program has no cookies itself,
 * so that a request that was refused is sent again without.
 */
import { dropLargeCookies } from './large-cookies.ts'
import type { WorkerFetchEvent } from './service-worker-scope.ts'

type Judge = (answer: Response) => boolean | Promise<boolean>

/**
 * The first answer that `isOwn` takes for one of the program's, else the one to the request as it came; undefined when there
 * is none. Where a request passes only without cookies, those that are too large are deleted. Never rejects.
 */
export async function askServer(
  event: Pick<WorkerFetchEvent, 'request' | 'waitUntil'>,
  isOwn: Judge = ({ ok }) => ok,
): Promise<Response | undefined> {
  const { request } = event
  const first = await fetch(request).catch(() => undefined)
  if (first && (await isOwn(first))) return first
  if (request.method !== 'GET' && request.method !== 'HEAD') return first
  const second = await fetch(withoutCookies(request)).catch(() => undefined)
  if (!second || !(await isOwn(second))) return first ?? second
  event.waitUntil(dropLargeCookies())
  return second
}

/** A file of the program. Rejects when there is no server. */
export async function askForFile(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(path, init)
  return answer.ok ? answer : fetch(path, { ...init, credentials: 'omit' })
}

function withoutCookies(request: Request): Request {
  // A navigation's request cannot be copied. Its redirects are the browser's to follow.
  if (request.mode === 'navigate')
    return new Request(request.url, { credentials: 'omit', redirect: 'manual', cache: 'no-cache' })
  return new Request(request, { credentials: 'omit' })
}
