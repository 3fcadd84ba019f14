/** The folders that a project names as its own packages. */
import picomatch from 'picomatch'
import { ifThere } from '../../if-there.ts'
import { isRecord } from '../../../page/fields.ts'
import type { FileSyscalls } from '../../syscalls.ts'
import { ForeignLockError } from './foreign-lock.ts'

type Files = Pick<FileSyscalls, 'readdir' | 'stat'>

/** `workspaces` is that of package.json: patterns, the later ones with `!` taking folders out again. Sorted. */
export function workspaceFolders(files: Files, root: string, workspaces: unknown): readonly string[] {
  if (workspaces === undefined) return []
  const patterns = isRecord(workspaces) ? workspaces['packages'] : workspaces
  if (!Array.isArray(patterns) || !patterns.every((pattern) => typeof pattern === 'string'))
    throw new ForeignLockError('is beside a package.json whose "workspaces" are no list of folders')
  const plain = patterns.map((pattern: string) => pattern.replace(/^(!?)\.?\/*/, '$1').replace(/\/+$/, ''))
  const rules = plain.map((pattern) => ({
    takesOut: pattern.startsWith('!'),
    matches: picomatch(pattern.replace(/^!/, '')),
  }))
  const isOwn = (folder: string): boolean =>
    rules.findLast(({ matches }) => matches(folder))?.takesOut === false
  const isThere = (folder: string) =>
    ifThere(() => files.stat(`${root}/${folder}/package.json`)) !== undefined
  return foldersBelow(files, root, depthOf(plain)).filter((folder) => isOwn(folder) && isThere(folder))
}

/** How many folders deep a pattern can lead. */
function depthOf(patterns: readonly string[]): number {
  if (patterns.some((pattern) => pattern.includes('**'))) return Infinity
  return Math.max(0, ...patterns.map((pattern) => pattern.split('/').length))
}

function foldersBelow(files: Files, root: string, depth: number): string[] {
  const found: string[] = []
  const walk = (folder: string, left: number): void => {
    if (left === 0) return
    const entries = ifThere(() => files.readdir(`${root}/${folder}`)) ?? []
    for (const { name, kind } of entries) {
      if (kind !== 'directory' || name === 'node_modules' || name.startsWith('.')) continue
      const path = folder === '' ? name : `${folder}/${name}`
      found.push(path)
      walk(path, left - 1)
    }
  }
  walk('', depth)
  return found.toSorted()
}
