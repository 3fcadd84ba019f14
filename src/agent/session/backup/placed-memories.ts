/** The memories of a backup, each with its place here: ids of projects are of one browser, files are the same in all. */
import { BACKUP_RECORD_BYTES, BACKUP_TITLE_CHARS, WORKSPACES_REMEMBERED } from '../../limits.ts'
import type { BackedUpNotes } from '../../protocol/calls/backups.ts'
import { readMemory } from '../memory/memory-record.ts'
import { FOR_ALL, projectKey } from '../memory/memory-store.ts'
import { soundNotes } from '../memory/sound-notes.ts'
import type { SoundNote } from '../memory/sound-notes.ts'
import type { ProjectMark } from '../workspace/project-mark.ts'
import { readRecord } from '../workspace/workspace-record.ts'
import type { WorkspaceEntry } from '../workspace/workspace-record.ts'
import { keptEntry } from '../workspace/workspace-store.ts'
import type { ReadBackup } from './read-backup.ts'
import type { BackupValues } from './shapes.ts'
import type { ValueStores } from './values.ts'

export interface PlacedMemory {
  readonly key: string
  /** Key of the memory here. */
  readonly target: string
  /** There is one under that key. */
  readonly isKnown: boolean
  readonly scope: BackedUpNotes['scope']
  readonly project: string | undefined
  readonly isOn: boolean
  readonly notes: readonly SoundNote[]
  /** Imports that are of its project, and not known here to be of any. */
  readonly imports: readonly MarkedImport[]
}

interface MarkedImport {
  readonly root: string
  readonly mark: ProjectMark
}

interface Stores extends Pick<ValueStores, 'workspaces' | 'memories'> {
  readonly now: () => number
}

/** Each key once. Notes of a session that is not among `sessions` are left out. */
export async function placedMemories(
  { values, imports }: Pick<ReadBackup, 'values' | 'imports'>,
  sessions: ReadonlySet<string>,
  { workspaces, memories, now }: Stores,
): Promise<readonly PlacedMemory[]> {
  if (values?.memories === undefined) return []
  // The first counts where a key is there twice.
  const known = new Map([...new Map(values.memories.toReversed())].toReversed())
  const [entries, all] = [await workspaces.all(), await memories.all()]
  const marks = marksIn(values, now())
  // A mark more would push out one that is here.
  let room = WORKSPACES_REMEMBERED - entries.size
  const placed: PlacedMemory[] = []
  for (const [key, record] of known) {
    const [scope = '', id = ''] = key.split(' ')
    const marked = scope === 'project' ? (marks.get(id) ?? []) : []
    const target = scope === 'project' ? projectKey(projectHere(id, marked, entries)) : key
    if (scope === 'session' && !sessions.has(id)) continue
    const { isOn, notes } = readMemory(record)
    const unmarked = target === key ? marked.filter(({ root }) => isUnmarked(root, entries, imports)) : []
    const within = unmarked.slice(0, Math.max(room, 0))
    room -= within.length
    placed.push({
      key,
      target,
      isKnown: all.has(target),
      scope: key === FOR_ALL ? 'everywhere' : scope === 'project' ? 'project' : 'session',
      project: marked[0]?.mark.name,
      isOn,
      notes: soundNotes(notes, key, now()),
      imports: within,
    })
  }
  return placed
}

/** Imports of each project, by its id. */
function marksIn(values: BackupValues, now: number): ReadonlyMap<string, readonly MarkedImport[]> {
  const marks = new Map<string, MarkedImport[]>()
  for (const [key, value] of values.workspaces) {
    const [, root] = /^import (.+)$/.exec(key) ?? []
    if (root === undefined || keptEntry(key, value).length === 0) continue
    const { project } = readRecord(value)
    if (project === undefined || JSON.stringify(project).length > BACKUP_RECORD_BYTES) continue
    const { id, name, at } = project
    const mark = { ...project, name: name.slice(0, BACKUP_TITLE_CHARS), at: Math.min(at, now) }
    const known = marks.get(id) ?? []
    known.push({ root, mark })
    marks.set(id, known)
  }
  return marks
}

/** The project that these files are known to be of here; else that of the backup. */
function projectHere(
  id: string,
  marked: readonly MarkedImport[],
  entries: ReadonlyMap<string, WorkspaceEntry>,
): string {
  const ids = marked.flatMap(({ root }) => markHere(root, entries)?.id ?? [])
  return ids.includes(id) ? id : (ids[0] ?? id)
}

/** Whether an import without a mark is here, or comes with a session of the backup. */
function isUnmarked(
  root: string,
  entries: ReadonlyMap<string, WorkspaceEntry>,
  imports: ReadonlyMap<string, string>,
): boolean {
  if (markHere(root, entries) !== undefined) return false
  return entries.has(`import ${root}`) || imports.has(root)
}

function markHere(root: string, entries: ReadonlyMap<string, WorkspaceEntry>): ProjectMark | undefined {
  return readRecord(entries.get(`import ${root}`)).project
}
