/** The page's calls about backups of all sessions. */
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import type { ServiceParts } from './parts.ts'

export function backupCalls({ backups }: ServiceParts): Pick<AgentApi, 'backups'> {
  return {
    backups: {
      state: async () => (await backups()).state(),
      backUp: async (target) => (await backups()).backUp(target),
      setFolder: async (folder) => (await backups()).setFolder(folder),
      setSchedule: async (schedule) => (await backups()).setSchedule(schedule),
      backUpIntoFolder: async () => (await backups()).intoFolder(),
      backUpWhenDue: async () => (await backups()).whenDue(),
      inspect: async (file) => (await backups()).inspect(file),
      restore: async (choice) => (await backups()).restore(choice),
      cancel: async () => (await backups()).cancel(),
    },
  }
}
