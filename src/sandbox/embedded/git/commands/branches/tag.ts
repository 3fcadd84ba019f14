import { wantsColor } from '../../colors.ts'
import { errorFailure, GitFailure } from '../../failure.ts'
import { cleanMessage, subjectOf } from '../../make-commit.ts'
import { parseOptions, type Options } from '../../options.ts'
import { personOf } from '../../person.ts'
import { resolveRevision } from '../../revision/resolve.ts'
import { ShortNames } from '../../revision/short-name.ts'
import type { Session } from '../../session.ts'
import { formatTag } from '../../store/objects.ts'
import { isRefName } from '../../store/refs.ts'
import { moveRef } from '../../head.ts'
import { globToRegExp } from '../../worktree/wildmatch.ts'
import { absolute } from '../../repository.ts'
import { makeRefFilter } from './branch-list.ts'
import { formatRefs, sortRefs } from './ref-format.ts'

const OPTIONS = [
  'a,annotate',
  'm,message=',
  'F,file=',
  'd,delete',
  'f,force',
  'l,list',
  'n=?',
  's,sign',
  'u,local-user=',
  'v,verify',
  'contains=?',
  'no-contains=?',
  'merged=?',
  'no-merged=?',
  'points-at=',
  'sort=',
  'format=',
  'cleanup=',
  'e,edit',
  'i,ignore-case',
  'column=?',
  'color=?',
  'no-sign',
  'create-reflog',
]

export async function tagCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  for (const name of ['sign', 'local-user', 'verify'])
    if (options.has(name))
      throw new GitFailure(`tag --${name} is not supported in this sandbox: there are no keys here`)
  const words = options.operands
  if (options.has('delete')) return deleteTags(session, words)
  const lists = ['list', 'n', 'contains', 'no-contains', 'merged', 'no-merged', 'points-at']
  if (words.length === 0 || lists.some((name) => options.has(name))) return listTags(session, options)
  return createTag(session, options, words)
}

async function createTag(session: Session, options: Options, words: readonly string[]): Promise<number> {
  const { repository } = session
  const [name = '', target = 'HEAD', more] = words
  if (more !== undefined) throw new GitFailure('too many arguments')
  if (!isRefName(name) || name.startsWith('-')) throw new GitFailure(`'${name}' is not a valid tag name.`)
  const ref = `refs/tags/${name}`
  const before = repository.refs.resolve(ref)
  if (before !== undefined && !options.has('force')) throw new GitFailure(`tag '${name}' already exists`)
  if (target === 'HEAD' && repository.head === undefined)
    throw new GitFailure("Failed to resolve 'HEAD' as a valid ref.")
  let oid = resolveRevision(repository, target)
  if (options.has('annotate') || options.has('message') || options.has('file')) {
    const message = cleanMessage(await messageOf(session, options))
    if (message === '') throw new GitFailure('no tag message?')
    const tagger = personOf(session, 'committer')
    const { type } = repository.objects.read(oid)
    oid = repository.objects.write('tag', formatTag({ object: oid, type, name, tagger, message }))
  }
  moveRef(session, ref, oid, `tag: tagging ${oid}`)
  if (before !== undefined && before !== oid)
    session.out(`Updated tag '${name}' (was ${new ShortNames(repository).of(before)})\n`)
  return 0
}

async function messageOf(session: Session, options: Options): Promise<string> {
  const file = options.value('file')
  if (options.has('message')) return options.all('message').join('\n\n')
  if (file === '-') return session.io.stdin()
  if (file === undefined)
    throw errorFailure(
      'There is no editor in this sandbox, so the message must be given: git tag -a -m <message>',
    )
  const text = session.files.readText(absolute(file, session.cwd))
  if (text === undefined) throw new GitFailure(`could not open or read '${file}': No such file or directory`)
  return text
}

function deleteTags(session: Session, names: readonly string[]): number {
  const { repository } = session
  let code = 0
  for (const name of names) {
    const oid = repository.refs.resolve(`refs/tags/${name}`)
    if (oid === undefined) {
      session.err(`error: tag '${name}' not found.\n`)
      code = 1
      continue
    }
    repository.refs.delete(`refs/tags/${name}`)
    session.out(`Deleted tag '${name}' (was ${new ShortNames(repository).of(oid)})\n`)
  }
  return code
}

function listTags(session: Session, options: Options): number {
  const { repository } = session
  const keep = makeRefFilter(repository, options)
  const globs = options.operands.map((pattern) =>
    globToRegExp(pattern, { pathname: false, ignoreCase: options.has('ignore-case') }),
  )
  const filters = ['contains', 'no-contains', 'merged', 'no-merged', 'points-at']
  const isFiltered = filters.some((name) => options.has(name))
  const refs = repository.refs.list('refs/tags/').filter((ref) => {
    const name = ref.name.slice('refs/tags/'.length)
    return (globs.length === 0 || globs.some((glob) => glob.test(name))) && (!isFiltered || keep(ref.oid))
  })
  const sorted = sortRefs(repository, refs, options.value('sort') ?? repository.config.get('tag.sort'))
  const format = options.value('format')
  if (format !== undefined) {
    session.out(
      formatRefs(
        session,
        sorted,
        format,
        options.has('color') && wantsColor(repository.config, 'branch', options),
      ),
    )
    return 0
  }
  const lines = options.has('n') ? Number(options.value('n') || 1) : 0
  for (const ref of sorted) {
    const name = ref.name.slice('refs/tags/'.length)
    session.out(lines === 0 ? `${name}\n` : `${name.padEnd(15)} ${annotation(session, ref.oid, lines)}\n`)
  }
  return 0
}

function annotation(session: Session, oid: string, lines: number): string {
  const { objects } = session.repository
  const { type } = objects.read(oid)
  if (type !== 'tag' && type !== 'commit') return ''
  const { message } = type === 'tag' ? objects.tag(oid) : objects.commit(oid)
  if (lines === 1) return subjectOf(message)
  return message.trimEnd().split('\n').slice(0, lines).join('\n    ')
}
