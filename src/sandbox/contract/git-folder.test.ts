/** Git's own spellings of `.git`, and names beside them. */
import { describe, expect, it } from 'vitest'
import { isInGitFolder, isMisspeltGitPath } from './git-folder.ts'

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
    '.git:\n/config',
    // Git refuses these, since HFS+ has another name for what is no text.
    '.git\udcff/config',
    '.G\u200dIT\ud800x/config',
    '.git\uffff',
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
    '.git\u{1f600}',
    '.gi\udcfft/config',
    '',
  ])('%s', (path) => {
    expect(isInGitFolder(path)).toBe(false)
  })
})

it('is misspelt where it is git’s but not by its own name', () => {
  const misspelt = [
    '.Git/config',
    'a/git~1/x',
    '.git./hooks/x',
    '.g\u200cit/HEAD',
    '.git/modules/.GIT/config',
    String.raw`.git\hooks\post-checkout`,
    String.raw`a\.git/config`,
    '.git\udc80/config',
  ]
  expect(misspelt.filter((path) => !isMisspeltGitPath(path))).toEqual([])
  expect(['.git/config', 'a/.git/hooks/x', '.gitignore'].filter(isMisspeltGitPath)).toEqual([])
})
