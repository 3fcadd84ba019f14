import { expect, test } from 'vitest'
import { createStandardVfs } from '../../vfs/standard-tree.ts'
import { ensureCommandFiles } from './command-files.ts'
import { COMMAND_NAMES } from '../command-names.ts'
import { ownCommands } from '../commands/own-commands.ts'
import { libraryCommands } from '../just-bash.ts'
import { createMemoryKernel } from '../testing/memory-kernel.ts'
import { runShell } from '../testing/run-shell.ts'

test('the written list names the commands that there are', () => {
  const own = ownCommands().map((command) => command.name)
  expect(COMMAND_NAMES).toEqual([...new Set([...libraryCommands(), ...own])].sort())
})

test('every command has an executable file in both folders, and node one that is no script', () => {
  const { syscalls, vfs } = createMemoryKernel()
  ensureCommandFiles(syscalls)
  for (const name of COMMAND_NAMES) {
    expect([name, vfs.stat(`/usr/bin/${name}`).mode, vfs.readlink(`/bin/${name}`)]).toEqual([
      name,
      0o755,
      `/usr/bin/${name}`,
    ])
  }
  expect(vfs.readFile('/usr/local/bin/node')).toEqual(Uint8Array.of(0))
})

test('files that are there already are left as they are', () => {
  const { syscalls, vfs } = createMemoryKernel()
  vfs.writeFile('/usr/bin/ls', Uint8Array.of(1))
  ensureCommandFiles(syscalls)
  vfs.unlink('/usr/bin/cat')
  ensureCommandFiles(syscalls)
  expect(vfs.readFile('/usr/bin/ls')).toEqual(Uint8Array.of(1))
  expect(() => vfs.stat('/usr/bin/cat')).toThrow('ENOENT')
  expect(createStandardVfs().readdir('/usr/bin')).toEqual([])
})

test('run as a script, a command file is the command', async () => {
  const { stdout, end } = await runShell('', { argv: ['/bin/sh', '/usr/bin/seq', '1', '2'] })
  expect([stdout, end.status]).toEqual(['1\n2\n', { code: 0, signal: null }])
})

test('which and type find commands, programs and npm', async () => {
  const { stdout } = await runShell('which ls node npm; type npx; command -v node', {
    programs: { node: () => Promise.resolve(0) },
  })
  expect(stdout).toBe(
    '/usr/bin/ls\n/usr/local/bin/node\n/usr/bin/npm\nnpx is /usr/bin/npx\n/usr/local/bin/node\n',
  )
})
