/** The commands of the program itself. What each does is loaded when it is run (CP-03). */
import type { AppModel } from '../app-model.svelte.ts'
import type { Command } from './contract.ts'
import { keys } from '../language/en/keys.ts'
import { commands as t } from '../language/en/commands.ts'

const noFiles = (app: AppModel) => (app.hasFiles ? undefined : t.noFiles)
const nothingSaid = ({ session: { view: shown } }: AppModel) =>
  shown.items.length > 0 ? undefined : t.nothingSaid
const follows = (app: AppModel) => (app.session.role === 'follower' ? t.otherTab : undefined)
const running = (app: AppModel) => (app.session.running ? t.agentWorks : follows(app))

export const BUILT_IN_COMMANDS: readonly Command[] = [
  {
    name: 'clear',
    aliases: ['new', 'reset'],
    get description() {
      return t.clear
    },
    group: 'Session',
    type: 'interactive',
    load: async () => (await import('./session-actions.ts')).clear,
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
    load: async () => (await import('./session-actions.ts')).resume,
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
    load: async () => (await import('./session-actions.ts')).rename,
  },
  {
    name: 'rewind',
    aliases: ['checkpoint', 'timeline', 'undo'],
    get description() {
      return t.rewind
    },
    group: 'Session',
    type: 'interactive',
    load: async () => (await import('./view-actions.ts')).opens('timeline'),
  },
  {
    name: 'redo',
    description: 'Bring back what was last taken back',
    group: 'Session',
    whyNot: (app) => nothingSaid(app) ?? running(app),
    type: 'local',
    load: async () => (await import('./session-actions.ts')).redo,
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
    load: async () => (await import('./session-actions.ts')).fork,
  },
  {
    name: 'share',
    get description() {
      return t.share
    },
    group: 'Session',
    type: 'interactive',
    load: async () => (await import('./view-actions.ts')).opens('share'),
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
    load: async () => (await import('./session-actions.ts')).find,
  },
  {
    name: 'copy',
    get description() {
      return t.copy
    },
    group: 'Session',
    whyNot: nothingSaid,
    type: 'local',
    load: async () => (await import('./session-actions.ts')).copy,
  },
  {
    name: 'stop',
    aliases: ['abort'],
    get description() {
      return t.stop
    },
    group: 'Agent',
    whyNot: (app) => (app.session.running ? follows(app) : t.nothingRuns),
    type: 'local',
    load: async () => (await import('./session-actions.ts')).stop,
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
    load: async () => (await import('./agent-actions.ts')).model,
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
    load: async () => (await import('./agent-actions.ts')).effort,
  },
  {
    name: 'plan',
    get description() {
      return t.plan
    },
    group: 'Agent',
    whyNot: follows,
    type: 'local',
    load: async () => (await import('./agent-actions.ts')).plan,
  },
  {
    name: 'permissions',
    aliases: ['allowed-tools', 'mode'],
    get description() {
      return t.permissions
    },
    group: 'Agent',
    type: 'interactive',
    load: async () => (await import('./view-actions.ts')).opens('settings'),
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
    load: async () => (await import('./agent-actions.ts')).compact,
  },
  {
    name: 'context',
    get description() {
      return t.contextOf
    },
    group: 'Agent',
    type: 'interactive',
    load: async () => (await import('./view-actions.ts')).opens('context'),
  },
  {
    name: 'network',
    aliases: ['egress'],
    description: 'What wanted to leave the sandbox, and what was let out',
    group: 'Agent',
    type: 'interactive',
    load: async () => (await import('./view-actions.ts')).opens('network'),
  },
  {
    name: 'lock',
    get description() {
      return keys.lockCommand
    },
    group: 'Agent',
    type: 'local',
    load: async () => (await import('./agent-actions.ts')).lock,
  },
  {
    name: 'cost',
    aliases: ['usage', 'stats'],
    get description() {
      return t.cost
    },
    group: 'Agent',
    type: 'interactive',
    load: async () => (await import('./view-actions.ts')).opens('usage'),
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
    load: async () => (await import('./agent-actions.ts')).budget,
  },
  {
    name: 'init',
    get description() {
      return t.init
    },
    group: 'Agent',
    whyNot: (app) => running(app) ?? noFiles(app),
    type: 'prompt',
    load: async () => (await import('./prompts.ts')).init,
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
    load: async () => (await import('./prompts.ts')).review,
  },
  {
    name: 'import',
    get description() {
      return t.import
    },
    group: 'Workspace',
    whyNot: follows,
    type: 'interactive',
    load: async () => (await import('./workspace-actions.ts')).importArchive,
  },
  {
    name: 'template',
    aliases: ['templates', 'scaffold'],
    get description() {
      return t.template
    },
    get argumentHint() {
      return t.hintName
    },
    group: 'Workspace',
    whyNot: follows,
    type: 'local',
    load: async () => (await import('./workspace-actions.ts')).template,
  },
  {
    name: 'folder',
    get description() {
      return t.folder
    },
    group: 'Workspace',
    isAvailable: ({ localFolder }) => localFolder.supported,
    whyNot: follows,
    type: 'interactive',
    load: async () => (await import('./workspace-actions.ts')).openFolder,
  },
  {
    name: 'export',
    aliases: ['download'],
    get description() {
      return t.export
    },
    group: 'Workspace',
    whyNot: noFiles,
    type: 'interactive',
    load: async () => (await import('./workspace-actions.ts')).exportArchive,
  },
  {
    name: 'diff',
    aliases: ['changes'],
    get description() {
      return t.diff
    },
    group: 'Workspace',
    whyNot: noFiles,
    type: 'interactive',
    load: async () => (await import('./view-actions.ts')).shows('changes'),
  },
  {
    name: 'terminal',
    aliases: ['shell'],
    get description() {
      return t.terminal
    },
    group: 'Workspace',
    type: 'interactive',
    load: async () => (await import('./view-actions.ts')).shows('terminal'),
  },
  {
    name: 'preview',
    get description() {
      return t.preview
    },
    get argumentHint() {
      return t.hintPreview
    },
    group: 'Workspace',
    whyNot: noFiles,
    type: 'interactive',
    load: async () => (await import('./workspace-actions.ts')).preview,
  },
  {
    name: 'open',
    get description() {
      return t.open
    },
    get argumentHint() {
      return t.hintPath
    },
    group: 'Workspace',
    whyNot: noFiles,
    type: 'local',
    load: async () => (await import('./workspace-actions.ts')).open,
  },
  {
    name: 'files',
    aliases: ['goto'],
    get description() {
      return t.files
    },
    group: 'Workspace',
    whyNot: noFiles,
    type: 'interactive',
    load: async () => (await import('./view-actions.ts')).opens('files'),
  },
  {
    name: 'search',
    aliases: ['grep', 'replace'],
    get description() {
      return t.search
    },
    get argumentHint() {
      return t.hintText
    },
    group: 'Workspace',
    whyNot: noFiles,
    type: 'interactive',
    load: async () => (await import('./workspace-actions.ts')).search,
  },
  {
    name: 'config',
    aliases: ['settings'],
    get description() {
      return t.config
    },
    group: 'View',
    type: 'interactive',
    load: async () => (await import('./view-actions.ts')).opens('settings'),
  },
  {
    name: 'theme',
    get description() {
      return t.theme
    },
    argumentHint: '[light|dark|system]',
    group: 'View',
    type: 'local',
    load: async () => (await import('./view-actions.ts')).theme,
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
    load: async () => (await import('./view-actions.ts')).language,
  },
  {
    name: 'storage',
    aliases: ['quota'],
    get description() {
      return t.storageOf
    },
    group: 'Help',
    type: 'interactive',
    load: async () => (await import('./view-actions.ts')).opens('storage'),
  },
  {
    name: 'help',
    aliases: ['commands'],
    get description() {
      return t.help
    },
    group: 'Help',
    type: 'interactive',
    load: async () => (await import('./view-actions.ts')).palette,
  },
  {
    name: 'demos',
    aliases: ['tour'],
    get description() {
      return t.demos
    },
    group: 'Help',
    type: 'interactive',
    load: async () => (await import('./view-actions.ts')).opens('demos'),
  },
  {
    name: 'keybindings',
    aliases: ['shortcuts', 'keys'],
    get description() {
      return t.keybindings
    },
    group: 'Help',
    type: 'interactive',
    load: async () => (await import('./view-actions.ts')).opens('keys'),
  },
  {
    name: 'status',
    get description() {
      return t.status
    },
    group: 'Help',
    type: 'local',
    load: async () => (await import('./agent-actions.ts')).status,
  },
  {
    name: 'doctor',
    get description() {
      return t.doctor
    },
    group: 'Help',
    type: 'local',
    load: async () => (await import('./doctor.ts')).doctor,
  },
]
