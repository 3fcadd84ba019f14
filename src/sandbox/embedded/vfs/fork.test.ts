import { describe, expect, it } from 'vitest'
import { O } from '../syscalls.ts'
import { FileTable } from './file-table.ts'
import { pathOf, type Inode } from './inode.ts'
import { createStandardVfs } from './standard-tree.ts'
import { StoredContent, whenFetched } from './stored-content.ts'
import type { Vfs } from './vfs.ts'
import { Vfs as FileSystem } from './vfs.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (data: Uint8Array) => new TextDecoder().decode(data)
const read = (vfs: Vfs, path: string) => text(vfs.readFile(path))

/** Everything of a tree that a program can see. */
function seen(vfs: Vfs): unknown {
  return vfs.walk('/').map(({ path, kind }) => ({
    path,
    content: kind === 'file' && vfs.lstat(path).kind === 'file' ? read(vfs, path) : undefined,
    target: kind === 'symlink' ? vfs.readlink(path) : undefined,
    ...vfs.lstat(path),
  }))
}

/** Directories that still have nothing of their own. */
function unfilled(vfs: Vfs): string[] {
  const { root } = vfs.volume
  const found: string[] = []
  const visit = (node: Inode): void => {
    if (node.kind !== 'directory') return
    if (node.source !== undefined) found.push(pathOf(node, root) ?? '')
    else for (const child of node.entries.values()) visit(child)
  }
  visit(root)
  return found.sort()
}

function setUp(): Vfs {
  let time = 1_000
  const vfs = new FileSystem({ now: () => (time += 1) })
  vfs.mkdir('/a/deep', 0o755, true)
  vfs.mkdir('/b', 0o700, false)
  vfs.writeFile('/a/x', bytes('of x'), 0o600)
  vfs.writeFile('/a/deep/y', bytes('of y'))
  vfs.writeFile('/b/z', bytes('of z'))
  vfs.symlink('../a/x', '/b/link')
  return vfs
}

describe('a fork', () => {
  it('has the tree of its moment: contents, attributes, inode numbers, times', () => {
    const vfs = createStandardVfs()
    vfs.writeFile('/workspace/x', bytes('1'), 0o640)
    vfs.utimes('/workspace/x', 5, 6)
    vfs.link('/workspace/x', '/tmp/again')
    const before = seen(vfs)
    const fork = vfs.fork()
    vfs.writeFile('/workspace/x', bytes('22'))
    vfs.mkdir('/workspace/new', 0o755, false)
    vfs.chmod('/tmp/again', 0o600)
    expect(seen(fork)).toEqual(before)
  })

  it('is not seen by its source, and numbers new files on', () => {
    const vfs = setUp()
    const fork = vfs.fork()
    const before = seen(vfs)
    const highest = Math.max(...fork.walk('/').map(({ path }) => fork.lstat(path).ino))
    fork.writeFile('/a/x', bytes('changed'))
    fork.rename('/b', '/a/b')
    fork.writeFile('/new', bytes(''))
    expect(seen(vfs)).toEqual(before)
    expect(fork.stat('/new').ino).toBe(highest + 1)
  })

  it('keeps fixed and read-only directories, devices and other file systems as they are', () => {
    const fork = createStandardVfs().fork()
    const code = (run: () => unknown) => expect(run)
    code(() => fork.removeTree('/workspace')).toThrow('EBUSY')
    code(() => fork.writeFile('/results/x', bytes(''))).toThrow('EROFS')
    code(() => fork.rename('/workspace/../etc/hosts', '/dev/hosts')).toThrow('EXDEV')
    expect([fork.lstat('/dev/null').kind, fork.readFile('/dev/null').length]).toEqual(['character', 0])
  })

  it('is entered level by level', () => {
    const vfs = setUp()
    const fork = vfs.fork()
    expect(fork.volume.root.source).toBe(vfs.volume.root)
    expect(fork.lstat('/a').nlink).toBe(3)
    expect(unfilled(fork)).toEqual(['/a', '/b'])
    fork.readFile('/b/link')
    expect(unfilled(fork)).toEqual(['/a/deep'])
  })

  it('is entered before its source changes there, and nowhere else', () => {
    const changes: Readonly<Record<string, (vfs: Vfs) => void>> = {
      write: (vfs) => vfs.writeFile('/a/deep/y', bytes('')),
      append: (vfs) => vfs.appendFile('/a/deep/y', bytes('more')),
      truncate: (vfs) => vfs.truncate('/a/deep/y', 1),
      mode: (vfs) => vfs.chmod('/a/deep/y', 0o600),
      times: (vfs) => vfs.utimes('/a/deep/y', 1, 2),
      remove: (vfs) => vfs.unlink('/a/deep/y'),
      file: (vfs) => vfs.writeFile('/a/deep/new', bytes('')),
      directory: (vfs) => vfs.mkdir('/a/deep/new', 0o755, false),
      symlink: (vfs) => vfs.symlink('x', '/a/deep/new'),
      rename: (vfs) => vfs.rename('/a/deep/y', '/a/deep/new'),
      link: (vfs) => vfs.link('/a/deep/y', '/a/deep/new'),
      copy: (vfs) => vfs.copyFile('/a/x', '/a/deep/y', false),
    }
    for (const [name, change] of Object.entries(changes)) {
      const vfs = setUp()
      const before = seen(vfs)
      const fork = vfs.fork()
      change(vfs)
      expect({ name, unfilled: unfilled(fork) }).toEqual({ name, unfilled: ['/b'] })
      expect({ name, tree: seen(fork) }).toEqual({ name, tree: before })
    }
  })

  it('has what its source moved away, into a place that the fork has not entered either', () => {
    const vfs = setUp()
    const before = seen(vfs)
    const fork = vfs.fork()
    vfs.rename('/a/deep', '/b/deep')
    vfs.writeFile('/b/deep/y', bytes('changed'))
    vfs.rename('/b', '/c')
    vfs.removeTree('/c')
    expect(seen(fork)).toEqual(before)
  })

  it('has the attributes of directories as they were', () => {
    const vfs = setUp()
    const before = seen(vfs)
    const fork = vfs.fork()
    vfs.chmod('/', 0o711)
    vfs.chmod('/a/deep', 0o700)
    vfs.utimes('/b', 1, 2)
    expect(seen(fork)).toEqual(before)
  })

  it('moves a directory that nobody has entered, and enters it there', () => {
    const vfs = setUp()
    const fork = vfs.fork()
    fork.rename('/a', '/b/a')
    expect(unfilled(fork)).toEqual(['/b/a'])
    vfs.writeFile('/a/deep/y', bytes('changed'))
    expect([read(fork, '/b/a/deep/y'), fork.realpath('/b/a/deep/../deep')]).toEqual(['of y', '/b/a/deep'])
  })
})

describe('a file with several names', () => {
  it('is one file in a fork, whichever name comes first', () => {
    const vfs = setUp()
    vfs.link('/a/deep/y', '/b/also y')
    vfs.link('/a/deep/y', '/a/third y')
    const before = seen(vfs)
    for (const first of ['/b/also y', '/a/deep/y', '/a/third y']) {
      const fork = vfs.fork()
      expect({ first, names: fork.stat(first).nlink }).toEqual({ first, names: 3 })
      expect(seen(fork)).toEqual(before)
      fork.appendFile(first, bytes('!'))
      expect(read(fork, '/b/also y')).toBe('of y!')
      fork.unlink(first)
      expect(fork.volume.quota.files).toBe(vfs.volume.quota.files)
    }
  })

  it('is entered by all of its names before it changes in the source', () => {
    const vfs = setUp()
    vfs.link('/a/deep/y', '/b/also y')
    const before = seen(vfs)
    const fork = vfs.fork()
    vfs.unlink('/b/also y')
    vfs.writeFile('/a/deep/y', bytes('changed'))
    expect(seen(fork)).toEqual(before)
  })

  it('is entered before the source gives it another name elsewhere', () => {
    const vfs = setUp()
    const before = seen(vfs)
    const fork = vfs.fork()
    fork.readdir('/b')
    vfs.link('/a/deep/y', '/b/also y')
    expect(seen(fork)).toEqual(before)
  })

  it('keeps the order of its names', () => {
    const vfs = setUp()
    vfs.link('/b/z', '/a/z')
    const fork = vfs.fork()
    fork.readdir('/a')
    const { node } = fork.locate('/b/z', 'name')
    expect(node && pathOf(node, fork.volume.root)).toBe('/b/z')
  })
})

describe('open files', () => {
  it('are written on without the fork', () => {
    const vfs = setUp()
    const files = new FileTable(vfs)
    const fd = files.open('/a/x', O.RDWR)
    const gone = files.open('/b/z', O.RDWR)
    files.get(gone, 'write').tryWrite(bytes('kept'), 0)
    vfs.unlink('/b/z')
    const view = vfs.readFile('/a/x')
    const { quota } = vfs.volume
    const fork = vfs.fork()
    expect([fork.volume.quota.files, fork.volume.quota.bytes]).toEqual([quota.files - 1, quota.bytes - 4])
    files.get(fd, 'write').tryWrite(bytes('XY'), 1)
    files.get(gone, 'write').tryWrite(bytes('more'), 4)
    expect([read(fork, '/a/x'), text(view), fork.readdir('/b').length]).toEqual(['of x', 'of x', 1])
    fork.appendFile('/a/x', bytes('!'))
    expect([read(vfs, '/a/x'), read(fork, '/a/x'), text(view)]).toEqual(['oXYx', 'of x!', 'of x'])
    files.closeAll()
    fork.removeTree('/a')
    expect(vfs.volume.quota.files).toBe(6)
  })

  it('leave a sparse file sparse', () => {
    const vfs = setUp()
    vfs.truncate('/a/x', 400 * 1024 * 1024)
    const fork = vfs.fork()
    const before = process.memoryUsage().arrayBuffers
    fork.readdir('/a')
    expect(fork.stat('/a/x').size).toBe(400 * 1024 * 1024)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024)
  })
})

describe('forks of forks', () => {
  it('have the tree of their own moment each', () => {
    const vfs = setUp()
    const first = seen(vfs)
    const one = vfs.fork()
    const two = one.fork()
    one.writeFile('/a/deep/y', bytes('by one'))
    const second = seen(one)
    const three = one.fork()
    vfs.removeTree('/a')
    one.removeTree('/b')
    expect([seen(two), seen(three)]).toEqual([first, second])
    expect(read(one, '/a/deep/y')).toBe('by one')
  })

  it('outlive the fork that they were made from', () => {
    const vfs = setUp()
    const before = seen(vfs)
    const one = vfs.fork()
    const two = one.fork()
    one.release()
    vfs.removeTree('/b')
    expect(seen(two)).toEqual(before)
  })
})

describe('a fork that was let go', () => {
  it('is no longer held by its source, and is not entered any more', () => {
    const vfs = setUp()
    const fork = vfs.fork()
    fork.readdir('/a')
    fork.release()
    const followers = ['/', '/a', '/a/deep', '/b'].map((path) => {
      const { node } = vfs.locate(path, 'target')
      return node?.kind === 'directory' ? node.followers : node
    })
    expect(followers).toEqual([undefined, undefined, undefined, undefined])
    expect(() => fork.readdir('/b')).toThrow('EIO')
  })

  it('lasts as long as a fork of its own needs it', () => {
    const vfs = setUp()
    const one = vfs.fork()
    const two = one.fork()
    one.release()
    expect(vfs.volume.root.followers?.size).toBe(1)
    two.release()
    expect(vfs.volume.root.followers).toBeUndefined()
  })
})

it('tells nobody who watches the source', () => {
  const vfs = setUp()
  const told: string[] = []
  vfs.volume.onChange(() => told.push('changed'))
  const { node } = vfs.locate('/a', 'target')
  if (node) vfs.volume.watches.add(node, (event, name) => told.push(`${event} ${name}`))
  vfs.volume.changes.take()
  const fork = vfs.fork()
  fork.writeFile('/a/x', bytes('changed'))
  expect([told, vfs.volume.changes.take(), fork.volume.changes.take()]).toEqual([[], [], ['/a/x']])
})

it('shares the stored contents that were not fetched yet', async () => {
  const vfs = createStandardVfs()
  const stored = new StoredContent(2, () => Promise.resolve(bytes('hi')))
  const { node } = vfs.locate('/results', 'target')
  if (node?.kind !== 'directory') throw new Error('no directory')
  vfs.volume.setReadOnlyFiles(node, new Map([['one', stored]]))
  const fork = vfs.fork()
  vfs.volume.setReadOnlyFiles(node, new Map())
  expect(await whenFetched(() => read(fork, '/results/one'))).toBe('hi')
  expect(() => fork.writeFile('/results/one', bytes(''))).toThrow('EROFS')
})
