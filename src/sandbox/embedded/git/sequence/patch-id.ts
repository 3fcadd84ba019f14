/** Hash of a commit's changes: equal for commits that were picked from each other. */
import { diffLines } from '../diff/lines.ts'
import { treePairs } from '../diff/sources.ts'
import type { Repository } from '../repository.ts'
import { sha1Hex } from '../store/sha1.ts'
import { fromText, splitLines, toText } from '../text.ts'
import { Pathspec } from '../worktree/pathspec.ts'

export function patchId(repository: Repository, oid: string): string {
  const { tree, parents } = repository.objects.commit(oid)
  const [parent] = parents
  const before = parent === undefined ? undefined : repository.objects.commit(parent).tree
  const pairs = treePairs(repository, { before, after: tree }, new Pathspec([]))
  const text = pairs.map((pair) => {
    const lines = (data: Uint8Array | undefined): string[] => splitLines(toText(data ?? new Uint8Array(0)))
    const [a, b] = [lines(pair.before?.read()), lines(pair.after?.read())]
    const changes = diffLines(a, b).map((change) => [
      ...a.slice(change.a, change.a + change.aCount).map((line) => `-${line}`),
      ...b.slice(change.b, change.b + change.bCount).map((line) => `+${line}`),
    ])
    const modes = `${pair.before?.mode ?? 0} ${pair.after?.mode ?? 0}`
    return `${pair.before?.path ?? ''}\0${pair.after?.path ?? ''}\0${modes}\0${changes.flat().join('')}`
  })
  return sha1Hex(fromText(text.join('\0')))
}
