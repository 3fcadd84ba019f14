/** The files below a path, all or those that a glob names. Apart from the search in their text, which is much more to load. */
import type { GlobQuery, GlobResult } from '../contract/contract.ts'
import { fail, ok } from '../contract/errors.ts'
import type { Result } from '../contract/errors.ts'
import { GLOB_DEFAULT_LIMIT } from '../contract/limits.ts'
import { basename, dirname, resolve, WORKSPACE_ROOT } from '../contract/path.ts'
import { Pause } from '../contract/pause.ts'
import { mayHoldSecrets } from '../contract/withheld-file.ts'
import type { FileView } from './file-view.ts'
import { compileGlob } from './glob-pattern.ts'
import { ignoreFilesIn, walkFiles } from './walk-files.ts'
import type { FoundFile, IgnoreFile } from './walk-files.ts'

/** Contract: `glob`. */
export async function findPaths(
  view: FileView,
  query: GlobQuery,
  signal: AbortSignal,
): Promise<Result<GlobResult>> {
  const files = filesAt(view, query.path, query.includeIgnored ?? false)
  if (!files.ok) return files
  const matches = compileGlob(query.pattern)
  const found: { path: string; mtimeMs: number }[] = []
  const pause = new Pause()
  for (const { path, relative, name, node } of files.value) {
    if (pause.due()) await pause.take()
    if (signal.aborted) return cancelled()
    if (query.onlySecrets === true && !mayHoldSecrets(path)) continue
    if (matches(relative, name)) found.push({ path, mtimeMs: view.mtimeMs(node) })
  }
  found.sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1))
  const paths = found.slice(0, query.limit ?? GLOB_DEFAULT_LIMIT).map(({ path }) => path)
  return ok({ paths, total: found.length })
}

/** A file that is named is searched whatever the ignore files say. */
export function filesAt(
  view: FileView,
  path: string = WORKSPACE_ROOT,
  includeIgnored: boolean,
): Result<Iterable<FoundFile>> {
  const absolute = resolve(path)
  const node = view.find(absolute)
  if (!node) return fail('not_found', `There is nothing at "${path}" to search.`, { path: absolute })
  if (node.kind === 'file') {
    const name = basename(absolute)
    return ok([{ path: absolute, relative: name, name, node }])
  }
  if (node.kind !== 'directory')
    return fail('not_directory', `"${path}" is not a directory.`, { path: absolute })
  const above = includeIgnored ? [] : ignoreFilesAbove(view, absolute)
  return ok(walkFiles({ path: absolute, node, above, includeIgnored }))
}

function ignoreFilesAbove(view: FileView, path: string): IgnoreFile[] {
  if (path === WORKSPACE_ROOT || !path.startsWith(`${WORKSPACE_ROOT}/`)) return []
  const parent = dirname(path)
  const node = view.find(parent)
  return [
    ...ignoreFilesAbove(view, parent),
    ...(node?.kind === 'directory' ? ignoreFilesIn(parent, node) : []),
  ]
}

export function cancelled(): Result<never> {
  return fail('cancelled', 'The search was cancelled.')
}
