import { concatenate } from '../../../../contract/bytes.ts'
import { zipSync, gzipSync, type Zippable } from 'fflate'
import { GitFailure } from '../../failure.ts'
import { Decorations } from '../../log/decorations.ts'
import { LOG_OPTIONS, readPrettyStyle } from '../../log/log-options.ts'
import { expandTemplate } from '../../log/template.ts'
import { parseOptions } from '../../options.ts'
import { absolute, type Repository } from '../../repository.ts'
import { peel, resolveRevision, resolveTree } from '../../revision/resolve.ts'
import type { Session } from '../../session.ts'
import { compareText, MODE } from '../../store/objects.ts'
import { fromText, nameOfBytes, toText } from '../../text.ts'
import { Attributes } from '../../worktree/attributes.ts'
import { parsePathspec, Pathspec } from '../../worktree/pathspec.ts'
import { treeFiles, type TreeFile } from '../../worktree/tree-files.ts'

const OPTIONS = [
  'format=',
  'prefix=',
  'o,output=',
  'l,list',
  'v,verbose',
  'worktree-attributes',
  'add-file=',
  'remote=',
  'exec=',
  'mtime=',
  '#',
]
const FORMATS = ['tar', 'tgz', 'tar.gz', 'zip']

export async function archiveCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  if (options.has('list')) {
    session.out(FORMATS.map((format) => `${format}\n`).join(''))
    return 0
  }
  for (const name of ['remote', 'add-file', 'worktree-attributes'])
    if (options.has(name)) throw new GitFailure(`archive --${name} is not supported in this sandbox's git`)
  const { repository } = session
  const [name, ...paths] = options.operands
  if (name === undefined) throw new GitFailure('must specify tree-ish')
  const output = options.value('output')
  const format =
    options.value('format') ?? FORMATS.findLast((candidate) => output?.endsWith(`.${candidate}`)) ?? 'tar'
  if (!FORMATS.includes(format)) throw new GitFailure(`Unknown archive format '${format}'`)
  const pathspec = paths.length === 0 ? new Pathspec([]) : parsePathspec(repository, paths)
  const all = treeFiles(repository.objects, resolveTree(repository, name))
  const files = [...all.values()].filter((file) => pathspec.matches(file.path))
  const [missing] = pathspec.unmatched(files.map((file) => file.path))
  if (missing !== undefined) throw new GitFailure(`pathspec '${missing}' did not match any files`)
  const commit = peel(repository, resolveRevision(repository, name), 'commit')
  const time =
    commit === undefined
      ? Math.floor(session.io.now() / 1000)
      : repository.objects.commit(commit).committer.time
  const attributes = attributesOf(repository, all)
  const shown = files.filter((file) => !isLeftOut(attributes, file.path))
  const read = makeReader(session, attributes, commit)
  const content = { repository, files: shown, read, prefix: options.value('prefix') ?? '', time, commit }
  const data = format === 'zip' ? makeZip(content) : makeTar(content)
  const packed = format === 'tgz' || format === 'tar.gz' ? gzipSync(data, { mtime: 0 }) : data
  if (output === undefined) session.out(toText(packed))
  else session.files.write(absolute(output, session.cwd), packed)
  return 0
}

/** Attributes by the archived tree's `.gitattributes`, not by the worktree's. */
function attributesOf(repository: Repository, files: ReadonlyMap<string, TreeFile>): Attributes {
  const { config, commonDir, objects } = repository
  return new Attributes({
    files: repository.files,
    config,
    commonDir,
    workTree: undefined,
    index: files,
    objects,
    path: (name) => name,
  })
}

/** It, or a directory that it is in. */
function isLeftOut(attributes: Attributes, path: string): boolean {
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1))
    if (attributes.of(path.slice(0, at), true).get('export-ignore') === true) return true
  return attributes.of(path).get('export-ignore') === true
}

/** With `$Format:…$` filled in where attributes ask for it. */
function makeReader(
  session: Session,
  attributes: Attributes,
  oid: string | undefined,
): (file: TreeFile) => Uint8Array {
  const { repository } = session
  const decorations = new Decorations(repository)
  const style = { ...readPrettyStyle(session, parseOptions([], LOG_OPTIONS)), decorations, colors: undefined }
  return (file) => {
    const data = repository.objects.file(file)
    if (oid === undefined || attributes.of(file.path).get('export-subst') !== true) return data
    const text = toText(data).replace(/\$Format:([^$\n]*)\$/g, (_, format: string) =>
      expandTemplate({ repository, oid, style, marks: {} }, format),
    )
    return fromText(text)
  }
}

interface Content {
  readonly read: (file: TreeFile) => Uint8Array
  readonly repository: Repository
  readonly files: readonly TreeFile[]
  readonly prefix: string
  readonly time: number
  readonly commit: string | undefined
}

const BLOCK = 512
const RECORD = 10_240

function makeTar({ repository, files, read, prefix, time, commit }: Content): Uint8Array {
  const parts: Uint8Array[] = []
  const add = (entry: {
    name: string
    mode: number
    type: string
    link?: string
    data?: Uint8Array
  }): void => {
    const data = entry.data ?? new Uint8Array(0)
    const long = longNames(entry)
    if (long !== '')
      parts.push(...tarEntry({ name: 'pax_header', mode: 0o666, type: 'x', time, data: fromText(long) }))
    parts.push(...tarEntry({ ...entry, time, data }))
  }
  if (commit !== undefined)
    parts.push(
      ...tarEntry({
        name: 'pax_global_header',
        mode: 0o666,
        type: 'g',
        time,
        data: fromText(paxLine('comment', commit)),
      }),
    )
  for (const directory of directoriesOf(files, prefix)) add({ name: directory, mode: 0o775, type: '5' })
  for (const file of [...files].sort((a, b) => compareText(a.path, b.path))) {
    const name = prefix + file.path
    if (file.mode === MODE.gitlink) add({ name: `${name}/`, mode: 0o775, type: '5' })
    else if (file.mode === MODE.symlink)
      add({ name, mode: 0o777, type: '2', link: toText(repository.objects.blob(file.oid)) })
    else
      add({
        name,
        mode: file.mode === MODE.executable ? 0o775 : 0o664,
        type: '0',
        data: read(file),
      })
  }
  const size = parts.reduce((sum, part) => sum + part.length, 0) + 2 * BLOCK
  return concatenate([...parts, new Uint8Array(Math.ceil(size / RECORD) * RECORD - size + 2 * BLOCK)])
}

function directoriesOf(files: readonly TreeFile[], prefix: string): string[] {
  const found = new Set<string>()
  const slash = prefix.lastIndexOf('/')
  if (slash >= 0) found.add(prefix.slice(0, slash + 1))
  for (const { path } of files)
    for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1))
      found.add(prefix + path.slice(0, at + 1))
  return [...found].sort(compareText)
}

/** A line says its own length. */
function paxLine(key: string, value: string): string {
  const body = ` ${key}=${value}\n`
  let length = body.length + 1
  while (String(length).length + body.length !== length) length = String(length).length + body.length
  return length + body
}

function longNames(entry: { name: string; link?: string }): string {
  const path = entry.name.length > 100 ? paxLine('path', entry.name) : ''
  return path + ((entry.link?.length ?? 0) > 100 ? paxLine('linkpath', entry.link ?? '') : '')
}

function tarEntry(entry: {
  name: string
  mode: number
  type: string
  time: number
  link?: string
  data: Uint8Array
}): Uint8Array[] {
  const header = new Uint8Array(BLOCK)
  const put = (at: number, text: string): void => header.set(fromText(text), at)
  const octal = (value: number, width: number): string => value.toString(8).padStart(width, '0')
  put(0, entry.name.slice(0, 100))
  put(100, `${octal(entry.mode, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`)
  put(124, `${octal(entry.data.length, 11)}\0${octal(entry.time, 11)}\0        `)
  put(156, entry.type)
  put(157, (entry.link ?? '').slice(0, 100))
  put(257, 'ustar\x0000root')
  put(297, 'root')
  put(329, `${octal(0, 7)}\0${octal(0, 7)}\0`)
  const sum = header.reduce((total, byte) => total + byte, 0)
  put(148, `${octal(sum, 7)}\0`)
  const padding = (BLOCK - (entry.data.length % BLOCK)) % BLOCK
  return [header, entry.data, new Uint8Array(padding)]
}

function makeZip({ files, read, prefix, time }: Content): Uint8Array {
  const entries: Zippable = {}
  const mtime = new Date(time * 1000)
  for (const file of [...files].sort((a, b) => compareText(a.path, b.path))) {
    const kind = file.mode === MODE.symlink ? 0o120777 : file.mode === MODE.executable ? 0o100755 : 0o100644
    entries[nameOfBytes(prefix + file.path)] = [read(file), { mtime, os: 3, attrs: kind * 2 ** 16 }]
  }
  return zipSync(entries)
}
