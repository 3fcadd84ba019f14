/** Patterns that can stand for git's folder or a steering file on purpose, and those that match one by the way. */
import { describe, expect, it } from 'vitest'
import { isSteeringFile } from '../../../../sandbox/contract/steering-file.ts'
import { GUARDED_FILES, GUARDED_FOLDERS, guardedByPattern, steeringCandidates } from './guarded-pattern.ts'

describe('names git’s folder', () => {
  it.each([
    ...['.gi?/config', '.git*/config', '.gi[t]/config', '.g*/config', '.gi?', '.?it', '.*', '.[!.]*', '.??*'],
    ...['.[a-z]it/config', '.[[:alpha:]]it/x', '.g@(i)t/config', '@(.git)/config', '.GI?', 'a/.g*/x'],
    ...[
      '.git/*',
      '.git/…',
      '.g…t/config',
      '.…',
      '….git',
      '…/.git/config',
      '.gi…',
      '.g[!a]t',
      '.g[^a]t',
      '.g?t?(x)',
    ],
    ...['.[]g]it', '*/.g?t/hooks/*', '?(.)git/config', '!(x)git'],
  ])('%s', (pattern) => expect(guardedByPattern(pattern)).toBe('git'))
})

describe('names a file that steers', () => {
  it.each([
    ...[
      'CLAUD?.md',
      'C*.md',
      'CLAUDE*',
      '*CLAUDE*',
      'clau*.md',
      'pkg/*/CLAUDE.md',
      '[C]LAUDE.md',
      'AGENT[S].md',
    ],
    ...[
      '.c*/settings.json',
      '.cl?ude',
      '.np*',
      '.*rc',
      '.m?p.json',
      'a/.claude/*',
      '…/AGENTS.md',
      'CLAU…',
      '*GENTS*',
      'AGENTS[-.-]md',
      'su?(b)/AGENTS+(.)md',
      '….claude/settings.json',
      '….c[l]aude/x',
      '….npmrc',
    ],
  ])('%s', (pattern) => expect(guardedByPattern(pattern)).toBe('steering'))
})

describe('was not written for any', () => {
  it.each([
    ...[
      '*',
      '?*',
      '*.*',
      '*.md',
      'dist/*',
      'src/**/*.ts',
      '[A-Z]*.md',
      '*.json',
      '…',
      '…/config',
      '….md',
      '[ab]',
    ],
    ...[
      '.e*',
      '.github/*',
      '.gitignor?',
      '.eslint*',
      'README*',
      'docs/*.md',
      'a*.ts',
      '?it',
      '[.]git',
      '*git',
      'g*',
    ],
    ...['.env.*', 'build-*', '*.tmp', '….ts', 'x[', '[', '.gitx*'],
  ])('%s', (pattern) => expect(guardedByPattern(pattern)).toBeUndefined())
})

it('a star that matches dots matches more', () => {
  for (const pattern of ['*git/config', '*', '?git', '*/config'])
    expect({ pattern, found: guardedByPattern(pattern, 'dotglob') }).toEqual({ pattern, found: 'git' })
  for (const pattern of ['*git', '?git/x']) expect(guardedByPattern(pattern, 'free')).toBe('git')
  for (const pattern of ['*', '*.json', '*/x']) expect(guardedByPattern(pattern, 'free')).toBeUndefined()
  expect(guardedByPattern('*mcp*', 'free')).toBe('steering')
})

it('steering files that a pattern matches by the way are looked for', () => {
  expect(steeringCandidates('/workspace/*.md')).toEqual(
    GUARDED_FILES.filter((name) => name.endsWith('.md')).map((name) => `/workspace/${name}`),
  )
  expect(steeringCandidates('/workspace/.n*')).toEqual(['/workspace/.npmrc'])
  for (const pattern of ['/workspace/*/*.md', '/workspace/*.ts', '/workspace/a.md', '/workspace/…'])
    expect(steeringCandidates(pattern)).toEqual([])
})

it('steering files at the top of a search are looked for, too', () => {
  expect(steeringCandidates('/workspace/…/….local.md')).toEqual(['/workspace/CLAUDE.local.md'])
  expect(steeringCandidates('/workspace/…npmrc')).toEqual(['/workspace/.npmrc'])
  expect(steeringCandidates('/workspace/…/x')).toEqual(GUARDED_FOLDERS.map((name) => `/workspace/${name}/x`))
  expect(steeringCandidates('/workspace/…/sett?ngs.json')).toEqual(['/workspace/.claude/settings.json'])
})

it('steering files that a pattern of whole paths matches are looked for, too', () => {
  for (const pattern of ['….…/settings.json', './….…/sett…', '…/.…/settings.json', '…e/settings.json'])
    expect(steeringCandidates(pattern).map((path) => path.replace('./', ''))).toContain(
      '.claude/settings.json',
    )
  expect(steeringCandidates('…/commands/x.md')).toContain('.claude/commands/x.md')
  for (const pattern of ['….…', './….…/…', '…/…', '….ts', '…/src/….ts'])
    expect(steeringCandidates(pattern)).toEqual([])
})

it('each name that patterns are tried against steers', () => {
  for (const name of [...GUARDED_FOLDERS, ...GUARDED_FILES])
    expect({ name, isSteering: isSteeringFile(name) }).toEqual({ name, isSteering: true })
})

it('a pattern may be longer than all names', () => {
  expect(guardedByPattern(`[${'C'.repeat(300)}]LAUDE.md`)).toBe('steering')
  expect(guardedByPattern(`.g[${'i'.repeat(300)}]t/config`)).toBe('git')
  expect(steeringCandidates(`./…/[${'C'.repeat(300)}]LAUDE.md`)).toEqual(['./CLAUDE.md'])
})

it('takes no time for long patterns', () => {
  expect(guardedByPattern(`.${'*a'.repeat(2_000)}`)).toBeUndefined()
  expect(guardedByPattern(`.${'?(a'.repeat(2_000)}`)).toBeUndefined()
  expect(guardedByPattern(`.${'*'.repeat(10_000)}q`)).toBeUndefined()
  expect(guardedByPattern(`.${'*?'.repeat(100)}q`)).toBeUndefined()
  expect(steeringCandidates(`${'…?'.repeat(100)}q`)).toEqual([])
})
