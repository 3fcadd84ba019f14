/** A registry's document on a package, as far as an installation of one version needs it. */
import maxSatisfying from 'semver/ranges/max-satisfying.js'
import { isRecord } from '../../page/fields.ts'
import { readJson } from './lock-file.ts'

/** The form that is asked for: without what only people read. */
export const SHORT_FORM = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*'

export interface PublishedPackage {
  readonly version: string
  readonly integrity: string
  readonly resolved: string
  readonly dependencies: readonly string[]
}

/** The newest version of that range; undefined where there is none, or it is not told what is needed. */
export function publishedPackage(text: string, range: string): PublishedPackage | undefined {
  const packument = readJson(text)
  const versions = isRecord(packument) ? packument['versions'] : undefined
  if (!isRecord(versions)) return undefined
  const version = maxSatisfying(Object.keys(versions), range)
  const manifest = version === null ? undefined : versions[version]
  if (version === null || !isRecord(manifest) || !isRecord(manifest['dist'])) return undefined
  const { tarball, integrity } = manifest['dist']
  if (typeof tarball !== 'string' || typeof integrity !== 'string') return undefined
  const dependencies = isRecord(manifest['dependencies']) ? Object.keys(manifest['dependencies']) : []
  return { version, integrity, resolved: tarball, dependencies }
}
