/** Files as a map of paths to contents: edited, listed, and compared. */
import type { DirectoryEntry, TreeChange } from '../../../sandbox/contract/contract.ts'
import { fail } from '../../../sandbox/contract/errors.ts'
import type { FileEdit } from '../../../agent/protocol/calls/files.ts'
import type { FakeAgent } from './fake-agent.ts'

/** Nothing is checked but names that are taken. */
export function editMap(files: Map<string, Uint8Array>, edits: readonly FileEdit[]) {
  for (const edit of edits) {
    const target = edit.kind === 'move' ? edit.to : edit.path
    if (edit.kind === 'remove') {
      for (const path of [...files.keys()])
        if (path === target || path.startsWith(`${target}/`)) files.delete(path)
      continue
    }
    if (files.has(target) && !(edit.kind === 'file' && edit.over))
      return fail('exists', `Nothing was changed: there is already a "${target}".`)
    if (edit.kind === 'file') files.set(target, edit.data)
    if (edit.kind !== 'move') continue
    for (const [path, data] of [...files]) {
      if (path !== edit.from && !path.startsWith(`${edit.from}/`)) continue
      files.delete(path)
      files.set(edit.to + path.slice(edit.from.length), data)
    }
  }
  return undefined
}

export function entriesOf(files: ReadonlyMap<string, Uint8Array>, directory: string): DirectoryEntry[] {
  const prefix = directory === '.' ? '' : `${directory}/`
  const entries = new Map<string, DirectoryEntry>()
  for (const [path, data] of files) {
    if (!path.startsWith(prefix)) continue
    const [name = '', ...below] = path.slice(prefix.length).split('/')
    const kind = below.length > 0 ? 'directory' : 'file'
    entries.set(name, { name, kind, size: kind === 'file' ? data.length : 0, mode: 0o644 })
  }
  return [...entries.values()]
}

/** The content itself, as text: no two have the same. */
export function hashOf(data: Uint8Array): string {
  return data.join(' ')
}

export function changesOf({ files, originals }: FakeAgent): TreeChange[] {
  const side = (data: Uint8Array | undefined) =>
    data && { kind: 'file' as const, hash: hashOf(data), size: data.length, mode: 0o644 }
  return [...new Set([...files.keys(), ...originals.keys()])].sort().flatMap((path): TreeChange[] => {
    const [before, after] = [originals.get(path), files.get(path)]
    if (before === after || (before && after && hashOf(before) === hashOf(after))) return []
    const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'modified'
    return [{ path, change, before: side(before), after: side(after) }]
  })
}
