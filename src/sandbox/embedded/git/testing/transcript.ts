/**
 * Transcripts: command lines (`$ …`), each with what the real git printed for it, first to
 * stdout and then to stderr, and its exit code when that is
 * not 0. They are run again on our git, and must read the same.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createMemoryKernel } from '../../shell/testing/memory-kernel.ts'
import type { Vfs } from '../../vfs/vfs.ts'
import { runGit } from '../git.ts'
import { bytesOfName } from '../text.ts'

const ROOT = '/workspace/repo'
/** Seconds of the first step; each further one is a minute later. */
const START = 1_700_000_000

interface Place {
  write(path: string, data: Uint8Array): void
  remove(path: string): void
  makeDirectory(path: string): void
  link(target: string, path: string): void
  chmod(path: string, mode: number): void
  git(args: readonly string[], run: GitRun): Promise<{ output: string; code: number }>
}

interface GitRun {
  readonly env: Readonly<Record<string, string>>
  readonly stdin: string
}

export function commandsOf(transcript: string): string[] {
  return transcript.split('\n').filter((line) => line.startsWith('$ '))
}

/** The commands with what they print in this place. */
export async function play(commands: readonly string[], place: Place): Promise<string> {
  let text = ''
  let step = 0
  for (const line of commands) {
    text += `${line}\n`
    const date = `${START + 60 * (step += 1)} +0000`
    text += await playLine(line.slice(2), place, date)
  }
  return text
}

async function playLine(line: string, place: Place, date: string): Promise<string> {
  const [name = '', ...args] = splitWords(line)
  const [first = '', second = ''] = args
  switch (name) {
    case 'put':
      place.write(
        first,
        Uint8Array.from(bytesOfName(second), (char) => char.charCodeAt(0)),
      )
      return ''
    case 'del':
      place.remove(first)
      return ''
    case 'mkdir':
      place.makeDirectory(first)
      return ''
    case 'link':
      place.link(first, second)
      return ''
    case 'chmod':
      place.chmod(second, Number.parseInt(first, 8))
      return ''
    case 'git': {
      const at = args.indexOf('<<<')
      const stdin = at < 0 ? '' : (args[at + 1] ?? '')
      const words = at < 0 ? args : args.slice(0, at)
      const env = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
      const { output, code } = await place.git(words, { env, stdin })
      const ended = output === '' || output.endsWith('\n') ? output : `${output}\n`
      return ended.replaceAll('\0', '\\0').replaceAll('$ ', '\\$ ') + (code === 0 ? '' : `[exit ${code}]\n`)
    }
    default:
      throw new Error(`no command of a transcript: ${line}`)
  }
}

/** Single quotes keep all, double quotes know \n, \t, \0, \xNN. */
function splitWords(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|[^\s'"])+/g) ?? []
  return words.map((word) =>
    word.replace(
      /'([^']*)'|"((?:[^"\\]|\\.)*)"/g,
      (_, single: string | undefined, double: string | undefined) => single ?? unescape(double ?? ''),
    ),
  )
}

function unescape(text: string): string {
  return text.replace(/\\(x[0-9a-f]{2}|.)/g, (_, code: string) => {
    if (code.startsWith('x') && code.length === 3)
      return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return { n: '\n', t: '\t', r: '\r', '0': '\0' }[code] ?? code
  })
}

const ENV = {
  HOME: '/nowhere',
  TZ: 'UTC',
  LC_ALL: 'C',
  GIT_AUTHOR_NAME: 'Ann Author',
  GIT_AUTHOR_EMAIL: 'ann@example.com',
  GIT_COMMITTER_NAME: 'Carl Committer',
  GIT_COMMITTER_EMAIL: 'carl@example.com',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_EDITOR: 'true',
}

/** Our git on the sandbox's files. */
export function sandboxPlace(): Place & { readonly vfs: Vfs; readonly root: string } {
  const kernel = createMemoryKernel()
  const { vfs } = kernel
  vfs.mkdir(ROOT, 0o755, true)
  const path = (name: string): string => `${ROOT}/${name}`
  return {
    vfs,
    root: ROOT,
    write: (name, data) => {
      vfs.mkdir(dirname(path(name)), 0o755, true)
      vfs.writeFile(path(name), data, 0o644)
    },
    remove: (name) => vfs.removeTree(path(name)),
    makeDirectory: (name) => void vfs.mkdir(path(name), 0o755, true),
    link: (target, name) => vfs.symlink(target, path(name)),
    chmod: (name, mode) => vfs.chmod(path(name), mode),
    git: async (args, run) => {
      let [output, errors] = ['', '']
      const code = await runGit(args.map(bytesOfName), {
        files: kernel.syscalls,
        env: { ...ENV, ...run.env },
        cwd: ROOT,
        out: (text) => (output += text),
        err: (text) => (errors += text),
        stdin: async () => bytesOfName(run.stdin),
        request: async () => ({ failure: 'there is no network in this test' }),
        now: () => Number.parseInt(run.env['GIT_AUTHOR_DATE'] ?? '0', 10) * 1000,
        zone: () => 0,
        run: async () => {
          throw new Error('transcripts start no programs')
        },
      })
      const bytes = Uint8Array.from(output + errors, (char) => char.charCodeAt(0))
      return { output: shown(new TextDecoder().decode(bytes), ROOT), code }
    },
  }
}

/** The real git in a folder of its own. */
export function realPlace(): Place & { readonly root: string; dispose(): void } {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'vivarium-git-')))
  const root = join(base, 'repo')
  mkdirSync(root)
  const path = (name: string): string => join(root, name)
  return {
    root,
    write: (name, data) => {
      mkdirSync(dirname(path(name)), { recursive: true })
      writeFileSync(path(name), data, { mode: 0o644 })
    },
    remove: (name) => rmSync(path(name), { recursive: true }),
    makeDirectory: (name) => void mkdirSync(path(name), { recursive: true }),
    link: (target, name) => symlinkSync(target, path(name)),
    chmod: (name, mode) => chmodSync(path(name), mode),
    git: async (args, run) => {
      const child = spawnSync('git', args, {
        cwd: root,
        env: { PATH: process.env['PATH'], ...ENV, ...run.env },
        input: run.stdin,
        encoding: 'utf8',
      })
      return { output: shown(child.stdout + child.stderr, root), code: child.status ?? -1 }
    },
    dispose: () => rmSync(base, { recursive: true, force: true }),
  }
}

function shown(output: string, root: string): string {
  return output.replaceAll(root, '/repo').replaceAll(dirname(root), '')
}

/** The sandbox's folder as a real one. */
export function exportFolder(vfs: Vfs, from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const { path, kind } of vfs.walk(from)) {
    const target = join(to, path.slice(from.length + 1))
    if (kind === 'directory') mkdirSync(target, { recursive: true })
    else if (kind === 'symlink') symlinkSync(vfs.readlink(path), target)
    else writeFileSync(target, vfs.readFile(path), { mode: vfs.stat(path).mode })
  }
}

export function realGit(args: readonly string[], cwd: string, input: string = ''): string {
  return execFileSync('git', args, {
    cwd,
    input,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...ENV },
  })
}

/** As an import of an archive does it: other times, other inodes. */
export function importFolder(vfs: Vfs, from: string, to: string): void {
  for (const entry of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    const [source, target] = [join(from, entry), `${to}/${entry}`]
    const stats = lstatSync(source)
    vfs.mkdir(target.slice(0, target.lastIndexOf('/')), 0o755, true)
    if (stats.isSymbolicLink()) vfs.symlink(readlinkSync(source), target)
    else if (stats.isDirectory()) vfs.mkdir(target, 0o755, true)
    else vfs.writeFile(target, readFileSync(source), statSync(source).mode & 0o777)
  }
}
