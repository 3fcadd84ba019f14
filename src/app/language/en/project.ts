import { area } from '../language.svelte.ts'

export const project = area('project', {
  // ProjectDialog.svelte
  title: 'Settings of this project',
  bringsNone: 'This project brings no settings of its own.',
  nothingUsesIt: 'nothing uses it yet · ',
  ignoredAnyway: 'Ignored, whatever you say',
  ignored: 'Ignored',
  holdsFor: 'Holds for just these files; any change of them asks again. Trusting runs nothing.',
  keepOff: 'Keep off',
  trust: 'Trust these settings',
  // project.svelte.ts
  keepingDecision: 'Keeping your decision',
  kinds: {
    hook: 'Hooks',
    server: 'MCP servers',
    rule: 'Permission rules',
    variable: 'Variables',
    skill: 'Skills',
    command: 'Commands',
    agent: 'Sub-agents',
  },
  statuses: {
    unseen: 'It is off until you say otherwise.',
    changed:
      'It has changed since you trusted it. The version that you trusted still holds; this one does not.',
    trusted: 'You have trusted exactly this.',
    refused: 'You keep it off.',
  },
  cameWith: 'This project came with the following.',
})
