import { describe, expect, it } from 'vitest'
import { Errno } from '../syscalls.ts'
import { createStandardVfs } from '../vfs/standard-tree.ts'
import { findProgram } from './program-lookup.ts'

const text = (value: string) => new TextEncoder().encode(value)

function setUp(files: Readonly<Record<string, readonly [content: string, mode: number]>> = {}) {
  const vfs = createStandardVfs()
  for (const [path, [content, mode]] of Object.entries(files)) {
    vfs.mkdir(path.slice(0, path.lastIndexOf('/')), 0o755, true)
    vfs.writeFile(path, text(content), mode)
  }
  const find = (argv: readonly string[], env: Record<string, string> = {}) => {
    try {
      const { kind, argv: found } = findProgram(vfs, { argv, cwd: '/workspace', env, stdio: [] })
      return [kind, ...found]
    } catch (error) {
      if (error instanceof Errno) return error.code
      throw error
    }
  }
  return { vfs, find }
}

describe('finding a program', () => {
  it('knows ours by name and by place', () => {
    const { find } = setUp()
    expect([
      find(['node', 'a.js']),
      find(['python3', '-V']),
      find(['/bin/sh', '-c', 'x']),
      find(['/usr/bin/env']),
    ]).toEqual([
      ['node', 'node', 'a.js'],
      ['python', 'python3', '-V'],
      ['shell', '/bin/sh', '-c', 'x'],
      'ENOENT',
    ])
  })

  it('takes the first on PATH that can be run, the system’s folders included', () => {
    const { find } = setUp({
      '/workspace/first/tool': ['#!/usr/bin/env node\n', 0o644],
      '/workspace/second/tool': ['#!/usr/bin/env -S node --no-warnings\n', 0o755],
      '/workspace/third/node': ['#!/bin/sh\n', 0o755],
      '/usr/bin/ls': ['#!/bin/sh\n', 0o755],
    })
    const env = { PATH: 'first:third:/usr/bin' }
    expect([
      find(['tool', 'x'], { PATH: 'first:/workspace/second' }),
      find(['ls', '-l']),
      find(['node'], env),
    ]).toEqual([
      ['node', 'node', '--no-warnings', '/workspace/second/tool', 'x'],
      ['shell', '/bin/sh', '/usr/bin/ls', '-l'],
      ['shell', '/bin/sh', '/workspace/third/node'],
    ])
  })

  it('follows the links of a package manager and runs what has no mode there', () => {
    const { vfs, find } = setUp({ '/workspace/node_modules/jest/bin.js': ['#!/usr/bin/env node\n', 0o644] })
    vfs.mkdir('/workspace/node_modules/.bin', 0o755, true)
    vfs.symlink('../jest/bin.js', '/workspace/node_modules/.bin/jest')
    expect(find(['jest', '--ci'], { PATH: '/workspace/node_modules/.bin' })).toEqual([
      'node',
      'node',
      '/workspace/node_modules/.bin/jest',
      '--ci',
    ])
  })

  it('runs a text without a first line of its own in the shell, and refuses what cannot run', () => {
    const { find } = setUp({
      '/workspace/script': ['echo hi\n', 0o755],
      '/workspace/data': ['echo hi\n', 0o644],
      '/workspace/binary': ['\0\0', 0o755],
      '/workspace/loop': ['#!/workspace/loop\n', 0o755],
      '/workspace/lost': ['#!/opt/none\n', 0o755],
    })
    expect([
      find(['./script', 'a']),
      find(['./data']),
      find(['./binary']),
      find(['./loop']),
      find(['./lost']),
      find(['/tmp']),
      find(['']),
    ]).toEqual([
      ['shell', '/bin/sh', '/workspace/script', 'a'],
      'EACCES',
      'ENOEXEC',
      'ELOOP',
      'ENOENT',
      'EACCES',
      'ENOENT',
    ])
  })
})
