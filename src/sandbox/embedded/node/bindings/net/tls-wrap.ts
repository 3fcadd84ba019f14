/**
 * `tls_wrap`: the client's side of TLS, passed through. What the program writes goes to the gateway as it is, told that
 * it was meant to be encrypted; the browser then does that, and checks the certificate.
 */
import { syscalls } from '../../context.ts'
import type { NodeContext } from '../../context.ts'
import type { Binding } from '../binding.ts'
import { UnavailableError } from '../binding.ts'
import { deliverRead } from './stream-handle.ts'
import type { ShutdownRequest, StreamHandle, WriteRequest } from './stream-handle.ts'
import { codeOf } from '../uv-error.ts'

const nothing = (): void => undefined

export function tlsWrap(context: NodeContext, binding: Binding): void {
  const { loop } = context

  class TLSWrap {
    readonly isStreamBase = true
    reading = false
    onread: ((buffer?: ArrayBuffer) => unknown) | undefined
    onhandshakestart: (() => void) | undefined
    onhandshakedone: (() => void) | undefined
    onerror: ((error: Error) => void) | undefined
    readonly #stream: StreamHandle
    #serverName = ''

    constructor(stream: StreamHandle) {
      this.#stream = stream
    }

    get fd(): number {
      return this.#stream.fd
    }

    get bytesRead(): number {
      return this.#stream.bytesRead
    }

    get bytesWritten(): number {
      return this.#stream.bytesWritten
    }

    get writeQueueSize(): number {
      return 0
    }

    getAsyncId(): number {
      return 0
    }

    start(): void {
      try {
        syscalls(context).startTls(this.#stream.fd)
      } catch (error) {
        const failure = Object.assign(
          new Error('TLS ends at the sandbox: a server inside it is reached without encryption, by http.'),
          { code: codeOf(error) },
        )
        loop.complete(() => this.onerror?.(failure))
        return
      }
      loop.complete(() => {
        this.onhandshakestart?.()
        this.onhandshakedone?.()
      })
    }

    readStart(): number {
      this.#stream.setConsumer((outcome) => {
        deliverRead(context, this, outcome)
      })
      return this.#stream.readStart()
    }

    readStop(): number {
      return this.#stream.readStop()
    }

    shutdown(request: ShutdownRequest): number {
      return this.#stream.shutdown(request)
    }

    useUserBuffer(): never {
      throw new UnavailableError('The onread option of tls.connect')
    }

    writeBuffer(request: WriteRequest, data: Uint8Array): number {
      return this.#stream.writeBuffer(request, data)
    }

    writev(request: WriteRequest, chunks: readonly unknown[], allBuffers: boolean): number {
      return this.#stream.writev(request, chunks, allBuffers)
    }

    writeUtf8String(request: WriteRequest, text: string): number {
      return this.#stream.writeUtf8String(request, text)
    }

    writeAsciiString(request: WriteRequest, text: string): number {
      return this.#stream.writeAsciiString(request, text)
    }

    writeLatin1String(request: WriteRequest, text: string): number {
      return this.#stream.writeLatin1String(request, text)
    }

    writeUcs2String(request: WriteRequest, text: string): number {
      return this.#stream.writeUcs2String(request, text)
    }

    hasRef(): boolean {
      return this.#stream.hasRef()
    }

    setServername(name: string): void {
      this.#serverName = name
    }

    getServername(): string | false {
      return this.#serverName === '' ? false : this.#serverName
    }

    /** Nothing to object to: with a bad certificate there is no answer at all. */
    verifyError(): null {
      return null
    }

    /** As after a session that was verified before: the browser verifies, and shows nobody the certificate. */
    isSessionReused(): boolean {
      return true
    }

    getALPNNegotiatedProtocol(): false {
      return false
    }

    getPeerCertificate(): undefined {
      return undefined
    }

    getCertificate(): undefined {
      return undefined
    }

    getSession(): undefined {
      return undefined
    }

    getTLSTicket(): undefined {
      return undefined
    }

    getEphemeralKeyInfo(): object {
      return {}
    }

    getProtocol(): null {
      return null
    }

    getCipher(): undefined {
      return undefined
    }
  }
  for (const name of WITHOUT_EFFECT) Object.defineProperty(TLSWrap.prototype, name, { value: nothing })

  Object.assign(binding, {
    TLSWrap,
    wrap: (stream: StreamHandle, _secureContext: object, isServer: boolean) => {
      if (isServer) {
        const advice = 'Serve plain http: the preview and the sandbox’s own programs need no certificate.'
        throw new UnavailableError('A TLS server', advice)
      }
      return new TLSWrap(stream)
    },
  })
}

/** They ask for what nobody looks at here, or are called as a matter of course. */
const WITHOUT_EFFECT = [
  'setVerifyMode',
  'setSession',
  'setALPNProtocols',
  'enableSessionCallbacks',
  'enableCertCb',
  'enableKeylogCallback',
  'enableTrace',
  'requestOCSP',
  'destroySSL',
  'endParser',
  'writesIssuedByPrevListenerDone',
]
