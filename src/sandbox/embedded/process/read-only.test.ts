import { describe, expect, it } from 'vitest'
import { Errno, O } from '../syscalls.ts'
import { createStandardVfs } from '../vfs/standard-tree.ts'
import { refuseEffects } from './read-only.ts'
import { isSyscall } from './syscall-names.ts'

function setUp() {
  const vfs = createStandardVfs()
  vfs.writeFile('/workspace/a', new Uint8Array(1))
  const answerTo = (name: string, ...args: readonly unknown[]): string => {
    if (!isSyscall(name)) throw new Error(`There is no call ${name}.`)
    try {
      refuseEffects({ pid: 7, vfs }, name, args)
      return 'yes'
    } catch (error) {
      return error instanceof Errno ? error.code : String(error)
    }
  }
  return { vfs, answerTo }
}

describe('a process that only looks', () => {
  it('opens files to read, and devices to write', () => {
    const { answerTo } = setUp()
    expect([
      answerTo('open', '/workspace/a', O.RDONLY),
      answerTo('open', '/workspace/a', O.RDONLY | O.CREAT),
      answerTo('open', '/workspace/a', O.RDONLY | O.TRUNC),
      answerTo('open', '/workspace/a', O.WRONLY | O.APPEND),
      answerTo('open', '/workspace/a', O.RDWR),
      answerTo('open', '/dev/null', O.WRONLY),
      answerTo('writeFile', '/dev/null', new Uint8Array(1)),
      answerTo('writeFile', '/dev/stderr', new Uint8Array(1)),
      answerTo('writeFile', '/dev/new', new Uint8Array(1)),
      answerTo('unlink', '/dev/null'),
    ]).toEqual(['yes', 'EROFS', 'EROFS', 'EROFS', 'EROFS', 'yes', 'yes', 'yes', 'EROFS', 'EROFS'])
  })

  it('writes no file through a link that has the name of a device', () => {
    const { vfs, answerTo } = setUp()
    vfs.unlink('/dev/null')
    vfs.symlink('/workspace/a', '/dev/null')
    expect(answerTo('open', '/dev/null', O.WRONLY)).toBe('EROFS')
  })

  it('keeps the output of substitutions in files of its own, through no link', () => {
    const { vfs, answerTo } = setUp()
    const write = (path: string) => answerTo('writeFile', path, new Uint8Array(1))
    expect([
      answerTo('mkdir', '/tmp/.shell-7', 0o700, true),
      write('/tmp/.shell-7/63'),
      write('/tmp/.shell-7/new'),
      write('/tmp/.shell-7/../x/63'),
      write('/tmp/.shell-8/63'),
      write('/tmp/63'),
      answerTo('symlink', '/workspace', '/tmp/.shell-7/62'),
      answerTo('rename', '/tmp/.shell-7/63', '/workspace/b'),
      answerTo('link', '/workspace/a', '/tmp/.shell-7/61'),
    ]).toEqual(['yes', 'yes', 'EROFS', 'EROFS', 'EROFS', 'EROFS', 'EROFS', 'EROFS', 'EROFS'])
    vfs.mkdir('/tmp/.shell-7', 0o700, false)
    vfs.symlink('/workspace/a', '/tmp/.shell-7/63')
    vfs.link('/workspace/a', '/tmp/.shell-7/62')
    expect([write('/tmp/.shell-7/63'), write('/tmp/.shell-7/62')]).toEqual(['EROFS', 'EROFS'])
    vfs.removeTree('/tmp/.shell-7')
    vfs.symlink('/workspace', '/tmp/.shell-7')
    expect([write('/tmp/.shell-7/63'), answerTo('removeTree', '/tmp/.shell-7')]).toEqual(['EROFS', 'EROFS'])
  })

  it('reaches no port, no other machine and no other job', () => {
    const { answerTo } = setUp()
    expect(
      ['connect', 'tryConnect', 'listen', 'request', 'detach'].map((name) => answerTo(name, {})),
    ).toEqual(Array.from({ length: 5 }, () => 'EPERM'))
  })
})
