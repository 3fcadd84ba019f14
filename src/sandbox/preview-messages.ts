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

export interface PreviewAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: Uint8Array
}

export function isPreviewRequest(data: unknown): data is PreviewRequest {
  if (typeof data !== 'object' || data === null) return false
  const { type, path, page } = data as Partial<Record<keyof PreviewRequest, unknown>>
  return type === 'preview' && typeof path === 'string' && (page === undefined || typeof page === 'string')
}

export function isPreviewAnswer(data: unknown): data is PreviewAnswer {
  if (typeof data !== 'object' || data === null) return false
  const { status, contentType, body } = data as Partial<Record<keyof PreviewAnswer, unknown>>
  return typeof status === 'number' && typeof contentType === 'string' && body instanceof Uint8Array
}
