/** Makes npm's lock file entry of a package, from the registry's document on all its versions. */
import { isRecord } from '../../../page/fields.ts'
import { readJson, readLockFile, type LockEntry } from '../lock-file.ts'
import { ForeignLockError } from './foreign-lock.ts'

const COPIED = [
  'hasInstallScript',
  'deprecated',
  'os',
  'cpu',
  'libc',
  'bin',
  'engines',
  'optionalDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
]

/** Reads the registry's answer once for all versions. The function throws for one that was not published. */
export function publishedEntries(name: string, text: string): (version: string) => LockEntry {
  const packument = readJson(text)
  const versions = isRecord(packument) && isRecord(packument['versions']) ? packument['versions'] : {}
  return (version) => {
    const manifest = versions[version]
    if (!isRecord(manifest) || !isRecord(manifest['dist']))
      throw new ForeignLockError(`names ${name}@${version}, which the registry does not have`)
    if (isFull(manifest['bundleDependencies']) || isFull(manifest['bundledDependencies']))
      throw new ForeignLockError(`names ${name}@${version}, which brings other packages in its archive`)
    const { tarball, integrity } = manifest['dist']
    const optional = isRecord(manifest['optionalDependencies']) ? manifest['optionalDependencies'] : {}
    const needed = isRecord(manifest['dependencies']) ? manifest['dependencies'] : {}
    const dependencies = Object.fromEntries(
      Object.entries(needed).filter(([one]) => !Object.hasOwn(optional, one)),
    )
    const entry = {
      version,
      resolved: tarball,
      integrity,
      ...Object.fromEntries(
        COPIED.flatMap((key) => (isFull(manifest[key]) ? [[key, manifest[key]] as const] : [])),
      ),
      ...(isFull(dependencies) ? { dependencies } : {}),
    }
    return checked(name, entry)
  }
}

function isFull(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return false
  if (Array.isArray(value)) return value.length > 0
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** As one that is read from a file. */
function checked(name: string, entry: Readonly<Record<string, unknown>>): LockEntry {
  const text = JSON.stringify({ lockfileVersion: 3, packages: { 'node_modules/x': entry } })
  const read = readLockFile(text)?.packages['node_modules/x']
  if (read === undefined)
    throw new ForeignLockError(`names ${name}, of which the registry says what cannot be read`)
  return read
}
