import { expect, it } from 'vitest'
import type { Sandbox, SandboxEvent } from '../contract.ts'
import { FORK_ID_MAX_CHARS, FORKS_MAX } from '../limits.ts'
import { HOME, WORKSPACE_ROOT } from '../path.ts'
import { bytes, kindOf, run, text, treeOf, value, type ContractContext } from './contract-test-support.ts'

const FOLDERS = [WORKSPACE_ROOT, HOME, '/tmp']

/** Back ends that fork: the files, the history and the life of a fork. */
export function forkTests(context: () => ContractContext): void {
  const fork = (id = 'fork', of: Sandbox = context().sandbox) => value(of.fork({ id }))

  it('has the same files with the same modes and links, wherever they lie', async () => {
    const { sandbox } = context()
    await fill(sandbox)
    const forked = await fork()
    for (const folder of FOLDERS) {
      expect(await treeOf(forked, folder)).toEqual(await treeOf(sandbox, folder))
      expect(Object.keys(await treeOf(forked, folder))).not.toEqual([])
    }
    const times = async (of: Sandbox) => (await value(of.stat('src/deep/a.ts'))).mtimeMs
    expect(await times(forked)).toBe(await times(sandbox))
    expect(await forked.describe()).toEqual(await sandbox.describe())
    expect((await sandbox.describe()).forks).toBe(true)
  })

  it('does not show later changes of the sandbox, nor shows it its own', async () => {
    const { sandbox } = context()
    await fill(sandbox)
    const before = await treeOf(sandbox)
    const forked = await fork()
    await change(sandbox)
    expect(await treeOf(forked)).toEqual(before)
    const changed = await treeOf(sandbox)
    expect(changed).not.toEqual(before)
    await value(forked.writeFile({ path: 'src/deep/a.ts', data: bytes('of the fork') }))
    await value(forked.remove('bin', { recursive: true }))
    await value(forked.rename('src', 'source'))
    await value(forked.writeFile({ path: `${HOME}/.note`, data: bytes('of the fork') }))
    expect(await treeOf(sandbox)).toEqual(changed)
    expect(text(await value(sandbox.readFile(`${HOME}/.note`)))).toBe('home')
    expect(await treeOf(forked)).toMatchObject({ 'source/deep/a.ts': expect.any(String) })
  })

  it('shows no change that was made before a folder was first looked at', async () => {
    const { sandbox } = context()
    await fill(sandbox)
    const [early, late] = [await fork('early'), await fork('late')]
    const before = await treeOf(early)
    await change(sandbox)
    await value(sandbox.writeFile({ path: 'src/deep/b.ts', data: bytes('new') }))
    expect(await treeOf(late)).toEqual(before)
    expect(await kindOf(late.stat('src/deep/b.ts'))).toBe('not_found')
  })

  it('stores the same root, and both restore and compare what either has stored', async () => {
    const { sandbox } = context()
    await fill(sandbox)
    const first = await value(sandbox.checkpoint())
    const before = await treeOf(sandbox)
    await value(sandbox.writeFile({ path: 'later', data: bytes('2') }))
    const forked = await fork()
    const second = await value(forked.checkpoint())
    expect(second.root).toBe((await value(sandbox.checkpoint())).root)
    await change(forked)
    const third = await value(forked.checkpoint())
    const changed = await treeOf(forked)
    expect((await value(sandbox.checkpoint())).root).toBe(second.root)
    const changes = await value(forked.diff(first.root, third.root))
    expect(await value(sandbox.diff(first.root, third.root))).toEqual(changes)
    expect(changes.map(({ path }) => path)).toContain('src/deep/a.ts')
    await value(forked.restore(first.root))
    expect(await treeOf(forked)).toEqual(before)
    expect((await value(sandbox.checkpoint())).root).toBe(second.root)
    await value(sandbox.restore(third.root))
    expect(await treeOf(sandbox)).toEqual(changed)
    expect(await treeOf(forked)).toEqual(before)
    expect((await value(forked.checkpoint())).root).toBe(first.root)
  })

  it('searches, packs and takes archives of its own', async () => {
    const { sandbox } = context()
    await fill(sandbox)
    const forked = await fork()
    await value(forked.writeFile({ path: 'found', data: bytes('needle') }))
    const search = async (of: Sandbox) =>
      (await value(of.grep({ id: 'search', pattern: 'needle', mode: 'files' }))).total
    expect([await search(sandbox), await search(forked)]).toEqual([0, 1])
    const data = await value(forked.exportArchive({ id: 'export' }))
    await value(forked.remove('src', { recursive: true }))
    await value(forked.importArchive({ id: 'import', data }))
    expect(await treeOf(forked)).toEqual({
      ...(await treeOf(sandbox)),
      found: expect.stringContaining('644 '),
    })
  })

  it('takes an id that is one, and that no other fork has', async () => {
    const { sandbox } = context()
    // Against the types, as a caller without them might.
    const wrong = [7, null, undefined, {}, '', 'x'.repeat(FORK_ID_MAX_CHARS + 1)] as unknown as string[]
    for (const id of wrong) expect(await kindOf(sandbox.fork({ id }))).toBe('invalid')
    const forked = await fork('x'.repeat(FORK_ID_MAX_CHARS))
    const other = await fork('taken')
    expect(await kindOf(sandbox.fork({ id: 'taken' }))).toBe('invalid')
    expect(await kindOf(forked.fork({ id: 'taken' }))).toBe('invalid')
    await other.dispose()
    const again = await soon(() => forked.fork({ id: 'taken' }))
    expect(await kindOf(sandbox.fork({ id: 'taken' }))).toBe('invalid')
    await forked.dispose()
    expect(await kindOf(again.usage())).toBe('disposed')
    await soon(() => sandbox.fork({ id: 'taken' }))
  })

  it('is refused beyond as many as there may be, until one ends', async () => {
    const { sandbox } = context()
    const forks: Sandbox[] = []
    for (let at = 0; at < FORKS_MAX; at += 1) forks.push(await fork(`fork ${at}`))
    const refused = await sandbox.fork({ id: 'one more' })
    expect(refused).toMatchObject({ ok: false, error: { kind: 'limit', hint: expect.any(String) } })
    expect(await kindOf(forks[0]?.fork({ id: 'one more' }) ?? sandbox.usage())).toBe('limit')
    await forks[7]?.dispose()
    await soon(() => sandbox.fork({ id: 'one more' }))
  })

  it('ends by itself, and its sandbox goes on', async () => {
    const { sandbox } = context()
    await fill(sandbox)
    const before = await value(sandbox.usage())
    const forked = await fork()
    await value(forked.writeFile({ path: 'mine', data: bytes('x') }))
    await forked.dispose()
    await forked.dispose()
    expect([
      await kindOf(forked.readFile('mine')),
      await kindOf(forked.checkpoint()),
      await kindOf(forked.fork({ id: 'of the fork' })),
      await kindOf(forked.exec({ id: 'x', command: 'true' })),
    ]).toEqual(['disposed', 'disposed', 'disposed', 'disposed'])
    expect(await value(sandbox.usage())).toEqual(before)
  })

  it('ends with its sandbox, and so do its own forks', async () => {
    const { sandbox } = context()
    const forked = await fork()
    const inner = await fork('inner', forked)
    await sandbox.dispose()
    expect([
      await kindOf(sandbox.fork({ id: 'late' })),
      await kindOf(forked.usage()),
      await kindOf(inner.usage()),
      await kindOf(inner.fork({ id: 'late' })),
    ]).toEqual(['disposed', 'disposed', 'disposed', 'disposed'])
  })

  it('can be forked itself, and each has its own state', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: 'a', data: bytes('0') }))
    const forked = await fork()
    await value(forked.writeFile({ path: 'a', data: bytes('1') }))
    const inner = await fork('inner', forked)
    await value(inner.writeFile({ path: 'a', data: bytes('2') }))
    await value(forked.writeFile({ path: 'a', data: bytes('3') }))
    const contents = [sandbox, forked, inner].map(async (of) => text(await value(of.readFile('a'))))
    expect(await Promise.all(contents)).toEqual(['0', '3', '2'])
    await inner.dispose()
    expect(text(await value(forked.readFile('a')))).toBe('3')
  })

  it('tells its own subscribers of its changes, and no others', async () => {
    const { sandbox } = context()
    const told = follow(sandbox)
    const forked = await fork()
    const toldFork = follow(forked)
    await value(forked.writeFile({ path: 'of the fork', data: bytes('') }))
    await expect.poll(toldFork).toEqual(['/workspace/of the fork'])
    await value(sandbox.writeFile({ path: 'of the sandbox', data: bytes('') }))
    await expect.poll(told).toEqual(['/workspace/of the sandbox'])
    expect(toldFork()).toEqual(['/workspace/of the fork'])
  })

  it('counts its own files, and what it holds is not its sandbox’s', async () => {
    const { sandbox } = context()
    await fill(sandbox)
    const before = await value(sandbox.usage())
    const forked = await fork()
    expect(await value(forked.usage())).toEqual({ ...before, processes: 0 })
    await value(forked.writeFile({ path: 'more', data: new Uint8Array(5000) }))
    expect(await value(forked.usage())).toEqual({
      files: before.files + 1,
      bytes: before.bytes + 5000,
      processes: 0,
    })
    expect(await value(sandbox.usage())).toEqual(before)
  })

  it('runs commands of its own under the same ids, and ends them alone', async () => {
    const { sandbox } = context()
    const forked = await fork()
    const [ours, its] = [sandbox, forked].map((of) => value(of.exec({ id: 'run', command: 'sleep 60' })))
    const running = async (of: Sandbox) => (await value(of.processes())).map(({ execId }) => execId)
    await expect.poll(async () => [await running(sandbox), await running(forked)].flat()).toHaveLength(2)
    await value(forked.kill('run', 'SIGKILL'))
    expect(await its).toMatchObject({ exitCode: 137 })
    expect([await running(sandbox), await running(forked)]).toEqual([['run'], []])
    expect(await kindOf(forked.kill('run', 'SIGKILL'))).toBe('not_found')
    expect((await run(forked, 'echo fork > made; cat made')).out).toBe('fork\n')
    expect(await kindOf(sandbox.stat('made'))).toBe('not_found')
    await value(sandbox.kill('run', 'SIGKILL'))
    expect(await ours).toMatchObject({ exitCode: 137 })
  })

  it('ends its commands with itself, and none of its sandbox’s', async () => {
    const { sandbox } = context()
    const forked = await fork()
    const ours = value(sandbox.exec({ id: 'ours', command: 'sleep 60' }))
    const its = forked.exec({ id: 'its', command: 'sleep 60' })
    await expect.poll(async () => (await value(forked.processes())).length).toBeGreaterThan(0)
    await forked.dispose()
    // Killed, or not answered where the port has gone first.
    const ended = await its
    expect(ended.ok ? ended.value.exitCode : ended.error.kind).toBeOneOf([137, 'disposed'])
    await expect.poll(async () => (await value(sandbox.processes())).length).toBeGreaterThan(0)
    await value(sandbox.kill('ours', 'SIGKILL'))
    expect(await ours).toMatchObject({ exitCode: 137 })
  })
}

/** All other back ends say so. */
export async function refusesForks({ sandbox }: ContractContext): Promise<void> {
  expect((await sandbox.describe()).forks).toBe(false)
  expect(await sandbox.fork({ id: 'fork' })).toMatchObject({
    ok: false,
    error: { kind: 'unsupported', hint: expect.any(String) },
  })
}

async function fill(sandbox: Sandbox): Promise<void> {
  const files = {
    'src/deep/a.ts': 'one',
    '.git/HEAD': 'ref: refs/heads/main\n',
    'bin/tool': '#!/bin/sh\n',
    [`${HOME}/.note`]: 'home',
    '/tmp/scratch': 'scratch',
  }
  for (const [path, content] of Object.entries(files))
    await value(sandbox.writeFile({ path, data: bytes(content) }))
  await value(sandbox.setMode('bin/tool', 0o755))
  await value(sandbox.makeDirectory('empty'))
  await value(sandbox.symlink('src/deep', 'way'))
}

async function change(sandbox: Sandbox): Promise<void> {
  await value(sandbox.writeFile({ path: 'src/deep/a.ts', data: bytes('two') }))
  await value(sandbox.writeFile({ path: 'new/file', data: bytes('new') }))
  await value(sandbox.remove('empty'))
  await value(sandbox.rename('bin/tool', 'tool'))
  await value(sandbox.setMode('tool', 0o700))
  await value(sandbox.remove('way'))
  await value(sandbox.symlink('new', 'way'))
}

/** Paths of changed files that were told from now on. */
function follow(sandbox: Sandbox): () => readonly string[] {
  const told: string[] = []
  sandbox.subscribe((event: SandboxEvent) => event.type === 'files_changed' && told.push(...event.paths))
  return () => told
}

/** The end of a fork is on its way on another port than the next call. */
async function soon(call: () => ReturnType<Sandbox['fork']>): Promise<Sandbox> {
  let forked: Sandbox | undefined
  await expect
    .poll(async () => {
      const made = await call()
      if (made.ok) forked = made.value
      return made.ok
    })
    .toBe(true)
  if (forked === undefined) throw new Error('the poll has succeeded')
  return forked
}
