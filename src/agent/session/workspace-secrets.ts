/**
 * What the workspace's own files with secrets hold, told to the redactor before anything can print it (M3-12, PRX-33…38). They
 * are looked at when the workspace is shown, and again where a call, a program or the person has changed one: by the trees'
 * hashes, so that it costs what has changed.
 */
import type { Sandbox } from '../../sandbox/contract.ts'
import { relativeTo, resolve } from '../../sandbox/path.ts'
import { SECRET_FILE_BYTES, SECRET_FILES, SECRET_FILE_VALUES } from '../limits.ts'
import { isWithheldFile } from '../../sandbox/withheld-file.ts'
import { secretValuesIn } from '../redact/file-values.ts'
import type { Redactor } from '../redact/redactor.ts'
import type { Session } from './session.ts'

/** Wider than `isWithheldFile`, which has the last word. */
const NAMES =
  '{.env,.env.*,*.env,.envrc,*.pem,*.key,*.ppk,*.asc,id_*,.netrc,_netrc,.pgpass,.git-credentials,.htpasswd,.vault-token,.s3cfg,.boto,.dockercfg,.dev.vars,credentials*,service*account*.json,secret*.*,.npmrc}'
/** Changes from which on all is looked at anew. */
const MANY_CHANGES = 500

export class WorkspaceSecrets {
  readonly #redactor: Redactor
  readonly #newId: () => string
  /** What was looked at last. */
  #looked: { readonly sandbox: Sandbox; readonly root: string | undefined } | undefined
  /** Values that were there once: they stand in the conversation still. Oldest first. */
  #values = new Set<string>()
  #looking: Promise<void> = Promise.resolve()

  constructor({ redactor, newId }: { readonly redactor: Redactor; readonly newId: () => string }) {
    this.#redactor = redactor
    this.#newId = newId
  }

  /** Resolves when the redactor knows what is in the workspace at `root`. Never rejects: what cannot be read prints nothing. */
  learn(sandbox: Sandbox, root: string | undefined): Promise<void> {
    const last = this.#looked?.sandbox === sandbox ? this.#looked : undefined
    if (last !== undefined && last.root === root) return this.#looking
    const before = last?.root
    this.#looked = { sandbox, root }
    this.#looking = this.#looking.then(async () => {
      const paths = await this.#changed(sandbox, before, root)
      await this.#read(sandbox, paths ?? (await this.#all(sandbox)))
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

  /** Another session is opened, with other files. */
  forget(): void {
    this.#looked = undefined
    this.#values = new Set()
    this.#redactor.setFound([])
  }

  /** Undefined where it takes a look at all of them. */
  async #changed(sandbox: Sandbox, before: string | undefined, root: string | undefined) {
    if (before === undefined || root === undefined) return undefined
    const changes = await sandbox.diff(before, root, { enough: MANY_CHANGES })
    if (!changes.ok || changes.value.length >= MANY_CHANGES) return undefined
    return changes.value.flatMap(({ path, after }) => (after?.kind === 'file' ? [resolve(path)] : []))
  }

  async #all(sandbox: Sandbox): Promise<readonly string[]> {
    const found = await sandbox.glob({
      id: this.#newId(),
      pattern: NAMES,
      includeIgnored: true,
      limit: SECRET_FILES * 20,
    })
    // Asked for again with the next call.
    if (!found.ok) this.#looked = undefined
    return found.ok ? found.value.paths : []
  }

  async #read(sandbox: Sandbox, paths: readonly string[]): Promise<void> {
    const wanted = paths.filter(holdsSecrets).slice(0, SECRET_FILES)
    if (wanted.length === 0) return
    const read = await sandbox.readFiles(wanted)
    if (!read.ok) return
    for (const file of read.value) {
      if (!file.ok) continue
      const text = new TextDecoder().decode(file.value.subarray(0, SECRET_FILE_BYTES))
      for (const value of secretValuesIn(text, SECRET_FILE_VALUES)) {
        // Seen last, kept longest.
        this.#values.delete(value)
        this.#values.add(value)
      }
    }
    this.#values = new Set([...this.#values].slice(-SECRET_FILE_VALUES))
    this.#redactor.setFound([...this.#values])
  }
}

/** Packages bring keys of their tests along; nobody's secret is in what everybody installs. */
function holdsSecrets(path: string): boolean {
  const inside = relativeTo(path)
  if (/(^|\/)(?:node_modules|\.git|\.venv|venv|site-packages|vendor)\//.test(inside)) return false
  return isWithheldFile(path) || /(^|\/)\.npmrc$/.test(inside)
}
