/** The ceilings of a file system as it is made for a sandbox: they are counted, so that nothing need be filled. */
import { expect, it } from 'vitest'
import {
  PROCESS_MAX_FDS,
  SYMLINK_MAX_FOLLOWS,
  VFS_MAX_BYTES,
  VFS_MAX_FILE_BYTES,
  VFS_MAX_FILES,
} from '../../contract/limits.ts'
import { attempt } from '../errno-result.ts'
import { O } from '../syscalls.ts'
import { FileTable } from './file-table.ts'
import { createStandardVfs } from './standard-tree.ts'

/** `ok`, or what a person is told. */
function told(action: () => unknown): string {
  const result = attempt('Writing', '/workspace/x', action)
  return result.ok ? 'ok' : `${result.error.kind}: ${result.error.message}`
}

it('takes so many files', () => {
  const { quota } = createStandardVfs().volume
  const add = () => quota.addFile('open', 'x')
  while (quota.files < VFS_MAX_FILES) add()
  expect(told(add)).toBe('limit: Writing "x" failed: the sandbox is full.')
})

it('takes so many bytes, in one file and in all', () => {
  const { quota } = createStandardVfs().volume
  const grow = (after: number) => told(() => quota.resize({ before: 0, after }, 'write', 'x'))
  expect(grow(VFS_MAX_FILE_BYTES + 1)).toBe('too_large: Writing "x" failed: the file would be too large.')
  const left = VFS_MAX_BYTES - quota.bytes
  expect(grow(left - VFS_MAX_FILE_BYTES)).toBe('ok')
  expect(grow(VFS_MAX_FILE_BYTES)).toBe('ok')
  expect(grow(1)).toBe('limit: Writing "x" failed: the sandbox is full.')
})

it('follows so many symlinks', () => {
  const vfs = createStandardVfs()
  vfs.writeFile('/tmp/0', new Uint8Array(0))
  for (let at = 1; at <= SYMLINK_MAX_FOLLOWS + 1; at += 1) vfs.symlink(`/tmp/${at - 1}`, `/tmp/${at}`)
  expect(told(() => vfs.readFile(`/tmp/${SYMLINK_MAX_FOLLOWS}`))).toBe('ok')
  expect(told(() => vfs.readFile(`/tmp/${SYMLINK_MAX_FOLLOWS + 1}`))).toContain('lead in a circle')
})

it('opens so many files for one process', () => {
  const vfs = createStandardVfs()
  const files = new FileTable(vfs)
  const open = () => files.open('/dev/null', O.RDONLY)
  for (let at = 0; at < PROCESS_MAX_FDS; at += 1) open()
  expect(told(open)).toBe('limit: Writing "x" failed: too many files are open.')
})
