/** The page's calls about backups of all sessions. */
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import type { Handle } from '../store/database-handle.ts'
import type { ServiceParts } from './parts.ts'

export function backupCalls(
  { backups }: ServiceParts,
  database: Pick<Handle, 'isOutdated'>,
): Pick<AgentApi, 'backups'> {
  return {
    backups: {
      state: async () => (await backups()).state(),
      backUp: async (target) => (await backups()).backUp(target),
      setFolder: async (folder) => (await backups()).setFolder(folder),
      setSchedule: async (schedule) => (await backups()).setSchedule(schedule),
      backUpIntoFolder: async () => (await backups()).intoFolder(),
      // The newer version makes it, with all that it stores.
      backUpWhenDue: async () => (database.isOutdated ? undefined : (await backups()).whenDue()),
      inspect: async (file) => (await backups()).inspect(file),
      restore: async (choice) => (await backups()).restore(choice),
      cancel: async () => (await backups()).cancel(),
    },
  }
}
