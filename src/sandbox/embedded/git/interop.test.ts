/** The real git reads repositories that ours wrote and finds them sound; and the other way round. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportFolder, importFolder, play, realGit, realPlace, sandboxPlace } from './testing/transcript.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vivarium-git-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const HISTORY = [
  '$ git init -q -b main',
  '$ put a.txt "one\\ntwo\\n"',
  '$ put dir/deep/b.txt "b\\n"',
  '$ put "name with space" "s"',
  '$ put umlaut-\u00fc "u"',
  '$ link a.txt link',
  '$ put run.sh "#!/bin/sh\\n"',
  '$ chmod 755 run.sh',
  '$ git add -A',
  '$ git commit -q -m first',
  '$ git checkout -q -b topic',
  '$ put a.txt "one\\nzwei\\n"',
  '$ git commit -q -a -m second',
  '$ git tag -a v1 -m "The first"',
  '$ git checkout -q main',
  '$ put c.txt "c\\n"',
  '$ git add c.txt',
  '$ git commit -q -m third',
  '$ git merge -q topic',
]

test('the real git finds an exported repository sound and clean, with the same history', async () => {
  const place = sandboxPlace()
  await play(HISTORY, place)
  exportFolder(place.vfs, place.root, folder)
  expect(realGit(['fsck', '--strict', '--full'], folder)).toBe('')
  expect(realGit(['status', '--porcelain'], folder)).toBe('')
  const log = ['log', '--all', '--format=%H %T %P %an %at %s']
  const ours = await place.git(log, { env: {}, stdin: '' })
  expect(realGit(log, folder)).toBe(ours.output)
  expect(realGit(['rev-parse', 'v1^{}'], folder)).toBe(realGit(['rev-parse', 'topic'], folder))
})

test('two thousand new files become a pack that the real git finds sound', async () => {
  const place = sandboxPlace()
  await play(['$ git init -q -b main'], place)
  for (let number = 0; number < 2000; number += 1)
    place.write(
      `src/${number % 50}/${number}.txt`,
      new TextEncoder().encode(`file ${number}\n`.repeat(number % 40)),
    )
  await play(['$ git add .', '$ git commit -q -m many'], place)
  expect(
    place.vfs
      .readdir(`${place.root}/.git/objects/pack`)
      .map(({ name }) => name.slice(-4))
      .sort(),
  ).toEqual(['.idx', 'pack'])
  exportFolder(place.vfs, place.root, folder)
  expect(realGit(['fsck', '--strict', '--full'], folder)).toBe('')
  expect(realGit(['status', '--porcelain'], folder)).toBe('')
})

test('a repository of the real git, packed and with the index in each version, reads as it does there', async () => {
  for (const version of ['2', '3', '4']) {
    const real = realPlace()
    await play(HISTORY, real)
    realGit(['gc', '-q', '--aggressive'], real.root)
    realGit(['pack-refs', '--all'], real.root)
    realGit(['update-index', '--index-version', version], real.root)
    const place = sandboxPlace()
    importFolder(place.vfs, real.root, place.root)
    const questions = [
      '$ git status --porcelain=v2 --branch',
      '$ git log --stat --all',
      '$ git show v1',
      '$ git ls-files -s',
      '$ git branch -a -v',
      '$ git diff HEAD~1 HEAD',
    ]
    expect(await play(questions, place)).toBe(await play(questions, real))
    const changes = [
      '$ put a.txt "new\\n"',
      '$ git commit -q -a -m fourth',
      '$ git branch -d topic',
      '$ git tag -d v1',
    ]
    await play(changes, place)
    const back = join(folder, version)
    exportFolder(place.vfs, place.root, back)
    expect(realGit(['fsck', '--strict', '--no-dangling'], back)).toBe('')
    expect(realGit(['status', '--porcelain'], back)).toBe('')
    expect(realGit(['branch', '-a'], back)).toBe('* main\n')
    expect(realGit(['log', '-1', '--format=%s'], back)).toBe('fourth\n')
    real.dispose()
  }
})

test('what gc has packed is sound for the real git', async () => {
  const place = sandboxPlace()
  const steps = ['init -q -b main', 'add .', 'commit -q -m one', 'tag -a v1 -m tag', 'gc -q', 'count-objects']
  await play(['$ put a "one\\n"', '$ put d/b "two\\n"', ...steps.map((step) => `$ git ${step}`)], place)
  exportFolder(place.vfs, place.root, folder)
  expect(realGit(['fsck', '--strict', '--full'], folder)).toBe('')
  expect(realGit(['count-objects', '-v'], folder)).toMatch(/count: 0\n[^]*in-pack: 6\npacks: 1\n/)
  expect(realGit(['describe', 'HEAD'], folder)).toBe('v1\n')
})
