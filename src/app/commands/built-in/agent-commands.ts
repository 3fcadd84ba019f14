/** The commands about the agent: its run, its model, and what it may. Their code is loaded on use. */
import type { Command } from '../contract.ts'
import { keys } from '../../language/en/keys.ts'
import { commands as t } from '../../language/en/commands.ts'
import { noFiles, nothingSaid, follows, notOpen, running } from './why-not.ts'

export const AGENT_COMMANDS: readonly Command[] = [
  {
    name: 'stop',
    aliases: ['abort'],
    get description() {
      return t.stop
    },
    group: 'Agent',
    whyNot: (app) => (app.session.running ? follows(app) : t.nothingRuns),
    type: 'local',
    load: async () => (await import('../session-actions.ts')).stop,
  },
  {
    name: 'model',
    get description() {
      return t.model
    },
    get argumentHint() {
      return t.hintName
    },
    group: 'Agent',
    type: 'local',
    load: async () => (await import('../agent-actions.ts')).model,
  },
  {
    name: 'effort',
    aliases: ['think', 'thinking'],
    get description() {
      return t.effort
    },
    argumentHint: '[off|low|medium|high]',
    group: 'Agent',
    type: 'local',
    load: async () => (await import('../agent-actions.ts')).effort,
  },
  {
    name: 'plan',
    get description() {
      return t.plan
    },
    group: 'Agent',
    whyNot: follows,
    type: 'local',
    load: async () => (await import('../agent-actions.ts')).plan,
  },
  {
    name: 'mode',
    get description() {
      return t.changesMode
    },
    get argumentHint() {
      return t.hintMode
    },
    group: 'Agent',
    whyNot: notOpen,
    type: 'local',
    load: async () => (await import('../agent-actions.ts')).mode,
  },
  {
    name: 'permissions',
    aliases: ['allowed-tools'],
    get description() {
      return t.permissions
    },
    group: 'Agent',
    type: 'interactive',
    load: async () => (await import('../view-actions.ts')).opens('settings'),
  },
  {
    name: 'compact',
    aliases: ['summarize'],
    get description() {
      return t.compact
    },
    get argumentHint() {
      return t.hintKeep
    },
    group: 'Agent',
    whyNot: (app) => nothingSaid(app) ?? running(app),
    type: 'local',
    load: async () => (await import('../agent-actions.ts')).compact,
  },
  {
    name: 'compact-part',
    aliases: ['summarize-part'],
    get description() {
      return t.compactPart
    },
    group: 'Agent',
    whyNot: (app) => nothingSaid(app) ?? running(app),
    type: 'interactive',
    load: async () => (await import('../view-actions.ts')).summarisePart,
  },
  {
    name: 'context',
    get description() {
      return t.contextOf
    },
    group: 'Agent',
    type: 'interactive',
    load: async () => (await import('../view-actions.ts')).opens('context'),
  },
  {
    name: 'memory',
    aliases: ['notes'],
    get description() {
      return t.memoryOf
    },
    group: 'Agent',
    type: 'interactive',
    load: async () => (await import('../view-actions.ts')).opens('memory'),
  },
  {
    name: 'remember',
    get description() {
      return t.rememberCommand
    },
    get argumentHint() {
      return t.hintFact
    },
    group: 'Agent',
    whyNot: ({ session }) => (session.connection === 'open' ? undefined : t.noSessionOpen),
    type: 'local',
    load: async () => (await import('../agent-actions.ts')).remember,
  },
  {
    name: 'network',
    aliases: ['egress'],
    description: 'What wanted to leave the sandbox, and what was let out',
    group: 'Agent',
    type: 'interactive',
    load: async () => (await import('../view-actions.ts')).opens('network'),
  },
  {
    name: 'lock',
    get description() {
      return keys.lockCommand
    },
    group: 'Agent',
    type: 'local',
    load: async () => (await import('../agent-actions.ts')).lock,
  },
  {
    name: 'cost',
    aliases: ['usage', 'stats'],
    get description() {
      return t.cost
    },
    group: 'Agent',
    type: 'interactive',
    load: async () => (await import('../view-actions.ts')).opens('usage'),
  },
  {
    name: 'budget',
    get description() {
      return t.budget
    },
    get argumentHint() {
      return t.hintDollars
    },
    group: 'Agent',
    type: 'local',
    load: async () => (await import('../agent-actions.ts')).budget,
  },
  {
    name: 'init',
    get description() {
      return t.init
    },
    group: 'Agent',
    whyNot: (app) => running(app) ?? noFiles(app),
    type: 'prompt',
    load: async () => (await import('../prompts.ts')).init,
  },
  {
    name: 'review',
    get description() {
      return t.review
    },
    get argumentHint() {
      return t.hintReview
    },
    group: 'Agent',
    whyNot: (app) => running(app) ?? noFiles(app),
    type: 'prompt',
    load: async () => (await import('../prompts.ts')).review,
  },
]
