/**
 * The user's decisions on a workspace: rules, locks and trust that hold for it only. Kept apart from the log,
 * which others may have written, under the hash of the imported files, so that neither a name nor a recording
 * lends anything to other files. The mark of a record says which project these files are of; a later import of it gets
 * what the user takes along, as a copy (`project/identity`).
 */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { LOCKS, WORKSPACES_REMEMBERED } from '../../limits.ts'
import type { PermissionRules } from '../../protocol/settings.ts'
import type { Session } from '../log/session.ts'
import type { ContentHolder } from '../storage/content-holder.ts'
import { noteHashes } from '../storage/note-hashes.ts'
import type { ValueCopies } from '../store/value-store/value-copies.ts'
import { ValueStore } from '../store/value-store/value-store.ts'
import { keptVersions } from './accepted-versions.ts'
import type { ProjectMark } from './project-mark.ts'
import { changedRecord, isReadable, readRecord, WHOLE_WORKSPACE } from './workspace-record.ts'
import type { AcceptedVersion, SaidOfWorkspace, WorkspaceEntry } from './workspace-record.ts'

export const NO_RULES: PermissionRules = { allow: [], ask: [], deny: [] }

/** The record of one import, whose root it is. */
export interface ImportRecord {
  readonly root: string
  readonly entry: WorkspaceEntry
}

/** The part of a record that permissions depend on. */
export type Permitted = Pick<SaidOfWorkspace, 'rules' | 'locks' | 'trust'>

export interface WorkspaceStoreOptions {
  readonly session: () => Session | undefined
  readonly now: () => number
  readonly copies?: ValueCopies | undefined
  /** Rules, locks or trust have changed. A change resolves after it. */
  readonly onChanged?: () => Promise<void>
}

/** Entry of the open session's workspace; without an open session nothing is stored or found. */
export class WorkspaceStore implements ContentHolder<'accepted_versions'> {
  readonly name = 'accepted_versions'
  readonly #options: WorkspaceStoreOptions
  readonly #values: ValueStore

  constructor(options: WorkspaceStoreOptions) {
    this.#options = options
    const { copies } = options
    this.#values = new ValueStore({ database: 'vivarium-workspaces', store: 'workspaces', copies })
  }

  /** All of it as of one moment. */
  said(): Promise<SaidOfWorkspace> {
    return this.#read()
  }

  async rules(): Promise<PermissionRules> {
    return (await this.#read()).rules ?? NO_RULES
  }

  async addRule(rule: string): Promise<PermissionRules> {
    const { allow, ...rest } = await this.rules()
    return this.#keepRules({ ...rest, allow: allow.includes(rule) ? allow : [...allow, rule] })
  }

  async forgetRule(rule: string): Promise<PermissionRules> {
    const { allow, ...rest } = await this.rules()
    return this.#keepRules({ ...rest, allow: allow.filter((known) => known !== rule) })
  }

  /** Files and folders that are kept from being changed, from the workspace's root. */
  async locks(): Promise<readonly string[]> {
    return (await this.#read()).locks ?? []
  }

  async setLock(path: string, isLocked: boolean): Promise<Result<readonly string[]>> {
    // The user's own choice takes the place of locks that could not be read.
    const others = (await this.locks()).filter((known) => known !== path && known !== WHOLE_WORKSPACE)
    if (isLocked && others.length >= LOCKS)
      return fail('limit', `At most ${LOCKS} locks are kept; ${path} was not locked.`, {
        hint: 'Lock a folder.',
      })
    const locks = isLocked ? [...others, path].toSorted() : others
    await this.#change({ locks })
    return ok(locks)
  }

  /** The user's decision on the project's own configuration: trusted or refused. */
  async trusted(): Promise<WorkspaceEntry['trust']> {
    return (await this.#read()).trust
  }

  keepTrust(trust: WorkspaceEntry['trust']): Promise<void> {
    return this.#change({ trust })
  }

  /** Versions of steering files that the user set or accepted, the latest last. */
  async accepted(): Promise<readonly AcceptedVersion[]> {
    return (await this.#read()).accepted ?? []
  }

  async accept(versions: readonly AcceptedVersion[]): Promise<void> {
    await this.#write({ accepted: keptVersions(await this.accepted(), versions) })
  }

  /** All imports of which there is a record. */
  async imports(): Promise<readonly ImportRecord[]> {
    const all = await this.#values.entries()
    return all.flatMap(([key, value]) => {
      const [, root] = /^import (.+)$/.exec(key) ?? []
      return root === undefined ? [] : [{ root, entry: readRecord(value) }]
    })
  }

  /** The import has this mark unless it is known to be of another project. Gives the mark that it has. */
  async markProject(root: string, mark: ProjectMark): Promise<ProjectMark> {
    let marked = mark
    await this.#values.update(importKey(root), (known) => {
      const { at, project = mark } = readRecord(known)
      marked = project.id === mark.id ? mark : project
      return changedRecord(known, { project: marked }, at || this.#options.now())
    })
    await this.#tidy()
    return marked
  }

  /** The user has said which project the import is of; `along` is what comes with it. No ask, deny or lock that is here is lost. */
  async settleProject(root: string, project: ProjectMark, along: Permitted): Promise<void> {
    const at = this.#options.now()
    await this.#values.update(importKey(root), (known) => {
      return changedRecord(known, { ...withBoth(readRecord(known), along), project }, at)
    })
    await this.#tidy()
    await this.#options.onChanged?.()
  }

  /**
   * Accepted versions of all workspaces: any may have to be in force again, when every session is gone that has it. The tab that
   * accepts one has stored it, or is about to.
   */
  async hashes(): Promise<Iterable<string>> {
    const hashes = new Set<string>()
    for (const [, entry] of await this.#values.entries()) noteHashes(entry, hashes)
    return hashes
  }

  /** A session is deleted, and what was said of a workspace that only it had. */
  async forget(session: string): Promise<void> {
    await this.#values.delete(keyOf({ id: session }))
    await this.#options.onChanged?.()
  }

  /** The entries of all workspaces, by their keys, without those that cannot be read. */
  async all(): Promise<ReadonlyMap<string, WorkspaceEntry>> {
    const all = await this.#values.entries()
    return new Map(all.flatMap(([key, value]) => keptEntry(key, value)))
  }

  /** Puts a backup's entries over those that are here: no ask, deny or lock that is here is lost. */
  async takeIn(taken: ReadonlyMap<string, WorkspaceEntry>): Promise<void> {
    for (const [key, entry] of taken) {
      await this.#values.update(key, (known) =>
        known === undefined ? entry : changedRecord(known, joined(readRecord(known), entry), entry.at),
      )
    }
    await this.#tidy()
    await this.#options.onChanged?.()
  }

  async #keepRules(rules: PermissionRules): Promise<PermissionRules> {
    await this.#change({ rules })
    return rules
  }

  async #read(): Promise<SaidOfWorkspace> {
    const session = this.#options.session()
    if (session === undefined) return {}
    const { at: _, ...said } = readRecord(await this.#values.get(keyOf(session)))
    return said
  }

  /** Stores a change of what permissions depend on. */
  async #change(change: Permitted): Promise<void> {
    await this.#write(change)
    await this.#options.onChanged?.()
  }

  async #write(change: SaidOfWorkspace): Promise<void> {
    const session = this.#options.session()
    if (session === undefined) return
    const at = this.#options.now()
    await this.#values.update(keyOf(session), (known) => changedRecord(known, change, at))
    await this.#tidy()
  }

  async #tidy(): Promise<void> {
    const all = (await this.#values.entries()).map(([key, value]) => ({ key, entry: readRecord(value) }))
    const [said, marked] = [
      all.filter(({ entry }) => hasChoice(entry)),
      all.filter(({ entry }) => !hasChoice(entry)),
    ]
    const oldest = [said, marked].flatMap((entries) =>
      entries.toSorted((a, b) => b.entry.at - a.entry.at).slice(WORKSPACES_REMEMBERED),
    )
    await Promise.all(oldest.map(({ key }) => this.#values.delete(key)))
  }
}

/** Key of the imported content; else of the session, which alone has these files. */
function keyOf({ id, facts }: Pick<Session, 'id'> & { readonly facts?: Session['facts'] }): string {
  return facts?.ownImport === undefined ? `session ${id}` : importKey(facts.ownImport)
}

function importKey(root: string): string {
  return `import ${root}`
}

/** More than the mark of its project: imports alone push out no choice. */
function hasChoice({ at: _, project: __, ...said }: WorkspaceEntry): boolean {
  return Object.keys(said).length > 0
}

/** One entry with all its fields, also those of a later version; none where a known one cannot be read. */
export function keptEntry(key: string, value: unknown): [string, WorkspaceEntry][] {
  if (!isReadable(value) || !/^(?:import|session) [\w-]{1,100}$/.test(key)) return []
  // Each known field has been read; others are for a later version.
  const entry = value as WorkspaceEntry
  const { accepted } = entry
  return [[key, accepted ? { ...entry, accepted: keptVersions(accepted) } : entry]]
}

function both<T>(one: readonly T[] = [], other: readonly T[] = []): T[] {
  return [...new Set([...one, ...other])]
}

/** Rules that ask or deny, and locks, of the two: none of either is lost. Rules that allow are those of `later`. */
function restricted(here: Permitted, later: Permitted): Pick<Permitted, 'rules' | 'locks'> {
  const rules = later.rules ?? here.rules
  const ask = both(here.rules?.ask, later.rules?.ask)
  const deny = both(here.rules?.deny, later.rules?.deny)
  const locks = both(here.locks, later.locks).slice(0, LOCKS)
  return { ...(rules && { rules: { ...rules, ask, deny } }), ...(locks.length > 0 && { locks }) }
}

/** All of the two; trust is that which is here. */
function withBoth(here: Permitted, along: Permitted): Permitted {
  const { rules, ...locks } = restricted(here, along)
  const allow = both(here.rules?.allow, along.rules?.allow)
  const trust = here.trust ?? along.trust
  return { ...locks, ...(rules && { rules: { ...rules, allow } }), ...(trust && { trust }) }
}

/** The taken entry, without the loss of a restriction; the project stays that which is here. */
function joined(here: WorkspaceEntry, taken: WorkspaceEntry): WorkspaceEntry {
  return { ...here, ...taken, ...(here.project && { project: here.project }), ...restricted(here, taken) }
}
