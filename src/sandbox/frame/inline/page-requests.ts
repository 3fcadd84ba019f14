/** Answers `fetch` and `XMLHttpRequest` for workspace files; other addresses go to the browser. */
import { isInWorkspace, resolveAddress } from './addresses.ts'
import type { PageFiles } from './page-files.ts'

export interface PagePlace {
  readonly files: PageFiles
  /** Base of relative addresses. */
  readonly base: () => string
}

/** Replaces the globals; to be called before any script of the page runs. */
export function answerRequests({ files, base }: PagePlace): void {
  const nativeFetch = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const request = input instanceof Request ? input : undefined
    const address = resolveAddress(request?.url ?? String(input), base())
    if (!address || !isInWorkspace(address)) return nativeFetch(input, init)
    const method = (init?.method ?? request?.method ?? 'GET').toUpperCase()
    if (method !== 'GET' && method !== 'HEAD') return refusal()
    const { status, contentType, body } = await files.read(address)
    const response = new Response(method === 'HEAD' ? null : new Uint8Array(body), {
      status,
      headers: { 'Content-Type': contentType, 'Content-Length': String(body.length) },
    })
    Object.defineProperty(response, 'url', { value: address })
    return response
  }
  window.XMLHttpRequest = xmlHttpRequest({ files, base })
}

function refusal(): Response {
  return new Response('A preview of files can only be read.', {
    status: 405,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}

/** Asks for the file when the request is sent, and opens it then under its `blob:` address. */
function xmlHttpRequest({ files, base }: PagePlace): typeof XMLHttpRequest {
  return class extends XMLHttpRequest {
    #address: string | undefined
    #isSent = false

    override open(method: string, url: string | URL, ...rest: [isAsync?: boolean, ...unknown[]]): void {
      const address = resolveAddress(String(url), base())
      this.#isSent = false
      this.#address = address && isInWorkspace(address) ? address : undefined
      if (this.#address === undefined) return Reflect.apply(super.open, this, [method, url, ...rest])
      if (rest[0] === false) {
        const what = 'A preview on a host with one origin cannot answer a synchronous XMLHttpRequest'
        throw new DOMException(`${what} (${url}): use fetch, or an asynchronous one.`, 'NetworkError')
      }
      if (!/^(GET|HEAD)$/i.test(method))
        throw new DOMException(`A preview of files can only be read (${method} ${url}).`, 'NetworkError')
    }

    /** A file's bytes do not depend on them. */
    override setRequestHeader(name: string, value: string): void {
      if (this.#address === undefined) super.setRequestHeader(name, value)
    }

    override abort(): void {
      this.#isSent = true
      super.abort()
    }

    override send(body?: XMLHttpRequestBodyInit | null): void {
      const address = this.#address
      if (address === undefined) return super.send(body)
      void files.blobOf(address).then((blob) => {
        if (this.#isSent || this.#address !== address) return
        this.#isSent = true
        if (blob === undefined) files.reportMissing(address)
        // A missing file fails like a request that reached no server.
        super.open('GET', blob ?? 'blob:null/missing')
        super.send()
      })
    }
  }
}
