/** The tree that two lines of history have in common; where there are several, the merge of them. */
import type { Repository } from '../repository.ts'
import { mergeBases } from '../revision/walk.ts'
import { compareText } from '../store/objects.ts'
import { writeTreeOf } from '../worktree/write-tree.ts'
import { mergeTrees } from './merge-trees.ts'

/** Merges of merges of bases: real histories have one or two. */
const MAX_DEPTH = 5

/** Undefined when the histories have nothing in common. */
export function baseTree(repository: Repository, one: string, other: string, depth = 0): string | undefined {
  const { objects } = repository
  const [first, ...more] = mergeBases(objects, one, [other])
  if (first === undefined) return undefined
  let { tree } = objects.commit(first)
  if (depth >= MAX_DEPTH) return tree
  for (const next of more) {
    const result = mergeTrees(repository, {
      base: baseTree(repository, first, next, depth + 1),
      ours: tree,
      theirs: objects.commit(next).tree,
      labels: {
        base: 'merged common ancestors',
        ours: 'Temporary merge branch 1',
        theirs: 'Temporary merge branch 2',
      },
    })
    const files = [...result.files.values()].sort((a, b) => compareText(a.path, b.path))
    tree = writeTreeOf(objects, files)
  }
  return tree
}
