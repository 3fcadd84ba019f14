/** Dependencies by a project's own files, when its lock file agrees. */
import { textIfThere } from '../if-there.ts'
import type { FileSyscalls } from '../syscalls.ts'
import { isRecord } from '../../page/fields.ts'
import { readJson, type Dependencies, type LockEntry, type LockFile } from './lock-file.ts'

export interface Project {
  /** Name of the folder, if the project has none. */
  readonly name: string
  /** Names and folders of the project's own packages. */
  readonly workspaces: ReadonlyMap<string, string>
  readonly overrides: Dependencies
}

/** Undefined where they disagree, or say something that only npm's own client knows. */
export function readProject(files: FileSyscalls, root: string, lock: LockFile): Project | undefined {
  const text = textIfThere(files, `${root}/package.json`)
  const manifest = readJson(text ?? '')
  const own = lock.packages['']
  if (!isRecord(manifest) || own === undefined || !agrees(manifest, own)) return undefined
  if (manifest['devEngines'] !== undefined || !isSame(manifest['workspaces'], own.workspaces))
    return undefined
  const overrides = readOverrides(manifest)
  const workspaces = overrides && ownPackages(files, root, lock)
  if (overrides === undefined || workspaces === undefined) return undefined
  const { name } = manifest
  return {
    name: typeof name === 'string' ? name : root.slice(root.lastIndexOf('/') + 1),
    workspaces,
    overrides,
  }
}

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const

function agrees(manifest: Record<string, unknown>, entry: LockEntry): boolean {
  const optional = isRecord(manifest['optionalDependencies']) ? manifest['optionalDependencies'] : {}
  for (const kind of KINDS) {
    const wanted = { ...(isRecord(manifest[kind]) ? manifest[kind] : {}) }
    const locked: Record<string, unknown> = { ...entry[kind] }
    if (kind === 'dependencies')
      for (const name of Object.keys(optional)) {
        delete wanted[name]
        delete locked[name]
      }
    if (!isSame(wanted, locked)) return false
  }
  return isSame(manifest['peerDependenciesMeta'] ?? {}, entry.peerDependenciesMeta ?? {})
}

/** Equality regardless of the order of names. */
function isSame(one: unknown, other: unknown): boolean {
  if (isRecord(one) && isRecord(other)) {
    const names = Object.keys(one)
    if (names.length !== Object.keys(other).length) return false
    return names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  }
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Only those that say the same for all packages of a name. */
function readOverrides(manifest: Record<string, unknown>): Dependencies | undefined {
  const { overrides } = manifest
  if (overrides === undefined) return {}
  if (!isRecord(overrides)) return undefined
  const read: Record<string, string> = {}
  for (const [name, spec] of Object.entries(overrides)) {
    if (typeof spec !== 'string' || !/^(@[^/@]+\/)?[^/@]+$/.test(name)) return undefined
    const own = spec.startsWith('$') ? directSpec(manifest, spec.slice(1)) : spec
    if (own === undefined) return undefined
    read[name] = own
  }
  return read
}

function directSpec(manifest: Record<string, unknown>, name: string): string | undefined {
  for (const kind of KINDS) {
    const list = manifest[kind]
    const spec = isRecord(list) ? list[name] : undefined
    if (typeof spec === 'string') return spec
  }
  return undefined
}

/** The folders that links of the lock file lead to. Undefined where one is not what the lock file says. */
function ownPackages(
  files: FileSyscalls,
  root: string,
  lock: LockFile,
): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>()
  const hasWorkspaces = lock.packages['']?.workspaces !== undefined
  for (const [location, entry] of Object.entries(lock.packages)) {
    if (location === '' || location.includes('node_modules/')) continue
    const manifest = readJson(textIfThere(files, `${root}/${location}/package.json`) ?? '')
    if (!isRecord(manifest) || !agrees(manifest, entry)) return undefined
    if (manifest['version'] !== entry.version) return undefined
    const { name } = manifest
    const isLinked = typeof name === 'string' && lock.packages[`node_modules/${name}`]?.resolved === location
    if (!isLinked) return undefined
    if (hasWorkspaces) found.set(name, location)
  }
  return found
}
