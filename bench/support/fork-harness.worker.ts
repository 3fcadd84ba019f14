/**
 * File systems with forks, in a worker as in the kernel. Each command is answered with the milliseconds that it took; what the
 * worker then holds is measured from outside.
 */
import { createStandardVfs } from '../../src/sandbox/embedded/vfs/standard-tree.ts'
import type { Vfs } from '../../src/sandbox/embedded/vfs/vfs.ts'

export type ForkCommand =
  /** A new file system with so many files of so many bytes. */
  | { readonly type: 'fill'; readonly files: number; readonly bytes: number }
  /** So many forks, each as the first program in it finds it: with the workspace listed. */
  | { readonly type: 'fork'; readonly count: number }
  /** Every file of the last fork is looked at and read. */
  | { readonly type: 'enter' }
  /** So many copies of the tree and of all contents. */
  | { readonly type: 'copy'; readonly count: number }
  | { readonly type: 'drop' }

const FILES_PER_FOLDER = 40
const FOLDERS_PER_PART = 10

let vfs = createStandardVfs()
let held: Vfs[] = []

function run(command: ForkCommand): void {
  switch (command.type) {
    case 'fill':
      vfs = createStandardVfs()
      return fill(command)
    case 'fork':
      for (let at = 0; at < command.count; at++) held.push(listed(vfs.fork()))
      return
    case 'enter':
      for (const { path, kind } of held.at(-1)?.walk('/workspace') ?? [])
        if (kind === 'file') held.at(-1)?.readFile(path)
      return
    case 'copy':
      for (let at = 0; at < command.count; at++) held.push(listed(copyOf(vfs)))
      return
    case 'drop':
      for (const one of held) one.release()
      held = []
      return
    default:
      command satisfies never
  }
}

function fill({ files, bytes }: { files: number; bytes: number }): void {
  for (let at = 0; at < files; at++) {
    const folder = Math.floor(at / FILES_PER_FOLDER)
    const path = `/workspace/src/part-${Math.floor(folder / FOLDERS_PER_PART)}/module-${folder}`
    if (at % FILES_PER_FOLDER === 0) vfs.mkdir(path, 0o755, true)
    vfs.adoptFile(`${path}/file-${at}.js`, new Uint8Array(Math.ceil(bytes / files)).fill(at))
  }
}

function listed(one: Vfs): Vfs {
  one.scandir('/workspace')
  return one
}

/** As a back end without forks has to do it. */
function copyOf(source: Vfs): Vfs {
  const copy = createStandardVfs()
  for (const { path, kind } of source.walk('/workspace')) {
    const { mode } = source.lstat(path)
    if (kind === 'directory') copy.mkdir(path, mode, true)
    else if (kind === 'symlink') copy.symlink(source.readlink(path), path)
    else copy.writeFile(path, source.readFile(path), mode)
  }
  return copy
}

onmessage = ({ data }: MessageEvent<ForkCommand>) => {
  const start = performance.now()
  try {
    run(data)
    postMessage(performance.now() - start)
  } catch (error) {
    postMessage(String(error))
  }
}
