import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changesSince } from './changes.mjs'

const IDENTITY = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@b',
}

let cwd = ''
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'changes-')))
})
afterEach(() => rmSync(cwd, { recursive: true }))

function git(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('git', args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...IDENTITY },
  })
  expect([status, stderr]).toEqual([0, expect.any(String)])
}

function write(name: string, text: string): void {
  mkdirSync(join(cwd, name, '..'), { recursive: true })
  writeFileSync(join(cwd, name), text)
}

function commit(message: string): void {
  git('add', '-A')
  git('commit', '-q', '-m', message)
}

/** A branch with one commit of its own, and main with another one since. */
function branched(): void {
  git('init', '-q', '-b', 'main')
  write('a.ts', '1')
  write('b.ts', '1')
  commit('first')
  git('checkout', '-q', '-b', 'work')
  write('b.ts', '2')
  commit('second')
  git('checkout', '-q', 'main')
  write('a.ts', '3')
  commit('third')
  git('checkout', '-q', 'work')
}

test('commits since the branch left main, and what is not committed, moved, deleted or untracked', () => {
  branched()
  expect(changesSince({ cwd })).toMatchObject({ changed: ['b.ts'], files: ['a.ts', 'b.ts'] })
  git('mv', 'a.ts', 'c ä.ts')
  write('src/new.ts', '')
  write('.gitignore', 'ignored')
  write('ignored', '')
  rmSync(join(cwd, 'b.ts'))
  expect(changesSince({ cwd })).toEqual({
    since: expect.stringMatching(/^[0-9a-f]{8}, where main and this branch part$/),
    changed: ['.gitignore', 'a.ts', 'b.ts', 'c ä.ts', 'src/new.ts'],
    files: ['c ä.ts', '.gitignore', 'src/new.ts'],
  })
})

test('since a commit that is named', () => {
  branched()
  expect(changesSince({ cwd, ref: 'HEAD' })).toMatchObject({ since: 'the last commit', changed: [] })
  expect(changesSince({ cwd, ref: 'work~1' }).changed).toEqual(['b.ts'])
})

test('a branch without a main is compared with its last commit', () => {
  git('init', '-q', '-b', 'trunk')
  write('a.ts', '1')
  commit('first')
  write('a.ts', '2')
  expect(changesSince({ cwd })).toMatchObject({ since: 'the last commit', changed: ['a.ts'] })
})

test.each(['nowhere', '--output=x', ''])('the commit "%s" is refused, with what to name', (ref) => {
  branched()
  expect(() => changesSince({ cwd, ref })).toThrow(
    `There is no commit "${ref}". Name a branch, a tag or a commit: npm run test:changed -- main`,
  )
})

test('a folder without a repository, or a commit, is refused, with what to run', () => {
  expect(() => changesSince({ cwd })).toThrow('Every test of the gate is run by: npm test')
  git('init', '-q')
  expect(() => changesSince({ cwd })).toThrow('git knows no commit here')
})
