/** The page's end of the helper in the container: requests a line, answers a line, what is long through files. */
import type { WebContainer, WebContainerProcess } from '@webcontainer/api'
import { CONTAINER_LINE_CHARS } from '../contract/limits.ts'
import commandsSource from './container/commands.cjs?raw'
import filesSource from './container/files.cjs?raw'
import helperSource from './container/helper.cjs?raw'
import syncSource from './container/sync.cjs?raw'
import { ANSWERS, frameHeader, helperLine } from './helper-messages.ts'
import type { Answer, HelperError, HelperLine, Operation } from './helper-messages.ts'

/** The part of the client that the adapter uses. */
export type Container = Pick<WebContainer, 'fs' | 'spawn' | 'on' | 'workdir' | 'teardown'>

/** Beside the workspace in the working directory, so that the workspace holds only what is the user's. */
const FOLDER = '.vivarium'
const SOURCES = {
  'helper.cjs': helperSource,
  'files.cjs': filesSource,
  'sync.cjs': syncSource,
  'commands.cjs': commandsSource,
}
const MARK = '@vivarium '

export type Called<O extends Operation> =
  | { readonly ok: true; readonly value: Answer<O>; readonly blobs: readonly Uint8Array[] }
  | { readonly ok: false; readonly error: HelperError }

/** A message about a command that runs. */
export type CommandMessage = Extract<HelperLine, { key: number }>

export interface HelperOptions {
  /** Absolute, in the container. */
  readonly workspace: string
  readonly home: string
  readonly onCommand: (message: CommandMessage) => void
  /** The helper's process has ended: nothing more can be asked of this container. */
  readonly onEnd: () => void
}

interface Pending {
  readonly operation: Operation
  readonly settle: (outcome: Called<Operation>) => void
}

const GONE: HelperError = { code: 'EGONE', message: 'the container was shut down' }

export class HelperClient {
  readonly #container: Container
  readonly #options: HelperOptions
  readonly #pending = new Map<number, Pending>()
  readonly #ready = Promise.withResolvers<boolean>()
  #writer: WritableStreamDefaultWriter<string> | undefined
  #process: WebContainerProcess | undefined
  #nextId = 1
  #ended = false

  private constructor(container: Container, options: HelperOptions) {
    this.#container = container
    this.#options = options
  }

  /** Rejects with the reason when the container cannot run it. */
  static async start(container: Container, options: HelperOptions): Promise<HelperClient> {
    const helper = new HelperClient(container, options)
    await container.fs.mkdir(FOLDER, { recursive: true })
    await Promise.all(
      Object.entries(SOURCES).map(([name, source]) => container.fs.writeFile(`${FOLDER}/${name}`, source)),
    )
    await helper.#spawn()
    if (!(await helper.#ready.promise)) throw new Error('The container ended its helper program.')
    return helper
  }

  /** Never rejects. `blobs` go with the request; those of the answer come in its order. */
  async call<O extends Operation>(
    operation: O,
    request: object = {},
    blobs: readonly Uint8Array[] = [],
  ): Promise<Called<O>> {
    if (this.#ended) return { ok: false, error: GONE }
    const id = this.#nextId++
    const outcome = new Promise<Called<Operation>>((settle) => this.#pending.set(id, { operation, settle }))
    try {
      await this.#writer?.write((await this.#line(id, { op: operation, ...request }, blobs)) + '\n')
    } catch (error) {
      this.#settle(id, { ok: false, error: { code: 'EUNKNOWN', message: messageOf(error) } })
    }
    // `#settle` has checked the value against the schema of this very operation.
    return (await outcome) as Called<O>
  }

  dispose(): void {
    this.#process?.kill()
    this.#end()
  }

  async #spawn(): Promise<void> {
    const { container, root } = { container: this.#container, root: this.#container.workdir }
    const { workspace, home } = this.#options
    const script = `${root}/${FOLDER}/helper.cjs`
    const process = await container.spawn('node', [script, `${root}/${FOLDER}`, workspace, home])
    this.#process = process
    this.#writer = process.input.getWriter()
    void this.#listen(process.output).catch(() => undefined)
    void process.exit.then(
      () => this.#end(),
      () => this.#end(),
    )
  }

  async #listen(output: ReadableStream<string>): Promise<void> {
    const reader = output.getReader()
    let parts: string[] = []
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const [first = '', ...lines] = value.split('\n')
      parts.push(first)
      for (const line of lines) {
        this.#receive(parts.join(''))
        parts = [line]
      }
    }
  }

  #receive(text: string): void {
    const start = text.indexOf(MARK)
    if (start < 0) return
    const parsed = helperLine.safeParse(parseJson(text.slice(start + MARK.length)))
    if (!parsed.success) return
    const line = parsed.data
    if ('ready' in line) return this.#ready.resolve(true)
    if ('key' in line) return this.#options.onCommand(line)
    if ('file' in line) return void this.#receiveFile(line.id, line.file)
    if ('error' in line) return this.#settle(line.id, { ok: false, error: line.error })
    this.#accept(line.id, line.value, [])
  }

  async #receiveFile(id: number, name: string): Promise<void> {
    try {
      const path = `${FOLDER}/${name}`
      const data = await this.#container.fs.readFile(path)
      await this.#container.fs.rm(path)
      const headerEnd = 4 + new DataView(data.buffer, data.byteOffset).getUint32(0)
      const header = frameHeader.parse(parseJson(new TextDecoder().decode(data.subarray(4, headerEnd))))
      let at = headerEnd
      const blobs = header.sizes.map((size) => data.slice(at, (at += size)))
      this.#accept(id, header.value, blobs)
    } catch (error) {
      this.#settle(id, { ok: false, error: { code: 'EUNKNOWN', message: messageOf(error) } })
    }
  }

  #accept(id: number, value: unknown, blobs: readonly Uint8Array[]): void {
    const pending = this.#pending.get(id)
    if (pending === undefined) return
    const parsed = ANSWERS[pending.operation].safeParse(value)
    if (parsed.success) this.#settle(id, { ok: true, value: parsed.data, blobs })
    else
      this.#settle(id, {
        ok: false,
        error: { code: 'EUNKNOWN', message: 'its answer could not be understood' },
      })
  }

  #settle(id: number, outcome: Called<Operation>): void {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    pending?.settle(outcome)
  }

  #end(): void {
    if (this.#ended) return
    this.#ended = true
    this.#ready.resolve(false)
    for (const id of [...this.#pending.keys()]) this.#settle(id, { ok: false, error: GONE })
    this.#options.onEnd()
  }

  /** The request itself, or where it is found. Control characters and what is not ASCII are escaped on the way. */
  async #line(id: number, request: object, blobs: readonly Uint8Array[]): Promise<string> {
    const short = ascii(JSON.stringify({ id, ...request }))
    if (blobs.length === 0 && short.length <= CONTAINER_LINE_CHARS) return short
    const header = new TextEncoder().encode(
      JSON.stringify({ ...request, sizes: blobs.map(({ length }) => length) }),
    )
    const frame = new Uint8Array(blobs.reduce((sum, { length }) => sum + length, 4 + header.length))
    new DataView(frame.buffer).setUint32(0, header.length)
    frame.set(header, 4)
    let at = 4 + header.length
    for (const blob of blobs) {
      frame.set(blob, at)
      at += blob.length
    }
    const file = `request-${id}`
    await this.#container.fs.writeFile(`${FOLDER}/${file}`, frame)
    return JSON.stringify({ id, file })
  }
}

function ascii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (unit) => '\\u' + unit.charCodeAt(0).toString(16).padStart(4, '0'))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // no line of ours
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
