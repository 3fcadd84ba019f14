import { resolve } from '../../../../contract/path.ts'
import { Errno, type Syscalls } from '../../../syscalls.ts'

/** Paths that a glob fits, sorted; one without wildcards is itself when it is there. */
export function findFiles(files: Syscalls, pattern: string, folder: string): readonly string[] {
  const isAbsolute = pattern.startsWith('/')
  let found = [isAbsolute ? '/' : '']
  const parts = pattern.split('/').filter((part) => part !== '')
  for (const part of parts) {
    found = found.flatMap((base) => childrenOf(files, { base, part, folder }))
  }
  const slash = pattern.endsWith('/') && parts.length > 0 ? '/' : ''
  return found.map((path) => path + slash).sort()
}

function childrenOf(
  files: Syscalls,
  { base, part, folder }: { base: string; part: string; folder: string },
): string[] {
  const below = (name: string): string =>
    base === '' || base.endsWith('/') ? base + name : `${base}/${name}`
  try {
    if (!/[*?[]/.test(part)) {
      files.lstat(resolve(below(part), folder))
      return [below(part)]
    }
    const shape = shapeOf(part)
    const names = files.readdir(resolve(base === '' ? '.' : base, folder)).map((entry) => entry.name)
    return names
      .filter((name) => shape.test(name) && (part.startsWith('.') || !name.startsWith('.')))
      .map(below)
  } catch (error) {
    if (error instanceof Errno) return []
    throw error
  }
}

function shapeOf(glob: string): RegExp {
  const source = glob.replace(/\[(!|\^)?(\]?[^\]]*)\]|[\s\S]/g, (found, not, set) => {
    if (set !== undefined)
      return `[${not === undefined ? '' : '^'}${String(set).replace(/[\\[\]]/g, '\\$&')}]`
    if (found === '*') return '.*'
    return found === '?' ? '.' : found.replace(/[\\^$.+()|{}[\]]/, '\\$&')
  })
  return new RegExp(`^${source}$`, 's')
}
