import { expect, test } from 'vitest'
import { entry, archiveOf } from './testing/package-archive.ts'
import { matchesIntegrity } from './integrity.ts'
import { unpackPackage } from './unpack-package.ts'

const MIB = 1024 * 1024

async function unpacked(...entries: Parameters<typeof archiveOf>[0]): Promise<string[]> {
  const { files, directories } = await unpackPackage(archiveOf(entries), { left: MIB })
  const shown = files.map(
    ({ path, mode, data }) => `${path} ${mode.toString(8)} ${new TextDecoder().decode(data)}`,
  )
  return [...directories.map((path) => `${path}/`), ...shown]
}

test('a package is unpacked without its first folder, with modes that let all read it', async () => {
  expect(
    await unpacked(
      entry('package/package.json', '{}', { mode: 0o600 }),
      entry('package/bin/run', '#!', { mode: 0o777 }),
      entry('package/empty/', '', { kind: 'directory' }),
      entry('other/deep/./file', 'x'),
    ),
  ).toEqual(['empty/', 'package.json 644 {}', 'bin/run 755 #!', 'deep/file 644 x'])
})

test('links are left out, and what lies beside the first folder', async () => {
  expect(
    await unpacked(
      entry('package/link', '', { kind: 'symlink', target: '/etc/passwd' }),
      entry('package/hard', '', { kind: 'hard link', target: 'package/a' }),
      entry('top', 'x'),
      entry('package/a', '1'),
    ),
  ).toEqual(['a 644 1'])
})

test('a .gitignore is the .npmignore that is not there', async () => {
  expect(await unpacked(entry('package/.gitignore', 'a'))).toEqual(['.npmignore 644 a'])
  expect(await unpacked(entry('package/.npmignore', 'b'), entry('package/.gitignore', 'a'))).toEqual([
    '.npmignore 644 b',
  ])
})

test('what would leave the folder, is cut off, is no archive, or is too large is refused', async () => {
  for (const path of ['package/../../out', '../package/x'])
    await expect(unpacked(entry(path, 'x'))).rejects.toThrow('would leave its folder')
  const whole = archiveOf([entry('package/a', 'x'.repeat(2000))])
  await expect(unpackPackage(whole.slice(0, -20), { left: MIB })).rejects.toThrow('cannot be unpacked')
  await expect(unpackPackage(new Uint8Array([1, 2, 3]), { left: MIB })).rejects.toThrow('cannot be unpacked')
  await expect(unpackPackage(whole, { left: 1000 })).rejects.toThrow('more bytes than')
  // One budget is for all who share it.
  const shared = { left: 15_000 }
  await unpackPackage(whole, shared)
  await expect(unpackPackage(whole, shared)).rejects.toThrow('more bytes than')
})

test('the strongest kind of hash counts', async () => {
  const bytes = new TextEncoder().encode('abc')
  const sha1 = 'sha1-qZk+NkcGgWq6PiVxeFDCbJzQ2J0='
  const sha512 =
    'sha512-3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw=='
  const wrong = `sha512-${'A'.repeat(86)}==`
  const all = [sha1, sha512, `${wrong} ${sha512}`, `${sha1} ${wrong}`, 'md5-kAFQmDzST7DWlj99KOF/cg==', '']
  expect(await Promise.all(all.map((integrity) => matchesIntegrity(bytes, integrity)))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})
