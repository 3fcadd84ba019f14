/**
 * The far end of a connection that leaves the sandbox. A browser opens no sockets, but it sends HTTP: what a program
 * says here is read as HTTP, each request goes through the gate, and the answer is written back as a server's would be.
 * Whether a program encrypts makes only the scheme: the browser does the encryption, and checks the certificate.
 */
import { concatenate } from '../../contract/bytes.ts'
import { interruptionOf } from '../../contract/egress.ts'
import type { EgressFailure, EgressOutcome, EgressRequest } from '../../contract/egress.ts'
import { GATEWAY_BODY_BYTES, GATEWAY_SILENCE_MS } from '../../contract/limits.ts'
import type { Llhttp } from '../http/llhttp.ts'
import { MessageReader } from '../http/message-reader.ts'
import type { MessageHead } from '../http/message-reader.ts'
import { chunkBytes, headBytes, isHopByHop, LAST_CHUNK } from '../http/message-text.ts'
import { readSome, writeAll } from '../http/streams.ts'
import type { SocketPair, StreamSocket } from './socket.ts'

export interface GatewayOptions {
  readonly llhttp: Llhttp
  readonly pair: SocketPair
  /** e.g. `https://example.org:8443`; asked for each request, since a connection may begin to encrypt. */
  readonly origin: () => string
  readonly send: (request: Omit<EgressRequest, 'initiator'>, signal: AbortSignal) => Promise<EgressOutcome>
}

interface Message {
  readonly head: MessageHead
  readonly body: readonly Uint8Array[]
}

/** Serves the connection until either side closes it. */
export function serveGateway(options: GatewayOptions): Promise<void> {
  return new GatewayConnection(options).run()
}

class GatewayConnection {
  readonly #options: GatewayOptions
  readonly #socket: StreamSocket
  readonly #reader: MessageReader
  readonly #controller = new AbortController()
  #head: MessageHead | undefined
  #body: Uint8Array[] = []
  #bodyBytes = 0
  #complete: Message | undefined

  constructor(options: GatewayOptions) {
    this.#options = options
    this.#socket = options.pair.server
    this.#reader = new MessageReader(options.llhttp, 'request', {
      onHead: (head) => {
        this.#head = head
        this.#body = []
        this.#bodyBytes = 0
        return { hasBody: true }
      },
      onBody: (bytes) => {
        this.#bodyBytes += bytes.length
        // Bytes over the limit are not stored; the length suffices to refuse them.
        if (this.#bodyBytes <= GATEWAY_BODY_BYTES) this.#body.push(bytes)
      },
      onEnd: () => {
        if (this.#head) this.#complete = { head: this.#head, body: this.#body }
      },
    })
  }

  async run(): Promise<void> {
    const silence = setTimeout(() => this.#options.pair.reset('EPROTO'), GATEWAY_SILENCE_MS)
    try {
      for (;;) {
        const data = await readSome(this.#socket.source)
        clearTimeout(silence)
        if (data.length === 0) break
        let failure = this.#reader.push(data)
        await this.#continue()
        while (this.#complete && failure === undefined) {
          const message = this.#complete
          this.#complete = undefined
          if (!(await this.#answer(message))) return
          failure = this.#reader.next()
        }
        if (failure !== undefined) return this.#options.pair.reset('EPROTO')
      }
    } finally {
      clearTimeout(silence)
      this.#reader.free()
      this.#controller.abort()
      this.#socket.source.close()
      this.#socket.sink.close()
    }
  }

  /** Answers `Expect: 100-continue`: the client waits for that before it sends the body. */
  async #continue(): Promise<void> {
    const head = this.#head
    if (this.#complete || head === undefined || this.#bodyBytes > 0) return
    if (!head.headers.some(([name, value]) => /^expect$/i.test(name) && /^100-continue$/i.test(value))) return
    await writeAll(this.#socket.sink, headBytes('HTTP/1.1 100 Continue', []))
  }

  /** Whether the connection goes on. */
  async #answer({ head, body }: Message): Promise<boolean> {
    if (head.isUpgrade) {
      return this.#explain(501, 'Only HTTP requests leave the sandbox: no tunnels and no WebSockets.')
    }
    if (this.#bodyBytes > GATEWAY_BODY_BYTES)
      return this.#explain(413, `The body has over ${GATEWAY_BODY_BYTES} bytes; nothing was sent.`)
    const { method, headers } = head
    const hasBody = body.length > 0 && !/^(GET|HEAD)$/.test(method)
    const stopWatching = this.#abortWhenGone()
    const outcome = await this.#options.send(
      {
        url: /^https?:\/\//i.test(head.target) ? head.target : `${this.#options.origin()}${head.target}`,
        method,
        headers: headers.filter((header) => !isHopByHop(header)),
        followRedirects: /^(GET|HEAD)$/.test(method),
        ...(hasBody ? { body: concatenate(body) } : {}),
      },
      this.#controller.signal,
    )
    if (outcome.type === 'refused') return this.#explain(403, outcome.message, outcome.hint)
    if (outcome.type === 'failed') {
      const code = RESETS[outcome.reason]
      if (code === undefined) return this.#explain(403, outcome.message, outcome.hint)
      this.#options.pair.reset(code)
      return false
    }
    const goesOn = await this.#relay(head, outcome)
    stopWatching()
    return goesOn && head.shouldKeepAlive
  }

  async #relay(
    { method, shouldKeepAlive }: MessageHead,
    answer: Extract<EgressOutcome, { type: 'response' }>,
  ): Promise<boolean> {
    const { sink } = this.#socket
    const isEmpty = method === 'HEAD' || answer.status === 204 || answer.status === 304
    const headers = answer.headers.filter(
      // The browser has unpacked the body.
      (header) => !isHopByHop(header) && !/^content-encoding$/i.test(header[0]),
    )
    const framing = isEmpty ? [] : [['Transfer-Encoding', 'chunked'] as const]
    const connection = ['Connection', shouldKeepAlive ? 'keep-alive' : 'close'] as const
    const first = `HTTP/1.1 ${answer.status} ${answer.statusText}`
    if (!(await writeAll(sink, headBytes(first, [...headers, ...framing, connection])))) {
      await answer.body.cancel()
      return false
    }
    const reader = answer.body.getReader()
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        if (isEmpty || value.length === 0) continue
        if (!(await writeAll(sink, chunkBytes(value)))) {
          await reader.cancel()
          return false
        }
      }
    } catch (error) {
      this.#options.pair.reset(interruptionOf(error).reason === 'timeout' ? 'ETIMEDOUT' : 'ECONNRESET')
      return false
    }
    return isEmpty || writeAll(sink, LAST_CHUNK)
  }

  /**
   * An answer of the gate's own, as a proxy gives it. The connection ends with it. Also of a host that could not be
   * reached: what proxies say of those (502), and what resets a connection, programs try again, for minutes.
   */
  async #explain(status: number, message: string, hint = ''): Promise<boolean> {
    const text = hint === '' ? message : `${message} ${hint}`
    const body = new TextEncoder().encode(`${JSON.stringify({ error: text })}\n`)
    const headers = [
      ['Content-Type', 'application/json'],
      ['Content-Length', String(body.length)],
      ['Via', '1.1 vivarium'],
      ['Connection', 'close'],
    ] as const
    await writeAll(this.#socket.sink, headBytes(`HTTP/1.1 ${status} ${message}`, headers))
    await writeAll(this.#socket.sink, body)
    return false
  }

  /** A program that hangs up, or ends, takes its request back. */
  #abortWhenGone(): () => void {
    let isOver = false
    const watch = (): void => {
      this.#socket.sink.whenWritable(() => {
        if (isOver) return
        if (isGone(this.#socket)) this.#controller.abort()
        else watch()
      })
    }
    watch()
    return () => {
      isOver = true
    }
  }
}

function isGone({ sink }: StreamSocket): boolean {
  try {
    sink.tryWrite(new Uint8Array(0))
    return false
  } catch {
    return true
  }
}

/** Errors that the other machine, or the program's own, would report. */
const RESETS: Partial<Record<EgressFailure, string>> = {
  connection_refused: 'ECONNREFUSED',
  timeout: 'ETIMEDOUT',
  interrupted: 'ECONNRESET',
  cancelled: 'ECONNRESET',
}
