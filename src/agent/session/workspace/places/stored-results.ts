/**
 * Results that are too long for the conversation, stored beside the log: their texts are in the blob store, and the `tool_result` names
 * them. They appear at `/results`: in the sandbox where it can show them, for the file tools in any.
 */
import type { BlobStore, ResultFile, Sandbox } from '../../../../sandbox/contract/contract.ts'
import { ok } from '../../../../sandbox/contract/errors.ts'
import type { Result } from '../../../../sandbox/contract/errors.ts'
import { RESULTS } from '../../../../sandbox/contract/path.ts'
import { RESULT_FILES, RESULT_FILES_BYTES } from '../../../limits.ts'
import type { LongResult, ResultStore } from '../../../tools/deps.ts'
import type { Session } from '../../log/session.ts'
import { contentHash } from '../../store/content-hash.ts'
import type { Place } from './place.ts'
import { storedFilesPlace } from './stored-files-place.ts'

export interface StoredResultsOptions {
  readonly blobs: Pick<BlobStore, 'get' | 'put'>
  readonly session: () => Session | undefined
  /** The sandbox that shows the open session. */
  readonly sandbox: () => Promise<Result<Sandbox>>
}

export class StoredResults implements ResultStore {
  readonly #place: Place
  readonly #options: StoredResultsOptions
  /** Stored, and perhaps not in the log yet. */
  #latest: { readonly session: string | undefined; readonly files: ResultFile[] } = {
    session: undefined,
    files: [],
  }

  constructor(options: StoredResultsOptions) {
    this.#options = options
    this.#place = storedFilesPlace({ root: RESULTS, files: () => this.files(), blobs: options.blobs })
  }

  /** The open session's, oldest first: the latest of them, within the ceilings. */
  files(): readonly ResultFile[] {
    const files = new Map(this.#all().map((file) => [file.name, file]))
    let bytes = 0
    return [...files.values()]
      .toReversed()
      .filter(({ size }) => (bytes += size) <= RESULT_FILES_BYTES)
      .slice(0, RESULT_FILES)
      .reverse()
  }

  /** Never rejects. Undefined where there is no room for it. */
  async keep({ tool, input, text }: LongResult): Promise<ResultFile | undefined> {
    const data = new TextEncoder().encode(text)
    const [hash, call] = await Promise.all([contentHash(data), contentHash(bytesOf({ tool, input }))])
    // Taken at once: another call may end while this one is stored.
    const file = {
      name: this.#freeName(`${wordOf(tool)}-${call.slice(0, 8)}`),
      hash,
      size: data.length,
    }
    const { files } = this.#ofSession()
    files.push(file)
    const stored = await this.#options.blobs.put([{ hash, data }])
    if (!stored.ok) {
      files.splice(files.indexOf(file), 1)
      return undefined
    }
    const sandbox = await this.#options.sandbox()
    const shown = sandbox.ok ? await this.show(sandbox.value) : sandbox
    if (!shown.ok) console.warn(`The stored results are not shown in the sandbox:`, shown.error.message)
    return file
  }

  /** Shows the open session's results in a sandbox that can. */
  async show(sandbox: Sandbox): Promise<Result<void>> {
    const { resultFiles } = await sandbox.describe()
    return resultFiles ? sandbox.showResults(this.files()) : ok(undefined)
  }

  /** The place of the file tools, where the sandbox does not show them itself. */
  async placesBeside(sandbox: Sandbox): Promise<readonly Place[]> {
    return (await sandbox.describe()).resultFiles ? [] : [this.#place]
  }

  #all(): readonly ResultFile[] {
    return [...(this.#options.session()?.facts.results ?? []), ...this.#ofSession().files]
  }

  #ofSession(): { readonly files: ResultFile[] } {
    const session = this.#options.session()?.id
    if (this.#latest.session !== session) this.#latest = { session, files: [] }
    return this.#latest
  }

  /** The same for the same calls in the same order, so that a replay has the paths of the recording. */
  #freeName(stem: string): string {
    const taken = new Set(this.#all().map(({ name }) => name))
    let name = `${stem}.txt`
    for (let count = 2; taken.has(name); count += 1) name = `${stem}-${count}.txt`
    return name
  }
}

/** The letters of a tool's name. */
function wordOf(tool: string): string {
  return (
    tool
      .toLowerCase()
      .replace(/[^a-z]/g, '')
      .slice(0, 32) || 'result'
  )
}

function bytesOf(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value))
}
