/** Damaged repositories, and names that are meant to mislead: said in one line, and nothing written outside. */
import { beforeEach, expect, test } from 'vitest'
import { sandboxPlace } from './testing/transcript.ts'

let place = sandboxPlace()
const run = (...args: string[]) =>
  place.git(args, {
    env: { GIT_AUTHOR_DATE: '1700000000 +0000', GIT_COMMITTER_DATE: '1700000000 +0000' },
    stdin: '',
  })
const gitFile = (name: string): string => `${place.root}/.git/${name}`
const text = (value: string): Uint8Array => new TextEncoder().encode(value)

beforeEach(async () => {
  place = sandboxPlace()
  await run('init', '-q', '-b', 'main')
  place.write('a', text('a\n'))
  await run('add', 'a')
  await run('commit', '-q', '-m', 'one')
})

test('a truncated or scribbled index is told, with what to do', async () => {
  const index = place.vfs.readFile(gitFile('index'))
  for (const damaged of [
    index.slice(0, 20),
    index.slice(0, index.length - 30),
    index.map((byte, at) => (at === 40 ? byte ^ 255 : byte)),
  ]) {
    place.vfs.writeFile(gitFile('index'), damaged)
    const { output, code } = await run('status')
    expect([code, output.includes('index file corrupt') || output.includes('index file smaller')]).toEqual([
      128,
      true,
    ])
  }
  place.vfs.unlink(gitFile('index'))
  expect((await run('reset', '-q')).code).toBe(0)
  expect(await run('status', '--short')).toEqual({ output: '', code: 0 })
})

test('missing and damaged objects are named', async () => {
  const [tree = ''] = (await run('rev-parse', 'HEAD^{tree}')).output.split('\n')
  const path = gitFile(`objects/${tree.slice(0, 2)}/${tree.slice(2)}`)
  place.vfs.writeFile(path, text('nonsense'))
  const damaged = await run('ls-tree', 'HEAD')
  expect(damaged).toEqual({
    output: `fatal: loose object ${tree} (stored in /repo/.git/objects/${tree.slice(0, 2)}/${tree.slice(2)}) is corrupt\n`,
    code: 128,
  })
  place.vfs.unlink(path)
  expect(await run('ls-tree', 'HEAD')).toEqual({
    output: `fatal: unable to read ${tree}: the object is missing\n`,
    code: 128,
  })
})

test('fsck names what is damaged, what is missing and what leads to it, and fails', async () => {
  const ids = (await run('rev-parse', 'HEAD', 'HEAD^{tree}', 'HEAD:a')).output.split('\n')
  const [commit = '', tree = '', blob = ''] = ids
  const path = (oid: string): string => gitFile(`objects/${oid.slice(0, 2)}/${oid.slice(2)}`)
  const without = async (oid: string, data?: Uint8Array) => {
    const kept = place.vfs.readFile(path(oid)).slice()
    place.vfs.unlink(path(oid))
    if (data) place.vfs.writeFile(path(oid), data)
    const checked = await run('fsck', '--no-dangling')
    if (data) place.vfs.unlink(path(oid))
    place.vfs.writeFile(path(oid), kept)
    return checked
  }
  expect(await run('fsck')).toEqual({ output: '', code: 0 })
  expect(await without(blob)).toEqual({ output: `missing blob ${blob}\n`, code: 2 })
  const corrupt = await without(blob, text('nonsense'))
  expect([corrupt.code, corrupt.output]).toEqual([
    3,
    expect.stringMatching(
      `^missing blob ${blob}\nerror: ${blob}: object corrupt or missing: .*is corrupt\n$`,
    ),
  ])
  const other = await without(blob, place.vfs.readFile(path(tree)).slice())
  expect([other.code, other.output]).toEqual([
    3,
    `missing blob ${blob}\nerror: ${tree}: hash-path mismatch, found at: ${blob}\n`,
  ])
  expect((await without(tree)).output).toBe(
    `broken link from  commit ${commit}\n              to    tree ${tree}\nmissing tree ${tree}\n`,
  )
  expect((await without(commit)).output).toContain(`error: refs/heads/main: invalid sha1 pointer ${commit}\n`)
  place.vfs.writeFile(gitFile('refs/heads/bad'), text('nope\n'))
  expect(await run('fsck')).toEqual({
    output: `error: refs/heads/bad: invalid sha1 pointer ${'0'.repeat(40)}\n`,
    code: 2,
  })
  place.vfs.unlink(gitFile('refs/heads/bad'))
  expect(await run('fsck')).toEqual({ output: '', code: 0 })
  await run('reset', '-q', '--hard')
  place.write('b', text('staged\n'))
  await run('add', 'b')
  await run('rm', '-q', '--cached', 'b')
  expect((await run('fsck')).output).toMatch(/^dangling blob [0-9a-f]{40}\n$/)
  expect((await run('fsck', commit)).code).toBe(128)
})

test('broken references, a broken configuration and half a repository are told', async () => {
  place.vfs.writeFile(gitFile('refs/heads/bad'), text('no name\n'))
  expect(await run('log', 'bad')).toEqual({
    output: 'fatal: bad content of reference refs/heads/bad\n',
    code: 128,
  })
  place.vfs.unlink(gitFile('refs/heads/bad'))
  place.vfs.writeFile(gitFile('config'), text('[core\nx'))
  expect(await run('status')).toEqual({
    output: 'fatal: bad config line 1 in file /repo/.git/config\n',
    code: 128,
  })
  place.vfs.writeFile(gitFile('config'), text(''))
  place.vfs.writeFile(gitFile('HEAD'), text('ref: refs/heads/HEAD\n'))
  expect((await run('log')).code).toBe(128)
  place.vfs.removeTree(gitFile('objects'))
  expect((await run('status')).output).toMatch(/^fatal: not a git repository/)
})

test('a repository from tomorrow is refused', async () => {
  place.vfs.writeFile(gitFile('config'), text('[core]\nrepositoryformatversion = 2\n'))
  expect(await run('status')).toEqual({
    output: 'fatal: Expected git repo version <= 1, found 2\n',
    code: 128,
  })
  place.vfs.writeFile(gitFile('config'), text('[extensions]\nobjectFormat = sha256\n'))
  expect((await run('status')).output).toMatch(/object format 'sha256' are not supported/)
})

test('names with newlines, blanks, dashes and bytes that are no text go in and come out', async () => {
  const names = [
    'new\nline',
    ' lead',
    '-dash',
    '--',
    'quote"',
    'back\\slash',
    'ta\tb',
    'half\udc80byte',
    '.hidden',
    'a b/c d',
  ]
  for (const name of names) place.write(name, text('x'))
  expect((await run('add', '-A')).code).toBe(0)
  expect((await run('commit', '-q', '-m', 'names')).code).toBe(0)
  const listed = (await run('ls-files')).output.split('\n').slice(0, -1)
  expect(listed).toEqual([
    ' lead',
    '--',
    '-dash',
    '.hidden',
    'a',
    'a b/c d',
    '"back\\\\slash"',
    '"half\\200byte"',
    '"new\\nline"',
    '"quote\\""',
    '"ta\\tb"',
  ])
  for (const name of names) place.vfs.unlink(`${place.root}/${name}`)
  expect((await run('checkout', '--', '.')).code).toBe(0)
  for (const name of names) expect(place.vfs.readFile(`${place.root}/${name}`)).toEqual(text('x'))
  expect(await run('rm', '--', '-dash')).toEqual({ output: "rm '-dash'\n", code: 0 })
})

test('a tree that leads out of the worktree or into .git is not written', async () => {
  for (const name of ['..', '.git', '.GIT', 'git~1']) {
    const blob = (await run('hash-object', '-w', 'a')).output.trim()
    const entry = new Uint8Array([
      ...text(`100644 ${name}\0`),
      ...Uint8Array.from(blob.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
    ])
    place.vfs.writeFile(`${place.root}/tree`, entry)
    const tree = (await run('hash-object', '-w', '-t', 'tree', 'tree')).output.trim()
    place.vfs.unlink(`${place.root}/tree`)
    expect(await run('restore', '--source', tree, '--worktree', '.')).toEqual({
      output: `error: invalid path '${name}'\n`,
      code: 128,
    })
  }
})

test('files are not written through a link that stands where a directory was', async () => {
  place.write('dir/file', text('inside\n'))
  await run('add', '.')
  await run('commit', '-q', '-m', 'dir')
  place.vfs.removeTree(`${place.root}/dir`)
  place.vfs.mkdir('/tmp/outside', 0o755, true)
  place.vfs.symlink('/tmp/outside', `${place.root}/dir`)
  expect((await run('reset', '-q', '--hard')).code).toBe(0)
  expect(place.vfs.readdir('/tmp/outside')).toEqual([])
  expect(place.vfs.readFile(`${place.root}/dir/file`)).toEqual(text('inside\n'))
})

test('patches and bundles that lie are refused', async () => {
  place.write(
    'evil.patch',
    text('diff --git a/../x b/../x\nnew file mode 100644\n--- /dev/null\n+++ b/../x\n@@ -0,0 +1 @@\n+x\n'),
  )
  expect(await run('apply', 'evil.patch')).toEqual({ output: "error: invalid path '../x'\n", code: 128 })
  await run('bundle', 'create', 'b.bundle', '--all')
  const bundle = place.vfs.readFile(`${place.root}/b.bundle`)
  place.vfs.writeFile(
    `${place.root}/b.bundle`,
    bundle.map((byte, at) => (at === bundle.length - 40 ? byte ^ 255 : byte)),
  )
  expect((await run('clone', 'b.bundle', '../broken')).output).toBe(
    "Cloning into '../broken'...\nfatal: pack is corrupted (SHA1 mismatch)\n",
  )
})

test('what is not there says so and fails', async () => {
  expect(await run('push')).toMatchObject({
    code: 128,
    output: expect.stringContaining('No configured push destination'),
  })
  expect(await run('clone', 'git@example.com:x.git')).toMatchObject({
    code: 128,
    output: expect.stringContaining('cannot be reached from a browser tab'),
  })
  expect(await run('rebase', '--rebase-merges', 'HEAD')).toMatchObject({
    code: 128,
    output: expect.stringContaining('not supported'),
  })
  expect(await run('commit', '--allow-empty', '-S', '-m', 'x')).toMatchObject({
    code: 128,
    output: expect.stringContaining('no keys'),
  })
  expect(await run('add', '-p')).toMatchObject({
    code: 128,
    output: expect.stringContaining('not supported'),
  })
  expect(await run('filter-branch')).toMatchObject({
    code: 1,
    output: expect.stringContaining('is not a git command of this sandbox'),
  })
})

test('a commit without a name says how to give one, and one without a message that there is no editor', async () => {
  const bare = sandboxPlace()
  const alone = (...args: string[]) => bare.git(args, { env: NOBODY, stdin: '' })
  await alone('init', '-q')
  bare.write('f', text('f'))
  await alone('add', 'f')
  const nobody = await alone('commit', '-m', 'x')
  expect(nobody.code).toBe(128)
  expect(nobody.output).toContain(
    '*** Please tell me who you are.\n\nRun\n\n  git config --global user.email "you@example.com"',
  )
  await alone('config', 'user.name', 'N')
  await alone('config', 'user.email', 'n@example.com')
  expect(await alone('commit')).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no editor in this sandbox'),
  })
  expect((await alone('commit', '-m', 'x')).code).toBe(0)
})

test("a commit is by whom the person's settings name, unless a repository says otherwise", async () => {
  const place = sandboxPlace()
  const known = { ...NOBODY, NAME: 'Ada', EMAIL: 'ada@example.org' }
  const git = (...args: string[]) => place.git(args, { env: known, stdin: '' })
  await git('init', '-q')
  await git('commit', '--allow-empty', '-qm', 'first')
  await git('config', 'user.name', 'N')
  await git('config', 'user.email', 'n@example.com')
  await git('commit', '--allow-empty', '-qm', 'second')
  expect((await git('log', '--format=%an <%ae>, %cn <%ce>')).output).toBe(
    'N <n@example.com>, N <n@example.com>\nAda <ada@example.org>, Ada <ada@example.org>\n',
  )
})

/** Environment of a user without an identity. Undefined variables count as not set. */
const NOBODY = Object.fromEntries(
  ['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_NAME', 'GIT_COMMITTER_EMAIL', 'GIT_EDITOR'].map(
    (name) => [name, undefined],
  ),
) as unknown as Record<string, string>
