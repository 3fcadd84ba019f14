/** pnpm's lock files, versions 6 (pnpm 8) and 9 (pnpm 9 and later). */
import { parse } from 'yaml'
import { isRecord } from '../../json-record.ts'
import { ForeignLockError, type ForeignLock, type ForeignPackage } from './foreign-lock.ts'

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
type Table = Record<string, unknown>

export function readPnpmLock(text: string): ForeignLock {
  const file: unknown = parse(text)
  const version = isRecord(file) ? Number(file['lockfileVersion']) : Number.NaN
  if (!isRecord(file) || !(version >= 6 && version < 10))
    throw new ForeignLockError('is of another version than 6 and 9, which pnpm 8 and later write')
  const importers = tableIn(file, 'importers')
  const others = Object.keys(importers).filter((folder) => folder !== '.')
  if (others.length > 0) throw new ForeignLockError(`is for several packages (${others.join(', ')})`)
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
    // Who stands beside it makes two of one package here; the tree that they are put into does that by itself.
    packages.set(id, {
      name,
      version: number,
      ...(typeof integrity === 'string' ? { integrity } : {}),
      needs: new Map([...(packages.get(id)?.needs ?? []), ...needs]),
    })
  }
  return { root: needsOf(own, KINDS), packages }
}

function tableIn(file: Table, name: string): Table {
  const value = file[name]
  return isRecord(value) ? value : {}
}

function needsOf(value: Table, kinds: readonly string[]): Map<string, string> {
  const needs = new Map<string, string>()
  for (const kind of kinds) {
    for (const [name, wanted] of Object.entries(tableIn(value, kind))) {
      const version = isRecord(wanted) ? wanted['version'] : wanted
      needs.set(name, idOf(name, String(version)))
    }
  }
  return needs
}

/** `version` is one, or the name and version of what answers by another name. */
function idOf(name: string, version: string): string {
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
