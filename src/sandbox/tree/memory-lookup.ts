import { fail, ok, type Result } from '../contract/errors.ts'
import { SYMLINK_MAX_FOLLOWS } from '../contract/limits.ts'
import { resolve } from '../contract/path.ts'
import type { MemoryDirectory, MemoryNode } from './memory-node.ts'

/** A name in a directory, and what stands there. The root has the name `''`. */
export interface Place {
  readonly parent: MemoryDirectory
  readonly name: string
  readonly node: MemoryNode | undefined
  /** Absolute, as it was asked for, for messages. */
  readonly path: string
}

export interface LookupOptions {
  /** A symlink at the end is taken itself. */
  readonly noFollow?: boolean
  /** Verb for messages: "read". */
  readonly doing: string
}

/** Finds the place of `path`. A missing last name is a place without a node; anything missing before it fails. */
export function lookup(root: MemoryDirectory, path: string, options: LookupOptions): Result<Place> {
  if (path === '' || path.includes('\0')) {
    return fail('invalid', `Cannot ${options.doing} ${JSON.stringify(path)}: it is empty or has a NUL in it.`)
  }
  const walk: Walk = { root, path: resolve(path), doing: options.doing, follows: 0 }
  return step(walk, root, namesOf(walk.path), options.noFollow ?? false)
}

/** As `lookup`, but something must be there. */
export function find(
  root: MemoryDirectory,
  path: string,
  options: LookupOptions,
): Result<Place & { readonly node: MemoryNode }> {
  const place = lookup(root, path, options)
  if (!place.ok) return place
  const { node } = place.value
  if (node === undefined) return missing(place.value.path, options.doing)
  return ok({ ...place.value, node })
}

interface Walk {
  readonly root: MemoryDirectory
  readonly path: string
  readonly doing: string
  follows: number
}

function step(walk: Walk, base: MemoryDirectory, names: readonly string[], noFollow: boolean): Result<Place> {
  let directory = base
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1
    if (name === '..') {
      directory = directory.parent ?? directory
      continue
    }
    const node = directory.entries.get(name)
    if (node?.kind === 'symlink' && !(isLast && noFollow)) {
      if (++walk.follows > SYMLINK_MAX_FOLLOWS) return tooManyLinks(walk)
      const start = node.target.startsWith('/') ? walk.root : directory
      return step(walk, start, [...namesOf(node.target), ...names.slice(index + 1)], noFollow)
    }
    if (isLast) return ok({ parent: directory, name, node, path: walk.path })
    if (node === undefined) return missing(walk.path, walk.doing)
    if (node.kind !== 'directory') return notDirectory(walk.path, walk.doing)
    directory = node
  }
  return ok({
    parent: directory.parent ?? directory,
    name: nameOf(directory),
    node: directory,
    path: walk.path,
  })
}

function nameOf(directory: MemoryDirectory): string {
  const entry = [...(directory.parent?.entries ?? [])].find(([, node]) => node === directory)
  return entry?.[0] ?? ''
}

function namesOf(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.')
}

function missing(path: string, doing: string): Result<never> {
  return fail('not_found', `Cannot ${doing} ${path}: there is nothing of that name.`, {
    path,
    hint: 'List the directory to see what is there.',
  })
}

export function notDirectory(path: string, doing: string): Result<never> {
  return fail('not_directory', `Cannot ${doing} ${path}: part of it is a file, not a directory.`, { path })
}

function tooManyLinks(walk: Walk): Result<never> {
  return fail('invalid', `Cannot ${walk.doing} ${walk.path}: its symlinks lead in a circle.`, {
    path: walk.path,
    hint: 'Read the links with readLink and remove the one that leads back.',
  })
}
