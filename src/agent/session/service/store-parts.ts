/** Parts that store: contents, sessions and their clean-up, search, backups, the room for all of it. */
import type { Backups } from '../backup/backups.ts'
import { IdbBlobStore } from '../contents/blob-store.ts'
import { ContentFiles } from '../contents/content-files.ts'
import { MOVE_PAUSE_MS } from '../contents/limits.ts'
import { MemoryStore, sessionKey } from '../memory/memory-store.ts'
import { StorageRoom } from '../reserve/storage-room.ts'
import { SessionSearch } from '../search/session-search.ts'
import { Storage } from '../storage/storage.ts'
import { ContentUse } from '../store/content-use.ts'
import { outdated } from '../store/database-handle.ts'
import { UsageLedger } from '../store/usage-ledger.ts'
import { WorkspaceStore } from '../workspace/workspace-store.ts'
import { Library } from './library.ts'
import type { ServiceHooks, ServiceOptions } from './options.ts'

export type StoreParts = ReturnType<typeof createStoreParts>

interface StoreHooks extends Pick<ServiceHooks, 'session' | 'notice'> {
  readonly busy: () => boolean
  /** A rule, a lock or the trust of a workspace has changed. */
  readonly onChanged: () => Promise<void>
  /** Notes have come from a backup. */
  readonly onNotes: () => void
  /** The parts of a workspace forget a deleted session. */
  readonly forget: (session: string) => Promise<void>
}

/** Parts that need the stores and each other only. */
export function createStoreParts(
  options: ServiceOptions,
  { session, notice, busy, onChanged, onNotes, forget }: StoreHooks,
) {
  const { database, locks, terminalMemory, copies, newId, now } = options
  const workspaces = new WorkspaceStore({ session, now, copies, onChanged })
  const use = new ContentUse({ locks, name: database.name, newId })
  const room = new StorageRoom({
    reserve: options.reserve,
    database,
    busy,
    onState: (state) => notice({ type: 'storage', ...state }),
  })
  const place = options.contents
  const contents = place && new ContentFiles({ database, place, locks, now })
  const blobs = new IdbBlobStore(database, use, contents)
  blobs.onNoRoom = (bytes) => room.giveUp(bytes)
  const memories = new MemoryStore({ blobs, copies })
  /** All that holds stored content beside the logs. A clean-up asks them in this order, and the logs last. */
  const holders = [workspaces, memories, options.secondCopy?.references()].filter(
    (holder) => holder !== undefined,
  )
  const storage = new Storage({
    database,
    use,
    files: contents,
    secondCopy: options.secondCopy,
    holders,
  })
  /** Moves older contents out of the database, while nothing runs. It may break off, and goes on with the next tab. */
  const moveContents = async (): Promise<void> => {
    if (!contents) return
    const pause = async () => {
      do await new Promise((resolve) => setTimeout(resolve, MOVE_PAUSE_MS))
      while (busy())
      if (database.isOutdated) throw outdated('Contents were not moved')
    }
    const run = <T>(work: () => Promise<T>) => use.run(work)
    const { movePacks } = await import('../contents/move-packs.ts')
    await movePacks({ database, files: contents, locks, run, pause })
  }
  const search = new SessionSearch(database)
  const library = new Library({
    ...options,
    forget: async (id) => {
      await terminalMemory.forget(id)
      await workspaces.forget(id)
      await memories.forget(sessionKey(id))
      await forget(id)
    },
    onChanged: () => notice({ type: 'sessions_changed' }),
  })
  let backupsLoaded: Promise<Backups> | undefined
  /** Loaded when one is made, looked at or due. */
  const backups = () => {
    backupsLoaded ??= import('../backup/load-backups.ts').then(({ loadBackups }) =>
      loadBackups({
        ...options,
        blobs,
        contents: {
          open: () => new IdbBlobStore(database, undefined, contents),
          files: contents,
          guard: (work) => use.run(work),
        },
        workspaces,
        memories,
        onNotes,
        ledger: new UsageLedger(options),
        origin: location.origin,
        onProgress: (progress) => notice({ type: 'backup_progress', progress }),
        onChanged: () => notice({ type: 'sessions_changed' }),
        onStored: async (id) => options.secondCopy?.keep(id),
      }),
    )
    backupsLoaded.catch(() => (backupsLoaded = undefined))
    return backupsLoaded
  }
  return { workspaces, memories, room, blobs, storage, moveContents, search, library, backups }
}
