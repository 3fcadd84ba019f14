/** The commit of what was reviewed, with the real git as the judge of what is asked of git. */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ReviewedFile } from '../../src/agent/protocol/calls/files.ts'
import { ReviewCommit } from '../../src/agent/session/workspace/review-commit.ts'
import type { UserFiles } from '../../src/agent/session/workspace/user-files.ts'
import type { ExecRequest, Sandbox, WriteRequest } from '../../src/sandbox/contract/contract.ts'
import { fail, ok } from '../../src/sandbox/contract/errors.ts'

let root = ''
let commits: ReviewCommit

const bytes = (text: string) => new TextEncoder().encode(text)
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const file = (path: string, text: string, mode = 0o644): ReviewedFile => ({
  path,
  content: { kind: 'file', data: bytes(text), mode },
})

/** A folder of this machine, as far as a commit needs a sandbox. */
function folderSandbox(): Partial<Sandbox> {
  const at = (path: string) => resolve(root, path)
  const write = ({ path, data, mode = 0o644 }: WriteRequest) => {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), data)
    chmodSync(at(path), mode)
  }
  return {
    stat: async (path) => {
      const stats = lstatSync(at(path), { throwIfNoEntry: false })
      if (!stats) return fail('not_found', `${path} does not exist.`)
      return ok({ kind: 'directory', size: 0, mode: 0o755, mtimeMs: 0 })
    },
    makeDirectory: async (path) => ok(void mkdirSync(at(path), { recursive: true })),
    writeFiles: async (requests) => ok(requests.forEach(write)),
    symlink: async (target, path) => ok(symlinkSync(target, at(path))),
    remove: async (path) => ok(rmSync(at(path), { recursive: true, force: true })),
    exec: async ({ command, stdin = new Uint8Array() }: ExecRequest) => {
      const env = {
        ...process.env,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_SYSTEM: '/dev/null',
        HOME: root,
      }
      const { status, stdout, stderr } = spawnSync('bash', ['-c', command], { cwd: root, input: stdin, env })
      const end = { droppedBytes: 0, durationMs: 0, timedOut: false, cwd: '/workspace' }
      return ok({ exitCode: status ?? 1, stdout, stderr, ...end })
    },
  }
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vivarium-review-'))
  // Only the requested methods of the user's files and of a sandbox.
  const sandbox = folderSandbox() as Sandbox
  const act = (use: (sandbox: Sandbox) => unknown) => use(sandbox)
  const files = { change: act, read: act } as unknown as UserFiles
  commits = new ReviewCommit(files, () => crypto.randomUUID())
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function repository() {
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  put('src/a.ts', 'one\ntwo\n')
  put('gone.ts', 'gone\n')
  git('add', '-A')
  git('commit', '-qm', 'first')
}

it('has exactly the content that was accepted; the rest stays a change of the workspace', async () => {
  repository()
  const odd = 'odd "\'$(touch hit) *.ts'
  put('src/a.ts', 'ONE\nTWO\n')
  put(odd, 'new\n')
  put('other.ts', 'not accepted\n')
  rmSync(join(root, 'gone.ts'))
  const outcome = await commits.commit('Take one\n\nAnd no more.', [
    file('src/a.ts', 'ONE\ntwo\n', 0o755),
    file(odd, 'new\n'),
    { path: 'gone.ts', content: undefined },
    { path: 'link', content: { kind: 'symlink', target: 'src/a.ts' } },
  ])
  const hash = git('rev-parse', '--short', 'HEAD').trim()
  expect(outcome).toEqual({ ok: true, value: { kind: 'committed', hash, summary: 'Take one' } })
  expect(git('log', '-1', '--format=%B').trim()).toBe('Take one\n\nAnd no more.')
  expect(git('show', 'HEAD:src/a.ts')).toBe('ONE\ntwo\n')
  const entries = git('ls-tree', '-r', '-z', 'HEAD').split('\0').filter(Boolean)
  expect(entries.map((entry) => entry.replace(/ blob .*\t/, ' ')).sort()).toEqual(
    ['100755 src/a.ts', '120000 link', `100644 ${odd}`].sort(),
  )
  expect(git('status', '--porcelain').split('\n').sort()).toEqual([
    '',
    ' D link',
    ' M src/a.ts',
    '?? other.ts',
  ])
  // Neither the name has run, nor is the folder still there.
  expect(readdirSync(root)).not.toContain('hit')
  expect(readdirSync('/tmp').filter((name) => name.startsWith('reviewed-'))).toEqual([])
})

it('commits nothing where others are staged, and where git refuses; and stages nothing then', async () => {
  repository()
  put('staged.ts', 'x\n')
  git('add', 'staged.ts')
  const reviewed = [file('src/a.ts', 'ONE\n')]
  expect(await commits.commit('Try', reviewed)).toEqual({
    ok: true,
    value: { kind: 'others_staged', paths: ['staged.ts'] },
  })
  git('reset', '-q')
  put('.git/hooks/pre-commit', '#!/bin/sh\necho not today >&2\nexit 1\n')
  chmodSync(join(root, '.git/hooks/pre-commit'), 0o755)
  expect(await commits.commit('Try', reviewed)).toEqual({
    ok: true,
    value: { kind: 'refused', message: 'not today' },
  })
  expect(git('diff', '--cached', '--name-only')).toBe('')
  expect(git('rev-list', '--count', 'HEAD').trim()).toBe('1')
})

it('makes the first commit of a repository, and says where there is none', async () => {
  put('a.ts', 'one\n')
  expect(await commits.commit('First', [file('a.ts', 'one\n')])).toEqual({
    ok: true,
    value: { kind: 'no_repository' },
  })
  git('init', '-q')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  expect(await commits.commit('First', [file('a.ts', 'one\n')])).toMatchObject({
    value: { kind: 'committed' },
  })
  expect(git('status', '--porcelain')).toBe('')
})

it('says that nobody is known, and stages nothing then', async () => {
  repository()
  git('config', '--unset', 'user.name')
  git('config', 'user.useConfigOnly', 'true')
  git('config', '--unset', 'user.email')
  expect(await commits.commit('Try', [file('src/a.ts', 'ONE\n')])).toEqual({
    ok: true,
    value: { kind: 'nobody' },
  })
  expect(git('diff', '--cached', '--name-only')).toBe('')
})

it('refuses an empty message, nothing at all, and what is not of the workspace', async () => {
  const kind = async (message: string, files: ReviewedFile[]) => {
    const done = await commits.commit(message, files)
    return done.ok ? 'ok' : done.error.kind
  }
  expect(await kind(' ', [file('a', 'a')])).toBe('invalid')
  expect(await kind('a', [])).toBe('invalid')
  expect(await kind('a', [file('../a', 'a')])).toBe('not_permitted')
})

it('gives the versions of the last commit, byte for byte', async () => {
  repository()
  put("it's.bin", '\r\n\0x')
  git('add', '-A')
  git('commit', '-qm', 'second')
  put('src/a.ts', 'changed since\n')
  const versions = await commits.versions(['src/a.ts', 'none.ts', "it's.bin"])
  expect(versions.ok && versions.value.map((data) => data && Buffer.from(data).toString('latin1'))).toEqual([
    'one\ntwo\n',
    undefined,
    '\r\n\0x',
  ])
})
