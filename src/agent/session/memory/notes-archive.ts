/** Notes as a zip of Markdown files, and back from Markdown files and zips of them. */
import type { NamedFile, NoteOrigin, NoteType } from '../../protocol/calls/memory.ts'
import { MEMORY } from '../../../sandbox/contract/path.ts'
import { EVERYWHERE, notePath } from '../../memory/notes/note-path.ts'
import { NOTE_BYTES, NOTES_IMPORTED, NOTES_IMPORTED_BYTES } from '../../limits.ts'
import { readZip } from '../../../sandbox/archive/read-zip.ts'
import type { UnpackedEntry } from '../../../sandbox/archive/read-zip.ts'
import { writeZip } from '../../../sandbox/archive/write-zip.ts'

export interface PackedNote {
  readonly path: string
  readonly text: string
  readonly type?: NoteType
  readonly origin: NoteOrigin
  readonly updatedAt: number
}

export interface UnpackedNotes {
  readonly notes: readonly { readonly path: string; readonly text: string }[]
  readonly left: readonly { readonly name: string; readonly reason: string }[]
}

const NOTE_MODE = 0o644
/** Folders of the memory itself, which are no wrapping around it. */
const OWN_FOLDERS: readonly string[] = [EVERYWHERE, 'logs']

/** The same notes give the same bytes. All are in one folder, as other programs pack theirs. */
export function packNotes(notes: readonly PackedNote[]): Promise<Uint8Array> {
  const sorted = notes.toSorted((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)))
  const sources = sorted.map(({ path, text, updatedAt }) => ({
    kind: 'file' as const,
    path: `${MEMORY.slice(1)}/${path}`,
    mode: NOTE_MODE,
    mtimeMs: updatedAt,
    data: new TextEncoder().encode(text),
  }))
  return Promise.resolve(writeZip(sources))
}

/** Never fails: a file that cannot be a note is left, with the reason. */
export async function unpackNotes(files: readonly NamedFile[]): Promise<UnpackedNotes> {
  const taking = new Taking()
  for (const { name, data } of files) {
    if (!isZip(name)) taking.take(name, data)
    else await unpackZip(name, data, taking)
  }
  return { notes: taking.notes, left: taking.left }
}

async function unpackZip(name: string, data: Uint8Array, taking: Taking): Promise<void> {
  if (data.length > NOTES_IMPORTED_BYTES) return taking.leave(name, TOO_MUCH)
  const options = { signal: new AbortController().signal, isWhole: true, maxBytes: NOTES_IMPORTED_BYTES }
  const read = await readZip(data, options)
  if (!read.ok) return taking.leave(name, read.error.message)
  const entries = read.value.entries.filter(({ path }) => !path.startsWith('__MACOSX/'))
  const top = topFolder(entries)
  for (const entry of entries) {
    if (entry.kind === 'directory') continue
    if (entry.kind === 'symlink') taking.leave(entry.path, 'It is a link.')
    else taking.take(entry.path, entry.data, entry.path.slice(top.length))
  }
}

const TOO_MUCH = `Only ${NOTES_IMPORTED_BYTES / 1024 / 1024} MB are taken in at once.`

class Taking {
  readonly notes: UnpackedNotes['notes'][number][] = []
  readonly #left: UnpackedNotes['left'][number][] = []
  readonly #paths = new Set<string>()
  #bytes = 0

  /** As many as can be taken are named. */
  get left(): UnpackedNotes['left'] {
    const named = this.#left.slice(0, NOTES_IMPORTED)
    const more = this.#left.length - named.length
    return more === 0 ? named : [...named, { name: `${more} more`, reason: 'They were left, too.' }]
  }

  leave(name: string, reason: string): void {
    this.#left.push({ name, reason })
  }

  /** `inside` is its name without the folder that all of an archive is in. */
  take(name: string, data: Uint8Array, inside: string = name): void {
    const reason = this.#take(inside, data)
    if (reason !== undefined) this.leave(name, reason)
  }

  #take(name: string, data: Uint8Array): string | undefined {
    if (!/\.md$/i.test(name)) return 'It is no Markdown file: its name does not end in ".md".'
    const path = notePath(name.replace(/\.md$/i, '.md'))
    if (!path.ok) return path.error.message
    if (this.#paths.has(path.value)) return 'Another file of that name was taken.'
    if (data.length > NOTE_BYTES) return `It has ${data.length} bytes; a note may have ${NOTE_BYTES}.`
    if (this.notes.length >= NOTES_IMPORTED) return `Only ${NOTES_IMPORTED} notes are taken in at once.`
    if (this.#bytes + data.length > NOTES_IMPORTED_BYTES) return TOO_MUCH
    const text = textOf(data)
    if (text === undefined) return 'It is no text in UTF-8.'
    this.#paths.add(path.value)
    this.#bytes += data.length
    this.notes.push({ path: path.value, text })
    return undefined
  }
}

function isZip(name: string): boolean {
  return /\.zip$/i.test(name)
}

/** The one folder that all is in, with its slash, or nothing. */
function topFolder(entries: readonly UnpackedEntry[]): string {
  const [first] = entries
  const name = first?.path.split('/', 1)[0] ?? ''
  if (OWN_FOLDERS.includes(name)) return ''
  const top = `${name}/`
  return entries.every(({ path, kind }) => path.startsWith(top) || (path === name && kind === 'directory'))
    ? top
    : ''
}

function textOf(data: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(data)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
