/** The page's calls about the settings, and what a session takes of the limits in them. */
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import type { ServiceParts } from './parts.ts'

export function settingsCalls({ runs, settingsInForce }: ServiceParts): Pick<AgentApi, 'settings' | 'usage'> {
  return {
    settings: {
      read: () => settingsInForce.read(),
      update: (change) => settingsInForce.update(change),
    },
    usage: {
      overview: async () => runs.agent.spending.overview(await settingsInForce.read()),
      contextBudget: async () => (await runs.inquiries()).contextBudget(),
    },
  }
}
