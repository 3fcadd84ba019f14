/** Backups in a folder of the person's, of which the latest stay. */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { BACKUP_ENDING, backupName } from '../../protocol/calls/backups.ts'
import type { MadeBackup } from '../../protocol/calls/backups.ts'
import type { FolderMemory } from './backup-memory.ts'
import { makeBackup } from './make-backup.ts'
import type { MakeBackupOptions } from './make-backup.ts'
import { folderTarget, writing } from './targets.ts'

const INTERVALS = { day: 24 * 60 * 60 * 1000, week: 7 * 24 * 60 * 60 * 1000 } as const

/** Milliseconds after which one that failed is tried again by itself: it reads all that is stored. */
const AGAIN_MS = 6 * 60 * 60 * 1000

/** True when the schedule wants one at this time. */
export function isDue(folder: FolderMemory | undefined, now: number): boolean {
  if (folder === undefined || folder.every === 'off') return false
  if (folder.begun !== undefined && now - folder.begun.at < AGAIN_MS) return false
  return now - (folder.last?.at ?? 0) >= INTERVALS[folder.every]
}

/**
 * Makes one, and removes the oldest of those that this browser has made there; others in the folder are
 * nobody's business.
 */
export async function backUpInto(
  folder: FolderMemory,
  at: number,
  options: MakeBackupOptions & {
    /** Called before anything is written. */
    readonly onBegun: (name: string) => Promise<void>
  },
): Promise<Result<{ readonly made: MadeBackup; readonly names: string[] }>> {
  const { handle, keep } = folder
  if (!(await writing(() => mayWrite(handle))))
    return fail(
      'not_permitted',
      `The browser no longer lets Vivarium write into the folder “${handle.name}”.`,
      {
        hint: 'Allow it again under "Storage".',
      },
    )
  await removeUnfinished(folder)
  const name = await writing(() => freeName(handle, at))
  await options.onBegun(name)
  const { made } = await makeBackup(await folderTarget(handle, name), { name, at, place: 'folder' }, options)
  const names = [...folder.names, name]
  for (const old of names.splice(0, Math.max(0, names.length - keep)))
    await handle.removeEntry(old).catch((error: unknown) => console.info(`The backup ${old} stays:`, error))
  return ok({ made, names })
}

/**
 * The end of a tab leaves an empty file of the one that was being written: its content appears with its last
 * byte.
 */
async function removeUnfinished({ handle, begun }: FolderMemory): Promise<void> {
  if (begun === undefined) return
  try {
    const { size } = await (await handle.getFileHandle(begun.name)).getFile()
    if (size === 0) await handle.removeEntry(begun.name)
  } catch (error) {
    // Mostly it was removed when it failed.
    console.info(`The unfinished backup ${begun.name} was not removed:`, error)
  }
}

/** A part of the File System Access API that this program's type library does not have. */
interface Asked {
  queryPermission(wish: { readonly mode: 'readwrite' }): Promise<PermissionState>
}

/** A browser that has no such question lets a page into its own folders alone. */
async function mayWrite(handle: FileSystemDirectoryHandle): Promise<boolean> {
  return !canBeAsked(handle) || (await handle.queryPermission({ mode: 'readwrite' })) === 'granted'
}

function canBeAsked(handle: object): handle is Asked {
  return 'queryPermission' in handle
}

async function freeName(folder: FileSystemDirectoryHandle, at: number): Promise<string> {
  const taken = new Set<string>()
  for await (const name of folder.keys()) taken.add(name)
  const name = backupName(at)
  let free = name
  for (let count = 2; taken.has(free); count++)
    free = name.replace(BACKUP_ENDING, `-${count}${BACKUP_ENDING}`)
  return free
}
