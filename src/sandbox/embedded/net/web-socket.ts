/** A WebSocket that a page in the preview has opened: over a real connection to the program, and as messages to the page. */
import { isSocketCommand } from '../../page/preview-messages.ts'
import type { SocketEvent, SocketRequest } from '../../page/preview-messages.ts'
import type { Llhttp } from '../http/llhttp.ts'
import type { CookieJar } from './cookie-jar.ts'
import { MessageReader } from '../http/message-reader.ts'
import type { MessageHead } from '../http/message-reader.ts'
import { headBytes } from '../http/message-text.ts'
import { readSome, writeAll } from '../http/streams.ts'
import { encodeFrame, FrameError, FrameReader, OPCODE } from '../http/web-socket-frames.ts'
import type { WebSocketMessage } from '../http/web-socket-frames.ts'
import type { StreamSocket } from './socket.ts'

/** RFC 6455 has it; its purpose is that nobody answers by accident. */
const ACCEPT_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const CLOSED_WITHOUT_CODE = 1005
const CUT_OFF = 1006
/** Milliseconds for the program to answer a goodbye. */
const GOODBYE_MS = 2_000

/** Reaches programs by their ports. */
export interface LocalConnections {
  /** Undefined when nobody listens there. */
  connectLocal(port: number): StreamSocket | undefined
  parser(): Promise<Llhttp>
  readonly cookies: CookieJar
}

export async function serveWebSocket(
  connections: LocalConnections | undefined,
  request: SocketRequest,
  page: MessagePort,
): Promise<void> {
  const socket = connections?.connectLocal(request.port)
  if (!connections || !socket) {
    page.postMessage({ type: 'close', code: CUT_OFF, reason: '', wasClean: false } satisfies SocketEvent)
    return
  }
  const cookie = connections.cookies.read(request.target)
  await new Connection(socket, page).run(await connections.parser(), { ...request, cookie })
}

class Connection {
  readonly #socket: StreamSocket
  readonly #page: MessagePort
  #writing: Promise<unknown> = Promise.resolve()
  #isLeaving = false
  #isOver = false

  constructor(socket: StreamSocket, page: MessagePort) {
    this.#socket = socket
    this.#page = page
  }

  async run(llhttp: Llhttp, request: SocketRequest & { cookie: string }): Promise<void> {
    // The page is gone, or has loaded another.
    this.#page.addEventListener('close', () => this.#end())
    const opened = await this.#open(llhttp, request)
    if (!opened) return this.#closed({ code: CUT_OFF, reason: '', wasClean: false })
    this.#tell({ type: 'open', protocol: opened.protocol })
    this.#page.onmessage = ({ data }: MessageEvent<unknown>) => this.#command(data)
    const frames = new FrameReader()
    try {
      for (let data = opened.rest; ; data = await readSome(this.#socket.source)) {
        for (const message of frames.push(data)) if (this.#take(message)) return
        if (data.length === 0 && data !== opened.rest) break
      }
      this.#closed({ code: CUT_OFF, reason: '', wasClean: false })
    } catch (error) {
      if (!(error instanceof FrameError)) throw error
      void this.#write(OPCODE.close, closeData(error.code, ''))
      this.#closed({ code: error.code, reason: error.message, wasClean: false })
    }
  }

  /** The handshake. Undefined when the program does not agree. */
  async #open(
    llhttp: Llhttp,
    { port, target, protocols, cookie }: SocketRequest & { cookie: string },
  ): Promise<{ protocol: string; rest: Uint8Array } | undefined> {
    const key = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    const host = `localhost:${port}`
    await writeAll(
      this.#socket.sink,
      headBytes(`GET ${target} HTTP/1.1`, [
        ['Host', host],
        ['Connection', 'Upgrade'],
        ['Upgrade', 'websocket'],
        ['Origin', `http://${host}`],
        ['Sec-WebSocket-Version', '13'],
        ['Sec-WebSocket-Key', key],
        ...(cookie === '' ? [] : [['Cookie', cookie] as const]),
        ...(protocols.length === 0 ? [] : [['Sec-WebSocket-Protocol', protocols.join(', ')] as const]),
      ]),
    )
    const answer: { head?: MessageHead } = {}
    const reader = new MessageReader(llhttp, 'response', {
      onHead: (head) => {
        answer.head = head
        return { hasBody: false }
      },
      onBody: () => undefined,
      onEnd: () => undefined,
    })
    try {
      while (!reader.isAtEnd) {
        const data = await readSome(this.#socket.source)
        if (data.length === 0 || (reader.push(data) && !reader.isAtEnd)) return undefined
      }
      const { head } = answer
      const header = (wanted: string) =>
        head?.headers.find(([name]) => name.toLowerCase() === wanted)?.[1].trim()
      const protocol = header('sec-websocket-protocol') ?? ''
      const isAgreed = head?.status === 101 && header('sec-websocket-accept') === (await acceptOf(key))
      if (!isAgreed || (protocol !== '' && !protocols.includes(protocol))) return undefined
      return { protocol, rest: reader.takeRest() }
    } finally {
      reader.free()
    }
  }

  #command(command: unknown): void {
    if (!isSocketCommand(command) || this.#isLeaving) return
    if (command.type === 'close') {
      this.#isLeaving = true
      const { code, reason } = command
      void this.#write(OPCODE.close, code === undefined ? new Uint8Array(0) : closeData(code, reason))
      setTimeout(() => this.#closed({ code: CUT_OFF, reason: '', wasClean: false }), GOODBYE_MS)
      return
    }
    const isText = typeof command.data === 'string'
    const data =
      typeof command.data === 'string' ? new TextEncoder().encode(command.data) : new Uint8Array(command.data)
    void this.#write(isText ? OPCODE.text : OPCODE.binary, data).then(() =>
      this.#tell({ type: 'sent', bytes: data.length }),
    )
  }

  /** Whether that was the last. */
  #take({ opcode, data }: WebSocketMessage): boolean {
    if (opcode === OPCODE.ping) void this.#write(OPCODE.pong, data)
    else if (opcode === OPCODE.text) this.#tell({ type: 'message', data: new TextDecoder().decode(data) })
    else if (opcode === OPCODE.binary) this.#tell({ type: 'message', data: data.slice().buffer })
    else if (opcode === OPCODE.close) {
      const code = data.length < 2 ? CLOSED_WITHOUT_CODE : ((data[0] ?? 0) << 8) | (data[1] ?? 0)
      if (!this.#isLeaving) void this.#write(OPCODE.close, data)
      this.#closed({ code, reason: new TextDecoder().decode(data.subarray(2)), wasClean: true })
      return true
    }
    return false
  }

  #write(opcode: number, data: Uint8Array): Promise<unknown> {
    this.#writing = this.#writing.then(() => writeAll(this.#socket.sink, encodeFrame(opcode, data)))
    return this.#writing
  }

  #closed(end: { code: number; reason: string; wasClean: boolean }): void {
    if (this.#isOver) return
    this.#tell({ type: 'close', ...end })
    void this.#writing.then(() => this.#end())
  }

  #end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#socket.sink.close()
    this.#socket.source.close()
    this.#page.close()
  }

  #tell(event: SocketEvent): void {
    if (this.#isOver) return
    this.#page.postMessage(
      event,
      event.type === 'message' && typeof event.data !== 'string' ? [event.data] : [],
    )
  }
}

async function acceptOf(key: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(key + ACCEPT_SUFFIX))
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
}

function closeData(code: number, reason: string): Uint8Array {
  return new Uint8Array([code >> 8, code & 0xff, ...new TextEncoder().encode(reason)])
}
