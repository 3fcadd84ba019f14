/** The page's calls about backups of all sessions. */
import type { BackupsApi } from '../../protocol/backup.ts'
import type { ServiceParts } from './parts.ts'

export function backupCalls({ backups }: ServiceParts): BackupsApi {
  return {
    backups: async () => (await backups()).state(),
    backUp: async (target) => (await backups()).backUp(target),
    setBackupFolder: async (folder) => (await backups()).setFolder(folder),
    setBackupSchedule: async (schedule) => (await backups()).setSchedule(schedule),
    backUpIntoFolder: async () => (await backups()).intoFolder(),
    backUpWhenDue: async () => (await backups()).whenDue(),
    inspectBackup: async (file) => (await backups()).inspect(file),
    restoreBackup: async (choice) => (await backups()).restore(choice),
    cancelBackup: async () => (await backups()).cancel(),
  }
}
