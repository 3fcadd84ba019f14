/** A tree and a store for the tests of the history, and random changes to it. */
import type { BlobStore } from '../contract/contract.ts'
import { ok } from '../contract/errors.ts'
import type { RestoreTarget } from './restore.ts'
import type { TreeSourceDirectory, TreeSourceEntry, TreeSourceNode } from './tree-source.ts'

class Node {
  version = 0
  hash: string | undefined
  formerHash: string | undefined
  mode: number
  parent: FakeDirectory | undefined

  constructor(mode: number) {
    this.mode = mode
  }

  rememberHash(hash: string, version: number): void {
    if (version === this.version) this.hash = this.formerHash = hash
  }

  touch(): void {
    this.version += 1
    this.hash = undefined
    this.parent?.touch()
  }
}

class FakeFile extends Node {
  readonly kind = 'file'
  readonly data: Uint8Array

  constructor(data: Uint8Array, mode: number) {
    super(mode)
    this.data = data
  }

  get size(): number {
    return this.data.length
  }

  content(): Uint8Array {
    return this.data
  }
}

class FakeSymlink extends Node {
  readonly kind = 'symlink'
  readonly target: string

  constructor(target: string) {
    super(0o777)
    this.target = target
  }
}

class FakeDirectory extends Node implements TreeSourceDirectory {
  readonly kind = 'directory'
  readonly entries = new Map<string, FakeFile | FakeSymlink | FakeDirectory>()

  children(): readonly TreeSourceEntry[] {
    return [...this.entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, node]) => ({ name, node }))
  }
}

/** A little tree that counts how often content is looked at. */
export class FakeTree implements RestoreTarget {
  readonly root = new FakeDirectory(0o755)

  writeFile(path: string, data: Uint8Array, mode = 0o644): void {
    this.#place(path, new FakeFile(data.slice(), mode))
  }

  makeDirectory(path: string, mode = 0o755): void {
    this.#place(path, new FakeDirectory(mode))
  }

  symlink(path: string, target: string): void {
    this.#place(path, new FakeSymlink(target))
  }

  setMode(path: string, mode: number): void {
    const { parent, name } = this.#find(path)
    const node = parent.entries.get(name)
    if (!node) throw new Error(`no ${path}`)
    node.mode = mode
    parent.touch()
  }

  remove(path: string): void {
    const { parent, name } = this.#find(path)
    parent.entries.delete(name)
    parent.touch()
  }

  /** Every path with what it is: two trees are equal exactly when these are. */
  snapshot(): Record<string, string> {
    const all: Record<string, string> = {}
    const visit = (directory: FakeDirectory, prefix: string) => {
      for (const [name, node] of directory.entries) {
        const path = prefix + name
        if (node.kind === 'directory') {
          all[`${path}/`] = node.mode.toString(8)
          visit(node, `${path}/`)
        } else if (node.kind === 'symlink') all[path] = `-> ${node.target}`
        else all[path] = `${node.mode.toString(8)} ${Array.from(node.data).join(',')}`
      }
    }
    visit(this.root, '')
    return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  paths(): string[] {
    return Object.keys(this.snapshot()).map((path) => path.replace(/\/$/, ''))
  }

  #place(path: string, node: FakeFile | FakeSymlink | FakeDirectory): void {
    const { parent, name } = this.#find(path)
    node.parent = parent
    parent.entries.set(name, node)
    parent.touch()
  }

  #find(path: string): { parent: FakeDirectory; name: string } {
    const parts = path.split('/')
    const name = parts.pop() ?? ''
    let parent = this.root
    for (const part of parts) {
      const next = parent.entries.get(part)
      if (next?.kind !== 'directory') throw new Error(`no directory ${part} in ${path}`)
      parent = next
    }
    return { parent, name }
  }
}

export interface CountingStore extends BlobStore {
  readonly objects: Map<string, Uint8Array>
  readonly put: BlobStore['put']
  puts: number
  gets: number
}

export function countingStore(): CountingStore {
  const objects = new Map<string, Uint8Array>()
  const store: CountingStore = {
    objects,
    puts: 0,
    gets: 0,
    missing: (hashes) => Promise.resolve(hashes.filter((hash) => !objects.has(hash))),
    get: (hashes) => {
      store.gets += hashes.length
      return Promise.resolve(hashes.map((hash) => objects.get(hash)))
    },
    put: (blobs) => {
      store.puts += blobs.length
      for (const { hash, data } of blobs) objects.set(hash, data.slice())
      return Promise.resolve(ok(undefined))
    },
  }
  return store
}

/** One random change; the same seeds give the same changes. */
export function changeRandomly(tree: FakeTree, random: () => number): void {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const paths = tree.paths()
  const folders = ['', ...paths.filter((path) => isDirectory(tree, path)).map((path) => `${path}/`)]
  const name = `${pick(folders) ?? ''}${pick(NAMES) ?? 'x'}`
  const existing = pick(paths)
  const choice = random()
  if (choice < 0.45) tree.writeFile(name, randomBytes(random), pick([0o644, 0o755, 0o600]))
  else if (choice < 0.6) tree.makeDirectory(name, pick([0o755, 0o700]))
  else if (choice < 0.7) tree.symlink(name, pick(['../a', '/etc/passwd', 'b c', 'ü']) ?? 'x')
  else if (existing !== undefined && choice < 0.85) tree.remove(existing)
  else if (existing !== undefined && !isLink(tree, existing))
    tree.setMode(existing, pick([0o644, 0o755]) ?? 0o644)
}

const NAMES = ['a', 'b', 'c.txt', 'sp ace', 'ü', '-dash', '😀', 'new\nline', 'A', 'a.b', 'z'.repeat(200)]

function randomBytes(random: () => number): Uint8Array {
  return Uint8Array.from({ length: Math.floor(random() * 40) }, () => Math.floor(random() * 256))
}

function isDirectory(tree: FakeTree, path: string): boolean {
  return find(tree, path)?.kind === 'directory'
}

function isLink(tree: FakeTree, path: string): boolean {
  return find(tree, path)?.kind === 'symlink'
}

function find(tree: FakeTree, path: string): TreeSourceNode | undefined {
  let node: TreeSourceNode | undefined = tree.root
  for (const part of path.split('/')) {
    if (node?.kind !== 'directory') return undefined
    node = node.children().find((entry) => entry.name === part)?.node
  }
  return node
}
