/** The page's calls about the settings, and what a session takes of the limits in them. */
import type { SettingsApi } from '../../protocol/settings.ts'
import type { SmallValues } from '../secrets/small-values.ts'
import type { ServiceParts } from './parts.ts'

export function settingsCalls(values: SmallValues, { runs }: ServiceParts): SettingsApi {
  return {
    settings: () => values.settings(),
    updateSettings: (change) => values.updateSettings(change),
    usageOverview: async () => runs.spending.overview(await values.settings()),
    contextBudget: async () => (await runs.inquiries()).contextBudget(),
  }
}
