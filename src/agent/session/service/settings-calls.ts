/** The page's calls about the settings, and what a session takes of the limits in them. */
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import type { SettingsStore } from '../store/settings-store.ts'
import type { ServiceParts } from './parts.ts'

export function settingsCalls(
  storedSettings: SettingsStore,
  { runs }: ServiceParts,
): Pick<AgentApi, 'settings' | 'usage'> {
  return {
    settings: {
      read: () => storedSettings.read(),
      update: (change) => storedSettings.update(change),
    },
    usage: {
      overview: async () => runs.spending.overview(await storedSettings.read()),
      contextBudget: async () => (await runs.inquiries()).contextBudget(),
    },
  }
}
