/**
 * Decides which version of a steering file counts. Programs may write such files; a version that the user
 * neither imported, set by hand or by an allowed call, nor accepted, is pending: it is no instruction and
 * leaves with no export.
 */
import type { BlobStore, Sandbox, TreeChange } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { isWithin, relativeTo, resolve } from '../../../sandbox/contract/path.ts'
import { INSTRUCTION_IMPORTS } from '../../limits.ts'
import { isAddress, matchesOf } from '../../memory/instructions/config-file.ts'
import type { FileInForce } from '../../memory/instructions/instruction-source.ts'
import { isInstructionFile } from '../../memory/instructions/places.ts'
import type { EditedFiles, FileEdit } from '../../protocol/calls/files.ts'
import type { SteeringChange, SteeringVersions } from '../../protocol/calls/steering-files.ts'
import { contentHash } from '../store/content-hash.ts'
import type { SessionFacts } from '../log/facts.ts'
import type { AcceptedVersion } from '../workspace/workspace-record.ts'
import { fileInForce } from './file-in-force.ts'
import { fileOf, NO_FILE, versionOf } from './file-version.ts'
import { gitConfigEffect } from './git-config-effect.ts'
import { isSetByLine, mayNameSteering } from './set-by-line.ts'
import { SteeringChanges } from './steering-changes.ts'
import { steers } from './steers.ts'
import { unstoredChanges } from './unstored-changes.ts'

/** Texts that instruction files import, as a rule. */
const PROSE = /\.(?:mdx?|mdc|txt)$/i

export interface SteeringGateOptions {
  readonly sandbox: () => Promise<Result<Sandbox>>
  readonly blobs: Pick<BlobStore, 'get'>
  readonly accepted: {
    accepted(): Promise<readonly AcceptedVersion[]>
    accept(versions: readonly AcceptedVersion[]): Promise<void>
  }
  readonly facts: () =>
    | Pick<SessionFacts, 'openedRoot' | 'setByCalls' | 'instructions' | 'heldInstructions'>
    | undefined
  /** The root of the empty workspace. */
  readonly emptyRoot: () => string | undefined
  /** A run is under way: its writes are not taken for the user's. */
  readonly busy: () => boolean
  /** Something was set or accepted. */
  readonly onAccepted: () => void
}

/** A change that is pending, with the version that counts meanwhile. */
export interface PendingFile extends SteeringChange {
  readonly inForce: string
}

/** Files that are pending at one moment, and those that may leave. */
export interface SteeringState {
  /** By path. */
  readonly pending: readonly PendingFile[]
  /** Whether the file may leave in this version, whatever the workspace has by now. */
  readonly mayLeave: (path: string, version: string) => Promise<boolean>
}

export class SteeringGate {
  /** Told by the gate's owner of changes of files, and of acts of the user: they may change the versions in force. */
  readonly changes = new SteeringChanges()
  readonly #options: SteeringGateOptions
  /** The latest list. */
  #listed: readonly PendingFile[] = []
  /** Versions of the steering files of a root. */
  #opened: { readonly root: string; readonly versions: ReadonlyMap<string, string> } | undefined

  constructor(options: SteeringGateOptions) {
    this.#options = options
  }

  /** Equal as long as `inForce` gives what it gave. */
  get revision(): string {
    const { openedRoot = '', setByCalls = new Map<string, string>() } = this.#options.facts() ?? {}
    return [this.changes.count, openedRoot, ...[...setByCalls].flat()].join(' ')
  }

  async pending(): Promise<Result<readonly PendingFile[]>> {
    const changes = await this.#sinceOpened()
    if (!changes.ok) return changes
    const known = await this.#known()
    const found: PendingFile[] = []
    for (const { path, before, after } of changes.value) {
      if (!steers(path) && !this.#isTold(path)) continue
      const file = { path, version: versionOf(after), original: versionOf(before) }
      const pending = await this.#judge(file, known.get(path) ?? [])
      if (pending) found.push(pending)
    }
    this.#listed = found.toSorted((a, b) => (a.path < b.path ? -1 : 1))
    return ok(this.#listed)
  }

  async state(): Promise<Result<SteeringState>> {
    const [pending, opened] = [await this.pending(), await this.#openedVersions()]
    if (!pending.ok) return pending
    if (!opened.ok) return opened
    const known = await this.#known()
    const mayLeave = async (path: string, version: string) => {
      const original = opened.value.get(path) ?? NO_FILE
      return (await this.#judge({ path, version, original }, known.get(path) ?? [])) === undefined
    }
    // One that instructions import changes nothing where the tree lands.
    return ok({ pending: pending.value.filter(({ path }) => steers(path)), mayLeave })
  }

  async versions({ path, version }: SteeringChange): Promise<Result<SteeringVersions>> {
    const found = this.#listed.find((file) => file.path === path)
    if (found?.version !== version) return changedSince(path)
    const [before, now] = await Promise.all([this.content(found.inForce), this.content(version)])
    return ok({ ...(before && { inForce: before }), ...(now && { now }) })
  }

  /** Exactly what was shown. */
  async accept(changes: readonly SteeringChange[]): Promise<Result<void>> {
    const pending = await this.pending()
    if (!pending.ok) return pending
    for (const { path, version } of changes)
      if (!pending.value.some((file) => file.path === path && file.version === version))
        return changedSince(path)
    await this.#accept(changes.map(({ path, version }) => ({ path, version })))
    return ok(undefined)
  }

  /** Undefined where there is no file, or its content is no longer stored. */
  async content(version: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const file = fileOf(version)
    const [data] = file ? await this.#options.blobs.get([file.hash]) : []
    return data?.slice()
  }

  /** These files as the user imported, set or accepted them, whatever programs have written since; links are followed. */
  async inForce(paths: readonly string[]): Promise<Result<readonly FileInForce[]>> {
    await this.changes.settled()
    const [changes, opened] = [await this.#sinceOpened(), await this.#openedVersions()]
    if (!changes.ok) return changes
    if (!opened.ok) return opened
    const known = await this.#known()
    const changed = new Map(changes.value.map((change) => [change.path, change]))
    let files: Promise<ReadonlyMap<string, string>> | undefined
    const originalOf = async (path: string) => {
      if (steers(path)) return opened.value.get(path) ?? NO_FILE
      // Few instruction files import another that steers nothing: all files are listed only for these.
      files ??= this.#openedFiles().then((listed) => versionsIn(listed.ok ? listed.value : []))
      return (await files).get(path) ?? NO_FILE
    }
    const versionsOf = async (path: string) => {
      this.changes.watch(path)
      const change = changed.get(path)
      const original = change ? versionOf(change.before) : await originalOf(path)
      const version = change ? versionOf(change.after) : original
      const pending = await this.#judge({ path, version, original }, known.get(path) ?? [])
      return pending ?? { version, inForce: version }
    }
    const tree = { versionsOf, content: (version: string) => this.content(version) }
    return ok(await Promise.all(paths.map((path) => fileInForce(path, tree))))
  }

  /** Instruction files of which a version is in force or pending, from the workspace's root. */
  async places(): Promise<Result<readonly string[]>> {
    await this.changes.settled()
    const opened = await this.#openedVersions()
    return opened.ok ? this.#withChanged([...opened.value.keys()], isInstructionFile) : opened
  }

  /** Files of any kind, in the order of their names, and not more than can be instructions. */
  async matching(patterns: readonly string[]): Promise<Result<readonly (readonly string[])[]>> {
    await this.changes.settled()
    const opened = await this.#openedFiles()
    if (!opened.ok) return opened
    const all = await this.#withChanged(
      opened.value.map(({ path }) => path),
      () => true,
    )
    if (!all.ok) return all
    const paths = all.value.toSorted()
    return ok(patterns.map((pattern) => matchesOf(pattern, paths).slice(0, INSTRUCTION_IMPORTS + 1)))
  }

  /** These paths, and those of files that were set or have changed, as far as they are meant. */
  async #withChanged(
    opened: readonly string[],
    isMeant: (path: string) => boolean,
  ): Promise<Result<readonly string[]>> {
    const changes = await this.#sinceOpened()
    if (!changes.ok) return changes
    const paths = [...opened, ...(await this.#known()).keys(), ...changes.value.map(({ path }) => path)]
    return ok([...new Set(paths)].filter(isMeant))
  }

  /** An edit by the user's own hand. A file that is only moved to such a name was perhaps never looked at. */
  async tookEdits(edits: readonly FileEdit[], { before, after }: EditedFiles): Promise<void> {
    const named = edits.filter((edit) => edit.kind === 'file' || edit.kind === 'remove')
    if (!named.some(({ kind, path }) => kind === 'remove' || this.#mayInstruct(relativeTo(resolve(path)))))
      return
    const sandbox = await this.#options.sandbox()
    const changes = sandbox.ok ? await sandbox.value.diff(before, after) : sandbox
    if (!changes.ok) return
    const isNamed = ({ path }: TreeChange) =>
      named.some((edit) =>
        edit.kind === 'file'
          ? resolve(edit.path) === resolve(path)
          : isWithin(resolve(path), resolve(edit.path)),
      )
    await this.#acceptChanges(changes.value.filter(isNamed))
  }

  /** A file that the user, or a script of the page, has written as a whole. */
  async tookFile(path: string, data: Uint8Array): Promise<void> {
    const relative = relativeTo(resolve(path))
    if (!this.#mayInstruct(relative)) return
    const hash = await contentHash(data.slice())
    const sandbox = await this.#options.sandbox()
    const stat = sandbox.ok ? await sandbox.value.stat(resolve(path)) : sandbox
    const mode = stat.ok ? stat.value.mode : 0o644
    await this.#accept([{ path: relative, version: versionOf({ kind: 'file', hash, mode }) }])
  }

  /** A command line of the user's own: it sets the files that it plainly names, unless the agent works meanwhile. */
  async aroundLine<T>(line: string, run: () => Promise<T>): Promise<T> {
    if (this.#options.busy() || !mayNameSteering(line)) return run()
    const before = await this.#sinceOpened()
    const outcome = await run()
    const after = this.#options.busy() || !before.ok ? before : await this.#sinceOpened()
    if (!before.ok || !after.ok) return outcome
    const known = new Map(before.value.map((change) => [change.path, versionOf(change.after)]))
    await this.#acceptChanges(
      after.value.filter(
        (change) => known.get(change.path) !== versionOf(change.after) && isSetByLine(line, change.path),
      ),
    )
    return outcome
  }

  /** It steers, or may be imported by a file that does. */
  #mayInstruct(path: string): boolean {
    return steers(path) || this.#isTold(path) || PROSE.test(path)
  }

  /** Its text was told as an instruction, or withheld from that: another file imports it. */
  #isTold(path: string): boolean {
    const { instructions, heldInstructions } = this.#options.facts() ?? {}
    return instructions?.has(path) === true || heldInstructions?.has(path) === true
  }

  async #acceptChanges(changes: readonly TreeChange[]): Promise<void> {
    await this.#accept(
      changes
        .filter(({ path }) => this.#mayInstruct(path))
        .map(({ path, after }) => ({ path, version: versionOf(after) })),
    )
  }

  async #accept(versions: readonly AcceptedVersion[]): Promise<void> {
    if (versions.length === 0) return
    await this.#options.accepted.accept(versions)
    this.changes.note()
    this.#options.onAccepted()
  }

  /** By path, the latest last. */
  async #known(): Promise<ReadonlyMap<string, readonly string[]>> {
    const known = new Map<string, readonly string[]>()
    const note = (path: string, version: string) => known.set(path, [...(known.get(path) ?? []), version])
    for (const [path, hash] of this.#options.facts()?.setByCalls ?? []) {
      note(path, hash)
      // A tool that writes a file keeps its mode.
      note(path, `${hash}+x`)
    }
    for (const { path, version } of await this.#options.accepted.accepted())
      if (!isAddress(path)) note(path, version)
    return known
  }

  async #judge(
    {
      path,
      version,
      original,
    }: { readonly path: string; readonly version: string; readonly original: string },
    accepted: readonly string[],
  ): Promise<PendingFile | undefined> {
    if (version === original || accepted.includes(version)) return undefined
    if (await this.#hasEqualEffect(path, version, [original, ...accepted])) return undefined
    const inForce = accepted.at(-1) ?? original
    const kind = inForce === NO_FILE ? 'added' : version === NO_FILE ? 'removed' : 'changed'
    return { path, version, change: kind, inForce }
  }

  /** Only some settings of a git configuration steer. */
  async #hasEqualEffect(path: string, version: string, others: readonly string[]): Promise<boolean> {
    if (!/(?:^|\/)\.git\/(?:.*\/)?config$/.test(path) || version.endsWith('@')) return false
    const effectOf = async (one: string) => {
      if (one === NO_FILE) return ''
      const data = await this.content(one)
      return data && gitConfigEffect(new TextDecoder().decode(data))
    }
    const effect = await effectOf(version)
    if (effect === undefined) return false
    for (const other of others) if ((await effectOf(other)) === effect) return true
    return false
  }

  async #openedFiles(): Promise<Result<readonly TreeChange[]>> {
    const sandbox = await this.#options.sandbox()
    if (!sandbox.ok) return sandbox
    const [root, empty] = [this.#options.facts()?.openedRoot, this.#options.emptyRoot()]
    return root === undefined || empty === undefined ? ok([]) : sandbox.value.diff(empty, root)
  }

  async #openedVersions(): Promise<Result<ReadonlyMap<string, string>>> {
    const root = this.#options.facts()?.openedRoot
    if (root === undefined) return ok(new Map())
    if (this.#opened?.root === root) return ok(this.#opened.versions)
    const files = await this.#openedFiles()
    if (!files.ok) return files
    const versions = versionsIn(files.value.filter(({ path }) => steers(path)))
    this.#opened = { root, versions }
    return ok(versions)
  }

  async #sinceOpened(): Promise<Result<readonly TreeChange[]>> {
    const sandbox = await this.#options.sandbox()
    if (!sandbox.ok) return sandbox
    const now = await sandbox.value.checkpoint()
    if (!now.ok && now.error.kind === 'quota') {
      const opened = await this.#openedVersions()
      return opened.ok ? unstoredChanges(sandbox.value, opened.value) : opened
    }
    if (!now.ok) return now
    const base = this.#options.facts()?.openedRoot ?? this.#options.emptyRoot()
    return base === undefined ? ok([]) : sandbox.value.diff(base, now.value.root)
  }
}

function versionsIn(files: readonly TreeChange[]): ReadonlyMap<string, string> {
  return new Map(files.map(({ path, after }) => [path, versionOf(after)]))
}

function changedSince(path: string): Result<never> {
  return fail('not_permitted', `${path} has changed since it was shown; nothing was accepted.`, {
    path,
    hint: 'Look at it again.',
  })
}
