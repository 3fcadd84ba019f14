/** Parses and formats git's objects: commits, trees, blobs and tags. */
import { concatenate } from '../../../contract/bytes.ts'
import { GitFailure } from '../failure.ts'
import { bytesOfHex, fromText, hexOf, toText } from '../text.ts'

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag'

export interface GitObject {
  readonly type: ObjectType
  readonly data: Uint8Array
}

export interface TreeEntry {
  /** As in the object, e.g. 0o100644. */
  readonly mode: number
  readonly name: string
  readonly oid: string
}

export interface Person {
  readonly name: string
  readonly email: string
  /** Seconds since 1970. */
  readonly time: number
  /** As git writes it, e.g. `+0130`. */
  readonly zone: string
}

export interface Commit {
  readonly tree: string
  readonly parents: readonly string[]
  readonly author: Person
  readonly committer: Person
  /** With its newline at the end. */
  readonly message: string
}

export interface Tag {
  readonly object: string
  readonly type: ObjectType
  readonly name: string
  readonly tagger: Person | undefined
  readonly message: string
}

export const MODE = {
  file: 0o100644,
  executable: 0o100755,
  symlink: 0o120000,
  tree: 0o040000,
  gitlink: 0o160000,
} as const

/** The empty tree has a name in every repository, stored or not. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
export const NULL_OID = '0'.repeat(40)

const TYPES: readonly string[] = ['commit', 'tree', 'blob', 'tag']

export function isObjectType(text: string): text is ObjectType {
  return TYPES.includes(text)
}

export function modeText(mode: number): string {
  return mode.toString(8).padStart(6, '0')
}

export function typeOfMode(mode: number): ObjectType {
  if (mode === MODE.tree) return 'tree'
  return mode === MODE.gitlink ? 'commit' : 'blob'
}

/** Undefined when the bytes are not a tree. */
export function parseTree(data: Uint8Array): TreeEntry[] | undefined {
  const entries: TreeEntry[] = []
  let at = 0
  while (at < data.length) {
    const space = data.indexOf(0x20, at)
    const end = data.indexOf(0, space)
    if (space < 0 || end < 0 || end + 21 > data.length) return undefined
    const mode = Number.parseInt(toText(data.subarray(at, space)), 8)
    const name = toText(data.subarray(space + 1, end))
    if (!Number.isFinite(mode) || name === '') return undefined
    entries.push({ mode: canonicalMode(mode), name, oid: hexOf(data.subarray(end + 1, end + 21)) })
    at = end + 21
  }
  return entries
}

/** Old programs wrote other permission bits; git reads them as these. */
function canonicalMode(mode: number): number {
  const kind = mode & 0o170000
  if (kind === 0o100000) return (mode & 0o100) === 0 ? MODE.file : MODE.executable
  if (kind === MODE.symlink) return MODE.symlink
  return kind === MODE.tree ? MODE.tree : MODE.gitlink
}

export function formatTree(entries: readonly TreeEntry[]): Uint8Array {
  const sorted = [...entries].sort((a, b) => compareText(treeKey(a), treeKey(b)))
  return concatenate(
    sorted.flatMap(({ mode, name, oid }) => [fromText(`${mode.toString(8)} ${name}\0`), bytesOfHex(oid)]),
  )
}

/** Git orders directories as if their names ended with a slash. */
function treeKey(entry: TreeEntry): string {
  return entry.mode === MODE.tree ? `${entry.name}/` : entry.name
}

/** Byte order. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Header lines by name, with lines that continue joined, and the text after the empty line. */
function splitHeaders(text: string): { headers: [string, string][]; message: string } {
  const end = text.startsWith('\n') ? 0 : text.indexOf('\n\n')
  const head = end < 0 ? text : text.slice(0, end)
  const message = end < 0 ? '' : text.slice(end + (end === 0 ? 1 : 2))
  const headers: [string, string][] = []
  for (const line of head.split('\n')) {
    const last = headers.at(-1)
    if (line.startsWith(' ') && last !== undefined) last[1] += `\n${line.slice(1)}`
    else headers.push(splitOnce(line))
  }
  return { headers, message }
}

function splitOnce(line: string): [string, string] {
  const space = line.indexOf(' ')
  return space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space + 1)]
}

export function parseCommit(data: Uint8Array): Commit | undefined {
  const { headers, message } = splitHeaders(toText(data))
  const first = (name: string): string | undefined => headers.find(([key]) => key === name)?.[1]
  const tree = first('tree')
  const author = parsePerson(first('author') ?? '')
  const committer = parsePerson(first('committer') ?? '')
  if (tree === undefined || author === undefined || committer === undefined) return undefined
  const parents = headers.filter(([key]) => key === 'parent').map(([, value]) => value)
  return { tree, parents, author, committer, message }
}

export function formatCommit(commit: Commit): Uint8Array {
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${formatPerson(commit.author)}`,
    `committer ${formatPerson(commit.committer)}`,
  ]
  return fromText(`${lines.join('\n')}\n\n${commit.message}`)
}

export function parseTag(data: Uint8Array): Tag | undefined {
  const { headers, message } = splitHeaders(toText(data))
  const first = (name: string): string | undefined => headers.find(([key]) => key === name)?.[1]
  const [object, type, name] = [first('object'), first('type'), first('tag')]
  if (object === undefined || type === undefined || name === undefined || !isObjectType(type))
    return undefined
  return { object, type, name, tagger: parsePerson(first('tagger') ?? ''), message }
}

export function formatTag(tag: Tag): Uint8Array {
  const tagger = tag.tagger === undefined ? '' : `tagger ${formatPerson(tag.tagger)}\n`
  return fromText(`object ${tag.object}\ntype ${tag.type}\ntag ${tag.name}\n${tagger}\n${tag.message}`)
}

function parsePerson(text: string): Person | undefined {
  const [, name, email, time, zone] = /^(.*?) ?<([^>]*)>(?: (-?\d+))?(?: ([-+]\d+))?/.exec(text) ?? []
  if (name === undefined || email === undefined) return undefined
  return { name, email, time: Number(time ?? 0), zone: zone ?? '+0000' }
}

export function formatPerson(person: Person): string {
  return `${person.name} <${person.email}> ${person.time} ${person.zone}`
}

export function damaged(oid: string, type: string): GitFailure {
  return new GitFailure(`bad ${type} object ${oid}: its bytes are damaged`)
}
