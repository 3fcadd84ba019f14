/** Random operations on our file system and on the machine's own: same results, same failures, same tree. */
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { patience } from '../../../testing/patience.ts'
import { soak } from '../../../testing/soak.ts'
import { Errno, O } from '../syscalls.ts'
import { FileTable } from './file-table.ts'
import { Vfs } from './vfs.ts'

/** The root of the machine's tree, new for each case. */
let real = ''

/** The same operation on both sides; what it returns is compared. */
interface Operation {
  readonly name: string
  ours(vfs: Vfs, files: FileTable): unknown
  theirs(at: (path: string) => string): unknown
}

const NAMES = ['a', 'b', 'c', 'd']
const OPEN_FLAGS = [
  O.RDONLY,
  O.WRONLY,
  O.RDWR | O.CREAT,
  O.WRONLY | O.CREAT | O.EXCL,
  O.RDWR | O.TRUNC,
  O.RDONLY | O.DIRECTORY,
  O.RDONLY | O.NOFOLLOW,
  O.WRONLY | O.CREAT | O.TRUNC,
]

/** A small deterministic generator, so that a failure can be run again. */
function generator(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function randomPath(random: (below: number) => number): string {
  const depth = 1 + random(3)
  const names = Array.from({ length: depth }, () =>
    random(12) === 0 ? '..' : (NAMES[random(NAMES.length)] ?? 'a'),
  )
  return '/' + names.join('/') + (random(10) === 0 ? '/' : '')
}

function randomOperation(random: (below: number) => number): Operation {
  const path = randomPath(random)
  const other = randomPath(random)
  const data = new Uint8Array(random(20)).fill(random(256))
  const length = random(30)
  const mode = [0o600, 0o644, 0o755][random(3)] ?? 0o644
  const flags = OPEN_FLAGS[random(OPEN_FLAGS.length)] ?? 0
  const target = random(2) === 0 ? (NAMES[random(4)] ?? 'a') : `../${NAMES[random(4)] ?? 'a'}`
  const operations: Operation[] = [
    {
      name: `mkdir ${path}`,
      ours: (vfs) => vfs.mkdir(path, mode, false) && undefined,
      theirs: (at) => fs.mkdirSync(at(path), { mode }),
    },
    { name: `rmdir ${path}`, ours: (vfs) => vfs.rmdir(path), theirs: (at) => fs.rmdirSync(at(path)) },
    { name: `unlink ${path}`, ours: (vfs) => vfs.unlink(path), theirs: (at) => fs.unlinkSync(at(path)) },
    {
      name: `rename ${path} ${other}`,
      ours: (vfs) => vfs.rename(path, other),
      theirs: (at) => fs.renameSync(at(path), at(other)),
    },
    {
      name: `link ${path} ${other}`,
      ours: (vfs) => vfs.link(path, other),
      theirs: (at) => fs.linkSync(at(path), at(other)),
    },
    {
      name: `symlink ${target} ${path}`,
      ours: (vfs) => vfs.symlink(target, path),
      theirs: (at) => fs.symlinkSync(target, at(path)),
    },
    {
      name: `readlink ${path}`,
      ours: (vfs) => vfs.readlink(path),
      theirs: (at) => fs.readlinkSync(at(path)),
    },
    {
      name: `writeFile ${path}`,
      ours: (vfs) => vfs.writeFile(path, data, mode),
      theirs: (at) => fs.writeFileSync(at(path), data, { mode }),
    },
    {
      name: `appendFile ${path}`,
      ours: (vfs) => vfs.appendFile(path, data, mode),
      theirs: (at) => fs.appendFileSync(at(path), data, { mode }),
    },
    {
      name: `readFile ${path}`,
      ours: (vfs) => [...vfs.readFile(path)],
      theirs: (at) => [...fs.readFileSync(at(path))],
    },
    {
      name: `truncate ${path} ${length}`,
      ours: (vfs) => vfs.truncate(path, length),
      theirs: (at) => fs.truncateSync(at(path), length),
    },
    {
      name: `chmod ${path}`,
      ours: (vfs) => vfs.chmod(path, mode),
      theirs: (at) => fs.chmodSync(at(path), mode),
    },
    {
      name: `readdir ${path}`,
      ours: (vfs) => vfs.readdir(path).map((entry) => entry.name),
      theirs: (at) => fs.readdirSync(at(path)),
    },
    {
      name: `copyFile ${path} ${other}`,
      ours: (vfs) => vfs.copyFile(path, other, length > 15),
      theirs: (at) => fs.copyFileSync(at(path), at(other), length > 15 ? fs.constants.COPYFILE_EXCL : 0),
    },
    {
      name: `open ${path} ${flags.toString(8)}`,
      ours: (_vfs, files) => files.close(files.open(path, flags, mode)),
      theirs: (at) => fs.closeSync(fs.openSync(at(path), flags, mode)),
    },
    {
      name: `realpath ${path}`,
      ours: (vfs) => vfs.realpath(path),
      theirs: (at) => fs.realpathSync.native(at(path)).slice(real.length) || '/',
    },
    {
      name: `lstat ${path}`,
      ours: (vfs) => shape(vfs.lstat(path)),
      theirs: (at) => nodeShape(fs.lstatSync(at(path))),
    },
    {
      name: `stat ${path}`,
      ours: (vfs) => shape(vfs.stat(path)),
      theirs: (at) => nodeShape(fs.statSync(at(path))),
    },
  ]
  return operations[random(operations.length)] as Operation
}

function shape(stats: ReturnType<Vfs['stat']>) {
  const { kind, mode, nlink } = stats
  return { kind, mode, nlink, size: kind === 'directory' ? 0 : stats.size }
}

function nodeShape(stats: fs.Stats) {
  const kind = stats.isDirectory() ? 'directory' : stats.isSymbolicLink() ? 'symlink' : 'file'
  return { kind, mode: stats.mode & 0o777, nlink: stats.nlink, size: kind === 'directory' ? 0 : stats.size }
}

function attempt(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    if (error instanceof Errno || (error instanceof Error && 'code' in error))
      return `fails with ${String(error.code)}`
    throw error
  }
}

/** Paths that leave the test's root cannot be compared: the machine's root is another one. */
function leavesRoot(vfs: Vfs, operation: Operation): boolean {
  return (
    copiesDirectory(vfs, operation) ||
    operation.name.split(' ').some((word) => {
      let depth = 0
      for (const part of word.split('/').filter((name) => name !== '')) {
        depth += part === '..' ? -1 : 1
        if (depth <= 0) return word.startsWith('/') && word.includes('..')
      }
      return false
    }) ||
    linkLeavesRoot(vfs)
  )
}

/** libuv removes the target when the source turns out to be a directory; we leave it. */
function copiesDirectory(vfs: Vfs, operation: Operation): boolean {
  const [call, from = ''] = operation.name.split(' ')
  return call === 'copyFile' && attempt(() => vfs.stat(from).kind) === 'directory'
}

/** A `../x` link directly below the root climbs out of it on the machine. */
function linkLeavesRoot(vfs: Vfs): boolean {
  return vfs
    .readdir('/')
    .some((entry) => entry.kind === 'symlink' && vfs.readlink('/' + entry.name).startsWith('..'))
}

function wholeTree(vfs: Vfs): unknown {
  return vfs.walk('/').map(({ path, kind }) => {
    const content =
      kind === 'file' ? [...vfs.readFile(path)] : kind === 'symlink' ? vfs.readlink(path) : undefined
    return { path, content, ...shape(vfs.lstat(path)) }
  })
}

function realTree(directory = real): unknown[] {
  return fs.readdirSync(directory).flatMap((name) => {
    const path = join(directory, name)
    const stats = fs.lstatSync(path)
    const { kind, mode, nlink, size } = nodeShape(stats)
    const content =
      kind === 'file' ? [...fs.readFileSync(path)] : kind === 'symlink' ? fs.readlinkSync(path) : undefined
    const entry = { path: path.slice(real.length), content, kind, mode, nlink, size }
    return kind === 'directory' ? [entry, ...realTree(path)] : [entry]
  })
}

const SOAK = soak('file-system', { gate: 60, round: 1_200, isGateFixed: true })

it(SOAK.title('does what the machine does'), { timeout: patience(180_000) }, () =>
  SOAK.each(({ seed }) => compare(seed)),
)

it(SOAK.title('does so in a fork, and in one of that'), { timeout: patience(180_000) }, () =>
  SOAK.each(({ seed }) => compare(seed, 40)),
)

/** `stepsToFork`: goes on in a fork each time. */
function compare(seed: number, stepsToFork = Infinity): void {
  const umask = process.umask(0)
  real = fs.mkdtempSync(join(tmpdir(), 'vfs-'))
  fs.chmodSync(real, 0o755)
  try {
    let vfs = new Vfs()
    let files = new FileTable(vfs)
    const random = generator(seed)
    const at = (path: string) => real + path
    const history: string[] = []
    for (let step = 0; step < 300; step += 1) {
      if (step % stepsToFork === stepsToFork - 1) {
        const fork = vfs.fork()
        // The fork does not see it.
        attempt(() => vfs.removeTree('/a'))
        vfs = fork
        files = new FileTable(vfs)
      }
      const operation = randomOperation(random)
      if (leavesRoot(vfs, operation)) {
        for (const name of linkNames(vfs)) both(vfs, name)
        continue
      }
      history.push(operation.name)
      const ours = attempt(() => operation.ours(vfs, files))
      const theirs = attempt(() => operation.theirs(at))
      expect({ history: history.slice(-6), outcome: ours }).toEqual({
        history: history.slice(-6),
        outcome: theirs,
      })
    }
    expect(wholeTree(vfs)).toEqual(realTree())
  } finally {
    process.umask(umask)
    fs.rmSync(real, { recursive: true, force: true })
  }
}

function linkNames(vfs: Vfs): string[] {
  return vfs.readdir('/').flatMap((entry) => {
    const climbs = entry.kind === 'symlink' && vfs.readlink('/' + entry.name).startsWith('..')
    return climbs ? ['/' + entry.name] : []
  })
}

function both(vfs: Vfs, path: string): void {
  vfs.unlink(path)
  fs.unlinkSync(real + path)
}
