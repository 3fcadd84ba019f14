/**
 * The user's terminals: each a shell in the sandbox, with a port to its screen. They act as the user does, so
 * nothing is asked; a line's changes are stored when it ends, as a tool call's changes are, mostly before the
 * next prompt.
 */
import type { Sandbox, SandboxEvent } from '../../../sandbox/contract/contract.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import type { Result, SandboxError } from '../../../sandbox/contract/errors.ts'
import { TERMINAL_CREDITS } from '../../protocol/calls/terminals.ts'
import type { FromTerminal, TerminalRequest, ToTerminal } from '../../protocol/calls/terminals.ts'
import type { UserFiles } from './user-files.ts'

export interface TerminalsOptions {
  readonly files: UserFiles
  readonly newId: () => string
  /** Runs a line of the user's. */
  readonly around?: <T>(line: string, run: () => Promise<T>) => Promise<T>
}

export class Terminals {
  readonly #options: TerminalsOptions
  readonly #open = new Map<string, OpenTerminal>()

  constructor(options: TerminalsOptions) {
    this.#options = options
  }

  /** Starts a shell whose screen is at the port. On a failure the port is closed. */
  async open(request: TerminalRequest, port: MessagePort): Promise<Result<void>> {
    const { id, cwd, columns, rows, history } = request
    const { files, newId, around } = this.#options
    const start = (directory: string) =>
      files.read((sandbox) => sandbox.openShell({ id, cwd: directory, history, terminal: { columns, rows } }))
    const opened = await start(cwd)
    // The directory may be gone.
    const started = opened.ok || opened.error.kind !== 'not_found' ? opened : await start('.')
    if (!started.ok) {
      port.close()
      return started
    }
    this.#open.get(id)?.close()
    const onClosed = () => this.#open.delete(id)
    this.#open.set(id, new OpenTerminal({ id, port, files, newId, around, onClosed }))
    return ok(undefined)
  }

  async close(id: string): Promise<void> {
    const terminal = this.#open.get(id)
    this.#open.delete(id)
    terminal?.close()
    // It may have ended by itself.
    await this.#options.files.read((sandbox) => sandbox.closeShell(id))
  }

  /** The session is left: its shells go with it. */
  async closeAll(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.close(id)))
  }

  /** The sandbox is gone, and every shell with it. */
  lost(message: string): void {
    for (const [id, terminal] of this.#open) {
      this.#open.delete(id)
      terminal.lose(message)
    }
  }

  notice(event: SandboxEvent): void {
    if (event.type === 'shell_output') this.#open.get(event.shell)?.background(event)
    if (event.type === 'shell_mode') this.#open.get(event.shell)?.mode(event.raw)
  }
}

interface Parts {
  readonly id: string
  readonly port: MessagePort
  readonly files: UserFiles
  readonly newId: () => string
  readonly around: TerminalsOptions['around']
  readonly onClosed: () => void
}

class OpenTerminal {
  readonly #parts: Parts
  /** Resolved in order when output was drawn. */
  readonly #onItsWay: (() => void)[] = []
  #line: string | undefined
  /** Input that came too late for the line whose end is being stored; undefined while there is none. */
  #late: Uint8Array[] | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    parts.port.addEventListener('message', ({ data }: MessageEvent<ToTerminal>) => this.#receive(data))
    parts.port.start()
  }

  close(): void {
    for (const drawn of this.#onItsWay.splice(0)) drawn()
    this.#parts.port.close()
  }

  lose(message: string): void {
    this.#send({ type: 'closed', message })
    this.close()
  }

  background({ data, droppedBytes }: Extract<SandboxEvent, { type: 'shell_output' }>): void {
    this.#send({ type: 'background', data, droppedBytes })
  }

  mode(raw: boolean): void {
    this.#send({ type: 'mode', raw })
  }

  #receive(message: ToTerminal): void {
    switch (message.type) {
      case 'line':
        return void this.#run(message.text)
      case 'input':
        return void this.#type(message)
      case 'interrupt':
        return void this.#interrupt()
      case 'drawn':
        return this.#onItsWay.shift()?.()
      case 'settle':
        return void this.#settle()
      default:
        return message satisfies never
    }
  }

  async #run(command: string): Promise<void> {
    const { id, files, newId, around = (_, run) => run() } = this.#parts
    const line = newId()
    this.#line = line
    this.#late = []
    const outcome = await around(command, () =>
      files.changeAndGoOn(
        (sandbox) => sandbox.exec({ id: line, command, shell: id }, ({ data }) => this.#draw(data)),
        (error) => this.#tell(error),
      ),
    )
    this.#line = undefined
    if (!outcome.ok) {
      const { kind, message } = outcome.error
      if (kind === 'not_found' || kind === 'disposed') return this.#end(message)
      this.#tell(outcome.error)
      this.#giveBack()
      return this.#send({ type: 'line_end', exitCode: 1, cwd: undefined })
    }
    const { exitCode, cwd, unread } = outcome.value
    const isAlive = await this.#isAlive()
    this.#giveBack(unread)
    if (!isAlive) return this.#end('')
    this.#send({ type: 'line_end', exitCode, cwd })
  }

  /** Input that the line has not read was typed before input that came too late for it. */
  #giveBack(unread?: Uint8Array): void {
    const late = this.#late ?? []
    this.#late = undefined
    for (const data of unread ? [unread, ...late] : late) this.#send({ type: 'unread', data })
  }

  /** Answers come in the order of the questions: all that was typed before has had its own by then. */
  async #settle(): Promise<void> {
    await this.#isAlive()
    this.#send({ type: 'settled' })
  }

  /** The line may have ended the shell. */
  async #isAlive(): Promise<boolean> {
    const touched = await this.#read((sandbox) =>
      sandbox.writeShell(this.#parts.id, { type: 'bytes', data: new Uint8Array(0) }),
    )
    return touched.ok || touched.error.kind !== 'not_found'
  }

  /** Unread input goes back to the page, where it becomes part of the next line. */
  async #type({ input }: Extract<ToTerminal, { type: 'input' }>): Promise<void> {
    const typed = await this.#read((sandbox) => sandbox.writeShell(this.#parts.id, input))
    if (typed.ok) return
    if (typed.error.kind === 'not_permitted' && input.type === 'bytes') {
      if (this.#late) this.#late.push(input.data)
      else this.#send({ type: 'unread', data: input.data })
    }
    if (typed.error.kind === 'quota') this.#send({ type: 'problem', message: typed.error.message })
  }

  async #interrupt(): Promise<void> {
    const line = this.#line
    // Output that waits for the screen would keep the line from ending.
    for (const drawn of this.#onItsWay.splice(0)) drawn()
    if (line !== undefined) await this.#read((sandbox) => sandbox.kill(line, 'SIGINT'))
  }

  #draw(data: Uint8Array): void | Promise<void> {
    this.#send({ type: 'output', data })
    const drawn = new Promise<void>((resolve) => this.#onItsWay.push(resolve))
    return this.#onItsWay.length < TERMINAL_CREDITS ? undefined : drawn
  }

  #read<T>(look: (sandbox: Sandbox) => Promise<Result<T>>): Promise<Result<T>> {
    return this.#parts.files.read(look)
  }

  #tell({ message, hint = '' }: SandboxError): void {
    this.#send({ type: 'problem', message: `${message} ${hint}`.trim() })
  }

  #end(message: string): void {
    this.lose(message)
    this.#parts.onClosed()
  }

  #send(message: FromTerminal): void {
    this.#parts.port.postMessage(message)
  }
}
