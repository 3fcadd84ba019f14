/** The app's store of contents over the port: its side, and the sandbox's. */
import type { BlobStore, NewBlob } from '../contract/contract.ts'
import type { Result } from '../contract/errors.ts'
import { blobReplies, pack, storeFailure, unpack } from './port-schema.ts'
import type { StoreFailure, ToApp, ToSandbox } from './port-schema.ts'

/** Requests of the sandbox. */
type Question = Extract<ToApp, { hashes: string[] }>

/** The app's side. */
export class BlobServer {
  readonly #blobs: BlobStore
  readonly #send: (message: ToSandbox, transfer: Transferable[]) => void

  constructor(blobs: BlobStore, send: (message: ToSandbox, transfer: Transferable[]) => void) {
    this.#blobs = blobs
    this.#send = send
  }

  /** A store that breaks is told, too: whoever waits for it would wait for ever. Never rejects. */
  async answer(question: Question): Promise<void> {
    try {
      await this.#serve(question)
    } catch (cause) {
      const failed = cause instanceof Error ? cause.message : String(cause)
      this.#reply(question.id, { failed } satisfies StoreFailure)
    }
  }

  async #serve(question: Question): Promise<void> {
    const { id, hashes } = question
    if (question.type === 'blobs_missing') return this.#reply(id, await this.#blobs.missing(hashes))
    if (question.type === 'blobs_get') {
      const found = await this.#blobs.get(hashes)
      const packed = pack(found.filter((data) => data !== undefined))
      return this.#reply(id, { present: found.map((data) => data !== undefined), packed }, [
        packed.data.buffer,
      ])
    }
    const parts = unpack(question.packed)
    const blobs = hashes.map((hash, index) => ({
      hash,
      data: parts[index] ?? new Uint8Array(),
      like: question.likes[index],
    }))
    this.#reply(id, await this.#blobs.put(blobs))
  }

  #reply(id: number, value: unknown, transfer: Transferable[] = []): void {
    this.#send({ type: 'blobs_reply', id, value }, transfer)
  }
}

/** The app's blob store as the sandbox sees it. */
export class RemoteBlobs implements BlobStore {
  readonly #send: (message: ToApp, transfer: Transferable[]) => void
  readonly #pending = new Map<number, (value: unknown) => void>()
  #nextId = 1

  constructor(send: (message: ToApp, transfer: Transferable[]) => void) {
    this.#send = send
  }

  async missing(hashes: readonly string[]): Promise<readonly string[]> {
    const reply = await this.#ask((id) => ({ type: 'blobs_missing', id, hashes: [...hashes] }))
    return blobReplies.missing.parse(reply)
  }

  async get(hashes: readonly string[]): Promise<readonly (Uint8Array | undefined)[]> {
    const reply = await this.#ask((id) => ({ type: 'blobs_get', id, hashes: [...hashes] }))
    const { present, packed } = blobReplies.get.parse(reply)
    const parts = unpack(packed)
    let next = 0
    return present.map((there) => (there ? parts[next++] : undefined))
  }

  async put(blobs: readonly NewBlob[]): Promise<Result<void>> {
    const packed = pack(blobs.map((blob) => blob.data))
    const hashes = blobs.map((blob) => blob.hash)
    const likes = blobs.map((blob) => blob.like)
    const reply = await this.#ask(
      (id) => ({ type: 'blobs_put', id, hashes, likes, packed }),
      [packed.data.buffer],
    )
    return blobReplies.put.parse(reply)
  }

  reply(id: number, value: unknown): void {
    this.#pending.get(id)?.(value)
    this.#pending.delete(id)
  }

  /** The app is gone: what waits for content never gets it, and its caller is disposed with the kernel. */
  close(): void {
    this.#pending.clear()
  }

  async #ask(message: (id: number) => ToApp, transfer: Transferable[] = []): Promise<unknown> {
    const id = this.#nextId++
    const reply = await new Promise((resolve) => {
      this.#pending.set(id, resolve)
      this.#send(message(id), transfer)
    })
    const failure = storeFailure.safeParse(reply)
    if (failure.success) throw new Error(`the store of contents failed: ${failure.data.failed}`)
    return reply
  }
}
