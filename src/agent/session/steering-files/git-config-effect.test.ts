/** Settings of git that are no news, and those that are. */
import { expect, it } from 'vitest'
import { gitConfigEffect } from './git-config-effect.ts'

const INIT = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n'

it.each([
  ['a new repository', INIT],
  ['a name', `${INIT}[user]\n\tname = Ada\n\temail = ada@example.com\n`],
  ['a branch that follows another', `${INIT}[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n`],
  ['nothing', ' \n# a comment\n; and another\n[alias]\n'],
])('%s has none', (_, text) => {
  expect(gitConfigEffect(text)).toBe('')
})

it.each([
  [
    'a host',
    '[remote "origin"]\n\turl = https://evil.example/x.git',
    'remote.origin.url=https://evil.example/x.git',
  ],
  [
    'a host in the place of a name',
    '[branch "main"]\n\tremote = https://evil.example',
    'branch.main.remote=https://evil.example',
  ],
  ['a program', '[core]\n\tbare = false\n\tfsmonitor = ./evil', 'core.fsmonitor=./evil'],
  ['a folder of programs', '[Core]\n\thooksPath=x', 'core.hookspath=x'],
  ['another file', '[include]\n\tpath = ../evil', 'include.path=../evil'],
  ['an alias', '[alias]\n\tst = !evil', 'alias.st=!evil'],
])('%s is one', (_, text, effect) => {
  expect(gitConfigEffect(text)).toBe(effect)
})

it.each([
  '[core] fsmonitor = ./evil',
  '[core]\n\tname = a \\\n\tfsmonitor = x',
  'fsmonitor = x',
  '[core]\n\t"x" = 1',
])('%j, which is not plain, is all of it', (text) => {
  expect(gitConfigEffect(text)).toBe(text)
})
