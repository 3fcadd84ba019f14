/** Address of a locked package's archive. */
import { installedName, type LockEntry } from './lock-file.ts'

export interface RegistryNames {
  /** npm's own default: in lock files it means whichever registry is set. With a slash at its end. */
  readonly standard: string
}

/** Undefined for what is not a registry's archive. */
export function archiveUrl(
  { location, entry }: { readonly location: string; readonly entry: LockEntry },
  { standard }: RegistryNames,
  registry = standard,
): string | undefined {
  const { resolved, version } = entry
  if (resolved === undefined) {
    const name = entry.name ?? installedName(location)
    const base = name.slice(name.lastIndexOf('/') + 1)
    return version === undefined ? undefined : `${registry}${name}/-/${base}-${version}.tgz`
  }
  if (!/^https?:/.test(resolved) || !URL.canParse(resolved)) return undefined
  const url = new URL(resolved)
  if (url.hostname !== new URL(standard).hostname) return url.href
  return `${registry.slice(0, -1)}${url.pathname}${url.search}`
}
