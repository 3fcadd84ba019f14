/** Models that run in this tab, as the page sees them. All sizes in bytes. */
import type { Result } from '../../../sandbox/contract/errors.ts'

/** Facts from the header of a model's file. */
export interface ModelDescription {
  /** E.g. "Qwen2.5 Coder 1.5B Instruct"; '' where it has no name. */
  readonly title: string
  /** E.g. "qwen2". */
  readonly architecture: string
  /** Tokens that it was trained to take; 0 where it does not say. */
  readonly contextLength: number
  /** It has a template for conversations; without one it only continues texts. */
  readonly chats: boolean
  /** Its template knows tools. */
  readonly callsTools: boolean
}

export interface LocalModel extends ModelDescription {
  /** Name of its (first) file; settings and requests name the model by it. */
  readonly name: string
  readonly bytes: number
  /** More than one where it was split. */
  readonly parts: number
}

/** This browser's support for models. */
export interface LocalSupport {
  /** Undefined: models can run here. In sentences. */
  readonly missing: string | undefined
  readonly gpu: boolean
  /** Threads that share the work where there is no GPU. */
  readonly threads: number
}

export interface LocalModels {
  readonly models: readonly LocalModel[]
  readonly support: LocalSupport
  /** Free room that the browser allows this site; undefined if it does not say. */
  readonly freeBytes: number | undefined
}

/** Facts about a model before its download. */
export interface ModelOffer {
  readonly name: string
  /** Undefined where the server does not say. */
  readonly bytes: number | undefined
  readonly parts: number
}

export interface ModelProgress {
  readonly name: string
  readonly doneBytes: number
  readonly totalBytes: number | undefined
}

export interface LocalModelsApi {
  list(): Promise<LocalModels>
  /** Asks the server for the size, and nothing more. */
  offered(url: string): Promise<Result<ModelOffer>>
  /** Downloads and stores all parts; progress comes as notices. One at a time. */
  download(url: string): Promise<Result<LocalModel>>
  /** Copies files that the user has chosen; several are the parts of one model. */
  add(files: readonly File[]): Promise<Result<LocalModel>>
  /** Ends the download or copy that is under way; nothing of it stays. */
  cancel(): Promise<void>
  remove(name: string): Promise<Result<void>>
}
