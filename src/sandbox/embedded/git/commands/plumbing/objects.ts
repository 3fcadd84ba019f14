/** `cat-file`, `hash-object`, `ls-tree`, `write-tree`, `symbolic-ref`, `for-each-ref`, `merge-base`: for scripts. */
import { quotePath } from '../../diff/quote-path.ts'
import { wantsColor } from '../../colors.ts'
import { GitFailure } from '../../failure.ts'
import { parseOptions, type Options } from '../../options.ts'
import { absolute } from '../../repository.ts'
import { peel, resolveCommit, resolveTree, tryResolve } from '../../revision/resolve.ts'
import { ShortNames } from '../../revision/short-name.ts'
import { isAncestor, mergeBases } from '../../revision/walk.ts'
import type { Session } from '../../session.ts'
import { relativePath } from '../../status/relative-path.ts'
import { isObjectType, MODE, modeText, typeOfMode, type ObjectType } from '../../store/objects.ts'
import { objectId } from '../../store/sha1.ts'
import { fromText, toText } from '../../text.ts'
import { parsePathspec, Pathspec } from '../../worktree/pathspec.ts'
import { globToRegExp } from '../../worktree/wildmatch.ts'
import { writeIndexTree } from '../../worktree/write-tree.ts'
import { makeRefFilter } from '../branches/branch-list.ts'
import { formatRefs, sortRefs } from '../branches/ref-format.ts'

export async function catFileCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, [
    'p',
    't',
    's',
    'e',
    'batch=?',
    'batch-check=?',
    'batch-all-objects',
    'textconv',
    'filters',
    'buffer',
    'follow-symlinks',
  ])
  const { repository } = session
  if (options.has('batch') || options.has('batch-check')) return catBatch(session, options)
  const words = options.operands
  const type = words.length > 1 ? words[0] : undefined
  const name = words.at(-1)
  if (name === undefined)
    throw new GitFailure('usage: git cat-file (-t | -s | -e | -p | <type>) <object>', {
      exitCode: 129,
      prefix: '',
    })
  const oid = tryResolve(repository, name)
  if (options.has('e')) {
    if (oid === undefined) throw new GitFailure(`Not a valid object name ${name}`)
    return repository.objects.has(oid) ? 0 : 1
  }
  if (oid === undefined) throw new GitFailure(`Not a valid object name ${name}`)
  const object = repository.objects.find(oid)
  if (object === undefined) throw new GitFailure(`git cat-file ${name}: bad file`)
  if (options.has('t')) session.out(`${object.type}\n`)
  else if (options.has('s')) session.out(`${object.data.length}\n`)
  else if (options.has('p')) session.out(pretty(session, oid, object.type))
  else {
    if (type === undefined || !isObjectType(type)) throw new GitFailure(`invalid object type "${type ?? ''}"`)
    const wanted = peel(repository, oid, type)
    if (wanted === undefined) throw new GitFailure(`git cat-file ${name}: bad file`)
    repository.tellBlob(wanted)
    session.out(toText(repository.objects.read(wanted).data))
  }
  return 0
}

function pretty(session: Session, oid: string, type: ObjectType): string {
  const { objects } = session.repository
  if (type === 'blob') session.repository.tellBlob(oid)
  if (type !== 'tree') return toText(objects.read(oid).data)
  const lines = objects
    .tree(oid)
    .map(
      (entry) =>
        `${modeText(entry.mode)} ${typeOfMode(entry.mode)} ${entry.oid}\t${quotePath(entry.name, true)}\n`,
    )
  return lines.join('')
}

async function catBatch(session: Session, options: Options): Promise<number> {
  const { repository } = session
  const withContent = options.has('batch')
  const format =
    options.value('batch') || options.value('batch-check') || '%(objectname) %(objecttype) %(objectsize)'
  const names = options.has('batch-all-objects')
    ? [...new Set(repository.objects.all())].sort()
    : (await session.io.stdin()).split('\n').filter((line, at, all) => at < all.length - 1 || line !== '')
  for (const line of names) {
    const [name = '', rest = ''] = format.includes('%(rest)') ? line.split(/\s+(.*)/s) : [line]
    const oid = tryResolve(repository, name)
    const object = oid === undefined ? undefined : repository.objects.find(oid)
    if (oid === undefined || object === undefined) {
      session.out(`${name} missing\n`)
      continue
    }
    const values: Readonly<Record<string, string>> = {
      objectname: oid,
      objecttype: object.type,
      objectsize: String(object.data.length),
      rest,
    }
    session.out(`${format.replace(/%\((\w+)\)/g, (whole, atom: string) => values[atom] ?? whole)}\n`)
    if (withContent) repository.tellBlob(oid)
    if (withContent) session.out(`${toText(object.data)}\n`)
  }
  return 0
}

export async function hashObjectCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, ['w', 'stdin', 't=', 'stdin-paths', 'no-filters', 'literally', 'path='])
  const type = options.value('t') ?? 'blob'
  if (!isObjectType(type)) throw new GitFailure(`invalid object type "${type}"`)
  const store = (data: Uint8Array): void => {
    const oid = options.has('w') ? session.repository.objects.write(type, data) : objectId(type, data)
    session.out(`${oid}\n`)
  }
  if (options.has('stdin')) store(fromText(await session.io.stdin()))
  const listed = options.has('stdin-paths') ? (await session.io.stdin()).split('\n').filter(Boolean) : []
  for (const name of [...options.operands, ...listed]) {
    const data = session.files.read(absolute(name, session.cwd))
    if (data === undefined)
      throw new GitFailure(`could not open '${name}' for reading: No such file or directory`)
    store(data)
  }
  if (options.has('w')) session.repository.objects.flush()
  return 0
}

export async function lsTreeCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, [
    'r',
    't',
    'd',
    'l,long',
    'z',
    'name-only',
    'name-status',
    'object-only',
    'full-name',
    'full-tree',
    'abbrev=?',
    'format=',
  ])
  if (options.has('format')) throw new GitFailure("ls-tree --format is not supported in this sandbox's git")
  const { repository } = session
  const [name, ...paths] = options.operands
  if (name === undefined)
    throw new GitFailure('usage: git ls-tree [<options>] <tree-ish> [<path>...]', {
      exitCode: 129,
      prefix: '',
    })
  if (tryResolve(repository, name) === undefined) throw new GitFailure(`Not a valid object name ${name}`)
  const prefix = options.has('full-tree') ? '' : repository.prefix
  const given = paths.length === 0 && prefix !== '' ? ['.'] : paths
  const pathspec = given.length === 0 ? new Pathspec([]) : parsePathspec(repository, given)
  // A slash at the end asks for what is in the directory.
  const inside = new Set(
    pathspec.patterns
      .filter((pattern) => pattern.directoryOnly || pattern.given === '.')
      .map((pattern) => pattern.path),
  )
  const short = new ShortNames(
    repository,
    options.has('abbrev') ? (options.value('abbrev') === '' ? undefined : options.number('abbrev')) : 40,
  )
  const visit = (tree: string, base: string): void => {
    for (const entry of repository.objects.tree(tree)) {
      const path = base + entry.name
      const isTree = entry.mode === MODE.tree
      const matches = pathspec.matches(path)
      const descends =
        isTree &&
        (options.has('r')
          ? pathspec.mayMatchBelow(path)
          : inside.has(path) || (!matches && pathspec.mayMatchBelow(path)))
      const shows =
        matches &&
        (!isTree || !descends || options.has('t') || (options.has('d') && options.has('r'))) &&
        !(options.has('d') && !isTree)
      if (shows) session.out(treeLine({ ...entry, path }))
      if (descends) visit(entry.oid, `${path}/`)
    }
  }
  const treeLine = (entry: { path: string; mode: number; oid: string }): string => {
    const full = options.has('full-name') || options.has('full-tree')
    const shown = full ? entry.path : relativePath(entry.path, prefix)
    const [text, end] = options.has('z')
      ? [shown, '\0']
      : [quotePath(shown, repository.config.boolean('core.quotepath', true)), '\n']
    const type = typeOfMode(entry.mode)
    if (options.has('name-only') || options.has('name-status')) return text + end
    if (options.has('object-only')) return short.of(entry.oid) + end
    const size = options.has('long')
      ? ` ${(type === 'blob' ? String(repository.objects.blob(entry.oid).length) : '-').padStart(7)}`
      : ''
    return `${modeText(entry.mode)} ${type} ${short.of(entry.oid)}${size}\t${text}${end}`
  }
  visit(resolveTree(repository, name), '')
  return 0
}

export async function writeTreeCommand(session: Session, args: readonly string[]): Promise<number> {
  parseOptions(args, ['missing-ok'])
  const oid = writeIndexTree(session.repository)
  session.repository.saveIndex()
  session.out(`${oid}\n`)
  return 0
}

export async function symbolicRefCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, ['q,quiet', 'short', 'd,delete', 'm=', 'recurse', 'no-recurse'])
  const { refs } = session.repository
  const [name = 'HEAD', target] = options.operands
  if (target !== undefined) {
    if (name === 'HEAD' && !target.startsWith('refs/'))
      throw new GitFailure('Refusing to point HEAD outside of refs/')
    refs.writeSymbolic(name, target)
    return 0
  }
  const found = refs.symbolic(name)
  if (found === undefined) {
    if (options.has('quiet')) return 1
    throw new GitFailure(`ref ${name} is not a symbolic ref`)
  }
  session.out(`${options.has('short') ? found.replace(/^refs\/(heads|tags|remotes)\//, '') : found}\n`)
  return 0
}

export async function forEachRefCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, [
    'format=',
    'sort=',
    'count=',
    'points-at=',
    'contains=?',
    'no-contains=?',
    'merged=?',
    'no-merged=?',
    's,shell',
    'p,perl',
    'python',
    'tcl',
    'color=?',
  ])
  const { repository } = session
  const quoting = ['shell', 'perl', 'python', 'tcl'].find((name) => options.has(name))
  if (quoting !== undefined)
    throw new GitFailure(`for-each-ref --${quoting} is not supported in this sandbox's git`)
  const filters = ['points-at', 'contains', 'no-contains', 'merged', 'no-merged']
  const keep = filters.some((name) => options.has(name)) ? makeRefFilter(repository, options) : undefined
  const globs = options.operands.map((pattern) => ({
    pattern,
    glob: globToRegExp(pattern, { pathname: true }),
  }))
  const refs = repository.refs
    .list('refs/')
    .filter(({ oid }) => keep?.(oid) ?? true)
    .filter(
      ({ name }) =>
        globs.length === 0 ||
        globs.some(
          ({ pattern, glob }) =>
            glob.test(name) ||
            name === pattern ||
            name.startsWith(pattern.endsWith('/') ? pattern : `${pattern}/`),
        ),
    )
  const sorted = sortRefs(repository, refs, options.value('sort')).slice(
    0,
    options.number('count') ?? Infinity,
  )
  session.out(
    formatRefs(
      session,
      sorted,
      options.value('format') ?? '%(objectname) %(objecttype)\t%(refname)',
      options.has('color') && wantsColor(repository.config, 'ui', options),
    ),
  )
  return 0
}

export async function showRefCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, [
    'head',
    'heads',
    'tags',
    'd,dereference',
    's,hash=?',
    'verify',
    'q,quiet',
    'abbrev=?',
  ])
  const { repository } = session
  const { refs } = repository
  const prefixes = [
    ...(options.has('heads') ? ['refs/heads/'] : []),
    ...(options.has('tags') ? ['refs/tags/'] : []),
  ]
  let found = refs
    .list('refs/')
    .filter((ref) => prefixes.length === 0 || prefixes.some((prefix) => ref.name.startsWith(prefix)))
  if (options.has('head') && repository.head !== undefined)
    found = [{ name: 'HEAD', oid: repository.head }, ...found]
  const patterns = options.operands
  const matches = (name: string): boolean =>
    patterns.length === 0 ||
    patterns.some((pattern) =>
      options.has('verify') ? name === pattern : name === pattern || name.endsWith(`/${pattern}`),
    )
  const shown = found.filter((ref) => matches(ref.name))
  if (shown.length === 0) {
    if (!options.has('verify') || options.has('quiet')) return 1
    throw new GitFailure(`'${patterns[0] ?? ''}' - not a valid ref`)
  }
  if (options.has('quiet')) return 0
  for (const { name, oid } of shown) {
    session.out(options.has('hash') ? `${oid}\n` : `${oid} ${name}\n`)
    const peeled = options.has('dereference') ? peel(repository, oid, 'any') : undefined
    if (peeled !== undefined && peeled !== oid) session.out(`${peeled} ${name}^{}\n`)
  }
  return 0
}

export async function mergeBaseCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, ['a,all', 'octopus', 'independent', 'is-ancestor', 'fork-point'])
  if (options.has('octopus') || options.has('independent') || options.has('fork-point'))
    throw new GitFailure("this form of merge-base is not supported in this sandbox's git")
  const { repository } = session
  const [one, ...others] = options.operands.map((name) => resolveCommit(repository, name))
  if (one === undefined || others.length === 0)
    throw new GitFailure('usage: git merge-base [-a | --all] <commit> <commit>...', {
      exitCode: 129,
      prefix: '',
    })
  if (options.has('is-ancestor')) return isAncestor(repository.objects, one, others[0] ?? one) ? 0 : 1
  const bases = mergeBases(repository.objects, one, others)
  for (const base of options.has('all') ? bases : bases.slice(0, 1)) session.out(`${base}\n`)
  return bases.length === 0 ? 1 : 0
}
