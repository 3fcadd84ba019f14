/** The workspace's files as an inlined page gets them: asked for over a port, and kept under `blob:` addresses. */
import { INLINED_PAGE_FILES, PREVIEW_ANSWER_MS } from '../../contract/limits.ts'
import { isPreviewAnswer } from '../../page/preview-messages.ts'
import type { PreviewAnswer, PreviewRequest } from '../../page/preview-messages.ts'
import { findTarget } from '../preview-target.ts'
import { isInWorkspace, withoutFragment } from './addresses.ts'

export class PageFiles {
  readonly #port: MessagePort
  readonly #page: string
  readonly #asked = new Map<string, Promise<PreviewAnswer>>()
  readonly #blobs = new Map<string, Promise<string | undefined>>()

  /** `page` is the page's own address. */
  constructor(port: MessagePort, page: string) {
    this.#port = port
    this.#page = page
  }

  /** As a server would answer it; asked for once. Never rejects. */
  read(address: string): Promise<PreviewAnswer> {
    const key = withoutFragment(address)
    const known = this.#asked.get(key)
    if (known) return known
    const target = findTarget(key, this.#page)
    const answer = !target
      ? Promise.resolve(plain(404, `${key} names no file.`))
      : this.#asked.size >= INLINED_PAGE_FILES
        ? Promise.resolve(plain(507, `The page has more than ${INLINED_PAGE_FILES} files.`))
        : this.#ask(target)
    this.#asked.set(key, answer)
    return answer
  }

  /** A `blob:` address with the file's bytes; undefined when there is no such file. */
  blobOf(address: string): Promise<string | undefined> {
    const key = withoutFragment(address)
    let blob = this.#blobs.get(key)
    if (!blob) {
      blob = this.read(key).then((answer) => (answer.status === 200 ? blobAddress(answer) : undefined))
      this.#blobs.set(key, blob)
    }
    return blob
  }

  /** The same for what stands in an attribute of a page or a sheet: the reference itself where it is no file's. */
  async inlined(reference: string, base: string): Promise<string> {
    const address = URL.parse(reference, base)?.href
    if (reference === '' || reference.startsWith('#') || !address || !isInWorkspace(address)) return reference
    const blob = await this.blobOf(address)
    if (blob === undefined) this.reportMissing(address)
    return blob === undefined ? reference : blob + new URL(address).hash
  }

  /** In the page's console, as a browser does. */
  reportMissing(address: string): void {
    console.error(`There is no ${new URL(address).pathname.replace(/^\/preview\/w/, '')} in the workspace.`)
  }

  #ask({ path, page }: { path: string; page?: string }): Promise<PreviewAnswer> {
    const { port1, port2 } = new MessageChannel()
    const request: PreviewRequest = { type: 'preview', path, ...(page === undefined ? {} : { page }) }
    return new Promise((resolve) => {
      const settle = (data: unknown) => {
        clearTimeout(timer)
        port1.close()
        resolve(isPreviewAnswer(data) ? data : plain(504, 'The sandbox did not answer in time.'))
      }
      const timer = setTimeout(settle, PREVIEW_ANSWER_MS)
      port1.onmessage = ({ data }: MessageEvent<unknown>) => settle(data)
      this.#port.postMessage(request, [port2])
    })
  }
}

/** A `blob:` address of what is given. */
export function blobAddress({
  body,
  contentType,
}: {
  body: Uint8Array | string
  contentType: string
}): string {
  const part = typeof body === 'string' ? body : new Uint8Array(body)
  return URL.createObjectURL(new Blob([part], { type: contentType }))
}

export function textOf(answer: PreviewAnswer): string {
  return new TextDecoder().decode(answer.body)
}

function plain(status: number, message: string): PreviewAnswer {
  return { status, contentType: 'text/plain; charset=utf-8', body: new TextEncoder().encode(message) }
}
