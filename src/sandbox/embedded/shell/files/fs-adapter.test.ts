import { describe, expect, test } from 'vitest'
import { SyscallFileSystem } from './fs-adapter.ts'
import { createMemoryKernel } from '../testing/memory-kernel.ts'

function setUp(): { fs: SyscallFileSystem; vfs: ReturnType<typeof createMemoryKernel>['vfs'] } {
  const kernel = createMemoryKernel()
  return { fs: new SyscallFileSystem(kernel.syscalls, 42), vfs: kernel.vfs }
}

const everyByte = Uint8Array.from({ length: 256 }, (_, at) => at)

test('every byte goes in and out unchanged, in each encoding', async () => {
  const { fs } = setUp()
  await fs.writeFile('/tmp/f', everyByte)
  const latin1 = await fs.readFile('/tmp/f', 'binary')
  await fs.writeFile('/tmp/g', latin1, 'binary')
  await fs.writeFile('/tmp/h', await fs.readFile('/tmp/f', 'base64'), 'base64')
  await fs.writeFile('/tmp/i', await fs.readFile('/tmp/f', 'hex'), { encoding: 'hex' })
  for (const path of ['/tmp/g', '/tmp/h', '/tmp/i']) expect(await fs.readFileBuffer(path)).toEqual(everyByte)
})

test('text is UTF-8, a byte order mark included, and appending appends', async () => {
  const { fs } = setUp()
  await fs.writeFile('/tmp/f', '\uFEFFé')
  await fs.appendFile('/tmp/f', '日本😀')
  expect(await fs.readFile('/tmp/f')).toBe('\uFEFFé日本😀')
})

test('what is appended to an own descriptor is written there, and to no file', async () => {
  const { fs } = setUp()
  const written: [number, Uint8Array][] = []
  fs.writeOwn = (fd, bytes) => written.push([fd, bytes])
  await fs.appendFile('/proc/self/fd/2', 'é\n')
  await fs.appendFile('/tmp/f', 'x')
  expect(written).toEqual([[2, new TextEncoder().encode('é\n')]])
  expect(await fs.readFile('/tmp/f')).toBe('x')
})

test('ten megabytes as a byte string', async () => {
  const { fs, vfs } = setUp()
  const data = Uint8Array.from({ length: 10 * 1024 * 1024 }, (_, at) => (at * 7) % 256)
  vfs.writeFile('/tmp/big', data)
  const text = String(await fs.readFileBytes('/tmp/big'))
  await fs.writeFile('/tmp/copy', text, 'latin1')
  expect(Buffer.compare(vfs.readFile('/tmp/copy'), data)).toBe(0)
})

describe('what is there', () => {
  test('modes, links and kinds', async () => {
    const { fs } = setUp()
    await fs.writeFile('/tmp/f', 'x')
    await fs.chmod('/tmp/f', 0o751)
    await fs.symlink('f', '/tmp/l')
    await fs.link('/tmp/f', '/tmp/hard')
    await fs.mkdir('/tmp/d/e', { recursive: true })
    const stat = await fs.stat('/tmp/l')
    expect([stat.isFile, stat.isSymbolicLink, stat.mode, stat.size]).toEqual([true, false, 0o751, 1])
    expect((await fs.lstat('/tmp/l')).isSymbolicLink).toBe(true)
    expect((await fs.stat('/tmp/hard')).identity).toBe(stat.identity)
    expect([await fs.readlink('/tmp/l'), await fs.realpath('/tmp/l')]).toEqual(['f', '/tmp/f'])
    expect(await fs.readdirWithFileTypes('/tmp')).toEqual([
      { name: 'd', isFile: false, isDirectory: true, isSymbolicLink: false },
      { name: 'f', isFile: true, isDirectory: false, isSymbolicLink: false },
      { name: 'hard', isFile: true, isDirectory: false, isSymbolicLink: false },
      { name: 'l', isFile: false, isDirectory: false, isSymbolicLink: true },
    ])
    expect(fs.getAllPaths()).toContain('/tmp/d/e')
  })

  test('what a package manager put into .bin may be run, whatever its mode', async () => {
    const { fs, vfs } = setUp()
    vfs.mkdir('/workspace/node_modules/.bin', 0o755, true)
    vfs.writeFile('/workspace/node_modules/.bin/tool', new Uint8Array(0), 0o644)
    expect((await fs.stat('/workspace/node_modules/.bin/tool')).mode).toBe(0o755)
  })
})

describe('failures are said as the commands expect them', () => {
  const cases: readonly (readonly [
    name: string,
    body: (fs: SyscallFileSystem) => Promise<unknown>,
    message: string,
  ])[] = [
    ['read', (fs) => fs.readFile('/tmp/none'), "ENOENT: no such file or directory, open '/tmp/none'"],
    ['directory', (fs) => fs.readFile('/tmp'), "EISDIR: is a directory, read '/tmp'"],
    ['parent', (fs) => fs.writeFile('/nodir/f', ''), "ENOENT: no such file or directory, open '/nodir/f'"],
    ['endless', (fs) => fs.readFile('/dev/zero'), "EFBIG: file too large, read '/dev/zero'"],
    ['copy', (fs) => fs.cp('/tmp', '/workspace/t'), "EISDIR: is a directory, cp '/tmp'"],
    ['inside', (fs) => fs.cp('/tmp', '/tmp/t', { recursive: true }), "EINVAL: invalid argument, cp '/tmp'"],
  ]
  test.each(cases)('%s', async (_, body, message) => {
    const { fs } = setUp()
    await expect(body(fs)).rejects.toThrow(message)
  })

  test('rm with force is quiet about what is not there', async () => {
    const { fs } = setUp()
    await fs.rm('/tmp/none', { force: true })
    await expect(fs.rm('/tmp/none')).rejects.toThrow('ENOENT')
  })
})

test('copies and moves trees with their modes and links', async () => {
  const { fs, vfs } = setUp()
  await fs.mkdir('/tmp/a/b', { recursive: true })
  await fs.writeFile('/tmp/a/b/run', everyByte)
  await fs.chmod('/tmp/a/b/run', 0o755)
  await fs.symlink('b/run', '/tmp/a/l')
  await fs.cp('/tmp/a', '/workspace/c', { recursive: true })
  await fs.mv('/workspace/c', '/workspace/d')
  expect(vfs.walk('/workspace')).toEqual([
    { path: '/workspace/d', kind: 'directory' },
    { path: '/workspace/d/b', kind: 'directory' },
    { path: '/workspace/d/b/run', kind: 'file' },
    { path: '/workspace/d/l', kind: 'symlink' },
  ])
  expect([vfs.stat('/workspace/d/b/run').mode, vfs.readlink('/workspace/d/l')]).toEqual([0o755, 'b/run'])
})

test('files of process substitutions are kept apart from other shells and removed at the end', async () => {
  const { fs, vfs } = setUp()
  await fs.writeFile('/dev/fd/63', 'x')
  expect(fs.realPath('/dev/fd/63')).toBe('/tmp/.shell-42/63')
  expect(await fs.readFile('/dev/fd/63')).toBe('x')
  fs.close()
  expect(vfs.readdir('/tmp')).toEqual([])
})
