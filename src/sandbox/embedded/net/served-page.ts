/** A page in the preview asks a program of the sandbox that serves it. */
import type { ServerAnswer, ServerRequest } from '../../page/preview-messages.ts'
import type { Sockets } from './sockets.ts'

const INITIATOR = { execId: 'preview', command: 'preview', operation: 'preview', run: 'preview' }
/** Headers of the page's own origin, which do not concern the program, and headers set at this end. */
const NOT_PASSED_ON = /^(origin|referer|host|cookie|accept-encoding|sec-.*)$/i

/** Answers on the port, once. */
export async function askServer(
  sockets: Pick<Sockets, 'request' | 'cookies'> | undefined,
  { port, method, target, headers, body }: ServerRequest['server'],
  answerTo: MessagePort,
): Promise<void> {
  const cookie = sockets?.cookies.read(target) ?? ''
  const asked = sockets?.request(
    port,
    {
      url: `http://localhost:${port}${target}`,
      method,
      // Nobody unpacks the body on the way to the page.
      headers: [
        ...headers.filter(([name]) => !NOT_PASSED_ON.test(name)),
        ['Accept-Encoding', 'identity'],
        ...(cookie === '' ? [] : [['Cookie', cookie] as const]),
      ],
      ...(body === undefined ? {} : { body }),
      followRedirects: false,
      initiator: INITIATOR,
    },
    new AbortController().signal,
  )
  if (!sockets || !asked)
    return tell(answerTo, { failure: `Nothing listens at localhost:${port} in the sandbox.` })
  const outcome = await asked
  if (outcome.type !== 'response') return tell(answerTo, { failure: outcome.message })
  const { status, statusText, headers: sent, body: stream } = outcome
  const set = sent.filter(([name]) => /^set-cookie$/i.test(name))
  for (const [, text] of set) sockets.cookies.store(text, { path: target })
  const cookies = sockets.cookies.read(target, { isPage: true })
  tell(answerTo, { status, statusText, headers: sent, body: stream, cookies, setsCookies: set.length > 0 }, [
    stream,
  ])
}

function tell(port: MessagePort, answer: ServerAnswer, transfer: Transferable[] = []): void {
  port.postMessage(answer, transfer)
}
