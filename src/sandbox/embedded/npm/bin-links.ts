/** Programs of installed packages, as links in the `.bin` beside them. */
import { normalize } from '../../contract/path.ts'
import { installedName, type LockEntry } from './lock-file.ts'

export interface BinLink {
  /** Relative to the project. */
  readonly path: string
  /** Relative to the folder of the link. */
  readonly target: string
  /** Target of the link, relative to the project. */
  readonly file: string
}

/** Links of all the packages; of two programs with one name, the first by location gets the link. */
export function binLinks(packages: Iterable<readonly [location: string, entry: LockEntry]>): BinLink[] {
  const links = new Map<string, BinLink>()
  const sorted = [...packages].sort(([one], [other]) => one.localeCompare(other, 'en'))
  for (const [location, entry] of sorted) {
    if (!location.includes('node_modules/')) continue
    const folder = installedName(location)
    const modules = location.slice(0, -folder.length)
    for (const [name, file] of programs(entry, folder)) {
      const path = `${modules}.bin/${name}`
      if (!links.has(path))
        links.set(path, { path, target: `../${folder}/${file}`, file: `${location}/${file}` })
    }
  }
  return [...links.values()]
}

/** With names and files that cannot lead out of their folders. */
function programs({ bin, name }: LockEntry, folder: string): (readonly [string, string])[] {
  const table = typeof bin === 'string' ? { [name ?? folder]: bin } : (bin ?? {})
  return Object.entries(table).flatMap(([key, file]) => {
    const base = lastPart(key.replace(/[\\:]/g, '/'))
    const path = normalize(file.replaceAll('\\', '/')).slice(1)
    return base === '' || path === '' ? [] : [[base, path] as const]
  })
}

function lastPart(path: string): string {
  const last = path.replace(/\/+$/, '').split('/').at(-1) ?? ''
  return last === '.' || last === '..' ? '' : last
}
