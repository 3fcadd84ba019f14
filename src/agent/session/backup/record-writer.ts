/** Writes the records of a backup, each linked to the one before it. */
import { compressed } from './compress.ts'
import { encodeHead, encodeMark, makeHead } from './format.ts'
import type { RecordKind } from './format.ts'

/** Receives the bytes in order. */
export interface ByteSink {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
}

export class RecordWriter {
  readonly #sink: ByteSink
  #before: Uint8Array<ArrayBuffer> = new Uint8Array(32)
  #records = 0
  #bytes = 0

  private constructor(sink: ByteSink) {
    this.#sink = sink
  }

  static async begin(sink: ByteSink): Promise<RecordWriter> {
    const writer = new RecordWriter(sink)
    await writer.#write(encodeMark())
    return writer
  }

  get records(): number {
    return this.#records
  }

  get bytes(): number {
    return this.#bytes
  }

  async add(kind: RecordKind, plain: Uint8Array<ArrayBuffer>): Promise<void> {
    const smaller = await compressed(plain)
    const stored = smaller ?? plain
    const facts = {
      kind,
      isCompressed: smaller !== undefined,
      storedBytes: stored.length,
      plainBytes: plain.length,
    }
    const head = await makeHead(facts, stored, this.#before)
    await this.#write(encodeHead(head))
    await this.#write(stored)
    this.#before = head.hash
    this.#records += 1
  }

  async #write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#sink.write(bytes)
    this.#bytes += bytes.length
  }
}
