/** pnpm's lock files, versions 6 (pnpm 8) and 9 (pnpm 9 and later). */
import { parse } from 'yaml'
import { isRecord } from '../../../page/fields.ts'
import { join } from '../../../contract/path.ts'
import { ForeignLockError, memberId, type ForeignLock, type ForeignPackage } from './foreign-lock.ts'

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
type Table = Record<string, unknown>

/** `folders` are those of the project's own packages. */
export function readPnpmLock(text: string, folders: readonly string[] = []): ForeignLock {
  const file: unknown = parse(text)
  const version = isRecord(file) ? Number(file['lockfileVersion']) : Number.NaN
  if (!isRecord(file) || !(version >= 6 && version < 10))
    throw new ForeignLockError('is of another version than 6 and 9, which pnpm 8 and later write')
  const importers = tableIn(file, 'importers')
  const others = Object.keys(importers).filter((folder) => folder !== '.' && !folders.includes(folder))
  if (others.length > 0)
    throw new ForeignLockError(
      `is for several packages (${others.join(', ')}), which npm looks for in "workspaces" of package.json: say there "workspaces": ${JSON.stringify(others)}, or the patterns of pnpm-workspace.yaml, and install again`,
    )
  const members = new Map(
    folders.map((folder) => [folder, needsOf(memberIn(importers, folder), KINDS, { folder, folders })]),
  )
  const own = isRecord(importers['.']) ? importers['.'] : file
  const described = tableIn(file, 'packages')
  const snapshots = version >= 9 ? tableIn(file, 'snapshots') : described
  const packages = new Map<string, ForeignPackage>()
  for (const [key, value] of Object.entries(snapshots)) {
    const { id, name, version: number } = readKey(key)
    const facts = described[version >= 9 ? id : key]
    const integrity =
      isRecord(facts) && isRecord(facts['resolution']) ? facts['resolution']['integrity'] : undefined
    const needs = isRecord(value) ? needsOf(value, ['dependencies', 'optionalDependencies']) : new Map()
    // Variants of a package with different peers are one here: npm's tree separates them by itself.
    packages.set(id, {
      name,
      version: number,
      ...(typeof integrity === 'string' ? { integrity } : {}),
      needs: new Map([...(packages.get(id)?.needs ?? []), ...needs]),
    })
  }
  return { root: needsOf(own, KINDS, { folder: '', folders }), members, packages }
}

function memberIn(importers: Table, folder: string): Table {
  const found = importers[folder]
  if (!isRecord(found)) throw new ForeignLockError(`has nothing for ${folder}`)
  return found
}

function tableIn(file: Table, name: string): Table {
  const value = file[name]
  return isRecord(value) ? value : {}
}

/** One of the project's own packages, which alone may need others of them: its folder, and those of all. */
interface Own {
  readonly folder: string
  readonly folders: readonly string[]
}

/** In the project; undefined for what is no link, and for one that leads out. */
function linkedFolder(from: string, version: string): string | undefined {
  if (!version.startsWith('link:')) return undefined
  const path = join('/project', from, version.slice('link:'.length))
  return path.startsWith('/project/') ? path.slice('/project/'.length) : undefined
}

function needsOf(value: Table, kinds: readonly string[], own?: Own): Map<string, string> {
  const needs = new Map<string, string>()
  for (const kind of kinds) {
    for (const [name, wanted] of Object.entries(tableIn(value, kind))) {
      const version = isRecord(wanted) ? wanted['version'] : wanted
      needs.set(name, idOf(name, String(version), own))
    }
  }
  return needs
}

/** `version` is one, or the name and version of what answers by another name. */
function idOf(name: string, version: string, own: Own | undefined): string {
  const link = own === undefined ? undefined : linkedFolder(own.folder, version)
  if (link !== undefined && own?.folders.includes(link) === true) return memberId(link)
  if (/^(link|file|https?|git[+:]?[^:]*):/.test(version))
    throw new ForeignLockError(`takes ${name} from ${version}, which is no registry`)
  const bare = version.replace(/\(.*$/s, '').replace(/^\//, '')
  return /^(@[^/]+\/)?[^@/]+@/.test(bare) ? bare : `${name}@${bare}`
}

function readKey(key: string): { id: string; name: string; version: string } {
  const id = key.replace(/\(.*$/s, '').replace(/^\//, '')
  const [, name, version] = /^((?:@[^/]+\/)?[^@/]+)@([^/:]+)$/.exec(id) ?? []
  if (name === undefined || version === undefined)
    throw new ForeignLockError(`takes ${key} from elsewhere than a registry`)
  return { id, name, version }
}
