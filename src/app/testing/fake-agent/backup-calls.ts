/** Backups of the fake agent: what the test says of them. */
import type { BackupsApi } from '../../../agent/protocol/backup.ts'
import type { FakeAgent } from './fake-agent.ts'

export function backupCalls(fake: FakeAgent): BackupsApi {
  const { backup } = fake
  return {
    backups: async () => backup.state,
    backUp: async (target) => {
      fake.calls.push(`back up: ${target?.name ?? 'a download'}`)
      await fake.gate
      return backup.made
    },
    setBackupFolder: async (handle) => {
      const folder = handle && { handle, every: 'day' as const, keep: 7, last: undefined, problem: undefined }
      return (backup.state = { ...backup.state, folder })
    },
    setBackupSchedule: async (schedule) => {
      const { folder } = backup.state
      return (backup.state = { ...backup.state, folder: folder && { ...folder, ...schedule } })
    },
    backUpIntoFolder: async () => {
      fake.calls.push('back up: into the folder')
      return backup.made
    },
    backUpWhenDue: async () => {
      fake.calls.push('back up: when due')
      return backup.due
    },
    inspectBackup: async (file) => {
      fake.calls.push(`look at: ${file.name}`)
      return backup.contents
    },
    restoreBackup: async (choice) => {
      fake.calls.push(`restore: ${JSON.stringify(choice)}`)
      return backup.outcome
    },
    cancelBackup: async () => void fake.calls.push('cancel the backup'),
  }
}
