import type { DirectoryEntry, FileStat, WriteRequest } from '../contract/contract.ts'
import { fail, ok, type Result } from '../contract/errors.ts'
import { HOME, isWithin, resolve, WORKSPACE_ROOT } from '../contract/path.ts'
import { copyInto } from './memory-copy.ts'
import { find, lookup, notDirectory, type Place } from './memory-lookup.ts'
import { MemoryDirectory, MemoryFile, MemorySymlink, type MemoryNode } from './memory-node.ts'

const STANDARD_DIRECTORIES = [WORKSPACE_ROOT, HOME, '/tmp']
const MODE_BITS = 0o7777

/** All files of an in-memory sandbox. Paths are as in the contract; every call answers, none throws. */
export class MemoryTree {
  readonly root: MemoryDirectory
  readonly #now: () => number
  readonly #onChange: (path: string) => void

  constructor(now: () => number, onChange: (path: string) => void = () => undefined) {
    this.#now = now
    this.#onChange = () => undefined
    this.root = new MemoryDirectory(0o755, now())
    for (const path of STANDARD_DIRECTORIES) this.makeDirectory(path)
    this.#onChange = onChange
  }

  /** Another tree with the same files; neither shows the other's later changes. */
  copy(onChange: (path: string) => void): MemoryTree {
    const copy = new MemoryTree(this.#now, onChange)
    copyInto(copy.root, this.root)
    return copy
  }

  workspace(): MemoryDirectory {
    const node = this.root.entries.get(WORKSPACE_ROOT.slice(1))
    if (node?.kind !== 'directory') throw new Error('the workspace cannot be removed')
    return node
  }

  stat(path: string, noFollow = false): Result<FileStat> {
    const found = find(this.root, path, { doing: 'stat', noFollow })
    if (!found.ok) return found
    const { node } = found.value
    return ok({ kind: node.kind, size: sizeOf(node), mode: node.mode, mtimeMs: node.mtimeMs })
  }

  readFile(path: string): Result<Uint8Array> {
    const found = find(this.root, path, { doing: 'read' })
    if (!found.ok) return found
    const { node } = found.value
    return node.kind === 'file' ? ok(node.content().slice()) : isDirectory(found.value.path, 'read')
  }

  /** Parents that are missing are made; `data` is copied. */
  writeFile({ path, data, mode = 0o644 }: WriteRequest): Result<void> {
    const place = this.#placeForWriting(path)
    if (!place.ok) return place
    const { parent, name, node } = place.value
    if (node === undefined)
      parent.attach(name, new MemoryFile(data.slice(), mode & MODE_BITS, this.#now()), this.#now())
    else if (node.kind === 'file') node.replace(data.slice(), this.#now())
    this.#onChange(place.value.path)
    return ok(undefined)
  }

  /** All or none: what cannot be written is found before anything is. */
  writeFiles(requests: readonly WriteRequest[]): Result<void> {
    const trial = this.#copyOfShape()
    for (const request of requests) {
      const tried = trial.writeFile({ ...request, data: new Uint8Array(0) })
      if (!tried.ok) return tried
    }
    for (const request of requests) this.writeFile(request)
    return ok(undefined)
  }

  list(path: string): Result<readonly DirectoryEntry[]> {
    const found = find(this.root, path, { doing: 'list' })
    if (!found.ok) return found
    const { node } = found.value
    if (node.kind !== 'directory') return notDirectory(found.value.path, 'list')
    return ok(
      node
        .sorted()
        .map(([name, child]) => ({ name, kind: child.kind, size: sizeOf(child), mode: child.mode })),
    )
  }

  makeDirectory(path: string): Result<void> {
    const doing = 'make the directory'
    const valid = lookup(this.root, path === '' || path.includes('\0') ? path : '/', { doing })
    if (!valid.ok) return valid
    const names = resolve(path).split('/').slice(1)
    for (let count = 1; count <= names.length; count += 1) {
      const place = lookup(this.root, '/' + names.slice(0, count).join('/'), { doing })
      if (!place.ok) return place
      const { node, parent, name } = place.value
      if (node === undefined) {
        parent.attach(name, new MemoryDirectory(0o755, this.#now()), this.#now())
        this.#onChange(place.value.path)
      } else if (node.kind !== 'directory') {
        const isLast = count === names.length
        return isLast ? exists(place.value.path, doing) : notDirectory(resolve(path), doing)
      }
    }
    return ok(undefined)
  }

  remove(path: string, recursive = false): Result<void> {
    const found = find(this.root, path, { doing: 'remove', noFollow: true })
    if (!found.ok) return found
    const { parent, name, node, path: absolute } = found.value
    if (STANDARD_DIRECTORIES.some((standard) => isWithin(standard, absolute)))
      return notPermitted(absolute, 'remove')
    if (node.kind === 'directory' && node.entries.size > 0 && !recursive) {
      return fail('not_empty', `Cannot remove ${absolute}: the directory is not empty.`, {
        path: absolute,
        hint: 'Ask for a recursive removal if everything in it may go.',
      })
    }
    parent.detach(name, this.#now())
    this.#onChange(absolute)
    return ok(undefined)
  }

  rename(from: string, to: string): Result<void> {
    const source = find(this.root, from, { doing: 'rename', noFollow: true })
    if (!source.ok) return source
    const target = lookup(this.root, to, { doing: 'rename to', noFollow: true })
    if (!target.ok) return target
    const refused = refuseRename(source.value, target.value)
    if (refused !== undefined) return refused
    if (source.value.node === target.value.node) return ok(undefined)
    source.value.parent.detach(source.value.name, this.#now())
    target.value.parent.attach(target.value.name, source.value.node, this.#now())
    this.#onChange(source.value.path)
    this.#onChange(target.value.path)
    return ok(undefined)
  }

  symlink(target: string, path: string): Result<void> {
    const place = lookup(this.root, path, { doing: 'make a symlink at', noFollow: true })
    if (!place.ok) return place
    if (place.value.node !== undefined) return exists(place.value.path, 'make a symlink at')
    if (target === '' || target.includes('\0')) {
      return fail('invalid', `A symlink cannot lead to ${JSON.stringify(target)}.`, {
        path: place.value.path,
      })
    }
    place.value.parent.attach(place.value.name, new MemorySymlink(target, this.#now()), this.#now())
    this.#onChange(place.value.path)
    return ok(undefined)
  }

  readLink(path: string): Result<string> {
    const found = find(this.root, path, { doing: 'read the link', noFollow: true })
    if (!found.ok) return found
    const { node, path: absolute } = found.value
    if (node.kind === 'symlink') return ok(node.target)
    return fail('invalid', `${absolute} is not a symlink.`, { path: absolute })
  }

  setMode(path: string, mode: number): Result<void> {
    const found = find(this.root, path, { doing: 'set the mode of' })
    if (!found.ok) return found
    found.value.node.mode = mode & MODE_BITS
    found.value.parent.invalidate()
    this.#onChange(found.value.path)
    return ok(undefined)
  }

  replaceWorkspace(workspace: MemoryDirectory): void {
    this.root.attach(WORKSPACE_ROOT.slice(1), workspace, this.#now())
    this.#onChange(WORKSPACE_ROOT)
  }

  /** Files and symlinks, and their bytes. */
  usage(): { files: number; bytes: number } {
    const count = (node: MemoryNode): { files: number; bytes: number } => {
      if (node.kind !== 'directory') return { files: 1, bytes: sizeOf(node) }
      const total = { files: 0, bytes: 0 }
      for (const child of node.entries.values()) {
        const below = count(child)
        total.files += below.files
        total.bytes += below.bytes
      }
      return total
    }
    return count(this.root)
  }

  #placeForWriting(path: string): Result<Place> {
    const made = this.makeDirectory(resolve(path) + '/..')
    if (!made.ok) return made.error.kind === 'exists' ? notDirectory(resolve(path), 'write') : made
    const place = lookup(this.root, path, { doing: 'write' })
    if (!place.ok) return place
    return place.value.node?.kind === 'directory' ? isDirectory(place.value.path, 'write') : place
  }

  /** The same names and kinds without the bytes, to try things on. */
  #copyOfShape(): MemoryTree {
    const copy = new MemoryTree(this.#now)
    const fill = (from: MemoryDirectory, to: MemoryDirectory): void => {
      for (const [name, node] of from.entries) {
        if (node.kind === 'directory') {
          const made = new MemoryDirectory(node.mode, 0)
          to.attach(name, made, 0)
          fill(node, made)
        } else if (node.kind === 'symlink') to.attach(name, new MemorySymlink(node.target, 0), 0)
        else to.attach(name, new MemoryFile(new Uint8Array(0), node.mode, 0), 0)
      }
    }
    fill(this.root, copy.root)
    return copy
  }
}

function refuseRename(source: Place & { node: MemoryNode }, target: Place): Result<never> | undefined {
  const [from, to] = [source.path, target.path]
  if (STANDARD_DIRECTORIES.some((standard) => isWithin(standard, from))) return notPermitted(from, 'rename')
  if (source.node === target.node) return undefined
  if (source.node.kind === 'directory' && isBelow(target.parent, source.node)) {
    return fail('invalid', `Cannot move ${from} into itself (${to}).`, { path: from })
  }
  if (target.node === undefined) return undefined
  if (STANDARD_DIRECTORIES.some((standard) => isWithin(standard, to))) return notPermitted(to, 'replace')
  if (target.node.kind !== 'directory') {
    return source.node.kind === 'directory' ? notDirectory(to, 'replace') : undefined
  }
  if (source.node.kind !== 'directory') return isDirectory(to, 'replace')
  if (target.node.entries.size === 0) return undefined
  return fail('not_empty', `Cannot replace ${to}: the directory is not empty.`, { path: to })
}

function isBelow(directory: MemoryDirectory, ancestor: MemoryDirectory): boolean {
  for (let at: MemoryDirectory | undefined = directory; at; at = at.parent) if (at === ancestor) return true
  return false
}

function sizeOf(node: MemoryNode): number {
  if (node.kind === 'symlink') return new TextEncoder().encode(node.target).length
  return node.kind === 'file' ? node.size : 0
}

function isDirectory(path: string, doing: string): Result<never> {
  return fail('is_directory', `Cannot ${doing} ${path}: it is a directory.`, { path })
}

function exists(path: string, doing: string): Result<never> {
  return fail('exists', `Cannot ${doing} ${path}: the name is taken.`, {
    path,
    hint: 'Remove it first, or choose another name.',
  })
}

function notPermitted(path: string, doing: string): Result<never> {
  return fail('not_permitted', `Cannot ${doing} ${path}: the sandbox needs it.`, {
    path,
    hint: 'Remove what is in it instead.',
  })
}
