/** The commands about the workspace: files, pages and the terminal. Their code is loaded on use. */
import type { Command } from '../contract.ts'
import { commands as t } from '../../language/en/commands.ts'
import { noFiles, follows } from './why-not.ts'

export const WORKSPACE_COMMANDS: readonly Command[] = [
  {
    name: 'import',
    get description() {
      return t.import
    },
    group: 'Workspace',
    whyNot: follows,
    type: 'interactive',
    load: async () => (await import('../workspace-actions.ts')).importArchive,
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
    load: async () => (await import('../workspace-actions.ts')).template,
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
    load: async () => (await import('../workspace-actions.ts')).openFolder,
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
    load: async () => (await import('../workspace-actions.ts')).exportArchive,
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
    load: async () => (await import('../view-actions.ts')).shows('changes'),
  },
  {
    name: 'terminal',
    aliases: ['shell'],
    get description() {
      return t.terminal
    },
    group: 'Workspace',
    type: 'interactive',
    load: async () => (await import('../view-actions.ts')).shows('terminal'),
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
    load: async () => (await import('../workspace-actions.ts')).preview,
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
    load: async () => (await import('../workspace-actions.ts')).open,
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
    load: async () => (await import('../view-actions.ts')).opens('files'),
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
    load: async () => (await import('../workspace-actions.ts')).search,
  },
]
