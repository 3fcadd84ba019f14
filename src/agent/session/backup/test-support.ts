/**
 * A browser's profile for tests of backups: a database of its own, sessions with files, and small values in
 * memory.
 */
import { concatenate } from '../../../sandbox/contract/bytes.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { IdbBlobStore } from '../contents/blob-store.ts'
import type { Database } from '../store/database.ts'
import { MemoryStore } from '../memory/memory-store.ts'
import { SessionLog } from '../log/log.ts'
import { createSessionRecord } from '../store/sessions.ts'
import { readStoredEvents } from '../log/stored-events.ts'
import { ContentUse } from '../store/content-use.ts'
import { newDatabase, said } from '../testing/database.ts'
import { UsageLedger } from '../store/usage-ledger.ts'
import { readRecord } from '../workspace/workspace-record.ts'
import type { WorkspaceEntry } from '../workspace/workspace-record.ts'
import { BackupStore } from './backup-memory.ts'
import { Backups } from './backups.ts'
import type { BackupsOptions } from './backups.ts'
import type { BackupProgress, RestoreChoice } from '../../protocol/calls/backups.ts'
import type { RecordKind } from './format.ts'
import { RecordWriter } from './record-writer.ts'
import { encodeJson } from './shapes.ts'

const NOW = Date.UTC(2026, 10, 28, 12)

export const NOTHING_CHOSEN: RestoreChoice = {
  sessions: [],
  settings: false,
  rules: false,
  notes: false,
  ownNotes: false,
}

const opened: Profile[] = []

export function closeProfiles(): void {
  for (const profile of opened.splice(0)) profile.use.close()
}

export class Profile {
  readonly database: Database
  readonly use: ContentUse
  readonly blobs: IdbBlobStore
  readonly backups: Backups
  readonly memories: MemoryStore
  readonly workspaces = new Map<string, WorkspaceEntry>()
  readonly told: (BackupProgress | null)[] = []
  readonly stored: string[] = []
  settings: Settings = DEFAULT_SETTINGS
  now = NOW

  private constructor(database: Database, change: Partial<BackupsOptions>) {
    this.database = database
    this.use = new ContentUse({
      locks: navigator.locks,
      name: database.name,
      newId: () => crypto.randomUUID(),
    })
    this.blobs = new IdbBlobStore(database, this.use)
    this.memories = new MemoryStore({ blobs: this.blobs, database: `${database.name}-memory` })
    this.backups = new Backups({
      database,
      blobs: this.blobs,
      contents: { open: () => new IdbBlobStore(database), guard: (work) => this.use.run(work) },
      locks: navigator.locks,
      memory: new BackupStore(`${database.name}-backups`),
      storedSettings: {
        read: async () => this.settings,
        update: async (change) => {
          this.settings = { ...this.settings, ...(change as Partial<Settings>) }
          return ok(this.settings)
        },
      },
      workspaces: {
        all: async () => this.workspaces,
        takeIn: async (taken) => {
          for (const [key, entry] of taken) this.workspaces.set(key, entry)
        },
        markProject: async (root, mark) => {
          const { project = mark, ...entry } = readRecord(this.workspaces.get(`import ${root}`))
          this.workspaces.set(`import ${root}`, { ...entry, project })
          return project
        },
      },
      memories: this.memories,
      ledger: new UsageLedger({ database, now: () => this.now }),
      appVersion: 'test',
      origin: 'https://vivarium.example',
      now: () => this.now,
      onProgress: (progress) => this.told.push(progress),
      onStored: async (id) => void this.stored.push(id),
      onChanged: () => undefined,
      ...change,
    })
    opened.push(this)
  }

  static async make(change: Partial<BackupsOptions> = {}): Promise<Profile> {
    return new Profile(await newDatabase(), change)
  }

  /** A session whose log has these texts, a row each. */
  async write(id: string, texts: readonly string[]): Promise<void> {
    const known = await this.database.get('sessions', id)
    if (known === undefined) await this.database.put('sessions', createSessionRecord(id, this.now))
    await this.append(id, ...texts.map(said))
  }

  async append(id: string, ...bodies: readonly EventBody[]): Promise<void> {
    const session = await this.database.get('sessions', id)
    if (session === undefined) throw new Error(`There is no session ${id}.`)
    const log = new SessionLog({
      database: this.database,
      session,
      now: () => (this.now += 1000),
      onCommitted: () => undefined,
    })
    for (const body of bodies) await log.append(body)
  }

  /** A step of the session, with these files besides those that are there. */
  async step(id: string, files: Readonly<Record<string, string>>): Promise<string> {
    const sandbox = await this.sandbox(id)
    for (const [path, text] of Object.entries(files))
      value(
        await sandbox.writeFile({ path: `${WORKSPACE_ROOT}/${path}`, data: new TextEncoder().encode(text) }),
      )
    const { root } = value(await sandbox.checkpoint())
    await this.append(id, { type: 'checkpoint', root, cause: 'user' })
    return root
  }

  /** As its last step has it. */
  async sandbox(id: string): Promise<Sandbox> {
    const sandbox = createMemorySandbox({ blobStore: this.blobs })
    const root = (await this.events(id)).findLast((event) => event.type === 'checkpoint')?.root
    if (root !== undefined) value(await sandbox.restore(root))
    return sandbox
  }

  async text(id: string, path: string): Promise<string> {
    const read = await (await this.sandbox(id)).readFile(`${WORKSPACE_ROOT}/${path}`)
    return new TextDecoder().decode(value(read))
  }

  events(id: string): Promise<AgentEvent[]> {
    return readStoredEvents(this.database, id, 1)
  }

  /** The file of a backup. */
  async file(): Promise<File> {
    const { file } = value(await this.backups.backUp())
    if (file === undefined) throw new Error('There is no file.')
    // In memory: the next backup takes the place of the one that is kept for the download.
    return new File([await file.arrayBuffer()], file.name)
  }

  /** The plan of each session, by its id. */
  async plans(file: File): Promise<Record<string, unknown>> {
    const { sessions } = value(await this.backups.inspect(file))
    return Object.fromEntries(sessions.map(({ id, plan }) => [id, plan]))
  }

  async restoreAll(file: File, more: Partial<RestoreChoice> = {}) {
    const { sessions } = value(await this.backups.inspect(file))
    const choice = { ...NOTHING_CHOSEN, sessions: sessions.map(({ id }) => id), ...more }
    return value(await this.backups.restore(choice))
  }
}

/** A backup that anybody may have made, record by record. */
export async function forged(
  records: readonly (readonly [RecordKind, Uint8Array<ArrayBuffer>])[],
): Promise<File> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const writer = await RecordWriter.begin({ write: async (bytes) => void parts.push(bytes) })
  const header = { format: 'vivarium-backup', appVersion: 'x', at: 1, origin: 'https://x.example' }
  await writer.add('header', encodeJson(header))
  for (const [kind, plain] of records) await writer.add(kind, plain)
  return new File([concatenate(parts)], 'a.vivbackup')
}

export function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}
