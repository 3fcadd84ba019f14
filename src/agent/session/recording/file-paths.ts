/** By which paths a recording's files are known. */
import { decodeDirectory } from '../../../sandbox/history/directory-object.ts'
import { allEvents, rootsOf } from './recording.ts'
import { resultPaths } from './results.ts'
import type { Recording } from './recording.ts'

/** Paths of each file's content, from the workspace's root, by its hash; of a stored result the absolute one. */
export function filePaths({
  blobs,
  ...logs
}: Pick<Recording, 'events' | 'threads' | 'blobs'>): ReadonlyMap<string, readonly string[]> {
  const events = allEvents(logs)
  const paths = new Map<string, Set<string>>()
  const done = new Set<string>()
  const walk = (hash: string, path: string): void => {
    if (done.has(`${path}\n${hash}`)) return
    done.add(`${path}\n${hash}`)
    for (const entry of decodeDirectory(blobs.get(hash) ?? new Uint8Array())?.entries ?? []) {
      const inner = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.kind === 'directory') walk(entry.hash, inner)
      else paths.set(entry.hash, (paths.get(entry.hash) ?? new Set()).add(inner))
    }
  }
  for (const root of rootsOf(events)) walk(root, '')
  for (const [hash, path] of resultPaths(events)) paths.set(hash, (paths.get(hash) ?? new Set()).add(path))
  return new Map(Array.from(paths, ([hash, found]) => [hash, [...found]]))
}
