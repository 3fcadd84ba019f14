/** Every command of the shell has a file on PATH, so that `which`, other programs and `spawn('ls')` find it. */
import { ifThere } from '../../if-there.ts'
import { Errno, type FileSyscalls } from '../../syscalls.ts'
import { COMMAND_NAMES } from '../command-names.ts'

/** Calls needed to create the files: a process's, or the kernel's own file system. */
type CommandFolder = Pick<FileSyscalls, 'lstat' | 'mkdir' | 'writeFile' | 'symlink'>

const FOLDER = '/usr/bin'
const MODE = 0o755
/** Made last: where it is, all are. */
const MARK = `${FOLDER}/.shell-commands`

/** Programs that are workers of their own. The kernel starts them by name: the file is only there to be found. */
const PROGRAM_FILES = ['/usr/local/bin/node', '/usr/bin/node', '/usr/bin/python', '/usr/bin/python3']
/** Unavailable programs, each a script that says why and exits as if not found. */
const ABSENT_FILES: Readonly<Record<string, string>> = Object.fromEntries(
  ['pip', 'pip3'].map((name) => [
    name,
    'packages cannot be installed in this sandbox. Copy the sources of a pure-Python package into the workspace, and import it from there.',
  ]),
)
/** Not text, so that nobody takes it for a script. */
const PROGRAM_CONTENT = Uint8Array.of(0)

const encoder = new TextEncoder()

/** Run as a program, the file starts a shell, and that runs the command of the same name. */
function contentOf(name: string): Uint8Array {
  return encoder.encode(`#!/bin/sh\nexec ${FOLDER}/${name} "$@"\n`)
}

/** Cheap when they are there. Files of the same name are left as they are. */
export function ensureCommandFiles(files: CommandFolder): void {
  if (ifThere(() => files.lstat(MARK))) return
  files.mkdir(FOLDER, MODE, true)
  files.mkdir('/bin', MODE, true)
  for (const name of COMMAND_NAMES) {
    const path = `${FOLDER}/${name}`
    if (!ifThere(() => files.lstat(path))) files.writeFile(path, contentOf(name), MODE)
    link(files, path, `/bin/${name}`)
  }
  for (const path of PROGRAM_FILES) {
    files.mkdir(path.slice(0, path.lastIndexOf('/')), MODE, true)
    if (!ifThere(() => files.lstat(path))) files.writeFile(path, PROGRAM_CONTENT, MODE)
  }
  for (const [name, why] of Object.entries(ABSENT_FILES)) {
    const script = encoder.encode(`#!/bin/sh\necho '${name}: ${why}' >&2\nexit 127\n`)
    if (!ifThere(() => files.lstat(`${FOLDER}/${name}`))) files.writeFile(`${FOLDER}/${name}`, script, MODE)
  }
  files.writeFile(MARK, new Uint8Array(0))
}

/** Another shell that starts at the same time may be quicker. */
function link(files: CommandFolder, path: string, from: string): void {
  if (ifThere(() => files.lstat(from))) return
  try {
    files.symlink(path, from)
  } catch (error) {
    if (!(error instanceof Errno) || error.code !== 'EEXIST') throw error
  }
}
