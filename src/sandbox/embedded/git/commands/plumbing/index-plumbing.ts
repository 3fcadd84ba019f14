/** `update-index`, `read-tree`, `commit-tree`: the index and commits by hand, for scripts. */
import { fileLookup } from '../../diff/sources.ts'
import { GitFailure, usageFailure } from '../../failure.ts'
import { storeCommit } from '../../make-commit.ts'
import { parseOptions } from '../../options.ts'
import { absolute, type Repository } from '../../repository.ts'
import { resolveCommit, resolveTree } from '../../revision/resolve.ts'
import type { Session } from '../../session.ts'
import { makeEntry, type IndexEntry } from '../../store/index-entry.ts'
import { MODE } from '../../store/objects.ts'
import { fromText, toText } from '../../text.ts'
import { pathInRepository } from '../../worktree/pathspec.ts'
import { treeFiles } from '../../worktree/tree-files.ts'
import { forceWorktree } from '../../worktree/update.ts'
import { addFile, compareFile } from '../../worktree/worktree-files.ts'

interface UpdateMode {
  add: boolean
  remove: boolean
  force: boolean
  quiet: boolean
  chmod: number | undefined
  flags: Partial<Pick<IndexEntry, 'assumeValid' | 'skipWorktree'>> | undefined
}

/** Its options hold for the paths behind them, so they are read in their order. */
export async function updateIndexCommand(session: Session, args: readonly string[]): Promise<number> {
  const { repository } = session
  const mode: UpdateMode = {
    add: false,
    remove: false,
    force: false,
    quiet: false,
    chmod: undefined,
    flags: undefined,
  }
  const rest = [...args]
  let code = 0
  let nul = false
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (readUpdateMode(mode, arg)) continue
    const end = nul ? '\0' : '\n'
    if (arg === '-z') nul = true
    else if (arg === '--cacheinfo') addEntry(repository, mode, rest)
    else if (arg === '--refresh' || arg === '--really-refresh')
      code = Math.max(code, refresh(session, mode.quiet))
    else if (arg === '--index-info') readIndexInfo(repository, await session.io.stdin(), end)
    else if (arg === '--stdin' || arg === '--') {
      const paths = arg === '--' ? rest.splice(0) : (await session.io.stdin()).split(end)
      for (const path of paths) if (path !== '') updatePath(session, mode, path)
    } else if (arg.startsWith('-')) throw usageFailure(`unknown option \`${arg.replace(/^--?/, '')}'`)
    else updatePath(session, mode, arg)
  }
  repository.saveIndex()
  return code
}

function readUpdateMode(mode: UpdateMode, arg: string): boolean {
  switch (arg) {
    case '--add':
      mode.add = true
      return true
    case '--remove':
      mode.remove = true
      return true
    case '--force-remove':
      mode.force = true
      return true
    case '-q':
      mode.quiet = true
      return true
    case '--chmod=+x':
    case '--chmod=-x':
      mode.chmod = arg.endsWith('+x') ? MODE.executable : MODE.file
      return true
    case '--assume-unchanged':
    case '--no-assume-unchanged':
      mode.flags = { assumeValid: !arg.startsWith('--no') }
      return true
    case '--skip-worktree':
    case '--no-skip-worktree':
      mode.flags = { skipWorktree: !arg.startsWith('--no') }
      return true
    default:
      return false
  }
}

/** `mode,object,path`, or the three as arguments of their own. */
function addEntry(repository: Repository, mode: UpdateMode, rest: string[]): void {
  const first = rest.shift() ?? ''
  const [digits = '', oid = '', path = ''] = first.includes(',')
    ? (/^(\d+),([0-9a-f]+),(.*)$/s.exec(first)?.slice(1) ?? [])
    : [first, rest.shift() ?? '', rest.shift() ?? '']
  if (!/^(?:100644|100755|120000|160000)$/.test(digits) || !/^[0-9a-f]{40}$/.test(oid) || path === '')
    throw new GitFailure(`git update-index: --cacheinfo cannot add ${path}`)
  if (!mode.add && !repository.index.has(path))
    throw new GitFailure(
      `error: ${path}: cannot add to the index - missing --add option?\nfatal: git update-index: --cacheinfo cannot add ${path}`,
      { prefix: '' },
    )
  repository.index.set(makeEntry({ path, mode: Number.parseInt(digits, 8), oid }))
}

function readIndexInfo(repository: Repository, text: string, end: string): void {
  for (const line of text.split(end)) {
    if (line === '') continue
    const [, digits, oid, stage = '0', path] =
      /^(\d+) (?:\w+ )?([0-9a-f]{40})(?: ([0-3]))?\t(.*)$/s.exec(line) ?? []
    if (digits === undefined || oid === undefined || path === undefined)
      throw new GitFailure(`malformed index info ${line}`)
    if (stage !== '0')
      throw new GitFailure("update-index --index-info with stages is not supported in this sandbox's git")
    if (/^0+$/.test(digits)) repository.index.remove(path)
    else repository.index.set(makeEntry({ path, mode: Number.parseInt(digits, 8), oid }))
  }
}

function updatePath(session: Session, mode: UpdateMode, given: string): void {
  const { repository } = session
  const { index } = repository
  const path = pathInRepository(repository, given)
  if (mode.force) {
    index.remove(path)
    return
  }
  const entry = index.get(path)
  if (mode.flags !== undefined) {
    if (entry === undefined) throw new GitFailure(`Unable to mark file ${given}`)
    index.refresh({ ...entry, ...mode.flags })
    return
  }
  const stats = fileLookup(repository)(path)
  if (stats === undefined) {
    if (!mode.remove) throw cannot(given, 'does not exist and --remove not passed')
    index.remove(path)
    return
  }
  if (stats.kind === 'directory') throw cannot(given, 'is a directory - add files inside instead')
  if (!mode.add && !index.has(path)) throw cannot(given, 'cannot add to the index - missing --add option?')
  const added = addFile(repository, path, stats)
  index.set(mode.chmod === undefined ? added : { ...added, mode: mode.chmod })
}

function cannot(path: string, why: string): GitFailure {
  return new GitFailure(`error: ${path}: ${why}\nfatal: Unable to process path ${path}`, { prefix: '' })
}

/** Looks at every file anew; 1 when one of them is not as it was added. */
function refresh(session: Session, quiet: boolean): number {
  const { repository } = session
  const look = fileLookup(repository)
  let code = 0
  for (const path of repository.index.paths) {
    const entry = repository.index.get(path)
    const isConflict = entry === undefined
    if (!isConflict && compareFile(repository, entry, look(path)) === 'same') continue
    code = 1
    if (!quiet) session.out(`${path}: needs ${isConflict ? 'merge' : 'update'}\n`)
  }
  return quiet ? 0 : code
}

export async function readTreeCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, [
    'm',
    'u',
    'reset',
    'empty',
    'prefix=',
    'i',
    'n,dry-run',
    'v',
    'q,quiet',
    'aggressive',
    'trivial',
    'index-output=',
  ])
  for (const name of ['dry-run', 'aggressive', 'trivial', 'index-output'])
    if (options.has(name)) throw new GitFailure(`read-tree --${name} is not supported in this sandbox's git`)
  const { repository } = session
  const { index, objects } = repository
  const [first, second] = options.operands
  if (second !== undefined)
    throw new GitFailure("read-tree of several trees is not supported in this sandbox's git")
  if (options.has('empty')) index.clear()
  else if (first === undefined)
    throw new GitFailure('usage: git read-tree [(-m | --reset) [-u]] [--prefix=<prefix>] <tree-ish>', {
      exitCode: 129,
      prefix: '',
    })
  else {
    const tree = resolveTree(repository, first)
    const prefix = options.value('prefix')
    if (prefix !== undefined) {
      const base = prefix === '' ? '' : `${prefix.replace(/\/$/, '')}/`
      for (const file of treeFiles(objects, tree).values()) {
        const path = base + file.path
        if (index.has(path))
          throw new GitFailure(`Entry '${path}' overlaps with '${path}'.  Cannot bind.`, {
            prefix: 'error: ',
          })
        index.set(makeEntry({ ...file, path }))
      }
    } else if (options.has('u')) {
      if (options.has('reset')) forceWorktree(repository, tree)
      else
        throw new GitFailure(
          "read-tree -m -u is not supported in this sandbox's git; git checkout or git reset do it",
        )
    } else {
      const kept =
        options.has('m') || options.has('reset')
          ? new Map([...index.clean].map((entry) => [entry.path, entry]))
          : new Map<string, IndexEntry>()
      index.clear()
      for (const file of treeFiles(objects, tree).values()) {
        const before = kept.get(file.path)
        index.set(before?.oid === file.oid && before.mode === file.mode ? before : makeEntry(file))
      }
    }
  }
  repository.saveIndex()
  return 0
}

export async function commitTreeCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, ['p=', 'm=', 'F=', 'S=?', 'no-gpg-sign'])
  if (options.has('S')) throw new GitFailure("signing is not supported in this sandbox's git")
  const { repository } = session
  const [name, more] = options.operands
  if (name === undefined || more !== undefined)
    throw new GitFailure('usage: git commit-tree <tree> [(-p <parent>)...] [-m <message>] [-F <file>]', {
      exitCode: 129,
      prefix: '',
    })
  const tree = resolveTree(repository, name)
  const parents = [...new Set(options.all('p').map((parent) => resolveCommit(repository, parent)))]
  const parts = [...options.all('m').map((text) => (text.endsWith('\n') ? text : `${text}\n`))]
  for (const file of options.all('F')) {
    const data =
      file === '-' ? fromText(await session.io.stdin()) : session.files.read(absolute(file, session.cwd))
    if (data === undefined)
      throw new GitFailure(`git commit-tree: failed to open '${file}': No such file or directory`)
    parts.push(toText(data))
  }
  const message = parts.length === 0 ? await session.io.stdin() : parts.join('\n')
  session.out(`${storeCommit(session, { tree, parents, message })}\n`)
  return 0
}
