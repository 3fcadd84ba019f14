/** The values that a program runs on, from stdin or files, one after the other. */
import type { StreamRun } from '../../stream/stream-run.ts'
import { CommandError, FileError } from '../../../../contract/command-error.ts'
import type { JqOptions } from './jq-options.ts'
import { JsonError, JsonReader, streamEvents } from './json-reader.ts'
import type { Value } from './value.ts'

interface Item {
  readonly value: Value
  readonly lines: number
  readonly name: string | null
}

const SYSTEM_ERROR = 2

export class Inputs {
  readonly #run: StreamRun
  readonly #flags: JqOptions['flags']
  readonly #pieces: AsyncGenerator<void>
  #queue: Item[] = []
  #taken = 0
  #current: Item | undefined
  /** Error in the text after the values that were found. */
  #failure: JsonError | undefined
  #slurped: Value[] = []
  #rawText = ''
  #isStarted = false
  #lines = 0

  constructor(run: StreamRun, { files, flags }: Pick<JqOptions, 'files' | 'flags'>) {
    this.#run = run
    this.#flags = flags
    this.#pieces = this.#readAll(files)
  }

  /** The next value is there without waiting. */
  get isReady(): boolean {
    return this.#taken < this.#queue.length
  }

  /** The next value; undefined at the end. Throws `JsonError`. */
  async next(): Promise<Value | undefined> {
    while (this.#taken >= this.#queue.length && this.#failure === undefined)
      if ((await this.#pieces.next()).done === true) break
    return this.take()
  }

  /** So that `take` has all of them. */
  async load(): Promise<void> {
    while (this.#failure === undefined && (await this.#pieces.next()).done !== true);
  }

  take(): Value | undefined {
    this.#isStarted = true
    const item = this.#queue[this.#taken]
    if (item === undefined) {
      if (this.#failure === undefined) return undefined
      const failure = this.#failure
      this.#failure = undefined
      throw failure
    }
    this.#taken += 1
    if (this.#taken === this.#queue.length) {
      this.#queue = []
      this.#taken = 0
    }
    this.#current = item
    return item.value
  }

  get name(): string | null {
    return this.#current?.name ?? null
  }

  get line(): number {
    return this.#current?.lines ?? 0
  }

  /** For messages. */
  get place(): string {
    return this.#isStarted ? `${this.name ?? '<stdin>'}:${this.line}` : '<unknown>'
  }

  async *#readAll(files: readonly string[]): AsyncGenerator<void> {
    for (const file of files.length === 0 ? ['-'] : files) {
      try {
        yield* this.#readFile(file, file === '-' && files.length === 0 ? null : file)
      } catch (error) {
        if (!(error instanceof CommandError)) throw error
        const reason = error instanceof FileError ? error.reason : error.message
        this.#run.stream.error(`jq: error: Could not open ${file}: ${reason}\n`)
        this.#run.exitCode = SYSTEM_ERROR
      }
    }
    if (!this.#flags.has('slurp')) return
    const value = this.#flags.has('raw-input') ? this.#rawText : this.#slurped
    this.#queue.push({ value, lines: this.#lines, name: null })
  }

  async *#readFile(file: string, name: string | null): AsyncGenerator<void> {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    const take = this.#flags.has('raw-input') ? this.#rawTaker(name) : this.#jsonTaker(name)
    for await (const bytes of this.#run.pieces(file)) {
      take(decoder.decode(bytes, { stream: true }), false)
      yield
    }
    take(decoder.decode(), true)
    yield
  }

  #rawTaker(name: string | null): (text: string, isEnd: boolean) => void {
    let rest = ''
    let lines = 0
    return (text, isEnd) => {
      if (this.#flags.has('slurp')) {
        this.#rawText += text
        return
      }
      const found = (rest + text).split('\n')
      rest = found.pop() ?? ''
      for (const line of found) {
        lines += 1
        this.#queue.push({ value: line, lines, name })
      }
      if (isEnd && rest !== '') this.#queue.push({ value: rest, lines, name })
    }
  }

  #jsonTaker(name: string | null): (text: string, isEnd: boolean) => void {
    const isSequence = this.#flags.has('seq')
    const reader = new JsonReader(isSequence)
    const add = (value: Value, lines: number): void => {
      this.#lines = lines
      if (this.#flags.has('slurp')) this.#slurped.push(value)
      else this.#queue.push({ value, lines, name })
    }
    const isStream = this.#flags.has('stream') || this.#flags.has('stream-errors')
    return (text, isEnd) => {
      try {
        reader.read(text, isEnd)
      } catch (error) {
        if (!(error instanceof JsonError)) throw error
        if (isSequence) this.#run.stream.error(`jq: ignoring parse error: ${error.message}\n`)
        else this.#failure = error
      }
      for (const [value, lines] of reader.taken()) {
        if (isStream) for (const event of streamEvents(value)) add(event, lines)
        else add(value, lines)
      }
      if (this.#failure === undefined || !isStream) return
      for (const [path, value] of reader.unfinished())
        for (const event of streamEvents(value, path)) add(event, this.#lines)
    }
  }
}
