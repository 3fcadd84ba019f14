import { errorFailure, GitFailure } from '../../failure.ts'
import { fileLookup } from '../../diff/sources.ts'
import { parseOptions, type Options } from '../../options.ts'
import type { Repository } from '../../repository.ts'
import type { Session } from '../../session.ts'
import { WorktreeWriter } from '../../worktree/checkout-entry.ts'
import { parsePathspec } from '../../worktree/pathspec.ts'
import { treeFiles } from '../../worktree/tree-files.ts'
import { compareFile } from '../../worktree/worktree-files.ts'

const OPTIONS = [
  'n,dry-run',
  'q,quiet',
  'cached',
  'f,force',
  'r',
  'ignore-unmatch',
  'sparse',
  'pathspec-from-file=',
]

export async function rmCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  const { repository } = session
  const { index } = repository
  if (options.operands.length === 0)
    throw new GitFailure('No pathspec was given. Which files should I remove?')
  const pathspec = parsePathspec(repository, options.operands)
  const paths = index.paths.filter((path) => pathspec.matches(path))
  const [missing] = pathspec.unmatched(index.paths)
  if (missing !== undefined && !options.has('ignore-unmatch'))
    throw new GitFailure(`pathspec '${missing}' did not match any files`)
  for (const pattern of pathspec.patterns) {
    const isDirectory = pattern.glob === undefined && !index.has(pattern.path) && paths.length > 0
    if (isDirectory && !options.has('r') && !pattern.excluded && index.hasBelow(pattern.path))
      throw new GitFailure(`not removing '${pattern.given}' recursively without -r`)
  }
  if (!options.has('force')) refuseChanged(repository, paths, options)
  const writer = new WorktreeWriter(repository)
  for (const path of paths) {
    if (!options.has('quiet')) session.out(`rm '${path}'\n`)
    if (options.has('dry-run')) continue
    index.remove(path)
    if (!options.has('cached')) writer.remove(path)
  }
  repository.saveIndex()
  return 0
}

/** Nothing goes that is nowhere else. */
function refuseChanged(repository: Repository, paths: readonly string[], options: Options): void {
  const { index, objects, head } = repository
  const look = fileLookup(repository)
  const committed = treeFiles(objects, head === undefined ? undefined : objects.commit(head).tree)
  const both: string[] = []
  const staged: string[] = []
  const local: string[] = []
  for (const path of paths) {
    const entry = index.get(path)
    const stats = look(path)
    if (entry === undefined || stats === undefined) continue
    const isLocal = compareFile(repository, entry, stats) !== 'same'
    const isStaged = committed.get(path)?.oid !== entry.oid || committed.get(path)?.mode !== entry.mode
    if (isLocal && isStaged) both.push(path)
    else if (options.has('cached')) continue
    else if (isStaged) staged.push(path)
    else if (isLocal) local.push(path)
  }
  const parts = [
    describe(
      both,
      'has',
      'staged content different from both the\nfile and the HEAD',
      '(use -f to force removal)',
    ),
    describe(
      staged,
      'has',
      'changes staged in the index',
      '(use --cached to keep the file, or -f to force removal)',
    ),
    describe(local, 'has', 'local modifications', '(use --cached to keep the file, or -f to force removal)'),
  ].filter((part) => part !== '')
  if (parts.length > 0) throw errorFailure(parts.join('\nerror: '))
}

function describe(paths: readonly string[], verb: string, what: string, advice: string): string {
  if (paths.length === 0) return ''
  const [subject, does] = paths.length === 1 ? ['the following file', verb] : ['the following files', 'have']
  return `${subject} ${does} ${what}:\n${paths.map((path) => `    ${path}`).join('\n')}\n${advice}`
}
