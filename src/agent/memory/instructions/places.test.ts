import { expect, it } from 'vitest'
import { displacedPlaces, instructionPlaces, speaksFor } from './places.ts'

const ALL = [
  'src/ui/CLAUDE.md',
  'CLAUDE.local.md',
  'src/AGENTS.md',
  '.claude/rules/tests/unit.md',
  '.claude/rules/b.md',
  '.claude/rules/a.md',
  '.claude/CLAUDE.md',
  'CLAUDE.md',
  'AGENTS.md',
  'src/.claude/rules/style.md',
]

it('stand from the root down, the local one last in its folder', () => {
  expect(instructionPlaces(ALL).map(({ path, folder }) => `${folder}: ${path}`)).toEqual([
    ': AGENTS.md',
    ': CLAUDE.md',
    ': .claude/CLAUDE.md',
    ': .claude/rules/a.md',
    ': .claude/rules/b.md',
    ': .claude/rules/tests/unit.md',
    ': CLAUDE.local.md',
    'src: src/AGENTS.md',
    'src: src/.claude/rules/style.md',
    'src/ui: src/ui/CLAUDE.md',
  ])
})

it.each([
  ['CLAUDE.md', 'AGENTS.md'],
  ['.claude/CLAUDE.md', 'AGENTS.md'],
  ['CLAUDE.local.md', 'AGENTS.md'],
  ['CLAUDE.md', '.claude/AGENTS.md'],
  ['a/CLAUDE.md', 'a/AGENTS.md'],
])('%s displaces %s, unless both are to count', (own, other) => {
  const displaced = (choice: 'claude-or-agents' | 'both') =>
    [...displacedPlaces(instructionPlaces([own, other]), choice)].map(({ path }) => path)
  expect(displaced('claude-or-agents')).toEqual([other])
  expect(displaced('both')).toEqual([])
})

it('AGENTS.md counts in a folder of its own, beside rules, and where it stands alone', () => {
  for (const paths of [
    ['CLAUDE.md', 'a/AGENTS.md'],
    ['a/CLAUDE.md', 'AGENTS.md'],
    ['.claude/rules/a.md', 'AGENTS.md'],
  ])
    expect(displacedPlaces(instructionPlaces(paths), 'claude-or-agents').size).toBe(0)
})

it('are known by their exact names', () => {
  const others = [
    'AGENTS.override.md',
    'AGENTS.local.md',
    '.agents/AGENTS.md',
    'src/.agents/CLAUDE.md',
    'claude.md',
    'MY-CLAUDE.md',
    '.claude/settings.json',
    '.claude/rules/readme.txt',
    '.claude/rules.md',
    'rules/a.md',
  ]
  expect(instructionPlaces(others)).toEqual([])
})

it('speak for what lies in their folder', () => {
  expect(speaksFor({ folder: '' }, 'a.js')).toBe(true)
  expect(speaksFor({ folder: 'src' }, 'src/a/b.js')).toBe(true)
  expect(speaksFor({ folder: 'src' }, 'srcs/a.js')).toBe(false)
  expect(speaksFor({ folder: 'src' }, 'src')).toBe(false)
})
