/** Installed packages by npm's own record (`node_modules/.package-lock.json`), when that is up to date. */
import { ifThere, textIfThere } from '../if-there.ts'
import type { FileSyscalls } from '../syscalls.ts'
import { readLockFile, type LockEntry } from './lock-file.ts'

/** In the project's folder. */
export const NOTE = 'node_modules/.package-lock.json'

/** Empty where nothing is; undefined where somebody else has changed it, and only a look at all of it could tell. */
export function installedPackages(
  files: FileSyscalls,
  root: string,
): ReadonlyMap<string, LockEntry> | undefined {
  const modules = ifThere(() => files.readdir(`${root}/node_modules`))
  if (modules === undefined) return new Map()
  const text = textIfThere(files, `${root}/${NOTE}`)
  if (text === undefined) return modules.length === 0 ? new Map() : undefined
  const note = readLockFile(text)
  if (note === undefined) return undefined
  const packages = new Map(Object.entries(note.packages))
  const { mtimeMs } = files.stat(`${root}/${NOTE}`)
  const folders = new Set<string>()
  for (const [location, { link }] of packages) {
    const at = location.lastIndexOf('node_modules/')
    if (at < 0) continue
    folders.add(location.slice(0, at + 'node_modules'.length))
    const stats = ifThere(() => files.lstat(`${root}/${location}`))
    const isThere = stats?.kind === (link === true ? 'symlink' : 'directory')
    if (!isThere || (link !== true && stats.mtimeMs > mtimeMs)) return undefined
  }
  folders.add('node_modules')
  for (const folder of folders) if (!isNoted(files, root, { folder, packages, mtimeMs })) return undefined
  return packages
}

/** After something was put beside the packages that is none: the note is younger than that again. */
export function confirmNote(files: FileSyscalls, root: string): void {
  const path = `${root}/${NOTE}`
  const now = Date.now()
  if (ifThere(() => files.stat(path)) !== undefined) files.utimes(path, now, now)
}

/** Whether nothing is in that folder but what is noted. */
function isNoted(
  files: FileSyscalls,
  root: string,
  known: { folder: string; packages: ReadonlyMap<string, LockEntry>; mtimeMs: number },
): boolean {
  const { folder, packages, mtimeMs } = known
  if (files.stat(`${root}/${folder}`).mtimeMs > mtimeMs) return false
  return files.readdir(`${root}/${folder}`).every(({ name }) => {
    const location = `${folder}/${name}`
    if (name.startsWith('.')) return true
    if (name.startsWith('@')) return isNoted(files, root, { ...known, folder: location })
    return packages.has(location)
  })
}
