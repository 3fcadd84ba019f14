/**
 * Opening a folder of the person's machine, and writing back what the person has reviewed. The workspace is a copy:
 * nothing in the folder changes but by `writeBack`, and there only what is named, and only while it is as it was shown.
 */
import type {
  BlobStore,
  ImportProgress,
  ImportSummary,
  Sandbox,
  TreeChange,
} from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { WORKSPACE_ROOT, relativeTo } from '../../../sandbox/contract/path.ts'
import type {
  FolderChoice,
  FolderDifference,
  FolderSurvey,
  FolderVersions,
  WriteBackOutcome,
} from '../../protocol/calls/local-folder.ts'
import type { UserFiles } from '../workspace/user-files.ts'
import { differences, type Written } from './differences.ts'
import {
  hashFolderFile,
  isNamed,
  readFolderFile,
  REFUSALS,
  removeFolderFile,
  writeFolderFile,
} from './folder-files.ts'
import { fileOf } from '../steering-files/file-version.ts'
import type { SteeringGate } from '../steering-files/steering-gate.ts'
import { IgnoreRules } from '../../../sandbox/contract/ignore-rules.ts'
import { packFolder, surveyFolder } from './pack-folder.ts'
import type { ValueCopies } from '../store/value-store/value-copies.ts'
import { ValueStore } from '../store/value-store/value-store.ts'

export interface LocalFoldersOptions {
  readonly files: UserFiles
  readonly blobs: BlobStore
  readonly steering: Pick<SteeringGate, 'pending' | 'accept'>
  /** The open session: its id, and the root of its last import. */
  readonly session: () => { readonly id: string; readonly importRoot: string | undefined } | undefined
  readonly newId: () => string
  readonly onProgress: (progress: ImportProgress) => void
  readonly copies?: ValueCopies | undefined
}

/** The stored record of a session's folder, beside the log: a handle is valid in this browser only. */
interface FolderRecord {
  readonly handle: FileSystemDirectoryHandle
  /** Root of the workspace when the folder was opened. */
  readonly root: string
  readonly written: ReadonlyMap<string, Written>
}

export class LocalFolders {
  readonly #options: LocalFoldersOptions
  readonly #records: ValueStore
  #reading: AbortController | undefined

  constructor(options: LocalFoldersOptions) {
    this.#options = options
    this.#records = new ValueStore({
      database: 'vivarium-folders',
      store: 'sessions',
      copies: options.copies,
      // A handle is no data: no file has it.
      nameOf: (_, stored) => folderOf(stored),
    })
  }

  survey(handle: FileSystemDirectoryHandle): Promise<Result<FolderSurvey>> {
    return this.#read(handle, async (signal) => ok(await surveyFolder(handle, signal)))
  }

  /** Replaces the workspace by the folder's files; on a failure or a cancel nothing has changed. */
  async open(handle: FileSystemDirectoryHandle, choice: FolderChoice): Promise<Result<ImportSummary>> {
    const { files, onProgress, session } = this.#options
    const packed = await this.#read(handle, (signal) => packFolder(handle, choice, { signal, onProgress }))
    if (!packed.ok) return packed
    const imported = await files.importArchive(`${handle.name}.zip`, packed.value)
    const id = session()?.id
    if (!imported.ok || id === undefined) return imported
    const record: FolderRecord = { handle, root: imported.value.root, written: new Map() }
    await this.#records.set(id, record)
    return imported
  }

  /** Stops what reads a folder. */
  cancel(): void {
    this.#reading?.abort()
  }

  /** The folder that the workspace came from; undefined when it came from elsewhere. */
  async current(): Promise<FileSystemDirectoryHandle | undefined> {
    return (await this.#record())?.handle
  }

  async forget(session: string): Promise<void> {
    await this.#records.delete(session)
  }

  async compare(): Promise<Result<readonly FolderDifference[]>> {
    const record = await this.#record()
    if (!record) return noFolder()
    const changes = await this.#changes(record)
    if (!changes.ok) return changes
    const { files, newId, steering } = this.#options
    const rules = await files.read((sandbox) => readRules(sandbox, newId()))
    if (!rules.ok) return rules
    const pending = await steering.pending()
    if (!pending.ok) return pending
    const unseen = new Set(pending.value.map(({ path }) => path))
    return this.#guard(record.handle, async () =>
      ok(
        await differences({
          changes: changes.value,
          written: record.written,
          folderHash: (path) => hashFolderFile(record.handle, path),
          isIgnored: (path) => rules.value.isIgnored(path, false),
          isUnseen: (path) => unseen.has(path),
        }),
      ),
    )
  }

  /** For who reviews it, before anything is written. */
  async versions({ path, hash }: FolderDifference): Promise<Result<FolderVersions>> {
    const record = await this.#record()
    if (!record) return noFolder()
    return this.#guard(record.handle, async () => {
      const folder = await readFolderFile(record.handle, path)
      const [workspace] = hash === undefined ? [] : await this.#options.blobs.get([hash])
      return ok({ ...(folder && { folder }), ...(workspace && { workspace: workspace.slice() }) })
    })
  }

  /**
   * Writes these, each as it was shown; files that have changed in the folder since are left and reported.
   */
  async writeBack(items: readonly FolderDifference[]): Promise<Result<WriteBackOutcome>> {
    const record = await this.#record()
    const id = this.#options.session()?.id
    if (!record || id === undefined) return noFolder()
    const base = await this.#bases(record, items)
    if (!base.ok) return base
    const written = new Map(record.written)
    const failed: { path: string; message: string }[] = []
    const counts = { written: 0, removed: 0 }
    const done = await this.#guard(record.handle, async () => {
      for (const item of items) {
        const problem = await this.#writeOne(record.handle, item)
        if (problem !== undefined) failed.push({ path: item.path, message: problem })
        else {
          counts[item.hash === undefined ? 'removed' : 'written'] += 1
          const original = base.value.get(item.path) ?? null
          written.set(item.path, { base: original, hash: item.hash ?? null })
        }
      }
      return ok(undefined)
    })
    await this.#acceptWritten(items.filter(({ path }) => !failed.some((other) => other.path === path)))
    // Written files stay written, even if the permission was revoked in between.
    await this.#records.set(id, { ...record, written } satisfies FolderRecord)
    return done.ok ? ok({ ...counts, failed }) : done
  }

  /** The user has ticked these beside their diffs. */
  async #acceptWritten(items: readonly FolderDifference[]): Promise<void> {
    const hashes = new Map(items.map(({ path, hash }) => [path, hash]))
    const pending = await this.#options.steering.pending()
    if (!pending.ok) return
    const seen = pending.value.filter(
      ({ path, version }) => hashes.has(path) && fileOf(version)?.hash === hashes.get(path),
    )
    await this.#options.steering.accept(seen)
  }

  /** Undefined when it was written, else why it was not. Throws when the folder cannot be reached any more. */
  async #writeOne(
    handle: FileSystemDirectoryHandle,
    { path, hash, folderHash, refused }: FolderDifference,
  ): Promise<string | undefined> {
    if (refused !== undefined) return REFUSALS[refused]
    if ((await hashFolderFile(handle, path)) !== folderHash)
      return 'It has changed in the folder since this list was made. Look at the differences again.'
    try {
      if (hash === undefined) {
        await removeFolderFile(handle, path)
        return undefined
      }
      const [data] = await this.#options.blobs.get([hash])
      if (!data) return 'Its content is no longer stored. Look at the differences again.'
      await writeFolderFile(handle, path, new Uint8Array(data))
      return undefined
    } catch (error) {
      if (isLost(error)) throw error
      return error instanceof Error ? error.message : String(error)
    }
  }

  /** Hashes of these files when the folder was opened. */
  async #bases(
    record: FolderRecord,
    items: readonly FolderDifference[],
  ): Promise<Result<ReadonlyMap<string, string>>> {
    const changes = await this.#changes(record)
    if (!changes.ok) return changes
    const bases = new Map<string, string>()
    for (const { path, before } of changes.value) if (before) bases.set(path, before.hash)
    for (const { path } of items) {
      const known = record.written.get(path)?.base
      if (known) bases.set(path, known)
    }
    return ok(bases)
  }

  /** Changes of the workspace since the folder was opened. */
  #changes(record: FolderRecord): Promise<Result<readonly TreeChange[]>> {
    return this.#options.files.read(async (sandbox) => {
      const now = await sandbox.checkpoint()
      return now.ok ? sandbox.diff(record.root, now.value.root) : now
    })
  }

  async #record(): Promise<FolderRecord | undefined> {
    const session = this.#options.session()
    if (session === undefined) return undefined
    // Only this class writes there, and copies have none of it.
    const record = (await this.#records.get(session.id)) as FolderRecord | undefined
    // Another import has replaced the folder's files.
    return record?.root === session.importRoot ? record : undefined
  }

  /** One at a time; `cancel` stops it. */
  async #read<T>(
    handle: FileSystemDirectoryHandle,
    work: (signal: AbortSignal) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    this.#reading?.abort()
    const reading = new AbortController()
    this.#reading = reading
    return this.#guard(handle, () => work(reading.signal))
  }

  async #guard<T>(handle: FileSystemDirectoryHandle, work: () => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await work()
    } catch (error) {
      if (isNamed(error, 'AbortError')) return fail('cancelled', `Reading "${handle.name}" was cancelled.`)
      if (isLost(error))
        return fail(
          'not_permitted',
          `The browser no longer lets Vivarium into the folder "${handle.name}".`,
          {
            hint: 'Give the permission again, or open the folder again.',
          },
        )
      if (error instanceof DOMException)
        return fail('internal', `The folder "${handle.name}" could not be used: ${error.message}`, {
          hint: 'It may have been moved or renamed. Open it again.',
        })
      throw error
    }
  }
}

/** Its name, as the person knows it. */
function folderOf(stored: unknown): string {
  const { handle } = stored as Partial<FolderRecord>
  return handle?.name ?? ''
}

function isLost(error: unknown): boolean {
  return isNamed(error, 'NotAllowedError') || isNamed(error, 'SecurityError')
}

function noFolder(): Result<never> {
  return fail('not_found', 'This workspace did not come from a local folder.', {
    hint: 'Open a folder first, or take the workspace out as a zip.',
  })
}

/** The workspace's own `.gitignore` files. */
async function readRules(sandbox: Sandbox, id: string): Promise<Result<IgnoreRules>> {
  const rules = new IgnoreRules()
  const found = await sandbox.glob({ id, pattern: '**/.gitignore', includeIgnored: true })
  if (!found.ok) return found
  const paths = found.value.paths.filter((path) => !/\/(?:node_modules|\.git)\//.test(path))
  const texts = await sandbox.readFiles(paths)
  if (!texts.ok) return texts
  paths.forEach((path, index) => {
    const text = texts.value[index]
    const directory = relativeTo(path, WORKSPACE_ROOT).split('/').slice(0, -1).join('/')
    if (text?.ok) rules.add(directory, new TextDecoder().decode(text.value))
  })
  return ok(rules)
}
