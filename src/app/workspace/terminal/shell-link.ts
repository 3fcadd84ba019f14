/** A terminal's wire to its shell. */
import type {
  FromTerminal,
  TerminalRequest,
  TerminalsApi,
  ToTerminal,
} from '../../../agent/protocol/calls/terminals.ts'

/** The agent's calls that open and close a shell. */
export type Shells = Pick<TerminalsApi, 'open' | 'close'>

export class ShellLink {
  readonly #shells: Shells
  #port: MessagePort | undefined
  #id = ''

  constructor(shells: Shells) {
    this.#shells = shells
  }

  /** Starts a shell. Resolves with why there is none, or with nothing. */
  async open(
    request: TerminalRequest,
    receive: (message: FromTerminal) => void,
  ): Promise<string | undefined> {
    this.close()
    const { port1, port2 } = new MessageChannel()
    this.#id = request.id
    this.#port = port1
    port1.addEventListener('message', ({ data }: MessageEvent<FromTerminal>) => {
      if (this.#port === port1) receive(data)
    })
    port1.start()
    const opened = await this.#shells.open(request, port2)
    return opened.ok ? undefined : `${opened.error.message} ${opened.error.hint ?? ''}`.trim()
  }

  send(message: ToTerminal): void {
    this.#port?.postMessage(message)
  }

  close(): void {
    if (this.#port === undefined) return
    this.#port.close()
    this.#port = undefined
    void this.#shells.close(this.#id)
  }
}
