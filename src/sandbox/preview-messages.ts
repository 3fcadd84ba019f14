/**
 * What a previewed page asks for: from the sandbox origin's service worker, through the host page, to the kernel. The
 * answer comes on the port that is sent along, so that nobody has to remember who asked.
 */
export interface PreviewRequest {
  readonly type: 'preview'
  /** Begins with a slash; percent-encoding is undone. */
  readonly path: string
  /** The page that asks, where it asked by an absolute path: a site's root is its page's folder or one above it. */
  readonly page?: string
}

/** What a page that a program of the sandbox serves asks of that program: the way is the same as of `PreviewRequest`. */
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

/** What the program answers, or why it did not. */
export type ServerAnswer =
  | {
      readonly status: number
      readonly statusText: string
      readonly headers: readonly (readonly [name: string, value: string])[]
      readonly body: ReadableStream<Uint8Array>
    }
  | { readonly failure: string }

export interface PreviewAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: Uint8Array
  /** A folder was asked for without the slash that relative addresses on its page count from; the body is a redirect. */
  readonly needsSlash?: boolean
}

export function isPreviewRequest(data: unknown): data is PreviewRequest {
  if (typeof data !== 'object' || data === null) return false
  const { type, path, page } = data as Partial<Record<keyof PreviewRequest, unknown>>
  return type === 'preview' && typeof path === 'string' && (page === undefined || typeof page === 'string')
}

export function isServerRequest(data: unknown): data is ServerRequest {
  if (typeof data !== 'object' || data === null || !('server' in data)) return false
  const { server } = data
  if (typeof server !== 'object' || server === null) return false
  const { port, method, target, headers, body } = server as Partial<
    Record<keyof ServerRequest['server'], unknown>
  >
  return (
    typeof port === 'number' &&
    typeof method === 'string' &&
    typeof target === 'string' &&
    target.startsWith('/') &&
    isHeaders(headers) &&
    (body === undefined || body instanceof Uint8Array)
  )
}

export function isServerAnswer(data: unknown): data is ServerAnswer {
  if (typeof data !== 'object' || data === null) return false
  if ('failure' in data) return typeof data.failure === 'string'
  const { status, statusText, headers, body } = data as Partial<Record<string, unknown>>
  return (
    typeof status === 'number' &&
    typeof statusText === 'string' &&
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
  if (typeof data !== 'object' || data === null) return false
  const { status, contentType, body } = data as Partial<Record<keyof PreviewAnswer, unknown>>
  return typeof status === 'number' && typeof contentType === 'string' && body instanceof Uint8Array
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
