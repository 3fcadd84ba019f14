/** Servers in the container: the ports they listen at, their addresses, and errors of their pages. */
import type { PreviewMessage } from '@webcontainer/api'
import { CONTAINER_PREVIEW_STACK_CHARS } from '../contract/limits.ts'
import type { PageLine } from '../page/page-report.ts'
import type { Container } from './helper-client.ts'

export interface PreviewListener {
  /** Addresses of all open ports, by port. */
  readonly onAddresses: (addresses: ReadonlyMap<number, string>) => void
  /** A page of that port reports an error. What it says is the page's. */
  readonly onError: (port: number, line: PageLine) => void
}

/** For the app's page, beside the contract: an address is of use only where a frame can be. */
export interface ContainerPreviews {
  /** Told at once what there is. One listener, as there is one panel. */
  listen(listener: PreviewListener): void
}

export class ContainerPorts implements ContainerPreviews {
  readonly #addresses = new Map<number, string>()
  readonly #onPorts: (ports: readonly number[]) => void
  readonly #stops: readonly (() => void)[]
  #listener: PreviewListener | undefined

  constructor(container: Container, onPorts: (ports: readonly number[]) => void) {
    this.#onPorts = onPorts
    this.#stops = [
      container.on('port', (port, type, url) => {
        if (type === 'open') this.#set(port, url)
        else if (this.#addresses.delete(port)) this.#changed()
      }),
      container.on('server-ready', (port, url) => this.#set(port, url)),
      container.on('preview-message', (message) => this.#listener?.onError(message.port, lineOf(message))),
    ]
  }

  listen(listener: PreviewListener): void {
    this.#listener = listener
    listener.onAddresses(new Map(this.#addresses))
  }

  close(): void {
    for (const stop of this.#stops) stop()
    this.#listener = undefined
  }

  #set(port: number, url: string): void {
    if (!isWebAddress(url) || this.#addresses.get(port) === url) return
    this.#addresses.set(port, url)
    this.#changed()
  }

  #changed(): void {
    this.#listener?.onAddresses(new Map(this.#addresses))
    this.#onPorts([...this.#addresses.keys()].sort((a, b) => a - b))
  }
}

/** It becomes the address of a frame in the app's page. */
function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

function lineOf(message: PreviewMessage): PageLine {
  // The enum's values: importing it would load the client, which comes only when it is wanted.
  const type: string = message.type
  if (type === 'PREVIEW_CONSOLE_ERROR' && 'args' in message)
    return { level: 'error', text: message.args.map(shown).join(' ') }
  const text = 'message' in message ? String(message.message) : type
  const what = type === 'PREVIEW_UNHANDLED_REJECTION' ? 'Uncaught (in promise) ' : 'Uncaught '
  const stack = typeof message.stack === 'string' ? message.stack.slice(0, CONTAINER_PREVIEW_STACK_CHARS) : ''
  const at = stack.split('\n').find((line) => /:\d+:\d+\)?$/.test(line.trim()))
  return { level: 'error', text: what + text, ...(at === undefined ? {} : { at: at.trim() }) }
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value) // it refers to itself
  }
}
