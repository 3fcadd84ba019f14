/** Names that steer, at any depth and in any case, and names that do not. */
import { describe, expect, it } from 'vitest'
import { isSteeringFile, pointsGitElsewhere, steersGit } from './steering-file.ts'

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
    'opencode.json',
    'web/opencode.jsonc',
    '.opencode/agents/review.md',
    'OPENCO~1.JSO',
    'web/.npmrc',
    '.yarnrc.yml',
    'CLAUDE.md.',
    'CLAUDE.md ',
    'CLAUDE.md::$DATA',
    'CL\u200cAUDE.md',
    '.Claude. /settings.json',
    'NPMRC~1',
    'MCP~1.JSO',
    'CLAUDE~1/settings.json',
    'GI7EBA~1',
    'AGENT\u017f.md',
    '.mcp.j\u017fon',
    '.gitcon\ufb01g',
    'CL\u200bAU\u00adDE.md',
    'CLAUDE.md:a\nb',
  ])('%s', (path) => {
    expect(isSteeringFile(path)).toBe(true)
  })
})

describe('does not', () => {
  it.each([
    'README.md',
    'src/claude.ts',
    'docs/agents/index.md',
    'npmrc',
    '.claudeignore',
    'mcp.json',
    'opencode.yaml',
    'notes~1',
    '...',
  ])('%s', (path) => {
    expect(isSteeringFile(path)).toBe(false)
  })
})

it('of git, what names a host, a token or a program', () => {
  for (const path of [
    '.git/config',
    '.git/hooks/pre-commit',
    'a/.GIT/Config',
    '.git/hooks',
    '.git/rebase-merge/git-rebase-todo',
    '.git/worktrees/w/rebase-merge/git-rebase-todo.backup',
    '.git/info/attributes',
    '.git/modules/x/config',
    '.git/commondir',
    'git~1/config',
    '.git/config.',
    '.git/hooks./post-checkout',
    '.git/hooks::$INDEX_ALLOCATION/post-checkout',
    '.git/info /attributes',
    '.git/con\u200cfig',
    '.git/con\ufb01g',
    '.git/hoo\u212as/post-checkout',
    '.git/hook\u017f/post-checkout',
    '.git/CONFIG~1.WOR',
    '.git/COMMON~1',
    '.git/info/ATTRIB~1',
    String.raw`.git\hooks\post-checkout`,
  ])
    expect(steersGit(path), path).toBe(true)
  for (const path of ['.git/index', '.git/HEAD', 'config', 'hooks/pre-commit', 'hooks/.git', '.git/config~1'])
    expect(steersGit(path), path).toBe(false)
})

it('a file in the place of git’s folder leads to another one', () => {
  expect(['.git', 'a/.Git', 'a/git~1'].map(pointsGitElsewhere)).toEqual([true, true, true])
  expect(['.git/HEAD', '.gitignore'].map(pointsGitElsewhere)).toEqual([false, false])
})
