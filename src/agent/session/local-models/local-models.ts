/** The models that this browser keeps: each whole or not at all, read piece by piece, never as a whole. */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { LOCAL_MODEL_BYTES, MODEL_PROGRESS_MS } from '../../limits.ts'
import { readGguf } from '../../model/local/gguf.ts'
import { localSupport } from '../../model/local/support.ts'
import type {
  LocalModel,
  LocalModels as LocalModelsState,
  ModelOffer,
  ModelProgress,
} from '../../protocol/calls/local-models.ts'
import { modelFiles, modelFolder, modelNames, partName, removeModelFiles } from './model-folder.ts'
import { cancelled, NOT_GGUF, offeredModel, sourceAt, sourceOf } from './model-source.ts'
import type { ModelServerOptions, ModelSource } from './model-source.ts'

export interface LocalModelsOptions extends ModelServerOptions {
  readonly onProgress: (progress: ModelProgress | null) => void
  readonly now: () => number
  readonly keepEngine: () => Promise<void>
}

type Bytes = Uint8Array<ArrayBuffer>

export class LocalModels {
  readonly #options: LocalModelsOptions
  /** The download or copy that is under way. */
  #coming: AbortController | undefined

  constructor(options: LocalModelsOptions) {
    this.#options = options
  }

  async state(): Promise<LocalModelsState> {
    const support = await localSupport()
    const folder = await openFolder()
    if (!folder.ok)
      return { models: [], support: { ...support, missing: folder.error.message }, freeBytes: undefined }
    const models: LocalModel[] = []
    for (const name of await modelNames(folder.value)) {
      const model = await describe(folder.value, name)
      if (model.ok) models.push(model.value)
    }
    return { models, support, freeBytes: await freeBytes() }
  }

  offered(url: string): Promise<Result<ModelOffer>> {
    return offeredModel(url, this.#options)
  }

  async download(url: string): Promise<Result<LocalModel>> {
    const source = await sourceAt(url, this.#options)
    return source.ok ? this.#keep(source.value) : source
  }

  async add(files: readonly File[]): Promise<Result<LocalModel>> {
    const source = sourceOf(files)
    return source.ok ? this.#keep(source.value) : source
  }

  cancel(): void {
    this.#coming?.abort()
  }

  async remove(name: string): Promise<Result<void>> {
    const folder = await openFolder()
    if (!folder.ok) return folder
    try {
      await removeModelFiles(folder.value, name)
      return ok(undefined)
    } catch (error) {
      return fail('internal', `${name} could not be removed: ${String(error)}`, {
        hint: 'A tab may be reading it: close the others, then try again.',
      })
    }
  }

  /** The engine is fetched with the first model, so that it is there without a network, too. */
  async #keep(source: ModelSource): Promise<Result<LocalModel>> {
    if (this.#coming)
      return fail('not_permitted', 'Another model is being stored: wait for it, or cancel it.')
    const folder = await openFolder()
    if (!folder.ok) return folder
    const room = await roomFor(source)
    if (!room.ok) return room
    const coming = new AbortController()
    this.#coming = coming
    try {
      await removeModelFiles(folder.value, source.name)
      const written = await this.#write(folder.value, source, coming.signal)
      const model = written.ok ? await describe(folder.value, source.name) : written
      if (!model.ok) await removeModelFiles(folder.value, source.name)
      else await this.#options.keepEngine().catch(() => undefined) // it is asked for again when the model is used
      return model
    } finally {
      this.#coming = undefined
      this.#options.onProgress(null)
    }
  }

  async #write(
    folder: FileSystemDirectoryHandle,
    { name, totalBytes, parts }: ModelSource,
    signal: AbortSignal,
  ): Promise<Result<void>> {
    const count = this.#counter(name, totalBytes)
    for (const [index, open] of parts.entries()) {
      const body = await open(signal)
      if (!body.ok) return body
      try {
        const file = await folder.getFileHandle(partName(name, index, parts.length), { create: true })
        // The file appears when all of it is written, not before.
        await body.value
          .pipeThrough(new TransformStream(count), { signal })
          .pipeTo(await file.createWritable())
      } catch (error) {
        return storingFailed(name, error, signal)
      }
    }
    return ok(undefined)
  }

  /** Tells how far all parts have come. */
  #counter(name: string, totalBytes: number | undefined): Transformer<Bytes, Bytes> {
    const { now, onProgress } = this.#options
    let doneBytes = 0
    let told = 0
    return {
      transform: (chunk, controller) => {
        doneBytes += chunk.byteLength
        if (doneBytes > LOCAL_MODEL_BYTES) throw new Error(tooLarge(name))
        controller.enqueue(chunk)
        if (now() - told < MODEL_PROGRESS_MS) return
        told = now()
        onProgress({ name, doneBytes, totalBytes })
      },
    }
  }
}

async function describe(folder: FileSystemDirectoryHandle, name: string): Promise<Result<LocalModel>> {
  const files = await modelFiles(folder, name)
  const [first] = files ?? []
  if (!files || !first) return fail('not_found', `${name} is not whole.`)
  const header = await readGguf((bytes) => first.slice(0, bytes).arrayBuffer())
  if (!header.ok)
    return fail('invalid', `${name} is no model that can be used: ${header.problem}.`, { hint: NOT_GGUF })
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return ok({ name, bytes, parts: files.length, ...header.description })
}

async function openFolder(): Promise<Result<FileSystemDirectoryHandle>> {
  try {
    return ok(await modelFolder())
  } catch (error) {
    return fail('unsupported', `This browser gives the page no place for a model: ${String(error)}`, {
      hint: 'Private windows keep nothing: use an ordinary one.',
    })
  }
}

async function freeBytes(): Promise<number | undefined> {
  const { quota, usage } = await navigator.storage.estimate()
  return quota === undefined || usage === undefined ? undefined : quota - usage
}

const LESS = 'Delete another model, or sessions in "Sessions", "Storage", or take a smaller one.'

async function roomFor({ name, totalBytes }: ModelSource): Promise<Result<void>> {
  if (totalBytes === undefined) return ok(undefined)
  if (totalBytes > LOCAL_MODEL_BYTES) return fail('too_large', tooLarge(name), { hint: LESS })
  const free = await freeBytes()
  if (free === undefined || free > totalBytes) return ok(undefined)
  const has = `The browser has room for ${gigabytes(free)}, and ${name} needs ${gigabytes(totalBytes)}.`
  return fail('quota', has, { hint: LESS })
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(2)} GB`
}

function tooLarge(name: string): string {
  return `${name} is larger than ${LOCAL_MODEL_BYTES / 2 ** 30} GB, which no tab can hold.`
}

function storingFailed(name: string, error: unknown, signal: AbortSignal): Result<never> {
  if (signal.aborted) return cancelled()
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return fail('quota', `The browser has no room for ${name}.`, { hint: LESS })
  const what = error instanceof Error ? error.message : String(error)
  return fail('internal', `${name} could not be stored: ${what}`, {
    hint: 'If the download broke off, try again; if it does each time, download the file yourself and choose it.',
  })
}
