/**
 * Request of a previewed page: from the sandbox origin's service worker, through the host page, to the
 * kernel. The answer comes on the port that is sent along, so that nobody has to remember the sender.
 */
import { fieldsOf } from './fields.ts'

export interface PreviewRequest {
  readonly type: 'preview'
  /** Begins with a slash; percent-encoding is undone. */
  readonly path: string
  /** The page that asks, where it asked by an absolute path: a site's root is its page's folder or one above it. */
  readonly page?: string
}

/** Request of a page to the program that serves it, sent the same way as `PreviewRequest`. */
export interface ServerRequest {
  readonly type: 'preview'
  readonly server: {
    readonly port: number
    readonly method: string
    /** Path and query as they go on the wire. */
    readonly target: string
    readonly headers: readonly (readonly [name: string, value: string])[]
    readonly body?: Uint8Array
  }
}

/** The program's answer, or the reason for none. */
export type ServerAnswer =
  | {
      readonly status: number
      readonly statusText: string
      readonly headers: readonly (readonly [name: string, value: string])[]
      readonly body: ReadableStream<Uint8Array>
      /** Cookies that the page may see now. */
      readonly cookies: string
      /** Whether this answer has set some. */
      readonly setsCookies: boolean
    }
  | { readonly failure: string }

/** A page opens a WebSocket to a program: over the service worker and the host page to the kernel, with a MessagePort. */
export interface SocketRequest {
  readonly port: number
  /** Path and query as they go on the wire. */
  readonly target: string
  readonly protocols: readonly string[]
}

/** Page to service worker. Whose session it is, the service worker knows. */
export interface OpenSocketMessage {
  readonly type: 'vivarium-socket'
  readonly socket: SocketRequest
}

/** Page to service worker, and on to the kernel, with a port for the answer: `document.cookie` was set. */
export interface SetCookieMessage {
  readonly type: 'vivarium-set-cookie'
  readonly cookie: { readonly text: string; readonly path: string }
}

/** To the page: what it sees of the cookies from now on. */
export interface CookiesMessage {
  readonly type: 'vivarium-cookies'
  readonly cookies: string
}

/** Page to kernel, on that port. */
export type SocketCommand =
  | { readonly type: 'send'; readonly data: string | ArrayBuffer }
  | { readonly type: 'close'; readonly code?: number; readonly reason: string }

/** Kernel to page. */
export type SocketEvent =
  | { readonly type: 'open'; readonly protocol: string }
  | { readonly type: 'message'; readonly data: string | ArrayBuffer }
  /** So many bytes of what was sent are on their way. */
  | { readonly type: 'sent'; readonly bytes: number }
  /** The last. */
  | { readonly type: 'close'; readonly code: number; readonly reason: string; readonly wasClean: boolean }

export interface PreviewAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: Uint8Array
  /** A folder was asked for without the slash that relative addresses on its page count from; the body is a redirect. */
  readonly needsSlash?: boolean
  /** The cookies that the page may see. */
  readonly cookies?: string
}

function hasType(data: unknown, type: string): data is object {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type
}

export function isPreviewRequest(data: unknown): data is PreviewRequest {
  const { type, path, page } = fieldsOf(data)
  return type === 'preview' && typeof path === 'string' && (page === undefined || typeof page === 'string')
}

export function isServerRequest(data: unknown): data is ServerRequest {
  const { port, method, target, headers, body } = fieldsOf(fieldsOf(data)['server'])
  return (
    typeof port === 'number' &&
    typeof method === 'string' &&
    typeof target === 'string' &&
    target.startsWith('/') &&
    isHeaders(headers) &&
    (body === undefined || body instanceof Uint8Array)
  )
}

export function isOpenSocketMessage(data: unknown): data is OpenSocketMessage {
  return hasType(data, 'vivarium-socket') && isSocketRequest(data)
}

/** As the host page passes it on. */
export function isSocketRequest(data: unknown): data is { readonly socket: SocketRequest } {
  const { port, target, protocols } = fieldsOf(fieldsOf(data)['socket'])
  return (
    typeof port === 'number' &&
    typeof target === 'string' &&
    target.startsWith('/') &&
    Array.isArray(protocols) &&
    protocols.every((protocol) => typeof protocol === 'string' && /^[!#$%&'*+.^_`|~\w-]+$/.test(protocol))
  )
}

export function isSetCookieMessage(data: unknown): data is SetCookieMessage {
  return hasType(data, 'vivarium-set-cookie') && isSetCookieRequest(data)
}

/** As the host page passes it on. */
export function isSetCookieRequest(data: unknown): data is Pick<SetCookieMessage, 'cookie'> {
  const { text, path } = fieldsOf(fieldsOf(data)['cookie'])
  return typeof text === 'string' && typeof path === 'string'
}

export function isCookiesMessage(data: unknown): data is CookiesMessage {
  return hasType(data, 'vivarium-cookies') && 'cookies' in data && typeof data.cookies === 'string'
}

export function isSocketCommand(data: unknown): data is SocketCommand {
  const { type, data: content, code, reason } = fieldsOf(data)
  if (type === 'send') return typeof content === 'string' || content instanceof ArrayBuffer
  return type === 'close' && typeof reason === 'string' && (code === undefined || typeof code === 'number')
}

export function isSocketEvent(data: unknown): data is SocketEvent {
  return typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string'
}

export function isServerAnswer(data: unknown): data is ServerAnswer {
  const { failure, status, statusText, headers, body, cookies, setsCookies } = fieldsOf(data)
  if (failure !== undefined) return typeof failure === 'string'
  return (
    typeof status === 'number' &&
    typeof statusText === 'string' &&
    typeof cookies === 'string' &&
    typeof setsCookies === 'boolean' &&
    isHeaders(headers) &&
    body instanceof ReadableStream
  )
}

function isHeaders(value: unknown): boolean {
  const isText = (part: unknown) => typeof part === 'string'
  return (
    Array.isArray(value) &&
    value.every((header: unknown) => Array.isArray(header) && header.length === 2 && header.every(isText))
  )
}

export function isPreviewAnswer(data: unknown): data is PreviewAnswer {
  const { status, contentType, body, cookies } = fieldsOf(data)
  return (
    typeof status === 'number' &&
    typeof contentType === 'string' &&
    body instanceof Uint8Array &&
    (cookies === undefined || typeof cookies === 'string')
  )
}

/** From the frame of an inlined preview to the app's page. Once a page of the workspace is in it, that page can say it, too: nothing is taken on trust. */
export type PageFrameMessage =
  /** The frame's script runs and waits for what to show. */
  | { readonly type: 'vivarium-page-ready' }
  /** A link was followed: to a path in the workspace, percent-encoded, with its query and fragment. */
  | { readonly type: 'vivarium-page-open'; readonly path: string }

/** To that frame; with it comes the MessagePort on which the workspace's files are asked for (`PreviewRequest`). */
export interface ShowPageMessage {
  readonly type: 'vivarium-page-show'
  /** In the workspace, without a slash before it, percent-encoded, with its query and fragment. */
  readonly path: string
}

export function isPageFrameMessage(data: unknown): data is PageFrameMessage {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false
  if (data.type === 'vivarium-page-open') return 'path' in data && typeof data.path === 'string'
  return data.type === 'vivarium-page-ready'
}

export function isShowPageMessage(data: unknown): data is ShowPageMessage {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false
  return data.type === 'vivarium-page-show' && 'path' in data && typeof data.path === 'string'
}
