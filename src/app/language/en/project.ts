import { countsIn } from '../counted.ts'
import { area, type Value } from '../language.svelte.ts'

const count = countsIn('en')

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
  // SameProjectBanner.svelte
  looksLike: (name: Value) => `This looks like a project that you have imported before: ${name}.`,
  sayWhich: 'Say which it is',
  // SameProjectDialog.svelte
  whichTitle: 'Is this a project that you know?',
  imported: (name: Value) =>
    `You imported ${name}. It is not byte for byte a project that you had before, but much like one. Until you say which it is, no rule, lock or trust of an earlier import holds here.`,
  known: 'Project',
  unnamed: 'An earlier import',
  importedOn: (date: Value) => `imported on ${date}`,
  sameHistory: 'same first commit',
  equalFiles: (percent: Value) => `${percent} of its files are equal`,
  differs: (paths: Value) => `Files that steer an agent or Git differ: ${paths}`,
  more: (others: Value) => `and ${others} more`,
  newProject: 'A new project',
  nothingAlong: 'Nothing comes along.',
  restrictionsAlong: (restrictions: number) =>
    `${count(restrictions, 'rule or lock that asks or forbids comes', 'rules and locks that ask or forbid come')} along.`,
  takeRules: 'Take along the rules that allow',
  takeTrust: 'Take along your trust in the settings that it brings',
  anybodyCan:
    'Anybody can make an archive look like this. Take permissions along only if you know where it is from.',
  continueIt: 'Continue the project',
  startNew: 'Start a new project',
})
