/** Ceilings of forks: bytes beside the files of the file system that they come from, nodes, and their number. */
import { describe, expect, it } from 'vitest'
import { FORKS_MAX } from '../../contract/limits.ts'
import { Errno, O } from '../syscalls.ts'
import { FileTable } from './file-table.ts'
import { createStandardVfs } from './standard-tree.ts'
import { Vfs } from './vfs.ts'

const KIB = 1024
const bytes = (length: number) => new Uint8Array(length).fill(7)

/** The code that `run` fails with. */
function code(run: () => unknown): unknown {
  try {
    run()
    return 'ok'
  } catch (error) {
    if (error instanceof Errno) return error.code
    throw error
  }
}

/** 40 KiB in four files. */
function setUp({ limit = 100 * KIB, forkBytes = 30 * KIB, forkFiles = 1000 } = {}) {
  const vfs = new Vfs({
    limits: { bytes: limit, fileBytes: limit, files: 50 },
    forkLimits: { forks: 3, bytes: forkBytes, files: forkFiles },
  })
  vfs.mkdir('/d', 0o755, false)
  for (const name of ['a', 'b', 'c', 'd']) vfs.writeFile(`/d/${name}`, bytes(10 * KIB))
  return { vfs, held: () => vfs.volume.pool.held }
}

describe('bytes of forks', () => {
  it('count once for all who share them, and to nobody but the source', () => {
    const { vfs, held } = setUp()
    const [one, two] = [vfs.fork(), vfs.fork()]
    for (const fork of [one, two]) fork.readFile('/d/a')
    expect(held()).toMatchObject({ bytes: 40 * KIB, forkBytes: 0, forks: 2 })
    expect([one.volume.quota.files, one.volume.quota.bytes]).toEqual([5, 40 * KIB])
  })

  it('count to the forks once the source has written over or removed them, however many have them', () => {
    const { vfs, held } = setUp()
    const [one, two] = [vfs.fork(), vfs.fork()]
    vfs.writeFile('/d/a', bytes(KIB))
    vfs.unlink('/d/b')
    expect(held()).toMatchObject({ bytes: 41 * KIB, forkBytes: 20 * KIB })
    one.unlink('/d/a')
    expect(held().forkBytes).toBe(20 * KIB)
    two.unlink('/d/a')
    expect(held().forkBytes).toBe(10 * KIB)
  })

  it('count whole as soon as a fork writes to a file', () => {
    const { vfs, held } = setUp()
    const fork = vfs.fork()
    fork.appendFile('/d/a', bytes(2 * KIB))
    expect(held().forkBytes).toBe(12 * KIB)
    fork.appendFile('/d/a', bytes(KIB))
    expect(held().forkBytes).toBe(13 * KIB)
    fork.truncate('/d/a', KIB)
    expect(held().forkBytes).toBe(KIB)
    expect(fork.volume.quota.bytes).toBe(31 * KIB)
  })

  it('are refused when the pool of all forks is full, and nothing is lost', () => {
    const { vfs, held } = setUp()
    const [one, two] = [vfs.fork(), vfs.fork()]
    one.writeFile('/mine', bytes(25 * KIB))
    const before = held()
    const refused = [
      () => two.writeFile('/d/a', bytes(6 * KIB)),
      () => two.appendFile('/d/a', bytes(1)),
      () => two.truncate('/d/b', 9 * KIB),
      () => two.writeFile('/new', bytes(6 * KIB)),
      () => two.copyFile('/d/a', '/d/b', false),
    ]
    expect(refused.map(code)).toEqual(['ENOSPC', 'ENOSPC', 'ENOSPC', 'ENOSPC', 'ENOSPC'])
    expect([two.readFile('/d/a'), two.readFile('/d/b').length]).toEqual([bytes(10 * KIB), 10 * KIB])
    expect({ ...held(), forkFiles: 0 }).toEqual({ ...before, forkFiles: 0 })
    two.truncate('/d/a', 0)
    expect(code(() => two.writeFile('/d/a', bytes(5 * KIB)))).toBe('ok')
    expect(code(() => vfs.writeFile('/d/new', bytes(50 * KIB)))).toBe('ok')
  })

  it('come back when a fork ends, its open files included', () => {
    const { vfs, held } = setUp()
    const fork = vfs.fork()
    const files = new FileTable(fork)
    files.open('/d/a', O.RDWR)
    fork.writeFile('/d/a', bytes(KIB))
    fork.unlink('/d/a')
    fork.writeFile('/d/b', bytes(2 * KIB))
    fork.link('/d/b', '/b')
    vfs.unlink('/d/c')
    expect(held()).toMatchObject({ forkBytes: 13 * KIB, forks: 1 })
    fork.release()
    fork.release()
    const ended = { bytes: 30 * KIB, forkBytes: 0, forkFiles: 0, forks: 0 }
    expect(held()).toEqual(ended)
    files.closeAll()
    expect(code(() => fork.writeFile('/late', bytes(1)))).toBe('ENOSPC')
    expect(held()).toEqual(ended)
  })

  it('come back when the last fork of a fork needs it no more', () => {
    const { vfs, held } = setUp()
    const one = vfs.fork()
    one.writeFile('/mine', bytes(KIB))
    const two = one.fork()
    one.release()
    expect(held()).toMatchObject({ forkBytes: KIB, forks: 2 })
    for (const { path, kind } of two.walk('/')) if (kind === 'directory') two.readdir(path)
    expect(held()).toMatchObject({ forkBytes: KIB, forks: 1 })
    two.release()
    expect(held()).toMatchObject({ forkBytes: 0, forks: 0 })
  })

  it('stop the source only when it has left them all that they may hold', () => {
    const { vfs, held } = setUp()
    const fork = vfs.fork()
    vfs.removeTree('/d')
    expect(held()).toMatchObject({ bytes: 40 * KIB, forkBytes: 40 * KIB })
    expect([60, 30, 5].map((size) => code(() => vfs.writeFile(`/${size}`, bytes(size * KIB))))).toEqual([
      'ok',
      'ok',
      'ENOSPC',
    ])
    expect([fork.readFile('/d/a').length, vfs.volume.quota.bytes]).toEqual([10 * KIB, 90 * KIB])
    fork.release()
    expect(code(() => vfs.writeFile('/5', bytes(5 * KIB)))).toBe('ok')
  })
})

describe('nodes of forks', () => {
  it('count when they are made or entered, and are refused beyond', () => {
    const { vfs, held } = setUp({ forkFiles: 7 })
    const fork = vfs.fork()
    fork.readdir('/d')
    expect(held().forkFiles).toBe(5)
    fork.mkdir('/one', 0o755, false)
    fork.symlink('x', '/two')
    expect([() => fork.mkdir('/three', 0o755, false), () => vfs.fork()].map(code)).toEqual([
      'ENOSPC',
      'ENOSPC',
    ])
    vfs.writeFile('/three', bytes(1))
    fork.unlink('/two')
    expect(code(() => fork.writeFile('/three', bytes(1)))).toBe('ok')
    fork.release()
    expect(held().forkFiles).toBe(0)
  })
})

describe('forks', () => {
  it('are refused when there are too many, until one has ended', () => {
    const { vfs, held } = setUp()
    const [one] = [vfs.fork(), vfs.fork(), vfs.fork()]
    expect([code(() => vfs.fork()), code(() => one?.fork())]).toEqual(['EAGAIN', 'EAGAIN'])
    expect(held().forks).toBe(3)
    one?.release()
    expect(code(() => vfs.fork())).toBe('ok')
  })

  it('can be so many', () => {
    const vfs = createStandardVfs()
    const forks = Array.from({ length: FORKS_MAX }, () => vfs.fork())
    expect(code(() => vfs.fork())).toBe('EAGAIN')
    expect(forks.map((fork) => fork.readFile('/etc/hostname').length)).toEqual(forks.map(() => 10))
  })

  it('are made of a full file system, which goes on', () => {
    const { vfs } = setUp({ limit: 40 * KIB })
    const fork = vfs.fork()
    expect([vfs, fork].map((each) => code(() => each.appendFile('/d/a', bytes(1))))).toEqual([
      'ENOSPC',
      'ENOSPC',
    ])
    fork.unlink('/d/b')
    expect(code(() => fork.appendFile('/d/a', bytes(KIB)))).toBe('ok')
    expect(code(() => vfs.appendFile('/d/a', bytes(KIB)))).toBe('ENOSPC')
    expect(vfs.readFile('/d/b').length).toBe(10 * KIB)
  })
})
