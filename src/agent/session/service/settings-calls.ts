/** The page's calls about the settings, and what a session takes of the limits in them. */
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import type { SmallValues } from '../secrets/small-values.ts'
import type { ServiceParts } from './parts.ts'

export function settingsCalls(
  values: SmallValues,
  { runs }: ServiceParts,
): Pick<AgentApi, 'settings' | 'usage'> {
  return {
    settings: {
      read: () => values.settings(),
      update: (change) => values.updateSettings(change),
    },
    usage: {
      overview: async () => runs.spending.overview(await values.settings()),
      contextBudget: async () => (await runs.inquiries()).contextBudget(),
    },
  }
}
