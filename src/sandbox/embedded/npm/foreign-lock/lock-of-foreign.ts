/**
 * Makes npm's lock file of another package manager's: the same versions in npm's tree. What is needed is put beside the
 * project's own packages, or, where another version is there already, into the folder of who needs it.
 */
import { installedName, type LockEntry, type LockFile } from '../lock-file.ts'
import { ForeignLockError, memberFolder, memberId, packageOf, type ForeignLock } from './foreign-lock.ts'

export interface ForeignProject {
  readonly name: string | undefined
  readonly version: string | undefined
  /** Fields of package.json that the lock file has, too. */
  readonly own: LockEntry
  /** The same of its own packages, by folder. */
  readonly members?: ReadonlyMap<string, ForeignMember>
}

export interface ForeignMember {
  readonly name: string
  readonly entry: LockEntry
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
  // Needs of the project's own packages are placed, and counted, as the project's.
  const needsOf = (id: string): readonly Need[] =>
    memberFolder(id) === undefined ? published(entryOf(id), packageOf(lock, id).needs) : []
  const members = project.members ?? new Map<string, ForeignMember>()
  const placed = placeAll(lock, members, needsOf)
  const marks = marksOf(
    [['', project.own], ...[...members].map(([folder, { entry }]) => [folder, entry] as const)],
    placed,
    needsOf,
  )
  const packages: Record<string, LockEntry> = { '': project.own }
  for (const location of [...placed.keys(), ...members.keys()].toSorted()) {
    const member = members.get(location)
    const id = placed.get(location) ?? ''
    const folder = memberFolder(id)
    if (member !== undefined) packages[location] = memberEntry(location, member)
    else if (folder !== undefined) packages[location] = { resolved: folder, link: true }
    if (member !== undefined || folder !== undefined) continue
    const { name, integrity } = packageOf(lock, id)
    packages[location] = {
      ...(location.endsWith(`node_modules/${name}`) ? {} : { name }),
      ...entryOf(id),
      ...(integrity === undefined ? {} : { integrity }),
      ...marks(location),
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

/** As npm has it: the name is said where the folder has another. */
function memberEntry(folder: string, { name, entry }: ForeignMember): LockEntry {
  const { name: _, ...facts } = entry
  return folder.endsWith(`/${name}`) || folder === name ? facts : { name, ...facts }
}

function needsIn({ members }: ForeignLock, folder: string): ReadonlyMap<string, string> {
  return members.get(folder) ?? new Map<string, string>()
}

interface Need {
  readonly name: string
  readonly id: string
  readonly isOptional: boolean
}

/** Dependencies that the package itself declares: Yarn adds a compiler to packages with native parts. */
function published(entry: LockEntry, needs: ReadonlyMap<string, string>): Need[] {
  const optional = entry.optionalDependencies ?? {}
  const all = { ...entry.peerDependencies, ...entry.dependencies, ...optional }
  return [...needs].flatMap(([name, id]) =>
    Object.hasOwn(all, name) ? [{ name, id, isOptional: Object.hasOwn(optional, name) }] : [],
  )
}

/** Ids by location. All that one package needs is placed before what these need, so that no place is ever taken twice. */
function placeAll(
  lock: ForeignLock,
  members: ReadonlyMap<string, ForeignMember>,
  needsOf: (id: string) => readonly Need[],
): Map<string, string> {
  const placed = new Map<string, string>()
  const waiting: string[] = []
  const put = (location: string, id: string): void => {
    if (memberFolder(id) !== undefined)
      throw new ForeignLockError(`has ${installedName(location)} twice, once as a package of the project`)
    placed.set(location, id)
    waiting.push(location)
  }
  for (const [folder, { name }] of members) placed.set(`node_modules/${name}`, memberId(folder))
  for (const [name, id] of lock.root) {
    const found = placed.get(`node_modules/${name}`)
    if (found === undefined) put(`node_modules/${name}`, id)
    else if (found !== id) throw new ForeignLockError(`has ${name} twice, once as a package of the project`)
  }
  for (const folder of members.keys()) {
    for (const [name, id] of needsIn(lock, folder)) {
      const found = seenFrom(placed, folder, name)
      if (found === undefined) put(`node_modules/${name}`, id)
      else if (found !== id) put(`${folder}/node_modules/${name}`, id)
    }
  }
  for (const from of waiting) {
    for (const { name, id } of needsOf(placed.get(from) ?? '')) {
      const found = seenFrom(placed, from, name)
      if (found === undefined) put(`node_modules/${name}`, id)
      else if (found !== id) put(`${from}/node_modules/${name}`, id)
    }
  }
  return placed
}

/** Location at which Node finds it: in the folders of packages around the importer, last in the project's. */
function placeFrom(placed: ReadonlyMap<string, string>, from: string, name: string): string | undefined {
  for (let at = from; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const location = `${at}/node_modules/${name}`
    if (placed.has(location)) return location
  }
  const last = `node_modules/${name}`
  return placed.has(last) ? last : undefined
}

function seenFrom(placed: ReadonlyMap<string, string>, from: string, name: string): string | undefined {
  return placed.get(placeFrom(placed, from, name) ?? '')
}

type Marks = Pick<LockEntry, 'dev' | 'optional' | 'devOptional'>

/** Which locations could be left out: what only development needs, and what can do without. */
function marksOf(
  projects: readonly (readonly [folder: string, own: LockEntry])[],
  placed: ReadonlyMap<string, string>,
  needsOf: (id: string) => readonly Need[],
): (location: string) => Marks {
  const rootsOf = (tableOf: (own: LockEntry) => LockEntry['dependencies']): string[] =>
    projects.flatMap(([folder, own]) =>
      Object.keys(tableOf(own) ?? {}).flatMap((name) => placeFrom(placed, folder, name) ?? []),
    )
  const from = (roots: readonly string[], withOptional: boolean): ReadonlySet<string> => {
    const found = new Set(roots)
    for (const location of found) {
      for (const { name, isOptional } of needsOf(placed.get(location) ?? '')) {
        const place = withOptional || !isOptional ? placeFrom(placed, location, name) : undefined
        if (place !== undefined) found.add(place)
      }
    }
    return found
  }
  const needed = rootsOf((own) => ({ ...own.peerDependencies, ...own.dependencies }))
  const optional = rootsOf((own) => own.optionalDependencies)
  const withoutOptional = needed.filter((location) => !optional.includes(location))
  const always = from(withoutOptional, false)
  const production = from([...needed, ...optional], true)
  const development = from(
    rootsOf((own) => own.devDependencies),
    false,
  )
  return (location) => {
    const isDev = !production.has(location)
    const isOptional = !always.has(location) && !development.has(location)
    const isEither = !isDev && !isOptional && !always.has(location)
    return {
      ...(isDev ? { dev: true } : {}),
      ...(isOptional ? { optional: true } : {}),
      ...(isEither ? { devOptional: true } : {}),
    }
  }
}
