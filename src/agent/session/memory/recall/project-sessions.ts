/** The sessions whose turns belong together: those of one project, as the imports say that each has made. */
import type { AgentEvent } from '../../../protocol/events.ts'
import { ownImport } from '../../log/session-record.ts'
import { readRows } from '../../search/placed-events.ts'
import { isFields } from '../../shapes/fields.ts'
import { eventRange } from '../../store/database.ts'
import type { Database, SessionRecord } from '../../store/database.ts'
import type { WorkspaceStore } from '../../workspace/workspace-store.ts'
import type { MemoryHome } from '../project-memory.ts'

const ROWS = 200

export interface ProjectSessionsOptions {
  readonly database: Database
  readonly workspaces: Pick<WorkspaceStore, 'imports'>
}

/** Sessions that belong together. */
export interface SessionsTogether {
  /** The latest first. */
  readonly sessions: readonly SessionRecord[]
  /** Roots of the project's imports: what was said under another import is of another project. Absent: it is of none. */
  readonly roots?: ReadonlySet<string>
}

export class ProjectSessions {
  readonly #options: ProjectSessionsOptions
  /** Imports of sessions whose row says nothing of it: the log was written by an older version. */
  readonly #scanned = new Map<string, { readonly lastSeq: number; readonly root: string }>()

  constructor(options: ProjectSessionsOptions) {
    this.#options = options
  }

  /** Deleted ones are left out. Without a project, the session alone. */
  async of(session: string, { project }: Pick<MemoryHome, 'project'>): Promise<SessionsTogether> {
    const { database, workspaces } = this.#options
    if (!project) {
      const record = await database.get('sessions', session)
      return { sessions: record ? [record] : [] }
    }
    const [all, imports] = await Promise.all([database.getAll('sessions'), workspaces.imports()])
    const roots = new Set(
      imports.flatMap(({ root, entry }) => (entry.project?.id === project.id ? [root] : [])),
    )
    const listed = all.filter(({ id, deletedAt }) => id === session || deletedAt === undefined)
    const own: SessionRecord[] = []
    for (const record of listed)
      if (record.id === session || roots.has(await this.#importOf(record))) own.push(record)
    return { sessions: own.toSorted((a, b) => b.updatedAt - a.updatedAt), roots }
  }

  async #importOf({ id, ownImport: root, workspace, lastSeq }: SessionRecord): Promise<string> {
    if (root !== undefined) return root
    if (workspace === undefined) return ''
    const known = this.#scanned.get(id)
    if (known?.lastSeq === lastSeq) return known.root
    const found = await this.#scan(id)
    this.#scanned.set(id, { lastSeq, root: found })
    return found
  }

  async #scan(session: string): Promise<string> {
    let root = ''
    for (let next = 1; ;) {
      const { store } = this.#options.database.transaction('events')
      const rows = await readRows(store, eventRange(session, next), ROWS)
      const last = rows.at(-1)?.at(-1)
      if (!last) return root
      const told = rows.flat().flatMap(({ event }) => (isImport(event) ? [event] : []))
      root = ownImport(told).ownImport ?? root
      next = last.row + 1
    }
  }
}

/** As it lies there; `ownImport` looks at texts alone. */
function isImport(event: unknown): event is AgentEvent {
  if (!isFields(event)) return false
  const { type, root } = event
  return type === 'recording_opened' || (type === 'workspace_imported' && typeof root === 'string')
}
