/** The commands about the screen: how it looks, and in which language. Their code is loaded on use. */
import type { Command } from '../contract.ts'
import { commands as t } from '../../language/en/commands.ts'

export const VIEW_COMMANDS: readonly Command[] = [
  {
    name: 'config',
    aliases: ['settings'],
    get description() {
      return t.config
    },
    group: 'View',
    type: 'interactive',
    load: async () => (await import('../view-actions.ts')).opens('settings'),
  },
  {
    name: 'theme',
    get description() {
      return t.theme
    },
    argumentHint: '[light|dark|system]',
    group: 'View',
    type: 'local',
    load: async () => (await import('../view-actions.ts')).theme,
  },
  {
    name: 'language',
    aliases: ['locale'],
    get description() {
      return t.language
    },
    argumentHint: '[en|de|auto]',
    group: 'View',
    type: 'local',
    load: async () => (await import('../view-actions.ts')).language,
  },
]
