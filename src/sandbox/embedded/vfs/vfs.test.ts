import { describe, expect, it } from 'vitest'
import { CHANGE_LOG_MAX_ENTRIES, VFS_MAX_DEPTH } from '../../contract/limits.ts'
import { Errno } from '../syscalls.ts'
import { createStandardVfs } from './standard-tree.ts'
import { Vfs } from './vfs.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (data: Uint8Array) => new TextDecoder().decode(data)

/** The code that `run` fails with, or what it returns. */
function outcome(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    if (error instanceof Errno) return error.code
    throw error
  }
}

it('makes nothing older than the change of its directory that is its making', () => {
  let time = 1000
  const vfs = new Vfs({ now: () => (time += 1) })
  vfs.writeFile('/file', bytes('x'))
  expect(vfs.stat('/').mtimeMs).toBe(vfs.stat('/file').mtimeMs)
  vfs.mkdir('/folder', 0o755, false)
  expect(vfs.stat('/').mtimeMs).toBe(vfs.stat('/folder').mtimeMs)
  vfs.symlink('file', '/link')
  expect(vfs.stat('/').mtimeMs).toBe(vfs.lstat('/link').mtimeMs)
  const before = vfs.stat('/').mtimeMs
  vfs.link('/file', '/folder/again')
  expect([vfs.stat('/').mtimeMs, vfs.stat('/folder').mtimeMs]).toEqual([before, vfs.stat('/file').ctimeMs])
})

describe('paths', () => {
  it('follows symlinks anywhere in a path and takes .. after them', () => {
    const vfs = new Vfs()
    vfs.mkdir('/a/b', 0o755, true)
    vfs.writeFile('/a/x', bytes('of a'))
    vfs.symlink('a/b', '/link')
    vfs.symlink('../x', '/a/b/up')
    expect([
      text(vfs.readFile('/link/../x')),
      text(vfs.readFile('/link/up')),
      vfs.realpath('/link/up'),
    ]).toEqual(['of a', 'of a', '/a/x'])
  })

  it('stops at loops, long names, long paths and nonsense', () => {
    const vfs = new Vfs()
    vfs.symlink('/loop', '/loop')
    vfs.writeFile('/file', bytes(''))
    const stat = (path: string) => outcome(() => vfs.stat(path))
    expect([
      stat('/loop'),
      stat('/loop/x'),
      stat('/' + 'n'.repeat(256)),
      stat('/' + 'é'.repeat(128)),
      stat('/a'.repeat(2100)),
      stat('/a\0b'),
      stat(''),
      stat('/file/x'),
      stat('/file/'),
      stat('/none/x'),
    ]).toEqual([
      'ELOOP',
      'ELOOP',
      'ENAMETOOLONG',
      'ENAMETOOLONG',
      'ENAMETOOLONG',
      'EINVAL',
      'ENOENT',
      'ENOTDIR',
      'ENOTDIR',
      'ENOENT',
    ])
  })

  it('refuses a tree that is deeper than anybody can walk, however it is built', () => {
    const vfs = new Vfs()
    const deep = '/d'.repeat(VFS_MAX_DEPTH - 50)
    vfs.mkdir(deep, 0o755, true)
    vfs.mkdir('/e'.repeat(100), 0o755, true)
    expect(outcome(() => vfs.rename('/e', `${deep}/e`))).toBe('ENAMETOOLONG')
    expect(vfs.stat('/e'.repeat(100)).kind).toBe('directory')
  })
})

describe('rename', () => {
  it('replaces files and empty directories in one step and refuses the rest', () => {
    const vfs = new Vfs()
    vfs.mkdir('/full/in', 0o755, true)
    vfs.mkdir('/empty', 0o755, true)
    vfs.writeFile('/one', bytes('1'))
    vfs.writeFile('/two', bytes('2'))
    vfs.link('/one', '/same')
    const rename = (from: string, to: string) => outcome(() => vfs.rename(from, to))
    expect([
      rename('/full', '/full/in/side'),
      rename('/full', '/full'),
      rename('/one', '/same'),
      rename('/one', '/empty'),
      rename('/full', '/one'),
      rename('/empty', '/full'),
      rename('/full/in', '/full'),
      rename('/one', '/new/'),
      rename('/missing', '/x'),
      rename('/one', '/two'),
      rename('/full', '/empty'),
    ]).toEqual([
      'EINVAL',
      undefined,
      undefined,
      'EISDIR',
      'ENOTDIR',
      'ENOTEMPTY',
      'ENOTEMPTY',
      'ENOTDIR',
      'ENOENT',
      undefined,
      undefined,
    ])
    expect(vfs.walk('/')).toEqual([
      { path: '/empty', kind: 'directory' },
      { path: '/empty/in', kind: 'directory' },
      { path: '/same', kind: 'file' },
      { path: '/two', kind: 'file' },
    ])
    expect([text(vfs.readFile('/two')), vfs.stat('/two').ino === vfs.stat('/same').ino]).toEqual(['1', true])
  })
})

describe('the standard tree', () => {
  it('has devices and keeps its fixed places', () => {
    const vfs = createStandardVfs()
    vfs.mkdir('/workspace/a/b', 0o755, true)
    expect([
      outcome(() => vfs.removeTree('/workspace')),
      vfs.readdir('/workspace'),
      outcome(() => vfs.rename('/tmp', '/other')),
      outcome(() => vfs.link('/dev/null', '/tmp/null')),
      vfs.stat('/dev/null').kind,
      outcome(() => vfs.writeFile('/dev/null', bytes('gone'))),
      outcome(() => vfs.writeFile('/dev/stdout', bytes('not without a descriptor'))),
      vfs.stat('/home/user').kind,
    ]).toEqual(['EBUSY', [], 'EBUSY', 'EXDEV', 'character', undefined, 'ENXIO', 'directory'])
  })
})

describe('ceilings', () => {
  const limits = { bytes: 10, fileBytes: 8, files: 3 }

  it('refuses what does not fit and counts again what was freed', () => {
    const vfs = new Vfs({ limits })
    vfs.writeFile('/a', bytes('123456'))
    expect([
      outcome(() => vfs.writeFile('/b', bytes('12345'))),
      outcome(() => vfs.writeFile('/a', bytes('123456789'))),
      outcome(() => vfs.truncate('/a', 9)),
      vfs.readdir('/'),
      text(vfs.readFile('/a')),
    ]).toEqual(['ENOSPC', 'EFBIG', 'EFBIG', [{ name: 'a', kind: 'file' }], '123456'])
    vfs.unlink('/a')
    vfs.writeFile('/b', bytes('12345678'))
    vfs.mkdir('/c', 0o755, false)
    vfs.symlink('x', '/d')
    expect(outcome(() => vfs.mkdir('/e', 0o755, false))).toBe('ENOSPC')
    expect([vfs.volume.quota.files, vfs.volume.quota.bytes]).toEqual([3, 8])
  })
})

describe('hashes for the history', () => {
  it('forgets them from the changed node up to the root, and nowhere else', () => {
    const vfs = new Vfs()
    vfs.mkdir('/w/a', 0o755, true)
    vfs.mkdir('/w/b', 0o755, true)
    vfs.writeFile('/w/a/x', bytes('x'))
    vfs.writeFile('/w/b/y', bytes('y'))
    const nodes = () => {
      const root = vfs.tree('/w')
      const [a, b] = root.children().map((entry) => entry.node)
      const below = [a, b].map((node) => (node?.kind === 'directory' ? node.children()[0]?.node : undefined))
      return [root, a, b, ...below].filter((node) => node !== undefined)
    }
    const remember = () => nodes().forEach((node, index) => node.rememberHash(`h${index}`, node.version))
    const hashes = () => nodes().map((node) => node.hash)
    remember()
    vfs.writeFile('/w/a/x', bytes('z'))
    expect(hashes()).toEqual([undefined, undefined, 'h2', undefined, 'h4'])
    expect(nodes().map((node) => node.formerHash)).toEqual(['h0', 'h1', 'h2', 'h3', 'h4'])
    remember()
    vfs.chmod('/w/b/y', 0o755)
    expect(hashes()).toEqual([undefined, 'h1', undefined, 'h3', 'h4'])
    remember()
    vfs.link('/w/b/y', '/linked')
    remember()
    vfs.appendFile('/linked', bytes('!'))
    expect(hashes()).toEqual([undefined, 'h1', undefined, 'h3', undefined])
  })

  it('does not take a hash that was computed for an earlier version', () => {
    const vfs = new Vfs()
    vfs.writeFile('/x', bytes('1'))
    const root = vfs.tree('/')
    const before = root.version
    vfs.writeFile('/x', bytes('2'))
    root.rememberHash('old', before)
    expect(root.hash).toBeUndefined()
  })
})

describe('changes', () => {
  it('names what came, went and was written, by the name it has now', () => {
    const vfs = new Vfs()
    vfs.writeFile('/kept', bytes('1'))
    vfs.writeFile('/moved', bytes('1'))
    vfs.volume.changes.take()
    vfs.appendFile('/kept', bytes('2'))
    vfs.appendFile('/moved', bytes('2'))
    vfs.rename('/moved', '/away')
    vfs.writeFile('/short', bytes(''))
    vfs.unlink('/short')
    expect(vfs.volume.changes.take()).toEqual(['/away', '/kept', '/moved', '/short'])
    expect(vfs.volume.changes.take()).toEqual([])
  })

  it('asks to be read when it is full', () => {
    const vfs = new Vfs()
    const { changes } = vfs.volume
    const taken: string[] = []
    let first = 0
    changes.follow({ first: () => (first += 1), full: () => taken.push(...changes.take()) })
    for (let index = 0; index < 10_000; index += 1) vfs.writeFile(`/${index}`, bytes(''))
    expect(taken.length % CHANGE_LOG_MAX_ENTRIES).toBe(0)
    expect(first).toBe(1 + taken.length / CHANGE_LOG_MAX_ENTRIES)
    expect(taken.length + changes.take().length).toBe(10_000)
  })
})
