/** Line ends between the worktree and what is stored, as attributes and `core.autocrlf` want them. */
import { GitFailure } from '../failure.ts'
import type { Repository } from '../repository.ts'
import { objectId } from '../store/sha1.ts'
import { fromText, toText } from '../text.ts'

const CR = 13
const DOLLAR = 36
const LF = 10

interface Ends {
  /** Whether a file that looks binary, or has other line ends already, is left as it is. */
  readonly auto: boolean
  readonly inWorktree: 'lf' | 'crlf'
}

/** Undefined: the bytes are the same in both. */
function endsOf(repository: Repository, path: string): Ends | undefined {
  const { config, attributes } = repository
  const values = attributes.of(path)
  const [text, eol] = [values.get('text'), values.get('eol')]
  const autocrlf = config.get('core.autocrlf')?.toLowerCase()
  const isCrlf = autocrlf !== 'input' && autocrlf !== undefined && config.boolean('core.autocrlf', false)
  if (text === false) return undefined
  const says = eol === 'lf' || eol === 'crlf'
  const auto = text === 'auto' || (text === undefined && !says)
  if (text === undefined && !says && autocrlf !== 'input' && !isCrlf) return undefined
  if (says) return { auto, inWorktree: eol }
  const inWorktree = isCrlf || (autocrlf !== 'input' && config.get('core.eol') === 'crlf') ? 'crlf' : 'lf'
  return { auto, inWorktree }
}

/** Whether a file may have another size than what is stored of it. */
export function convertsLineEnds(repository: Repository, path: string): boolean {
  refuseFilter(repository, path)
  return endsOf(repository, path) !== undefined || hasIdent(repository, path)
}

/** Converts a file's bytes to the form that git stores. */
export function toStored(repository: Repository, path: string, data: Uint8Array): Uint8Array {
  refuseFilter(repository, path)
  return withoutIdent(repository, path, withStoredEnds(repository, path, data))
}

function withStoredEnds(repository: Repository, path: string, data: Uint8Array): Uint8Array {
  if (!data.includes(CR)) return data
  const ends = endsOf(repository, path)
  if (ends === undefined) return data
  if (ends.auto && (looksBinary(data) || hasCrlfInIndex(repository, path))) return data
  return data.filter((byte, at) => byte !== CR || data[at + 1] !== LF)
}

/** Converts stored bytes to the form in the worktree. */
export function toWorktree(repository: Repository, path: string, data: Uint8Array): Uint8Array {
  refuseFilter(repository, path)
  return withWorktreeEnds(repository, path, withIdent(repository, path, data))
}

function withWorktreeEnds(repository: Repository, path: string, data: Uint8Array): Uint8Array {
  if (!data.includes(LF)) return data
  const ends = endsOf(repository, path)
  if (ends?.inWorktree !== 'crlf') return data
  if (ends.auto && (looksBinary(data) || data.includes(CR))) return data
  const added = data.reduce((sum, byte, at) => sum + (isLone(data, byte, at) ? 1 : 0), 0)
  const result = new Uint8Array(data.length + added)
  let to = 0
  for (const [at, byte] of data.entries()) {
    if (isLone(data, byte, at)) result[to++] = CR
    result[to++] = byte
  }
  return result
}

function hasIdent({ attributes }: Repository, path: string): boolean {
  return attributes.of(path).get('ident') === true
}

/** `$Id: …$` is stored without what it says. */
function withoutIdent(repository: Repository, path: string, data: Uint8Array): Uint8Array {
  if (!data.includes(DOLLAR) || !hasIdent(repository, path)) return data
  return fromText(toText(data).replace(/\$Id:[^$\n]*\$/g, '$Id$$'))
}

/** `$Id$` gets the name of what is stored. */
function withIdent(repository: Repository, path: string, data: Uint8Array): Uint8Array {
  if (!data.includes(DOLLAR) || !hasIdent(repository, path)) return data
  const oid = objectId('blob', data)
  return fromText(toText(data).replace(/\$Id\$/g, `$$Id: ${oid} $$`))
}

/** A program that files go through, which would have to run in the middle of everything. */
function refuseFilter({ attributes, config }: Repository, path: string): void {
  if (config.subsections('filter').length === 0) return
  const name = attributes.of(path).get('filter')
  if (typeof name !== 'string') return
  const part = ['process', 'clean', 'smudge'].find((each) => config.get(`filter.${name}.${each}`))
  if (part !== undefined)
    throw new GitFailure(
      `${path}: filter.${name}.${part} is not supported in this sandbox's git; take the filter out of the configuration or of .gitattributes`,
    )
}

function isLone(data: Uint8Array, byte: number, at: number): boolean {
  return byte === LF && data[at - 1] !== CR
}

/** A file that was stored with CRLF keeps it, so that nobody's change is of every line. */
function hasCrlfInIndex({ index, objects }: Repository, path: string): boolean {
  const entry = index.get(path)
  if (entry === undefined) return false
  const data = objects.blob(entry.oid)
  return !looksBinary(data) && data.some((byte, at) => byte === CR && data[at + 1] === LF)
}

/** As git weighs it: a NUL, a lone CR, or more than one unprintable byte in 128. */
function looksBinary(data: Uint8Array): boolean {
  let [printable, unprintable] = [0, 0]
  for (const [at, byte] of data.entries()) {
    if (byte === 0) return true
    if (byte === CR) {
      if (data[at + 1] !== LF) return true
    } else if (byte === LF) continue
    else if (byte === 127) unprintable += 1
    else if (byte >= 32 || byte === 8 || byte === 9 || byte === 27 || byte === 12) printable += 1
    // The end mark of DOS, where it is one.
    else if (byte !== 26 || at !== data.length - 1) unprintable += 1
  }
  return printable >> 7 < unprintable
}
