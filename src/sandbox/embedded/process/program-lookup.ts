/** From `argv[0]` to a program of ours: by name, on PATH, or by a script's `#!` line. */
import { dirname, normalize, resolve } from '../../contract/path.ts'
import { Errno } from '../syscalls.ts'
import type { SpawnRequest } from '../syscalls.ts'
import type { Vfs } from '../vfs/vfs.ts'
import type { ProgramKind } from './protocol.ts'

export interface Program {
  readonly kind: ProgramKind
  readonly argv: readonly string[]
}

const PROGRAMS: Readonly<Record<string, ProgramKind>> = {
  node: 'node',
  nodejs: 'node',
  python: 'python',
  python3: 'python',
  sh: 'shell',
  bash: 'shell',
  dash: 'shell',
}
/** Usual folders of programs; files in them are only stand-ins for the eye. */
const SYSTEM_FOLDERS = new Set(['/bin', '/usr/bin', '/usr/local/bin', '/sbin', '/usr/sbin'])
const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin'
/** Bytes of a `#!` line that are looked at, as Linux. */
const SHEBANG_BYTES = 256
/** Interpreters of interpreters, as Linux. */
const MAX_HOPS = 5

/** Throws `Errno`: ENOENT when there is no such program, EACCES or ENOEXEC when it cannot be run. */
export function findProgram(vfs: Vfs, request: SpawnRequest): Program {
  let argv = request.argv
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const [name = '', ...rest] = argv
    const path = name.includes('/') ? resolve(name, request.cwd) : onPath(vfs, name, request)
    if (path === undefined) {
      const kind = PROGRAMS[name]
      if (kind) return { kind, argv }
      throw new Errno('ENOENT', 'spawn', name)
    }
    const system = systemProgram(path)
    if (system) return { kind: system, argv }
    argv = [...interpreterOf(vfs, path), path, ...rest]
  }
  throw new Errno('ELOOP', 'spawn', request.argv[0])
}

function systemProgram(path: string): ProgramKind | undefined {
  return SYSTEM_FOLDERS.has(dirname(path)) ? PROGRAMS[path.slice(path.lastIndexOf('/') + 1)] : undefined
}

/** The first thing of that name on PATH that can be run. */
function onPath(vfs: Vfs, name: string, { env, cwd }: SpawnRequest): string | undefined {
  if (name === '') return undefined
  for (const folder of (env['PATH'] ?? DEFAULT_PATH).split(':')) {
    const path = normalize(`${resolve(folder === '' ? '.' : folder, cwd)}/${name}`)
    if (canBeRun(vfs, path)) return path
  }
  return undefined
}

function canBeRun(vfs: Vfs, path: string): boolean {
  try {
    const { kind, mode } = vfs.stat(path)
    return kind === 'file' && isMeantToRun(path, mode)
  } catch (error) {
    if (error instanceof Errno) return false
    throw error
  }
}

/** Archives made on Windows have no modes: what a package manager put there was meant to run. */
function isMeantToRun(path: string, mode: number): boolean {
  return (mode & 0o111) !== 0 || path.includes('/node_modules/')
}

/** Interpreter of a script's first line, without `/usr/bin/env`. */
function interpreterOf(vfs: Vfs, path: string): string[] {
  const stats = vfs.stat(path)
  if (stats.kind === 'directory') throw new Errno('EACCES', 'spawn', path)
  if (!isMeantToRun(path, stats.mode)) throw new Errno('EACCES', 'spawn', path)
  const start = vfs.readFile(path).subarray(0, SHEBANG_BYTES)
  const head = new TextDecoder().decode(start)
  if (!head.startsWith('#!')) {
    // A text without the line is a script of the shell, as for `execvp`.
    if (start.includes(0)) throw new Errno('ENOEXEC', 'spawn', path)
    return ['/bin/sh']
  }
  const words = (head.slice(2).split('\n')[0] ?? '').trim().split(/\s+/)
  const [first = ''] = words
  if (!first.endsWith('/env')) return words
  const rest = words.slice(1)
  return rest[0] === '-S' ? rest.slice(1) : rest
}
