/**
 * The browser's own dialogs for a file or a folder that a backup goes into. Each needs a click of the
 * person's.
 */
import { BACKUP_ENDING } from '../../agent/protocol/calls/backups.ts'
import { backupWork as t } from '../language/en/backup-work.ts'

/** Parts of the File System Access API that the compiler's own library does not have. */
interface Pickers {
  showSaveFilePicker?(options: {
    readonly id: string
    readonly suggestedName: string
    readonly types: readonly {
      readonly description: string
      readonly accept: Readonly<Record<string, string[]>>
    }[]
  }): Promise<FileSystemFileHandle>
  showDirectoryPicker?(options: {
    readonly id: string
    readonly mode: 'readwrite'
  }): Promise<FileSystemDirectoryHandle>
}

/** Absent where a browser lets no page into files. */
function pickers(): Pickers {
  return window as Pickers
}

export function canPickFolders(): boolean {
  return pickers().showDirectoryPicker !== undefined
}

/** `download`: the browser has no such dialog. Undefined: the person has closed it. */
export async function pickFile(name: string): Promise<FileSystemFileHandle | 'download' | undefined> {
  const types = [{ description: t.backupFiles, accept: { 'application/octet-stream': [BACKUP_ENDING] } }]
  const picking = pickers().showSaveFilePicker?.({ id: 'vivarium-backup', suggestedName: name, types })
  return picking === undefined ? 'download' : unlessClosed(picking)
}

/** Undefined: the person has closed it. */
export async function pickFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  const picking = pickers().showDirectoryPicker?.({ id: 'vivarium-backup', mode: 'readwrite' })
  return picking && unlessClosed(picking)
}

async function unlessClosed<T>(picking: Promise<T>): Promise<T | undefined> {
  try {
    return await picking
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    throw error
  }
}
