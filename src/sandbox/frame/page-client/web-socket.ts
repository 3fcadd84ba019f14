/**
 * `WebSocket` for pages of the preview: a service worker is not asked for those, so they go to the kernel as messages,
 * and there over a real connection to the program. To all that is not this sandbox it is the browser's own, which the
 * page's policy keeps from leaving.
 */
import { isLocalHost } from '../preview-target.ts'
import { isSocketEvent } from '../../page/preview-messages.ts'
import type { OpenSocketMessage, SocketCommand, SocketEvent } from '../../page/preview-messages.ts'

const Native = window.WebSocket
const HANDLERS = ['open', 'message', 'error', 'close'] as const
/** Closing codes that a page may give. */
const isOwnCode = (code: number): boolean => code === 1000 || (code >= 3000 && code <= 4999)
const MAX_REASON_BYTES = 123

/** Target of a socket; undefined if it is outside the sandbox. `own` is the page's port. */
function targetOf(url: URL, own: number): { port: number; target: string } | undefined {
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:') return undefined
  const target = url.pathname + url.search
  if (url.host === location.host) return { port: own, target }
  if (!isLocalHost(url.hostname)) return undefined
  const usual = url.protocol === 'wss:' ? 443 : 80
  return { port: url.port === '' ? usual : Number(url.port), target }
}

function parse(address: string | URL): URL {
  let url: URL
  try {
    url = new URL(address, document.baseURI)
  } catch {
    throw new DOMException(`The URL '${String(address)}' is invalid.`, 'SyntaxError')
  }
  if (url.protocol === 'http:') url.protocol = 'ws:'
  if (url.protocol === 'https:') url.protocol = 'wss:'
  return url
}

class PageSocket extends EventTarget {
  readonly url: string
  binaryType: BinaryType = 'blob'
  extensions = ''
  protocol = ''
  readyState: number = Native.CONNECTING
  bufferedAmount = 0
  readonly #port: MessagePort
  /** Queue of sends: keeps their order, though a Blob is read asynchronously. */
  #sending: Promise<void> = Promise.resolve()

  constructor(url: URL, place: { port: number; target: string }, protocols: readonly string[]) {
    super()
    this.url = url.href
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isSocketEvent(data)) this.#take(data)
    }
    const message: OpenSocketMessage = { type: 'vivarium-socket', socket: { ...place, protocols } }
    navigator.serviceWorker.controller?.postMessage(message, [port2])
  }

  send(data: string | ArrayBufferLike | Blob | ArrayBufferView): void {
    if (this.readyState === Native.CONNECTING)
      throw new DOMException("Failed to execute 'send': Still in CONNECTING state.", 'InvalidStateError')
    const size = sizeOf(data)
    this.bufferedAmount += size
    if (this.readyState !== Native.OPEN) return
    const content = typeof data === 'string' || data instanceof Blob ? data : copyOf(data)
    this.#sending = this.#sending.then(async () => {
      this.#tell({ type: 'send', data: content instanceof Blob ? await content.arrayBuffer() : content })
    })
  }

  close(code?: number, reason = ''): void {
    if (code !== undefined && !isOwnCode(code))
      throw new DOMException(
        `The close code must be either 1000, or between 3000 and 4999. ${code} is neither.`,
        'InvalidAccessError',
      )
    if (new TextEncoder().encode(reason).length > MAX_REASON_BYTES)
      throw new DOMException('The message must not be greater than 123 bytes.', 'SyntaxError')
    if (this.readyState >= Native.CLOSING) return
    this.readyState = Native.CLOSING
    this.#sending = this.#sending.then(() =>
      this.#tell({ type: 'close', ...(code === undefined ? {} : { code }), reason }),
    )
  }

  #tell(command: SocketCommand): void {
    this.#port.postMessage(command)
  }

  #take(event: SocketEvent): void {
    if (this.readyState === Native.CLOSED) return
    switch (event.type) {
      case 'open':
        if (this.readyState !== Native.CONNECTING) return
        this.readyState = Native.OPEN
        this.protocol = event.protocol
        this.dispatchEvent(new Event('open'))
        return
      case 'sent':
        this.bufferedAmount = Math.max(0, this.bufferedAmount - event.bytes)
        return
      case 'message': {
        if (this.readyState !== Native.OPEN) return
        const isBlob = typeof event.data !== 'string' && this.binaryType === 'blob'
        const data = isBlob ? new Blob([event.data]) : event.data
        this.dispatchEvent(new MessageEvent('message', { data, origin: new URL(this.url).origin }))
        return
      }
      case 'close': {
        const { code, reason, wasClean } = event
        this.readyState = Native.CLOSED
        this.#port.close()
        if (!wasClean) this.dispatchEvent(new Event('error'))
        this.dispatchEvent(new CloseEvent('close', { code, reason, wasClean }))
      }
    }
  }
}

function sizeOf(data: string | ArrayBufferLike | Blob | ArrayBufferView): number {
  if (typeof data === 'string') return new TextEncoder().encode(data).length
  return data instanceof Blob ? data.size : data.byteLength
}

function copyOf(data: ArrayBufferLike | ArrayBufferView): ArrayBuffer {
  const view = ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data)
  return view.slice().buffer
}

/** `onopen` and the like: one listener each, in the place where it was first set. */
function addHandlers(prototype: EventTarget): void {
  for (const name of HANDLERS) {
    const handlers = new WeakMap<object, { handler: unknown }>()
    Object.defineProperty(prototype, `on${name}`, {
      configurable: true,
      enumerable: true,
      get(this: EventTarget) {
        return handlers.get(this)?.handler ?? null
      },
      set(this: EventTarget, handler: unknown) {
        const known = handlers.get(this)
        if (known) {
          known.handler = handler
          return
        }
        const entry = { handler }
        handlers.set(this, entry)
        this.addEventListener(name, (event) => {
          if (typeof entry.handler === 'function') entry.handler.call(this, event)
        })
      },
    })
  }
}

/** `port` is that of the program that serves the page. */
export function createWebSocketClass(port: number): typeof WebSocket {
  addHandlers(PageSocket.prototype)
  const constants = Object.fromEntries(
    (['CONNECTING', 'OPEN', 'CLOSING', 'CLOSED'] as const).map((name) => [
      name,
      { value: Native[name], enumerable: true },
    ]),
  )
  Object.defineProperties(PageSocket.prototype, {
    ...constants,
    [Symbol.toStringTag]: { value: 'WebSocket', configurable: true },
  })
  function PageWebSocket(address: string | URL, protocols: string | readonly string[] = []): object {
    const url = parse(address)
    const place = targetOf(url, port)
    if (!place) return new Native(address, typeof protocols === 'string' ? protocols : [...protocols])
    return new PageSocket(url, place, typeof protocols === 'string' ? [protocols] : protocols.map(String))
  }
  Object.defineProperties(PageWebSocket, { ...constants, name: { value: 'WebSocket' } })
  PageWebSocket.prototype = PageSocket.prototype
  Object.defineProperty(PageSocket.prototype, 'constructor', {
    value: PageWebSocket,
    writable: true,
    configurable: true,
  })
  // It is called with `new` only and has the class's constants; what it gives is a native socket or has its members.
  return PageWebSocket as unknown as typeof WebSocket
}
