/**
 * The values in the workspace's own files with secrets, told to the redactor before anything can print it. They
 * are looked at when the workspace is shown, and again where a call, a program or the person has changed one: by the trees'
 * hashes, so that it costs what has changed. A value is known as long as its file is there: no number of other files drives it
 * out, and where there is no room for more, a file counts as not known.
 */
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { relativeTo, resolve } from '../../../sandbox/contract/path.ts'
import { mayHoldSecrets } from '../../../sandbox/contract/withheld-file.ts'
import {
  FORMER_SECRET_VALUES,
  SECRET_FILE_BYTES,
  SECRET_FILE_VALUES,
  SECRET_FILES,
  SECRET_VALUES,
} from '../../limits.ts'
import { exposedValuesIn, type ExposedValues } from '../../redact/exposed-values.ts'
import { secretValuesIn } from '../../redact/file-values.ts'
import type { Redactor } from '../../redact/redactor.ts'
import { contentHash } from '../store/content-hash.ts'
import type { Session } from '../log/session.ts'

/** Changes from which on all is looked at anew. */
const MANY_CHANGES = 500

interface KnownFile {
  readonly hash: string
  /** Taken out of every text. */
  readonly found: readonly string[]
  /** All that it holds. */
  readonly exposed: ExposedValues
}

export class WorkspaceSecrets {
  readonly #redactor: Redactor
  readonly #newId: () => string
  /** The workspace as of the last look. */
  #looked: { readonly sandbox: Sandbox; readonly root: string | undefined } | undefined
  /** By their absolute paths. */
  readonly #files = new Map<string, KnownFile>()
  /** Files for whose values there was no room. */
  readonly #untold = new Set<string>()
  /** Values that were there once: they stand in the conversation still. Oldest first. */
  readonly #former = new Set<string>()
  #looking: Promise<void> = Promise.resolve()

  constructor({ redactor, newId }: { readonly redactor: Redactor; readonly newId: () => string }) {
    this.#redactor = redactor
    this.#newId = newId
  }

  /**
   * Resolves when the redactor knows the secrets of the workspace at `root`. Never rejects: an unreadable
   * file prints nothing.
   */
  learn(sandbox: Sandbox, root: string | undefined): Promise<void> {
    const last = this.#looked?.sandbox === sandbox ? this.#looked : undefined
    if (last !== undefined && last.root === root) return this.#looking
    const before = last?.root
    this.#looked = { sandbox, root }
    this.#looking = this.#looking.then(async () => {
      const changed = await this.#changed(sandbox, before, root)
      if (changed === undefined) return this.#readAll(sandbox)
      for (const path of changed.gone) this.#drop(path)
      await this.#read(sandbox, changed.there)
    })
    return this.#looking
  }

  /** Around a call: as the log has it, or, where it may have changed something, as it is. */
  async learnWhen(
    when: 'logged' | 'now',
    sandbox: Sandbox,
    { facts }: Pick<Session, 'facts'>,
  ): Promise<void> {
    if (when === 'logged') return this.learn(sandbox, facts.root)
    const stored = await sandbox.checkpoint()
    return this.learn(sandbox, stored.ok ? stored.value.root : undefined)
  }

  /** Hash of a file as it was looked at last, in hex; undefined for one that is not known. */
  hashOf(path: string): string | undefined {
    return this.#files.get(path)?.hash
  }

  /** All values in these files; undefined where one of them is not known, or not to its end. */
  exposedBy(paths: readonly string[]): readonly ExposedValues[] | undefined {
    const known = paths.flatMap((path) =>
      this.#untold.has(path) ? [] : (this.#files.get(path)?.exposed ?? []),
    )
    return known.length === paths.length && known.every(({ isWhole }) => isWhole) ? known : undefined
  }

  /** All values of all files that are known. */
  allExposed(): readonly ExposedValues[] {
    return [...this.#files.values()].map(({ exposed }) => exposed)
  }

  /** Another session is opened, with other files. */
  forget(): void {
    this.#looked = undefined
    this.#files.clear()
    this.#former.clear()
    this.#redactor.setFound([])
  }

  /** Undefined where it takes a look at all of them. */
  async #changed(sandbox: Sandbox, before: string | undefined, root: string | undefined) {
    if (before === undefined || root === undefined) return undefined
    const changes = await sandbox.diff(before, root, { enough: MANY_CHANGES })
    if (!changes.ok || changes.value.length >= MANY_CHANGES) return undefined
    const there = changes.value.filter(({ after }) => after?.kind === 'file').map(({ path }) => resolve(path))
    const gone = changes.value.filter(({ after }) => after?.kind !== 'file').map(({ path }) => resolve(path))
    return { there, gone }
  }

  async #readAll(sandbox: Sandbox): Promise<void> {
    const found = await sandbox.glob({
      id: this.#newId(),
      pattern: '**',
      includeIgnored: true,
      onlySecrets: true,
      limit: SECRET_FILES * 20,
    })
    if (!found.ok) {
      // Asked for again with the next call.
      this.#looked = undefined
      return
    }
    const there = new Set(found.value.paths)
    for (const path of this.#files.keys()) if (!there.has(path)) this.#drop(path)
    await this.#read(sandbox, found.value.paths)
  }

  async #read(sandbox: Sandbox, paths: readonly string[]): Promise<void> {
    const wanted = paths.filter(mayHoldSecrets).toSorted(byLikelihood)
    // A file that is known stays known; of others, as many as there is room for.
    const room = SECRET_FILES - this.#files.size
    const others = wanted.filter((path) => !this.#files.has(path)).slice(0, Math.max(0, room))
    const chosen = [...wanted.filter((path) => this.#files.has(path)), ...others]
    if (chosen.length > 0) {
      const read = await sandbox.readFiles(chosen)
      if (!read.ok) return
      for (const [at, file] of read.value.entries()) {
        const path = chosen[at] ?? ''
        this.#drop(path)
        if (file.ok) this.#files.set(path, await knownFile(file.value))
      }
    }
    this.#tell()
  }

  #drop(path: string): void {
    for (const value of this.#files.get(path)?.found ?? []) {
      // Seen last, kept longest.
      this.#former.delete(value)
      this.#former.add(value)
    }
    this.#files.delete(path)
    const [oldest] = this.#former
    if (this.#former.size > FORMER_SECRET_VALUES && oldest !== undefined) this.#former.delete(oldest)
  }

  #tell(): void {
    const values = new Set<string>()
    this.#untold.clear()
    for (const path of [...this.#files.keys()].toSorted(byLikelihood)) {
      const found = this.#files.get(path)?.found ?? []
      if (values.size + found.length > SECRET_VALUES) this.#untold.add(path)
      else for (const value of found) values.add(value)
    }
    this.#redactor.setFound([...values, ...this.#former])
  }
}

async function knownFile(content: Uint8Array): Promise<KnownFile> {
  const text = new TextDecoder().decode(content.subarray(0, SECRET_FILE_BYTES))
  const found = secretValuesIn(text, SECRET_FILE_VALUES)
  const exposed = exposedValuesIn(text, SECRET_FILE_VALUES)
  const isWhole = exposed.isWhole && content.length <= SECRET_FILE_BYTES && found.length < SECRET_FILE_VALUES
  return { hash: await contentHash(content.slice()), found, exposed: { ...exposed, isWhole } }
}

/** `.env` before files that merely end so, those of the project before those of its parts; then by name. */
function byLikelihood(a: string, b: string): number {
  return likelihood(a) - likelihood(b) || (a < b ? -1 : a > b ? 1 : 0)
}

function likelihood(path: string): number {
  const inside = relativeTo(path)
  const isPlain = /(?:^|\/)(?:\.env(?:\..+)?|\.envrc|\.npmrc|id_[a-z\d]+)$/.test(inside)
  return inside.split('/').length + (isPlain ? 0 : 100)
}
