/** System calls of a process that only looks: it can change no file, and reach nothing beyond its own command. */
import { ifThere } from '../if-there.ts'
import { substitutionsFolder } from '../shell/files/substitutions-folder.ts'
import { Errno, O } from '../syscalls.ts'
import type { Vfs } from '../vfs/vfs.ts'
import type { SyscallName } from './syscall-names.ts'

/**
 * `looks` is harmless; `changes` alters a file, or makes one; `opens` depends on how a file is opened; `reaches` leads out of the
 * command: to another process, a port or the network. Every call is listed, so that a new one is decided upon.
 */
type Effect = 'looks' | 'changes' | 'opens' | 'reaches'

const EFFECTS = {
  stat: 'looks',
  lstat: 'looks',
  readdir: 'looks',
  scandir: 'looks',
  readFile: 'looks',
  viewFile: 'looks',
  readAhead: 'looks',
  readSeveral: 'looks',
  listAhead: 'looks',
  writeFile: 'changes',
  appendFile: 'changes',
  open: 'opens',
  close: 'looks',
  read: 'looks',
  // To what is open: pipes, the command's output, and devices.
  write: 'looks',
  tryRead: 'looks',
  tryWrite: 'looks',
  pipe: 'looks',
  fstat: 'looks',
  ftruncate: 'changes',
  fchmod: 'changes',
  futimes: 'changes',
  truncate: 'changes',
  mkdir: 'changes',
  rmdir: 'changes',
  unlink: 'changes',
  removeTree: 'changes',
  rename: 'changes',
  link: 'changes',
  symlink: 'changes',
  readlink: 'looks',
  realpath: 'looks',
  chmod: 'changes',
  utimes: 'changes',
  copyFile: 'changes',
  mkdtemp: 'changes',
  walk: 'looks',
  watchOpen: 'looks',
  watchAdd: 'looks',
  watchRemove: 'looks',
  seek: 'looks',
  dup: 'looks',
  poll: 'looks',
  // The child only looks, too.
  spawn: 'looks',
  wait: 'looks',
  waitFor: 'looks',
  // The process table keeps both to the command's own processes.
  kill: 'looks',
  killGroup: 'looks',
  detach: 'reaches',
  processes: 'looks',
  isatty: 'looks',
  windowSize: 'looks',
  setRaw: 'looks',
  listen: 'reaches',
  accept: 'reaches',
  connect: 'reaches',
  tryConnect: 'reaches',
  shutdown: 'looks',
  startTls: 'reaches',
  lookup: 'looks',
  request: 'reaches',
  response: 'looks',
  placePackages: 'changes',
  stopPlacing: 'looks',
  packagesFetched: 'looks',
  noteOpened: 'looks',
} as const satisfies Record<SyscallName, Effect>

export interface ReadOnlyProcess {
  readonly pid: number
  readonly vfs: Pick<Vfs, 'stat' | 'lstat'>
}

/** Throws EROFS or EPERM for what such a process may not do. Arguments have been checked against the table of calls. */
export function refuseEffects(process: ReadOnlyProcess, name: SyscallName, args: readonly unknown[]): void {
  const effect = EFFECTS[name]
  const path = typeof args[0] === 'string' ? args[0] : undefined
  if (effect === 'reaches') throw new Errno('EPERM', name, path)
  if (effect === 'looks' || (effect === 'opens' && !isWritten(Number(args[1])))) return
  const mayWrite =
    path !== undefined && (isDevice(process, name, path) || isOwnSubstitution(process, name, path))
  if (!mayWrite) throw new Errno('EROFS', name, path)
}

function isWritten(flags: number): boolean {
  return (flags & O.ACCMODE) !== O.RDONLY || (flags & (O.CREAT | O.TRUNC | O.APPEND)) !== 0
}

const WRITING: ReadonlySet<SyscallName> = new Set(['writeFile', 'appendFile', 'open'])

/** Writing to `/dev/null` or to an output changes nothing; a link of that name may lead to a file. */
function isDevice({ vfs }: ReadOnlyProcess, name: SyscallName, path: string): boolean {
  return WRITING.has(name) && ifThere(() => vfs.stat(path))?.kind === 'character'
}

/** A shell keeps what `<(…)` has printed in files of its own, as long as it runs. No link may lead from there to another place. */
function isOwnSubstitution({ pid, vfs }: ReadOnlyProcess, name: SyscallName, path: string): boolean {
  const folder = substitutionsFolder(pid)
  const isFolder = path === folder
  if (!isFolder && !(path.startsWith(`${folder}/`) && /^\d+$/.test(path.slice(folder.length + 1))))
    return false
  if ((ifThere(() => vfs.lstat(folder))?.kind ?? 'directory') !== 'directory') return false
  if (isFolder) return name === 'mkdir' || name === 'removeTree'
  const file = ifThere(() => vfs.lstat(path))
  if (file !== undefined && (file.kind !== 'file' || file.nlink > 1)) return false
  return WRITING.has(name) || name === 'unlink'
}
