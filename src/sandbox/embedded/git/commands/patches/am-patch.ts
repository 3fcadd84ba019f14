/** One mail's patch put into index and worktree, with a merge of three sides where it does not fit. */
import { GitFailure } from '../../failure.ts'
import { applyMerge } from '../../merge/apply-merge.ts'
import { mergeTrees } from '../../merge/merge-trees.ts'
import { parsePatch } from '../../patch/parse-patch.ts'
import type { Repository } from '../../repository.ts'
import { amPath, readAmFile, type AmOptions } from '../../sequence/am-state.ts'
import { Session } from '../../session.ts'
import { makeEntry } from '../../store/index-entry.ts'
import { compareText, EMPTY_TREE, MODE } from '../../store/objects.ts'
import { diffTrees, type TreeFile } from '../../worktree/tree-files.ts'
import { overwriteFailure } from '../../worktree/update.ts'
import { writeIndexTree, writeTreeOf } from '../../worktree/write-tree.ts'
import { applyCommand } from './apply.ts'

export type AmResult = 'applied' | 'nothing-new' | 'failed'

export async function applyMail(session: Session, options: AmOptions, subject: string): Promise<AmResult> {
  const { repository } = session
  const failure = await tryApply(session, ['--index', ...options.apply])
  if (failure === undefined) return 'applied'
  if (!options.threeway) {
    session.err(failure)
    return 'failed'
  }
  const base = fakeAncestor(session, options)
  if (base === undefined) return 'failed'
  if (!options.quiet) session.out('Using index info to reconstruct a base tree...\n')
  const { objects, head } = repository
  const ours = head === undefined ? EMPTY_TREE : objects.commit(head).tree
  if (!options.quiet) tellDifferences(session, ours, base)
  const theirs = await patchedTree(session, options, base)
  if (theirs === undefined) return 'failed'
  if (!options.quiet) session.out('Falling back to patching base and 3-way merge...\n')
  const labels = { ours: 'HEAD', theirs: subject, base: 'constructed merge base' }
  const result = mergeTrees(repository, { base, ours, theirs, labels })
  const overwritten = applyMerge(repository, ours, result)
  if (overwritten !== undefined) {
    session.err(
      `${overwriteFailure(overwritten, 'merge', 'merge').message}\nerror: Failed to merge in the changes.\n`,
    )
    return 'failed'
  }
  repository.saveIndex()
  session.out(result.messages.join(''))
  if (result.conflicts.size > 0) {
    session.err('error: Failed to merge in the changes.\n')
    return 'failed'
  }
  return writeIndexTree(repository) === ours ? 'nothing-new' : 'applied'
}

/** Runs `git apply` at the top of the worktree. Returns its error, or undefined on success. */
async function tryApply(
  session: Session,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string | undefined> {
  const { repository } = session
  repository.saveIndex()
  const { io, settings } = session.withEnv(env)
  const top = new Session(io, repository.root, { ...settings, gitDir: repository.gitDir })
  try {
    await applyCommand(top, [...args, amPath(repository, 'patch')])
    return undefined
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    return `${error.prefix}${error.message}\n`
  } finally {
    repository.reread()
  }
}

/** A tree of the files that the patch was made from, as far as it names them; undefined, and said, where one is missing. */
function fakeAncestor(session: Session, options: AmOptions): string | undefined {
  const { repository } = session
  const strip = Number(options.apply.find((word) => word.startsWith('-p'))?.slice(2) ?? 1)
  const text = readAmFile(repository, 'patch') ?? ''
  const files: TreeFile[] = []
  for (const { from, oldMode, newMode, oldBlob, hunks } of parsePatch(text, strip)) {
    if (from === undefined) continue
    const path = directoryOf(options) + from
    const named = oldBlob === undefined ? undefined : blobNamed(repository, oldBlob)
    const oid = named ?? (hunks.length === 0 ? repository.index.get(path)?.oid : undefined)
    if (oid === undefined) {
      session.err(
        `error: sha1 information is lacking or useless (${path}).\nerror: could not build fake ancestor\n`,
      )
      return undefined
    }
    const mode = oldMode ?? newMode ?? repository.index.get(path)?.mode ?? MODE.file
    files.push({ path, oid, mode })
  }
  files.sort((a, b) => compareText(a.path, b.path))
  return writeTreeOf(repository.objects, files)
}

function directoryOf(options: AmOptions): string {
  const word = options.apply.find((each) => each.startsWith('--directory='))
  return word === undefined ? '' : word.slice('--directory='.length).replace(/\/*$/, '/')
}

function blobNamed({ objects }: Repository, short: string): string | undefined {
  const [found, other] = objects.withPrefix(short, 2)
  if (found === undefined || other !== undefined) return undefined
  return objects.find(found)?.type === 'blob' ? found : undefined
}

function tellDifferences(session: Session, ours: string, base: string): void {
  for (const { path, before, after } of diffTrees(session.repository.objects, ours, base))
    if (after !== undefined) session.out(`${before === undefined ? 'A' : 'M'}\t${path}\n`)
}

async function patchedTree(session: Session, options: AmOptions, base: string): Promise<string | undefined> {
  const { repository } = session
  const file = amPath(repository, 'patch-merge-index')
  const env = { GIT_INDEX_FILE: file }
  const { io, settings } = session.withEnv(env)
  const open = (): Repository =>
    new Session(io, repository.root, { ...settings, gitDir: repository.gitDir }).repository
  repository.files.remove(file)
  const before = open()
  readTree(before, base)
  before.saveIndex()
  const failure = await tryApply(session, ['--cached', ...options.apply], env)
  if (failure !== undefined) {
    repository.files.remove(file)
    session.err(
      `${failure}error: Did you hand edit your patch?\nIt does not apply to blobs recorded in its index.\n`,
    )
    return undefined
  }
  const after = open()
  const tree = writeIndexTree(after)
  after.objects.flush()
  repository.files.remove(file)
  repository.reread()
  return tree
}

function readTree(repository: Repository, tree: string): void {
  for (const { after } of diffTrees(repository.objects, undefined, tree))
    if (after !== undefined) repository.index.set(makeEntry(after))
}
