/** Names that steer, at any depth and in any case, and names that do not. */
import { describe, expect, it } from 'vitest'
import { isSteeringFile, steersGit } from './steering-file.ts'

describe('steers', () => {
  it.each([
    'CLAUDE.md',
    '/workspace/pkg/a/claude.md',
    'AGENTS.md',
    'CLAUDE.local.md',
    '.claude',
    '.claude/settings.json',
    'pkg/.claude/skills/pdf/run.py',
    '.mcp.json',
    'web/.npmrc',
    '.yarnrc.yml',
  ])('%s', (path) => {
    expect(isSteeringFile(path)).toBe(true)
  })
})

describe('does not', () => {
  it.each(['README.md', 'src/claude.ts', 'docs/agents/index.md', 'npmrc', '.claudeignore', 'mcp.json'])(
    '%s',
    (path) => {
      expect(isSteeringFile(path)).toBe(false)
    },
  )
})

it('of git, what names a host, a token or a program', () => {
  for (const path of [
    '.git/config',
    '.git/hooks/pre-commit',
    'a/.GIT/Config',
    '.git/hooks',
    '.git/info/attributes',
    '.git/modules/x/config',
  ])
    expect(steersGit(path), path).toBe(true)
  for (const path of ['.git/index', '.git/HEAD', 'config', 'hooks/pre-commit'])
    expect(steersGit(path), path).toBe(false)
})
