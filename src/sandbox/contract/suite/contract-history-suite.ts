import { expect, it } from 'vitest'
import { bytes, kindOf, ODD_NAMES, treeOf, value, type ContractContext } from './contract-test-support.ts'
import type { Sandbox } from '../contract.ts'

/** Checkpoints: ARCHITECTURE, invariant 4. */
export function historyTests(context: () => ContractContext): void {
  it('restores what was stored, byte for byte, in this sandbox and in another one', async () => {
    const { sandbox, another } = context()
    await fill(sandbox)
    const before = await treeOf(sandbox)
    const { root, files } = await value(sandbox.checkpoint())
    expect(files).toBe(Object.keys(before).filter((path) => !path.endsWith('/')).length)
    await spoil(sandbox)
    await value(sandbox.restore(root))
    expect(await treeOf(sandbox)).toEqual(before)
    const other = await another()
    await value(other.writeFile({ path: 'in the way/file', data: bytes('x') }))
    await value(other.restore(root))
    expect(await treeOf(other)).toEqual(before)
    expect((await value(other.checkpoint())).root).toBe(root)
  })

  it('says whether anything changed, and gives equal trees equal roots', async () => {
    const { sandbox, another } = context()
    await value(sandbox.writeFile({ path: 'a', data: bytes('1') }))
    const first = await value(sandbox.checkpoint())
    expect(await value(sandbox.checkpoint())).toEqual({ ...first, changed: false })
    await value(sandbox.setMode('a', 0o755))
    const second = await value(sandbox.checkpoint())
    expect([second.changed, second.root === first.root]).toEqual([true, false])
    const other = await another()
    await value(other.writeFile({ path: 'a', data: bytes('1'), mode: 0o755 }))
    expect((await value(other.checkpoint())).root).toBe(second.root)
  })

  it('leaves everything outside of the workspace alone', async () => {
    const { sandbox } = context()
    const { root } = await value(sandbox.checkpoint())
    await value(sandbox.writeFile({ path: '/home/user/.note', data: bytes('kept') }))
    expect((await value(sandbox.checkpoint())).root).toBe(root)
    await value(sandbox.restore(root))
    expect(await kindOf(sandbox.readFile('/home/user/.note'))).toBe('ok')
  })

  it('is not led out of the workspace by a symlink', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: 'd/file', data: bytes('inside') }))
    const { root } = await value(sandbox.checkpoint())
    await value(sandbox.remove('d', { recursive: true }))
    await value(sandbox.writeFile({ path: '/home/user/file', data: bytes('outside') }))
    await value(sandbox.symlink('/home/user', 'd'))
    await value(sandbox.restore(root))
    expect(await treeOf(sandbox)).toEqual({ 'd/': '755', 'd/file': '644 696e73696465' })
    expect(await treeOf(sandbox, '/home/user')).toMatchObject({ file: '644 6f757473696465' })
  })

  it('tells what is different between two roots', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: 'd/same', data: bytes('s') }))
    await value(sandbox.writeFile({ path: 'd/mode', data: bytes('m') }))
    await value(sandbox.writeFile({ path: 'content', data: bytes('1') }))
    await value(sandbox.writeFile({ path: 'gone/deep', data: bytes('g') }))
    await value(sandbox.writeFile({ path: 'kind', data: bytes('k') }))
    const from = (await value(sandbox.checkpoint())).root
    await value(sandbox.setMode('d/mode', 0o755))
    await value(sandbox.writeFile({ path: 'content', data: bytes('22') }))
    await value(sandbox.remove('gone', { recursive: true }))
    await value(sandbox.remove('kind'))
    await value(sandbox.symlink('content', 'kind'))
    await value(sandbox.writeFile({ path: 'new/file', data: bytes('n') }))
    await value(sandbox.makeDirectory('empty'))
    const to = (await value(sandbox.checkpoint())).root
    const facts = (await value(sandbox.diff(from, to))).map(({ path, change, before, after }) => [
      path,
      change,
      before && `${before.kind} ${before.size} ${before.mode.toString(8)}`,
      after && `${after.kind} ${after.size} ${after.mode.toString(8)}`,
    ])
    expect(facts).toEqual([
      ['content', 'modified', 'file 1 644', 'file 2 644'],
      ['d/mode', 'modified', 'file 1 644', 'file 1 755'],
      ['gone/deep', 'removed', 'file 1 644', undefined],
      ['kind', 'modified', 'file 1 644', 'symlink 7 777'],
      ['new/file', 'added', undefined, 'file 1 644'],
    ])
    expect(await value(sandbox.diff(to, to))).toEqual([])
  })

  it('leaves out of a comparison what git keeps for itself, and what came later and is ignored', async () => {
    const { sandbox } = context()
    const write = async (paths: readonly string[], text: string) => {
      for (const path of paths) await value(sandbox.writeFile({ path, data: bytes(text) }))
    }
    const empty = (await value(sandbox.checkpoint())).root
    const left = ['.git/index', 'lib/.git/HEAD', 'a.log', 'app/dist/a.js', 'app/out/b', 'node_modules/.bin/p']
    const told = ['.github/ci.yml', 'a.git/b', 'app/keep.log', 'node_modules.md', 'out/b', 'src/a.js']
    await write(left, '1')
    await write(told, '1')
    await write(['.gitignore'], 'dist\n*.log\n')
    await write(['app/.gitignore'], '/out\n!keep.log\n')
    const all = (await value(sandbox.checkpoint())).root
    const shown = async (from: string, to: string) =>
      (await value(sandbox.diff(from, to, { withoutIgnored: true }))).map(({ path }) => path)
    expect(await shown(empty, all)).toEqual([...told, '.gitignore', 'app/.gitignore'].sort())
    await write(['a.log', 'node_modules/.bin/p', 'app/dist/a.js', '.git/index'], '2')
    await write(['app/dist/new.js', 'node_modules/q/new.js', 'new.log'], 'n')
    await value(sandbox.remove('app/out', { recursive: true }))
    const later = (await value(sandbox.checkpoint())).root
    expect(await shown(all, later)).toEqual(['a.log', 'app/dist/a.js', 'app/out/b', 'node_modules/.bin/p'])
  })

  it('compares one file, or enough of them', async () => {
    const { sandbox } = context()
    const from = (await value(sandbox.checkpoint())).root
    for (const folder of ['a', 'b']) {
      for (let file = 0; file < 20; file++)
        await value(sandbox.writeFile({ path: `${folder}/f${file}`, data: bytes(`${file}`) }))
    }
    const to = (await value(sandbox.checkpoint())).root
    const one = await value(sandbox.diff(from, to, { path: 'b/f7' }))
    expect(one.map(({ path, change }) => [path, change])).toEqual([['b/f7', 'added']])
    expect(await value(sandbox.diff(from, to, { path: 'b/none' }))).toEqual([])
    const some = (await value(sandbox.diff(from, to, { enough: 5 }))).map(({ path }) => path)
    expect(some.length).toBeGreaterThanOrEqual(5)
    expect(some).toEqual([...new Set(some)].sort())
  })

  it('refuses a root that it cannot have, and changes nothing', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: 'a', data: bytes('1') }))
    const before = await treeOf(sandbox)
    expect(await kindOf(sandbox.restore('0'.repeat(64)))).toBe('corrupt')
    expect(await kindOf(sandbox.restore('not a hash'))).toBe('invalid')
    expect(await kindOf(sandbox.diff('0'.repeat(64), '1'.repeat(64)))).toBe('corrupt')
    expect(await treeOf(sandbox)).toEqual(before)
  })

  it('takes checkpoints one after the other, however they are asked for', async () => {
    const { sandbox } = context()
    const roots = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        await value(sandbox.writeFile({ path: `f${index}`, data: bytes(`${index}`) }))
        return (await value(sandbox.checkpoint())).root
      }),
    )
    const last = await value(sandbox.checkpoint())
    expect(roots).toContain(last.root)
    expect(last).toMatchObject({ files: 8, bytes: 8, changed: false })
  })
}

async function fill(sandbox: Sandbox): Promise<void> {
  for (const name of ODD_NAMES) await value(sandbox.writeFile({ path: `odd/${name}`, data: bytes(name) }))
  await value(sandbox.writeFile({ path: 'all', data: Uint8Array.from({ length: 256 }, (_, byte) => byte) }))
  await value(sandbox.writeFile({ path: 'bin/run', data: bytes('#!/bin/sh'), mode: 0o755 }))
  await value(sandbox.writeFile({ path: 'large', data: new Uint8Array(3_000_000).fill(7) }))
  await value(sandbox.makeDirectory('empty/inner'))
  await value(sandbox.setMode('empty', 0o700))
  await value(sandbox.symlink('../nowhere', 'dangling'))
  await value(sandbox.symlink('bin', 'to a directory'))
}

/** Changes kinds, modes and contents, adds and removes. */
async function spoil(sandbox: Sandbox): Promise<void> {
  await value(sandbox.remove('odd', { recursive: true }))
  await value(sandbox.writeFile({ path: 'odd', data: bytes('a file now') }))
  await value(sandbox.remove('bin/run'))
  await value(sandbox.makeDirectory('bin/run/deeper'))
  await value(sandbox.writeFile({ path: 'all', data: bytes('overwritten') }))
  await value(sandbox.setMode('large', 0o600))
  await value(sandbox.setMode('empty', 0o755))
  await value(sandbox.remove('dangling'))
  await value(sandbox.writeFile({ path: 'added/file', data: bytes('x') }))
}
