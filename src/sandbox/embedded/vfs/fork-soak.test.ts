/**
 * Random operations on a file system, its forks and theirs, in any order. The model of each is a fresh file system on which
 * all that led to it is done again: it shares nothing with anybody.
 */
import { expect, it } from 'vitest'
import { patience } from '../../../testing/patience.ts'
import { soak } from '../../../testing/soak.ts'
import { History } from '../../history/history.ts'
import { countingStore } from '../../history/test-support.ts'
import { Errno, O } from '../syscalls.ts'
import { FileTable } from './file-table.ts'
import { filesIn } from './fork.ts'
import type { FileNode, Inode } from './inode.ts'
import { Vfs } from './vfs.ts'

/** Runs the same on every file system that is in the same state. */
type Step = (vfs: Vfs, files: FileTable) => unknown

interface Done {
  readonly name: string
  readonly time: number
  readonly step: Step | 'fork'
}

interface Side {
  readonly vfs: Vfs
  readonly files: FileTable
  readonly history: History
  readonly done: Done[]
}

const BEGIN = 1_000
let time = BEGIN
const now = () => time
const NAMES = ['a', 'b', 'c', 'd']
const FLAGS = [O.RDONLY, O.WRONLY, O.RDWR | O.CREAT, O.RDWR | O.TRUNC]
const NO_TARGET = { makeDirectory: none, writeFile: none, symlink: none, setMode: none, remove: none }

function none(): void {
  throw new Error('nothing is restored here')
}

const SOAK = soak('file-system-forks', { gate: 40, round: 1_500, isGateFixed: true })

it(SOAK.title('keeps forks apart, whatever is done on either side'), { timeout: patience(480_000) }, () =>
  SOAK.each(async ({ random }) => {
    time = BEGIN
    const store = countingStore()
    const first = new Vfs({ now })
    const sides = [sideOf(first, new History(historyOptions(first, store)), [])]
    for (let step = 0; step < 300; step += 1) {
      time += 1
      const at = Math.floor(random() * sides.length)
      const side = sides[at]
      if (side === undefined) break
      const choice = step < 60 ? 1 : random()
      if (choice < 0.04 && sides.length < 8) sides.push(forkOf(side))
      else if (choice < 0.06 && at > 0) {
        compare(side)
        side.files.closeAll()
        side.vfs.release()
        sides.splice(at, 1)
      } else if (choice < 0.09) await checkpoint(side)
      else if (choice < 0.1) compare(side)
      else if (choice < 0.13) holdsNoMoreThanIsCounted(sides)
      else run(side, randomStep(random, first))
    }
    for (const side of sides.reverse()) {
      compare(side)
      await checkpoint(side)
      side.files.closeAll()
      side.vfs.release()
    }
    const { bytes } = first.volume.quota
    expect(first.volume.pool.held).toEqual({ bytes, forkBytes: 0, forkFiles: 0, forks: 0 })
  }),
)

function sideOf(vfs: Vfs, history: History, done: Done[]): Side {
  return { vfs, files: new FileTable(vfs), history, done }
}

function historyOptions(vfs: Vfs, blobs: ReturnType<typeof countingStore>) {
  return { blobs, source: () => vfs.tree('/'), target: NO_TARGET }
}

function forkOf(side: Side): Side {
  const vfs = side.vfs.fork()
  const history = side.history.fork({ source: () => vfs.tree('/'), target: NO_TARGET })
  return sideOf(vfs, history, [...side.done, { name: 'fork', time, step: 'fork' }])
}

function run(side: Side, { name, step }: { name: string; step: Step }): void {
  side.done.push({ name, time, step })
  attempt(() => step(side.vfs, side.files))
}

/** Files that were open when a fork was made are not open in it. */
function again(done: readonly Done[]): Vfs {
  const end = time
  time = BEGIN
  const vfs = new Vfs({ now })
  let files = new FileTable(vfs)
  for (const one of done) {
    time = one.time
    const { step } = one
    if (step !== 'fork') attempt(() => step(vfs, files))
    else {
      files.closeAll()
      files = new FileTable(vfs)
    }
  }
  time = end
  return vfs
}

function compare({ vfs, done }: Side): void {
  const last = done.slice(-8).map(({ name }) => name)
  expect({ last, state: stateOf(vfs) }).toEqual({ last, state: stateOf(again(done)) })
}

async function checkpoint({ vfs, history, done }: Side): Promise<void> {
  const model = again(done)
  const expected = await new History(historyOptions(model, countingStore())).checkpoint()
  const found = await history.checkpoint()
  if (!expected.ok || !found.ok) throw new Error('no checkpoint')
  expect({ ...found.value, changed: true }).toEqual(expected.value)
  // The hashes that nodes remember are right.
  const anew = await new History(historyOptions(vfs, countingStore())).checkpoint()
  expect(anew.ok && anew.value.root).toBe(expected.value.root)
}

/** Different contents, as they lie in memory. A fork that is not entered has none. */
function holdsNoMoreThanIsCounted(sides: readonly Side[]): void {
  const sizes = new Map<unknown, number>()
  let nodes = 0
  for (const { vfs, files } of sides) {
    const all = new Set([...filesIn(vfs.volume.root), ...openFiles(files)])
    for (const file of all) {
      const { buffer } = file.content()
      sizes.set(buffer, Math.max(sizes.get(buffer) ?? 0, file.size))
    }
    nodes += vfs === sides[0]?.vfs ? 0 : all.size
  }
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const { held } = sides[0]?.vfs.volume.pool ?? new Vfs().volume.pool
  expect(bytes).toBeLessThanOrEqual(held.bytes)
  expect(nodes).toBeLessThanOrEqual(held.forkFiles)
  if (sides.length === 1 && held.forks === 0) expect(held.forkBytes).toBe(0)
}

function openFiles(files: FileTable): FileNode[] {
  return [0, 1, 2, 3].flatMap((fd) => {
    try {
      return [files.get(fd, 'read').file('read').node]
    } catch {
      return []
    }
  })
}

function stateOf(vfs: Vfs): unknown {
  const { files, bytes } = vfs.volume.quota
  const tree: unknown[] = []
  const names = new Map<Inode, number>()
  const visit = (path: string, node: Inode): void => {
    names.set(node, (names.get(node) ?? 0) + 1)
    const content = node.kind === 'file' ? node.content().join(' ') : undefined
    tree.push({ path, content, stats: vfs.lstat(path), link: node.kind === 'symlink' && node.target })
    if (node.kind !== 'directory') return
    for (const name of node.names()) {
      const child = node.entries.get(name)
      if (child) visit(`${path === '/' ? '' : path}/${name}`, child)
    }
  }
  visit('/', vfs.volume.root)
  // Each node knows exactly the names that it has.
  for (const [node, count] of names) {
    expect(node.links.length).toBe(node === vfs.volume.root ? 0 : count)
    for (const { parent, name } of node.links) expect(parent.entries.get(name)).toBe(node)
  }
  return { files, bytes, tree }
}

function randomStep(random: () => number, first: Vfs): { name: string; step: Step } {
  const pick = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0]
  // Names that are there: listing a fork would enter it.
  const names = first.walk('/').map(({ path }) => path)
  const anyPath = () => names[Math.floor(random() * names.length * 2)] ?? randomPath(random)
  const path = anyPath()
  const other = anyPath()
  const data = new Uint8Array(Math.floor(random() * 20)).fill(Math.floor(random() * 256))
  const size = Math.floor(random() * 40)
  const mode = pick([0o600, 0o644, 0o755])
  const fd = Math.floor(random() * 4)
  const flags = pick([O.RDONLY, ...FLAGS])
  return pick<{ name: string; step: Step }>([
    { name: `mkdir ${path}`, step: (vfs) => vfs.mkdir(path, mode, false) },
    { name: `mkdir -p ${path}`, step: (vfs) => vfs.mkdir(path, mode, true) },
    { name: `rmdir ${path}`, step: (vfs) => vfs.rmdir(path) },
    { name: `rm ${path}`, step: (vfs) => vfs.unlink(path) },
    { name: `rm -r ${path}`, step: (vfs) => vfs.removeTree(path) },
    { name: `rename ${path} ${other}`, step: (vfs) => vfs.rename(path, other) },
    { name: `rename ${other} ${path}`, step: (vfs) => vfs.rename(other, path) },
    { name: `link ${path} ${other}`, step: (vfs) => vfs.link(path, other) },
    { name: `link ${other} ${path}`, step: (vfs) => vfs.link(other, path) },
    { name: `symlink ${path}`, step: (vfs) => vfs.symlink(other, path) },
    { name: `write ${path}`, step: (vfs) => vfs.writeFile(path, data, mode) },
    { name: `write ${other}`, step: (vfs) => vfs.writeFile(other, data, mode) },
    { name: `patch ${path}`, step: (_vfs, files) => patch(files, path, data) },
    { name: `patch ${other}`, step: (_vfs, files) => patch(files, other, data) },
    { name: `append ${path}`, step: (vfs) => vfs.appendFile(path, data, mode) },
    { name: `truncate ${path} ${size}`, step: (vfs) => vfs.truncate(path, size) },
    { name: `chmod ${path}`, step: (vfs) => vfs.chmod(path, mode) },
    { name: `utimes ${path}`, step: (vfs) => vfs.utimes(path, size, size + 1) },
    { name: `copy ${path} ${other}`, step: (vfs) => vfs.copyFile(path, other, false) },
    { name: `list ${path}`, step: (vfs) => vfs.readdir(path) },
    { name: `read ${path}`, step: (vfs) => vfs.readFile(path) },
    { name: `open ${path}`, step: (_vfs, files) => files.open(path, flags, mode) },
    { name: `open ${other}`, step: (_vfs, files) => files.open(other, O.RDWR | O.CREAT, mode) },
    { name: `close ${fd}`, step: (_vfs, files) => files.close(fd) },
    { name: `write ${fd}`, step: (_vfs, files) => files.get(fd, 'write').tryWrite(data, size) },
    { name: `truncate ${fd}`, step: (_vfs, files) => files.ftruncate(fd, size) },
    { name: `chmod ${fd}`, step: (_vfs, files) => files.fchmod(fd, mode) },
  ])
}

/** Writes into the file in place. */
function patch(files: FileTable, path: string, data: Uint8Array): void {
  const fd = files.open(path, O.WRONLY)
  files.get(fd, 'write').tryWrite(data.subarray(0, 3), 1)
  files.close(fd)
}

function randomPath(random: () => number): string {
  const names = Array.from({ length: 1 + Math.floor(random() * 3) }, () => NAMES[Math.floor(random() * 4)])
  return `/${names.join('/')}`
}

function attempt(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    if (!(error instanceof Errno)) throw error
  }
}
