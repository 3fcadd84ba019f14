import { expect, it } from 'vitest'
import {
  bytes,
  kindOf,
  ODD_NAMES,
  text,
  treeOf,
  value,
  type ContractContext,
} from './contract-test-support.ts'

/** The file half of the contract. */
export function fileTests(context: () => ContractContext): void {
  it('reads what was written, byte for byte', async () => {
    const { sandbox } = context()
    const large = Uint8Array.from({ length: 5_000_000 }, (_, index) => (index * 7919) >>> 3)
    const contents = [
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
      new Uint8Array(0),
      Uint8Array.of(0xff, 0xfe, 0xc3, 0x28, 0xed, 0xa0, 0x80),
      bytes('\ufeffBOM, CRLF\r\n, no end of line'),
      large,
    ]
    for (const [index, data] of contents.entries())
      await value(sandbox.writeFile({ path: `f${index}`, data }))
    for (const [index, data] of contents.entries()) {
      const read = await value(sandbox.readFile(`f${index}`))
      expect(read.length, `f${index}`).toBe(data.length)
      expect(
        read.every((byte, at) => byte === data[at]),
        `f${index}`,
      ).toBe(true)
    }
  })

  it('keeps its own copy of what is written and gives away copies of what is read', async () => {
    const { sandbox } = context()
    const data = bytes('abc')
    await value(sandbox.writeFile({ path: 'a', data }))
    data[0] = 0x7a
    const read = await value(sandbox.readFile('a'))
    read[1] = 0x7a
    expect(text(await value(sandbox.readFile('a')))).toBe('abc')
  })

  it('takes any name that a file can have', async () => {
    const { sandbox } = context()
    for (const name of ODD_NAMES)
      await value(sandbox.writeFile({ path: `odd/${name}/${name}`, data: bytes(name) }))
    expect((await value(sandbox.list('odd'))).map(({ name }) => name)).toEqual([...ODD_NAMES].sort())
    for (const name of ODD_NAMES) {
      expect(text(await value(sandbox.readFile(`/workspace/odd/${name}/${name}`)))).toBe(name)
    }
  })

  it('normalises paths, relative ones from the workspace', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: 'a/b', data: bytes('x') }))
    for (const path of [
      'a/b',
      './a//b',
      '/workspace/a/b',
      '/workspace/c/../a/./b',
      '../workspace/a/b',
      '//workspace/a/b',
    ]) {
      expect(text(await value(sandbox.readFile(path))), path).toBe('x')
    }
    expect(await kindOf(sandbox.readFile(''))).toBe('invalid')
    expect(await kindOf(sandbox.readFile('a\0b'))).toBe('invalid')
    expect(await kindOf(sandbox.writeFile({ path: 'a\0b', data: bytes('') }))).toBe('invalid')
  })

  it('says what a path is', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: 'd/file', data: bytes('12345'), mode: 0o755 }))
    await value(sandbox.symlink('d/file', 'link'))
    const facts = async (path: string, noFollow = false) => {
      const { kind, size, mode } = await value(sandbox.stat(path, { noFollow }))
      return [kind, size, mode]
    }
    expect(await facts('d/file')).toEqual(['file', 5, 0o755])
    expect(await facts('link')).toEqual(['file', 5, 0o755])
    expect(await facts('link', true)).toEqual(['symlink', 6, 0o777])
    expect(await facts('d')).toEqual(['directory', 0, 0o755])
    expect((await value(sandbox.stat('d/file'))).mtimeMs).toBeGreaterThan(Date.UTC(2020, 0))
  })

  it('lists a directory sorted by name, with kinds, sizes and modes', async () => {
    const { sandbox } = context()
    await value(sandbox.makeDirectory('sub/inner'))
    await value(sandbox.writeFile({ path: 'sub/b', data: bytes('22'), mode: 0o600 }))
    await value(sandbox.symlink('nowhere', 'sub/a'))
    await value(sandbox.writeFile({ path: 'sub/Z', data: bytes('') }))
    expect(await value(sandbox.list('sub'))).toEqual([
      { name: 'Z', kind: 'file', size: 0, mode: 0o644 },
      { name: 'a', kind: 'symlink', size: 7, mode: 0o777 },
      { name: 'b', kind: 'file', size: 2, mode: 0o600 },
      { name: 'inner', kind: 'directory', size: 0, mode: 0o755 },
    ])
  })

  it('replaces content but not the mode of a file that is there', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: 'run', data: bytes('1'), mode: 0o755 }))
    await value(sandbox.writeFile({ path: 'run', data: bytes('22'), mode: 0o600 }))
    expect(await treeOf(sandbox)).toEqual({ run: '755 3232' })
    await value(sandbox.setMode('run', 0o444))
    expect((await value(sandbox.stat('run'))).mode).toBe(0o444)
  })

  it('says why a file cannot be read or written', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: 'file', data: bytes('') }))
    await value(sandbox.makeDirectory('dir'))
    const write = (path: string) => kindOf(sandbox.writeFile({ path, data: bytes('x') }))
    expect(await kindOf(sandbox.readFile('none'))).toBe('not_found')
    expect(await kindOf(sandbox.readFile('dir'))).toBe('is_directory')
    expect(await kindOf(sandbox.readFile('file/below'))).toBe('not_directory')
    expect(await write('dir')).toBe('is_directory')
    expect(await write('file/below')).toBe('not_directory')
    expect(await kindOf(sandbox.stat('none'))).toBe('not_found')
    expect(await kindOf(sandbox.list('none'))).toBe('not_found')
    expect(await kindOf(sandbox.list('file'))).toBe('not_directory')
    expect(await kindOf(sandbox.setMode('none', 0o644))).toBe('not_found')
    expect(await kindOf(sandbox.readLink('none'))).toBe('not_found')
    expect(await kindOf(sandbox.readLink('file'))).toBe('invalid')
    expect(await treeOf(sandbox)).toEqual({ 'dir/': '755', file: '644 ' })
  })

  it('names the path in a failure', async () => {
    const result = await context().sandbox.readFile('no/such')
    expect(!result.ok && [result.error.kind, result.error.path]).toEqual(['not_found', '/workspace/no/such'])
    expect(!result.ok && result.error.message).toContain('no/such')
  })

  it('reads many files at once, each with an outcome of its own', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: 'a', data: bytes('A') }))
    await value(sandbox.writeFile({ path: 'b', data: bytes('B') }))
    const results = await value(sandbox.readFiles(['b', 'none', 'a', '.']))
    expect(results.map((result) => (result.ok ? text(result.value) : result.error.kind))).toEqual([
      'B',
      'not_found',
      'A',
      'is_directory',
    ])
    expect(await value(sandbox.readFiles([]))).toEqual([])
  })

  it('writes a batch whole or not at all', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: 'old', data: bytes('old'), mode: 0o755 }))
    await value(sandbox.makeDirectory('dir'))
    const before = await treeOf(sandbox)
    const batch = (...paths: string[]) =>
      sandbox.writeFiles(paths.map((path) => ({ path, data: bytes('new') })))
    expect(await kindOf(batch('new', 'deep/er/new', 'old', 'dir'))).toBe('is_directory')
    expect(await kindOf(batch('old', 'made', 'made/below'))).toBe('not_directory')
    expect(await kindOf(batch('old', 'a\0b'))).toBe('invalid')
    expect(await treeOf(sandbox)).toEqual(before)
    await value(batch('new', 'deep/er/new', 'old'))
    expect(await treeOf(sandbox)).toEqual({
      'deep/': '755',
      'deep/er/': '755',
      'deep/er/new': '644 6e6577',
      'dir/': '755',
      new: '644 6e6577',
      old: '755 6e6577',
    })
  })

  it('makes directories with their parents', async () => {
    const { sandbox } = context()
    await value(sandbox.makeDirectory('a/b/c'))
    await value(sandbox.makeDirectory('a/b'))
    await value(sandbox.writeFile({ path: 'file', data: bytes('') }))
    expect(await kindOf(sandbox.makeDirectory('file'))).toBe('exists')
    expect(await kindOf(sandbox.makeDirectory('file/below'))).toBe('not_directory')
    expect(await treeOf(sandbox)).toEqual({ 'a/': '755', 'a/b/': '755', 'a/b/c/': '755', file: '644 ' })
  })

  it('removes files, links and trees, and never what a link leads to', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: 'd/e/f', data: bytes('') }))
    await value(sandbox.makeDirectory('empty'))
    await value(sandbox.symlink('d', 'link'))
    expect(await kindOf(sandbox.remove('d'))).toBe('not_empty')
    expect(await kindOf(sandbox.remove('none'))).toBe('not_found')
    expect(await kindOf(sandbox.remove('none', { recursive: true }))).toBe('not_found')
    expect(await kindOf(sandbox.remove('.', { recursive: true }))).toBe('not_permitted')
    await value(sandbox.writeFile({ path: 'd/e/f', data: bytes('') }))
    await value(sandbox.remove('link', { recursive: true }))
    await value(sandbox.remove('empty'))
    expect(await treeOf(sandbox)).toEqual({ 'd/': '755', 'd/e/': '755', 'd/e/f': '644 ' })
    await value(sandbox.remove('d', { recursive: true }))
    expect(await treeOf(sandbox)).toEqual({})
  })

  it('renames files and trees, replacing a file', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: 'a', data: bytes('A'), mode: 0o755 }))
    await value(sandbox.writeFile({ path: 'b', data: bytes('B') }))
    await value(sandbox.writeFile({ path: 'd/x', data: bytes('X') }))
    await value(sandbox.rename('a', 'b'))
    await value(sandbox.rename('d', 'e'))
    await value(sandbox.rename('e', 'e'))
    expect(await treeOf(sandbox)).toEqual({ b: '755 41', 'e/': '755', 'e/x': '644 58' })
    expect(await kindOf(sandbox.rename('none', 'c'))).toBe('not_found')
    expect(await kindOf(sandbox.rename('e', 'e/inside'))).toBe('invalid')
    expect(await kindOf(sandbox.rename('b', 'e'))).toBe('is_directory')
    expect(await kindOf(sandbox.rename('e', 'b'))).toBe('not_directory')
    await value(sandbox.writeFile({ path: 'full/x', data: bytes('') }))
    expect(await kindOf(sandbox.rename('e', 'full'))).toBe('not_empty')
    expect(await treeOf(sandbox)).toEqual({
      b: '755 41',
      'e/': '755',
      'e/x': '644 58',
      'full/': '755',
      'full/x': '644 ',
    })
  })

  it('follows symlinks, relative, absolute, dangling and circular', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: 'd/file', data: bytes('x') }))
    await value(sandbox.symlink('../d', 'd/self'))
    await value(sandbox.symlink('/workspace/d', 'absolute'))
    await value(sandbox.symlink('not/there', 'dangling'))
    await value(sandbox.symlink('two', 'one'))
    await value(sandbox.symlink('one', 'two'))
    expect(text(await value(sandbox.readFile('absolute/self/self/file')))).toBe('x')
    expect(await value(sandbox.readLink('dangling'))).toBe('not/there')
    expect(await kindOf(sandbox.readFile('dangling'))).toBe('not_found')
    expect(await kindOf(sandbox.readFile('one'))).toBe('invalid')
    expect(await kindOf(sandbox.symlink('x', 'd/file'))).toBe('exists')
    await value(sandbox.writeFile({ path: 'absolute/file', data: bytes('y') }))
    expect(text(await value(sandbox.readFile('d/file')))).toBe('y')
  })

  it('counts what it holds', async () => {
    const { sandbox } = context()
    const before = await value(sandbox.usage())
    await value(sandbox.writeFile({ path: 'a', data: new Uint8Array(1000) }))
    const after = await value(sandbox.usage())
    expect([after.files - before.files, after.bytes - before.bytes, after.processes]).toEqual([1, 1000, 0])
  })

  it('fails with `disposed` once it is', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: 'a', data: bytes('') }))
    await sandbox.dispose()
    await sandbox.dispose()
    expect(
      await Promise.all([
        kindOf(sandbox.readFile('a')),
        kindOf(sandbox.writeFile({ path: 'b', data: bytes('') })),
        kindOf(sandbox.exec({ id: 'x', command: 'echo' })),
        kindOf(sandbox.checkpoint()),
        kindOf(sandbox.glob({ id: 'g', pattern: '*' })),
        kindOf(sandbox.exportArchive({ id: 'e' })),
        kindOf(sandbox.usage()),
      ]),
    ).toEqual(Array.from({ length: 7 }, () => 'disposed'))
  })
}
