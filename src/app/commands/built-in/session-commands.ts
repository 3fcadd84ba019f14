/** The commands about the session: which one, and what was said in it. Their code is loaded on use. */
import type { Command } from '../contract.ts'
import { commands as t } from '../../language/en/commands.ts'
import { nothingSaid, follows, running } from './why-not.ts'

export const SESSION_COMMANDS: readonly Command[] = [
  {
    name: 'clear',
    aliases: ['new', 'reset'],
    get description() {
      return t.clear
    },
    group: 'Session',
    type: 'interactive',
    load: async () => (await import('../session-actions.ts')).clear,
  },
  {
    name: 'resume',
    aliases: ['continue', 'sessions'],
    get description() {
      return t.resume
    },
    get argumentHint() {
      return t.hintTitle
    },
    group: 'Session',
    type: 'local',
    load: async () => (await import('../session-actions.ts')).resume,
  },
  {
    name: 'rename',
    get description() {
      return t.rename
    },
    get argumentHint() {
      return t.hintNewTitle
    },
    group: 'Session',
    whyNot: follows,
    type: 'local',
    load: async () => (await import('../session-actions.ts')).rename,
  },
  {
    name: 'rewind',
    aliases: ['checkpoint', 'timeline', 'undo'],
    get description() {
      return t.rewind
    },
    group: 'Session',
    type: 'interactive',
    load: async () => (await import('../view-actions.ts')).opens('timeline'),
  },
  {
    name: 'redo',
    description: 'Bring back what was last taken back',
    group: 'Session',
    whyNot: (app) => nothingSaid(app) ?? running(app),
    type: 'local',
    load: async () => (await import('../session-actions.ts')).redo,
  },
  {
    name: 'fork',
    aliases: ['branch'],
    get description() {
      return t.fork
    },
    group: 'Session',
    whyNot: nothingSaid,
    type: 'local',
    load: async () => (await import('../session-actions.ts')).fork,
  },
  {
    name: 'share',
    get description() {
      return t.share
    },
    group: 'Session',
    type: 'interactive',
    load: async () => (await import('../view-actions.ts')).opens('share'),
  },
  {
    name: 'find',
    get description() {
      return t.find
    },
    get argumentHint() {
      return t.hintText
    },
    group: 'Session',
    whyNot: nothingSaid,
    type: 'interactive',
    load: async () => (await import('../session-actions.ts')).find,
  },
  {
    name: 'copy',
    get description() {
      return t.copy
    },
    group: 'Session',
    whyNot: nothingSaid,
    type: 'local',
    load: async () => (await import('../session-actions.ts')).copy,
  },
]
