import { HOME, RESULTS, WORKSPACE_ROOT } from '../../contract/path.ts'
import { systemFiles } from './system-files.ts'
import { Vfs } from './vfs.ts'
import type { Device } from './inode.ts'
import type { VolumeOptions } from './volume.ts'

const DIRECTORIES = ['/bin', '/etc', '/usr/bin', '/usr/local/bin', '/var/tmp']
/** Stay where they are, like mount points. */
const PINNED = ['/dev', '/proc', '/home', HOME, '/tmp', '/bin', '/usr', '/usr/bin', RESULTS, WORKSPACE_ROOT]
const DEVICES: readonly (readonly [string, Device])[] = [
  ['null', { type: 'null' }],
  ['zero', { type: 'zero' }],
  ['random', { type: 'random' }],
  ['urandom', { type: 'random' }],
  ['stdin', { type: 'fd', fd: 0 }],
  ['stdout', { type: 'fd', fd: 1 }],
  ['stderr', { type: 'fd', fd: 2 }],
]
const DEVICE_VOLUME = 2
const RESULT_VOLUME = 3

/** A file system with what programs expect to find. The change log is empty afterwards. */
export function createStandardVfs(options: VolumeOptions = {}): Vfs {
  const vfs = new Vfs(options)
  const { volume } = vfs
  const dev = volume.createDirectory(volume.root, 'dev', {
    mode: 0o755,
    syscall: 'mkdir',
    volume: DEVICE_VOLUME,
  })
  for (const [name, device] of DEVICES) volume.createDevice(dev, name, device)
  for (const path of [...DIRECTORIES, HOME, WORKSPACE_ROOT]) vfs.mkdir(path, 0o755, true)
  vfs.mkdir('/tmp', 0o1777, false)
  const results = volume.createDirectory(volume.root, RESULTS.slice(1), {
    mode: 0o555,
    syscall: 'mkdir',
    volume: RESULT_VOLUME,
  })
  results.isReadOnly = true
  // As on Linux: a descriptor of the process that looks.
  vfs.mkdir('/dev/fd', 0o555, false)
  for (const [fd, name] of ['stdin', 'stdout', 'stderr'].entries()) vfs.symlink(`../${name}`, `/dev/fd/${fd}`)
  vfs.mkdir('/proc/self', 0o555, true)
  vfs.symlink('/dev/fd', '/proc/self/fd')
  vfs.mkdir('/proc/sys/kernel', 0o555, true)
  for (const [path, text] of Object.entries(systemFiles()))
    vfs.writeFile(path, new TextEncoder().encode(text), 0o444)
  for (const path of PINNED) {
    const { node } = vfs.locate(path, 'target')
    if (node !== undefined) node.pinned = true
  }
  volume.changes.take()
  return vfs
}
