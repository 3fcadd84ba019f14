/** The commands that help: what there is, and how it stands. Their code is loaded on use. */
import type { Command } from '../contract.ts'
import { commands as t } from '../../language/en/commands.ts'

export const HELP_COMMANDS: readonly Command[] = [
  {
    name: 'storage',
    aliases: ['quota', 'backup'],
    get description() {
      return t.storageOf
    },
    group: 'Help',
    type: 'interactive',
    load: async () => (await import('../view-actions.ts')).opens('storage'),
  },
  {
    name: 'help',
    aliases: ['commands'],
    get description() {
      return t.help
    },
    group: 'Help',
    type: 'interactive',
    load: async () => (await import('../view-actions.ts')).palette,
  },
  {
    name: 'demos',
    aliases: ['tour'],
    get description() {
      return t.demos
    },
    group: 'Help',
    type: 'interactive',
    load: async () => (await import('../view-actions.ts')).opens('demos'),
  },
  {
    name: 'keybindings',
    aliases: ['shortcuts', 'keys'],
    get description() {
      return t.keybindings
    },
    group: 'Help',
    type: 'interactive',
    load: async () => (await import('../view-actions.ts')).opens('keys'),
  },
  {
    name: 'status',
    get description() {
      return t.status
    },
    group: 'Help',
    type: 'local',
    load: async () => (await import('../agent-actions.ts')).status,
  },
  {
    name: 'doctor',
    get description() {
      return t.doctor
    },
    group: 'Help',
    type: 'local',
    load: async () => (await import('../doctor.ts')).doctor,
  },
]
