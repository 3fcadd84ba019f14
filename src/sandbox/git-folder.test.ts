/** Git's own spellings of `.git`, and names beside them. */
import { describe, expect, it } from 'vitest'
import { isInGitFolder } from './git-folder.ts'

describe('is git’s', () => {
  it.each([
    '.git',
    '.Git',
    '.GIT/hooks/post-checkout',
    'a/b/.git/config',
    'git~1/config',
    'GIT~1',
    '.git.',
    '.git ',
    '.git. . /config',
    '.git::$INDEX_ALLOCATION/config',
    String.raw`a\.git\config`,
    '.g\u200cit/config',
    '\ufeff.git',
  ])('%s', (path) => {
    expect(isInGitFolder(path)).toBe(true)
  })
})

describe('is not', () => {
  it.each([
    '.gitignore',
    '.github/workflows/a.yml',
    'git',
    'a.git',
    '.git-credentials',
    'git~10',
    '.gitx/config',
    '',
  ])('%s', (path) => {
    expect(isInGitFolder(path)).toBe(false)
  })
})
