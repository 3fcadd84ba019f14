/** A request to a server inside the sandbox: from `curl`, or from a page in the preview. */
import { EgressInterruption } from '../../contract/egress.ts'
import type { EgressOutcome, EgressRequest } from '../../contract/egress.ts'
import type { Llhttp } from '../http/llhttp.ts'
import { MessageReader } from '../http/message-reader.ts'
import type { MessageHead } from '../http/message-reader.ts'
import { headBytes, isHopByHop } from '../http/message-text.ts'
import { readSome, writeAll } from '../http/streams.ts'
import type { StreamSocket } from './socket.ts'

type Request = Pick<EgressRequest, 'url' | 'method' | 'headers' | 'body'>

/** Never rejects. Aborting closes the connection. */
export async function requestOver(
  socket: StreamSocket,
  request: Request,
  { llhttp, signal }: { readonly llhttp: Llhttp; readonly signal: AbortSignal },
): Promise<EgressOutcome> {
  const close = (): void => {
    socket.sink.close()
    socket.source.close()
  }
  signal.addEventListener('abort', close, { once: true })
  const events: { head: MessageHead | undefined; readonly body: Uint8Array[]; isEnded: boolean } = {
    head: undefined,
    body: [],
    isEnded: false,
  }
  const reader = new MessageReader(llhttp, 'response', {
    onHead: (head) => {
      events.head = head
      return { hasBody: request.method !== 'HEAD' }
    },
    onBody: (bytes) => events.body.push(bytes),
    // An interim answer (100, 103) is not the answer.
    onEnd: () => {
      if ((events.head?.status ?? 0) >= 200) events.isEnded = true
      else events.head = undefined
    },
  })
  const end = (): void => {
    signal.removeEventListener('abort', close)
    reader.free()
    close()
  }
  /** Reads on until there is news; what is wrong, if anything. */
  const advance = async (): Promise<string | undefined> => {
    const data = await readSome(socket.source)
    if (signal.aborted) return 'The request was cancelled.'
    if (data.length === 0) {
      const failure = reader.finish()
      if (events.isEnded) return undefined
      return failure
        ? 'The server closed the connection in the middle of its answer.'
        : 'The server closed the connection without an answer.'
    }
    let failure = reader.push(data)
    while (failure === undefined && events.head === undefined && reader.isAtEnd) failure = reader.next()
    return failure && `The server's answer is not HTTP: ${failure.reason}.`
  }

  void writeAll(socket.sink, headOf(request)).then(
    (isTaken) => isTaken && request.body && writeAll(socket.sink, request.body),
  )
  while (events.head === undefined) {
    const problem = await advance()
    if (problem === undefined) continue
    end()
    return { type: 'failed', reason: signal.aborted ? 'cancelled' : 'interrupted', message: problem }
  }
  const { status, statusText, headers } = events.head
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      while (events.body.length === 0 && !events.isEnded) {
        const problem = await advance()
        if (problem === undefined) continue
        end()
        controller.error(new EgressInterruption({ reason: 'interrupted', message: problem }))
        return
      }
      for (const part of events.body.splice(0)) controller.enqueue(part)
      if (!events.isEnded) return
      end()
      controller.close()
    },
    cancel: end,
  })
  return { type: 'response', status, statusText, headers, url: request.url, unsent: [], body }
}

function headOf({ url, method, headers, body }: Request): Uint8Array {
  const { host, pathname, search } = new URL(url)
  const own = headers.filter((header) => !isHopByHop(header))
  const hasHost = headers.find(([name]) => /^host$/i.test(name))
  const length = body === undefined ? [] : [['Content-Length', String(body.length)] as const]
  return headBytes(`${method} ${pathname}${search} HTTP/1.1`, [
    ['Host', hasHost?.[1] ?? host],
    ...own,
    ...length,
    ['Connection', 'close'],
  ])
}
