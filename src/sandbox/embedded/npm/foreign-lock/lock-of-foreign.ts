/**
 * Makes npm's lock file of another package manager's: the same versions in npm's tree. What is needed is put beside the
 * project's own packages, or, where another version is there already, into the folder of who needs it.
 */
import type { LockEntry, LockFile } from '../lock-file.ts'
import { packageOf, type ForeignLock } from './foreign-lock.ts'

export interface ForeignProject {
  readonly name: string | undefined
  readonly version: string | undefined
  /** What of package.json the lock file has, too. */
  readonly own: LockEntry
}

/** `publishedAs` is what the registry says of one version. */
export function lockOfForeign(
  lock: ForeignLock,
  project: ForeignProject,
  publishedAs: (name: string, version: string) => LockEntry,
): LockFile {
  const entryOf = (id: string): LockEntry => {
    const { name, version } = packageOf(lock, id)
    return publishedAs(name, version)
  }
  const needsOf = (id: string): readonly Need[] => published(entryOf(id), packageOf(lock, id).needs)
  const placed = placeAll(lock.root, needsOf)
  const marks = marksOf(lock.root, project.own, needsOf)
  const packages: Record<string, LockEntry> = { '': project.own }
  for (const location of [...placed.keys()].toSorted()) {
    const id = placed.get(location) ?? ''
    const { name, integrity } = packageOf(lock, id)
    packages[location] = {
      ...(location.endsWith(`node_modules/${name}`) ? {} : { name }),
      ...entryOf(id),
      ...(integrity === undefined ? {} : { integrity }),
      ...marks(id),
    }
  }
  const { name, version } = project
  return {
    ...(name === undefined ? {} : { name }),
    ...(version === undefined ? {} : { version }),
    lockfileVersion: 3,
    requires: true,
    packages,
  }
}

interface Need {
  readonly name: string
  readonly id: string
  readonly isOptional: boolean
}

/** What the package itself asks for: Yarn adds a compiler to what has native parts. */
function published(entry: LockEntry, needs: ReadonlyMap<string, string>): Need[] {
  const optional = entry.optionalDependencies ?? {}
  const all = { ...entry.peerDependencies, ...entry.dependencies, ...optional }
  return [...needs].flatMap(([name, id]) =>
    Object.hasOwn(all, name) ? [{ name, id, isOptional: Object.hasOwn(optional, name) }] : [],
  )
}

/** Ids by location. All that one package needs is placed before what these need, so that no place is ever taken twice. */
function placeAll(
  root: ReadonlyMap<string, string>,
  needsOf: (id: string) => readonly Need[],
): Map<string, string> {
  const placed = new Map<string, string>()
  const waiting: string[] = []
  const put = (location: string, id: string): void => {
    placed.set(location, id)
    waiting.push(location)
  }
  for (const [name, id] of root) put(`node_modules/${name}`, id)
  for (const from of waiting) {
    for (const { name, id } of needsOf(placed.get(from) ?? '')) {
      const found = seenFrom(placed, from, name)
      if (found === undefined) put(`node_modules/${name}`, id)
      else if (found !== id) put(`${from}/node_modules/${name}`, id)
    }
  }
  return placed
}

/** As Node looks: in the folders of packages around it, and last in the project's. */
function seenFrom(placed: ReadonlyMap<string, string>, from: string, name: string): string | undefined {
  for (let at = from; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const found = placed.get(`${at}/node_modules/${name}`)
    if (found !== undefined) return found
  }
  return placed.get(`node_modules/${name}`)
}

type Marks = Pick<LockEntry, 'dev' | 'optional' | 'devOptional'>

/** Who could be left out: what only development needs, and what can do without. */
function marksOf(
  root: ReadonlyMap<string, string>,
  own: LockEntry,
  needsOf: (id: string) => readonly Need[],
): (id: string) => Marks {
  const rootsOf = (table: LockEntry['dependencies']): string[] =>
    Object.keys(table ?? {}).flatMap((name) => root.get(name) ?? [])
  const from = (roots: readonly string[], withOptional: boolean): ReadonlySet<string> => {
    const found = new Set(roots)
    for (const id of found)
      for (const need of needsOf(id)) if (withOptional || !need.isOptional) found.add(need.id)
    return found
  }
  const needed = rootsOf({ ...own.peerDependencies, ...own.dependencies })
  const optional = rootsOf(own.optionalDependencies)
  const withoutOptional = needed.filter((id) => !optional.includes(id))
  const always = from(withoutOptional, false)
  const production = from([...needed, ...optional], true)
  const development = from(rootsOf(own.devDependencies), false)
  return (id) => {
    const isDev = !production.has(id)
    const isOptional = !always.has(id) && !development.has(id)
    const isEither = !isDev && !isOptional && !always.has(id)
    return {
      ...(isDev ? { dev: true } : {}),
      ...(isOptional ? { optional: true } : {}),
      ...(isEither ? { devOptional: true } : {}),
    }
  }
}
