/**
 * llhttp, the parser that Node itself has, as WebAssembly: one instance a thread, a parser for each direction of a
 * connection. Callbacks run while `execute` does; one that throws ends the parsing, and `execute` throws the same.
 */
export type MessageKind = 'request' | 'response'

/** Action after the headers: read the body that they announce, none, or leave HTTP (CONNECT, upgrades). */
export const AFTER_HEADERS = { body: 0, noBody: 1, upgrade: 2 } as const

/** llhttp's `HPE_PAUSED`: returned by a callback, it stops `execute` right behind what was parsed. */
export const PAUSED = 21
const HPE_USER = 24
const HPE_PAUSED_UPGRADE = 22

export interface ParserCallbacks {
  onMessageBegin(): number
  onUrl(bytes: Uint8Array): number
  onStatus(bytes: Uint8Array): number
  onHeaderField(bytes: Uint8Array): number
  onHeaderValue(bytes: Uint8Array): number
  /** One of `AFTER_HEADERS`, or an error. */
  onHeadersComplete(): number
  onBody(bytes: Uint8Array): number
  onMessageComplete(): number
}

export interface ParseFailure {
  /** e.g. `HPE_INVALID_METHOD`. */
  readonly code: string
  readonly reason: string
}

export interface ParseResult {
  /** Bytes parsed: up to the failure, the pause, or where another protocol begins. */
  readonly consumed: number
  readonly isPaused: boolean
  readonly failure?: ParseFailure
}

interface Exports {
  readonly memory: WebAssembly.Memory
  _initialize(): void
  malloc(size: number): number
  free(pointer: number): void
  llhttp_alloc(type: number): number
  llhttp_free(parser: number): void
  llhttp_execute(parser: number, data: number, length: number): number
  llhttp_finish(parser: number): number
  llhttp_pause(parser: number): void
  llhttp_resume(parser: number): void
  llhttp_resume_after_upgrade(parser: number): void
  llhttp_get_method(parser: number): number
  llhttp_get_http_major(parser: number): number
  llhttp_get_http_minor(parser: number): number
  llhttp_get_status_code(parser: number): number
  llhttp_get_upgrade(parser: number): number
  llhttp_should_keep_alive(parser: number): number
  llhttp_get_error_reason(parser: number): number
  llhttp_get_error_pos(parser: number): number
  llhttp_errno_name(code: number): number
  llhttp_method_name(method: number): number
  llhttp_set_lenient_headers(parser: number, enabled: number): void
  llhttp_set_lenient_chunked_length(parser: number, enabled: number): void
  llhttp_set_lenient_keep_alive(parser: number, enabled: number): void
  llhttp_set_lenient_transfer_encoding(parser: number, enabled: number): void
  llhttp_set_lenient_version(parser: number, enabled: number): void
  llhttp_set_lenient_data_after_close(parser: number, enabled: number): void
  llhttp_set_lenient_optional_lf_after_cr(parser: number, enabled: number): void
  llhttp_set_lenient_optional_crlf_after_chunk(parser: number, enabled: number): void
  llhttp_set_lenient_optional_cr_before_lf(parser: number, enabled: number): void
  llhttp_set_lenient_spaces_after_chunk_size(parser: number, enabled: number): void
}

/** In the order of the bits of Node's `insecureHTTPParser` flags. */
const LENIENCIES = [
  'llhttp_set_lenient_headers',
  'llhttp_set_lenient_chunked_length',
  'llhttp_set_lenient_keep_alive',
  'llhttp_set_lenient_transfer_encoding',
  'llhttp_set_lenient_version',
  'llhttp_set_lenient_data_after_close',
  'llhttp_set_lenient_optional_lf_after_cr',
  'llhttp_set_lenient_optional_crlf_after_chunk',
  'llhttp_set_lenient_optional_cr_before_lf',
  'llhttp_set_lenient_spaces_after_chunk_size',
] as const satisfies readonly (keyof Exports)[]

/** Makes parsers of one instance of the WebAssembly module. */
export class Llhttp {
  readonly #wasm: Exports
  readonly #parsers = new Map<number, HttpParser>()

  /** `module` is the WebAssembly module as base64. */
  constructor(module: string) {
    this.#wasm = load(module, (pointer, run) => this.#parsers.get(pointer)?.call(run) ?? HPE_USER)
  }

  /** `leniencies` are the bits of Node's `insecureHTTPParser` flags. The parser is to be freed. */
  createParser(kind: MessageKind, callbacks: ParserCallbacks, leniencies = 0): HttpParser {
    const pointer = this.#wasm.llhttp_alloc(kind === 'request' ? 1 : 2)
    const parser = new HttpParser({
      wasm: this.#wasm,
      pointer,
      callbacks,
      onFree: () => this.#parsers.delete(pointer),
    })
    this.#parsers.set(pointer, parser)
    for (const [bit, name] of LENIENCIES.entries()) {
      if ((leniencies & (1 << bit)) !== 0) this.#wasm[name](pointer, 1)
    }
    return parser
  }
}

interface ParserParts {
  readonly wasm: Exports
  readonly pointer: number
  readonly callbacks: ParserCallbacks
  readonly onFree: () => void
}

export class HttpParser {
  readonly #wasm: Exports
  readonly #callbacks: ParserCallbacks
  readonly #onFree: () => void
  #pointer: number
  #thrown: { readonly error: unknown } | undefined
  #ownFailure: ParseFailure | undefined

  constructor({ wasm, pointer, callbacks, onFree }: ParserParts) {
    this.#wasm = wasm
    this.#pointer = pointer
    this.#callbacks = callbacks
    this.#onFree = onFree
  }

  execute(data: Uint8Array): ParseResult {
    const { memory, malloc, free, llhttp_execute: parse } = this.#wasm
    const at = malloc(data.length)
    try {
      new Uint8Array(memory.buffer, at, data.length).set(data)
      return this.#result(parse(this.#pointer, at, data.length), data.length, at)
    } finally {
      free(at)
    }
  }

  /** The connection has ended: a message that has no other end is complete, any other is cut off. */
  finish(): ParseResult {
    return this.#result(this.#wasm.llhttp_finish(this.#pointer), 0, 0)
  }

  /** Not from inside a callback, which returns `PAUSED` instead. */
  pause(): void {
    this.#wasm.llhttp_pause(this.#pointer)
  }

  resume(): void {
    this.#wasm.llhttp_resume(this.#pointer)
  }

  /** From inside a callback, which then returns what this returns: the message is refused, for this reason. */
  refuse(failure: ParseFailure): number {
    this.#ownFailure = failure
    return HPE_USER
  }

  free(): void {
    if (this.#pointer === 0) return
    this.#onFree()
    this.#wasm.llhttp_free(this.#pointer)
    this.#pointer = 0
  }

  /** llhttp's number of the request's method. */
  get methodNumber(): number {
    return this.#wasm.llhttp_get_method(this.#pointer)
  }

  get method(): string {
    return this.#text(this.#wasm.llhttp_method_name(this.methodNumber))
  }

  get version(): { readonly major: number; readonly minor: number } {
    const { llhttp_get_http_major: major, llhttp_get_http_minor: minor } = this.#wasm
    return { major: major(this.#pointer), minor: minor(this.#pointer) }
  }

  get status(): number {
    return this.#wasm.llhttp_get_status_code(this.#pointer)
  }

  get isUpgrade(): boolean {
    return this.#wasm.llhttp_get_upgrade(this.#pointer) !== 0
  }

  get shouldKeepAlive(): boolean {
    return this.#wasm.llhttp_should_keep_alive(this.#pointer) !== 0
  }

  /** For the WebAssembly side alone. */
  call(run: (callbacks: ParserCallbacks) => number): number {
    try {
      return run(this.#callbacks)
    } catch (error) {
      this.#thrown = { error }
      return HPE_USER
    }
  }

  #result(code: number, length: number, base: number): ParseResult {
    const thrown = this.#thrown
    this.#thrown = undefined
    if (thrown) throw thrown.error
    if (code === 0) return { consumed: length, isPaused: false }
    const position = this.#wasm.llhttp_get_error_pos(this.#pointer)
    const consumed = position === 0 || base === 0 ? 0 : position - base
    if (code === HPE_PAUSED_UPGRADE) {
      this.#wasm.llhttp_resume_after_upgrade(this.#pointer)
      return { consumed, isPaused: false }
    }
    if (code === PAUSED) return { consumed, isPaused: true }
    const own = this.#ownFailure
    this.#ownFailure = undefined
    const failure = own ?? {
      code: this.#text(this.#wasm.llhttp_errno_name(code)),
      reason: this.#text(this.#wasm.llhttp_get_error_reason(this.#pointer)),
    }
    return { consumed, isPaused: false, failure }
  }

  #text(pointer: number): string {
    if (pointer === 0) return ''
    const bytes = new Uint8Array(this.#wasm.memory.buffer)
    return String.fromCharCode(...bytes.subarray(pointer, bytes.indexOf(0, pointer)))
  }
}

type Call = (pointer: number, run: (callbacks: ParserCallbacks) => number) => number

function load(module: string, call: Call): Exports {
  const bytes = Uint8Array.from(atob(module), (character) => character.charCodeAt(0))
  const span =
    (name: 'onUrl' | 'onStatus' | 'onHeaderField' | 'onHeaderValue' | 'onBody') =>
    (pointer: number, at: number, length: number): number => {
      // A copy: the memory is the parser's, and what comes after may move it.
      const data = new Uint8Array(exported.memory.buffer, at, length).slice()
      return call(pointer, (callbacks) => callbacks[name](data))
    }
  const moment =
    (name: 'onMessageBegin' | 'onHeadersComplete' | 'onMessageComplete') =>
    (pointer: number): number =>
      call(pointer, (callbacks) => callbacks[name]())
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
    env: {
      wasm_on_message_begin: moment('onMessageBegin'),
      wasm_on_url: span('onUrl'),
      wasm_on_status: span('onStatus'),
      wasm_on_header_field: span('onHeaderField'),
      wasm_on_header_value: span('onHeaderValue'),
      wasm_on_headers_complete: moment('onHeadersComplete'),
      wasm_on_body: span('onBody'),
      wasm_on_message_complete: moment('onMessageComplete'),
    },
  })
  // Exports of the pinned build, as its own client uses them.
  const exported = exports as unknown as Exports
  exported._initialize()
  return exported
}
