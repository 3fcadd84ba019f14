/** The workspace as the panel shows it: listings of opened directories, the opened file, changes, import, export. */
import type { ImportProgress, ImportSummary, TreeChange } from '../../sandbox/contract/contract.ts'
import type { AgentApi } from '../../agent/protocol/calls/agent-api.ts'
import type { ImportOrigin } from '../../agent/protocol/events/session-events.ts'
import type { TabNotice } from '../../agent/protocol/tab-notice.ts'
import type { Result } from '../../sandbox/contract/errors.ts'
import { isWithin, relativeTo, resolve } from '../../sandbox/contract/path.ts'
import { REFRESH_MS } from '../limits.ts'
import { unexpected, type Problem } from '../problem.ts'
import { OpenFilesModel, type CursorGoal } from './editor/open-files.svelte.ts'
import { ancestors, parentPath, treeRows, type Listings, type TreeRow } from './file-tree.ts'
import { GitStatusModel } from './tree/git-status.svelte.ts'
import { TreeEditsModel } from './tree/tree-edits.svelte.ts'
import { TreeFilter } from './tree/tree-filter.svelte.ts'
import { TreeSelection } from './tree/tree-selection.svelte.ts'
import { pause } from '../pause.ts'
import { files as t } from '../language/en/files.ts'

/** An archive to be imported. */
export interface ImportedArchive {
  readonly name: string
  readonly data: Uint8Array
  /** Absent where the user brought it. */
  readonly origin?: ImportOrigin | undefined
}

type ImportState =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly name: string; readonly progress: ImportProgress | undefined }
  | { readonly status: 'failed'; readonly name: string; readonly problem: Problem }
  /** `before` is the root that the import replaced, to be brought back. */
  | { readonly status: 'done'; readonly name: string; readonly before: string | undefined }

export class WorkspaceModel {
  listings = $state.raw<Listings>(new Map())
  expanded = $state.raw<ReadonlySet<string>>(new Set())
  /** Path of the row that the keyboard is on. */
  active = $state<string>()
  changes = $state.raw<readonly TreeChange[]>([])
  /** Files and folders that the agent does not change. */
  locks = $state.raw<ReadonlySet<string>>(new Set())
  /** There are more changes than these. */
  hasMoreChanges = $state(false)
  imported = $state.raw<ImportState>({ status: 'idle' })
  problem = $state.raw<Problem>()
  exporting = $state(false)

  readonly files: OpenFilesModel
  readonly edits: TreeEditsModel
  readonly git: GitStatusModel
  readonly filter: TreeFilter
  readonly selection = new TreeSelection()

  readonly rows = $derived.by(() => this.filter.rows ?? treeRows(this.listings, this.expanded))
  readonly empty = $derived((this.listings.get('') ?? []).length === 0)

  readonly #agent: AgentApi
  /** Answers of an earlier generation, for another session or before a restore, are not shown. */
  #generation = 0
  #ready = false
  #stale = new Set<string>()
  #refreshing = false

  /** `locked` says why nothing of the workspace can be changed by the person now; '' when it can. */
  constructor(agent: AgentApi, locked: () => string) {
    this.#agent = agent
    this.files = new OpenFilesModel(agent, locked)
    this.git = new GitStatusModel(agent)
    this.filter = new TreeFilter(agent)
    this.edits = new TreeEditsModel({
      agent,
      onMoved: (from, to) => {
        this.files.moved(from, to)
        if (this.active === from) this.choose(to)
        this.rootChanged()
      },
      onRemoved: (path) => {
        this.files.removed(path)
        this.rootChanged()
      },
      onCreated: (path, kind) => {
        if (kind === 'file') void this.open(path)
        else {
          this.expanded = new Set([...this.expanded, ...ancestors(path)])
          this.choose(path)
        }
        this.rootChanged()
      },
    })
  }

  reset(session: string): void {
    this.#generation += 1
    this.files.reset(session)
    this.edits.reset()
    this.git.reset()
    this.filter.reset()
    this.listings = new Map()
    this.expanded = new Set()
    this.active = undefined
    this.changes = []
    this.locks = new Set()
    this.hasMoreChanges = false
    this.imported = { status: 'idle' }
    this.problem = undefined
    if (this.#ready) this.#refreshAll()
  }

  notice(notice: TabNotice): void {
    if (notice.type === 'sandbox') {
      const was = this.#ready
      this.#ready = notice.state.status === 'ready'
      if (this.#ready && !was) this.#refreshAll()
    }
    if (notice.type === 'role') {
      if (notice.role === 'leader') void this.files.takeUp()
      else this.files.handOver()
    }
    if (notice.type === 'import_progress' && this.imported.status === 'running') {
      this.imported = { ...this.imported, progress: notice.progress }
    }
    if (notice.type !== 'files_changed') return
    if (notice.overflow) return this.#refreshAll()
    for (const path of notice.paths) this.#stale.add(relative(path))
    for (const path of notice.ignored) this.#allStale(relative(path))
    this.#refreshSoon()
  }

  /** Locked itself, or with a folder that it is in: `.` is the workspace. */
  isLocked(path: string): boolean {
    return [path, ...ancestors(path), '.'].some((part) => this.locks.has(part))
  }

  /** Locks a file or folder, or opens it again. A path that is locked with its folder is opened with that. */
  async toggleLock(path: string): Promise<void> {
    const locked = await this.#agent.permissions
      .setLock(path, !this.locks.has(path))
      .catch((error: unknown) => {
        this.problem = unexpected(t.locking, error)
      })
    if (!locked) return
    if (locked.ok) this.locks = new Set(locked.value)
    else this.problem = { message: locked.error.message, hint: locked.error.hint }
  }

  /** They can change by another decision, too. */
  async readLocks(): Promise<void> {
    const generation = this.#generation
    const locks = await this.#agent.permissions.locks().catch(() => [])
    if (generation === this.#generation) this.locks = new Set(locks)
  }

  /** The log tells of other files, whoever changed them. */
  rootChanged(): void {
    if (this.#ready) this.#refreshAll()
  }

  toggle(path: string): void {
    const expanded = new Set(this.expanded)
    if (expanded.delete(path)) {
      this.expanded = expanded
      return
    }
    this.expanded = expanded.add(path)
    if (!this.listings.has(path)) void this.#list(path)
  }

  /** The row at a path, if it is among those that can be seen. */
  row(path: string | undefined): TreeRow | undefined {
    return this.rows.find((row) => row.path === path)
  }

  /** All that an action of the tree is for. */
  get chosen(): readonly string[] {
    return this.selection.paths(this.active)
  }

  /** Puts the keyboard on a row, and chooses it alone. */
  choose(path: string): void {
    this.active = path
    this.selection.only(path)
  }

  async copy(text: string): Promise<void> {
    await this.#attempt(t.copying, () => navigator.clipboard.writeText(text))
  }

  /** Content of a file; undefined after a failure, which is shown. */
  async bytes(path: string): Promise<Uint8Array | undefined> {
    const result = await this.#attempt(t.readingFile, () => this.#agent.files.read(resolve(path)))
    if (!result || result.ok) return result?.value
    this.edits.problem = { message: result.error.message, hint: result.error.hint }
    return undefined
  }

  /** Shows a file and the way to it. The path may be absolute. */
  async open(anyPath: string, goal?: CursorGoal): Promise<void> {
    const path = relative(resolve(anyPath))
    this.choose(path)
    const way = ancestors(path)
    this.expanded = new Set([...this.expanded, ...way])
    await Promise.all([
      ...way.filter((directory) => !this.listings.has(directory)).map((directory) => this.#list(directory)),
      this.files.open(path, goal),
    ])
  }

  /** Files and folders that fit a few letters; none when they could not be found out. */
  async find(query: string): Promise<readonly string[]> {
    const found = await this.#agent.files.findPaths(query).catch(() => undefined)
    return found?.ok ? found.value : []
  }

  async import({ name, data, origin }: ImportedArchive, before: string | undefined): Promise<void> {
    await this.importBy(name, () => this.#agent.workspace.importArchive(name, data, origin), before)
  }

  /** `read` replaces the workspace by what is called `name`; `before` is the root that it replaces. */
  async importBy(
    name: string,
    read: () => Promise<Result<ImportSummary>>,
    before: string | undefined,
  ): Promise<void> {
    this.imported = { status: 'running', name, progress: undefined }
    try {
      const result = await read()
      if (!result.ok) return this.#importFailed(name, result.error)
      this.imported = { status: 'done', name: result.value.name ?? name, before }
      this.files.closeSaved()
      this.#refreshAll()
    } catch (error) {
      this.imported = { status: 'failed', name, problem: unexpected(t.theImport, error) }
    }
  }

  refuseImport(name: string, problem: Problem): void {
    this.imported = { status: 'failed', name, problem }
  }

  dismissImport(): void {
    this.imported = { status: 'idle' }
  }

  async cancelImport(): Promise<void> {
    await this.#attempt(t.cancellingImport, () => this.#agent.workspace.cancelImport())
  }

  /** Brings back what an import replaced. */
  async undoImport(root: string): Promise<void> {
    this.imported = { status: 'idle' }
    const result = await this.#attempt(t.undoingImport, () => this.#agent.workspace.restore(root))
    if (result && !result.ok) this.problem = { message: result.error.message, hint: result.error.hint }
  }

  /** The workspace as a zip; undefined when it failed, which is shown. */
  async export(): Promise<{ name: string; data: Uint8Array } | undefined> {
    this.exporting = true
    const result = await this.#attempt(t.theExport, () => this.#agent.workspace.exportArchive())
    this.exporting = false
    if (!result || result.ok) return result?.value
    this.problem = { message: result.error.message, hint: result.error.hint }
    return undefined
  }

  #importFailed(name: string, error: { kind: string; message: string; hint?: string }): void {
    if (error.kind === 'cancelled') this.imported = { status: 'idle' }
    else this.imported = { status: 'failed', name, problem: { message: error.message, hint: error.hint } }
  }

  #refreshAll(): void {
    void this.readLocks()
    this.#stale.add('')
    for (const path of this.listings.keys()) this.#stale.add(`${path}/.`)
    for (const { path } of this.files.files) this.#stale.add(path)
    this.#refreshSoon()
  }

  /** Marks a path, and all shown paths below it, as stale. */
  #allStale(top: string): void {
    const isBelow = (path: string): boolean => path === top || path.startsWith(`${top}/`)
    this.#stale.add(top)
    for (const path of this.listings.keys()) if (isBelow(path)) this.#stale.add(`${path}/.`)
    for (const { path } of this.files.files) if (isBelow(path)) this.#stale.add(path)
  }

  /** Looks again at what changed, once for many changes in a row. */
  #refreshSoon(): void {
    if (this.#refreshing) return
    this.#refreshing = true
    setTimeout(() => void this.#refreshStale(), REFRESH_MS)
  }

  /** One look at a time, with a pause as long as it took: where that is long, others wait for the sandbox, too. */
  async #refreshStale(): Promise<void> {
    const stale = this.#stale
    this.#stale = new Set()
    const start = performance.now()
    await this.#refresh(stale)
    await pause(performance.now() - start)
    this.#refreshing = false
    if (this.#stale.size > 0) this.#refreshSoon()
  }

  async #refresh(stale: ReadonlySet<string>): Promise<void> {
    if (!this.#ready) return
    const directories = new Set([...stale].map(parentPath))
    const listed = [...directories].filter((path) => path === '' || this.listings.has(path))
    this.filter.refresh()
    await Promise.all([
      ...listed.map((path) => this.#list(path)),
      this.files.refresh((path) => stale.has(path)),
      this.#readChanges(),
    ])
    this.git.refreshSoon(this.#isRepository)
  }

  get #isRepository(): boolean {
    return this.listings.get('')?.some(({ name }) => name === '.git') ?? false
  }

  async #list(path: string): Promise<void> {
    const generation = this.#generation
    const result = await this.#attempt(t.listingFiles, () => this.#agent.files.list(resolve(path)))
    if (!result || generation !== this.#generation) return
    const listings = new Map(this.listings)
    if (result.ok) listings.set(path, result.value)
    else listings.delete(path)
    this.listings = listings
  }

  async #readChanges(): Promise<void> {
    const generation = this.#generation
    const result = await this.#attempt(t.comparingFiles, () => this.#agent.workspace.changes())
    if (!result?.ok || generation !== this.#generation) return
    this.changes = result.value.changes
    this.hasMoreChanges = !result.value.areAll
  }

  async #attempt<T>(what: string, call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await call()
    } catch (error) {
      this.problem = unexpected(what, error)
      return undefined
    }
  }
}

/** Relative to the workspace root, '' for the root; what lies outside keeps its absolute path. */
function relative(path: string): string {
  const inner = relativeTo(path)
  if (inner === '.') return ''
  return isWithin(resolve(path), resolve('.')) ? inner : path
}
