/** Backups of the fake agent: what the test says of them. */
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import type { FakeAgent } from './fake-agent.ts'

export function backupCalls(fake: FakeAgent): Pick<AgentApi, 'backups'> {
  const { backup } = fake
  return {
    backups: {
      state: async () => backup.state,
      backUp: async (target) => {
        fake.calls.push(`back up: ${target?.name ?? 'a download'}`)
        await fake.gate
        return backup.made
      },
      setFolder: async (handle) => {
        const folder = handle && {
          handle,
          every: 'day' as const,
          keep: 7,
          last: undefined,
          problem: undefined,
        }
        return (backup.state = { ...backup.state, folder })
      },
      setSchedule: async (schedule) => {
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
      inspect: async (file) => {
        fake.calls.push(`look at: ${file.name}`)
        return backup.contents
      },
      restore: async (choice) => {
        fake.calls.push(`restore: ${JSON.stringify(choice)}`)
        return backup.outcome
      },
      cancel: async () => void fake.calls.push('cancel the backup'),
    },
  }
}
