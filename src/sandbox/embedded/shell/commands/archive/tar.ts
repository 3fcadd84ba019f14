/** `tar`: create, extract, list and append, plain or with gzip. */
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import { gunzip, gzip, isGzip } from './gzip-format.ts'
import { collect } from './tar-create.ts'
import { Extractor } from './tar-extract.ts'
import { readTar, TarError, writeTar, type TarEntry } from './tar-format.ts'
import { Listing, shown } from './tar-names.ts'
import { FATAL, readRequest, TAR_SYNTAX, TRY, type TarRequest } from './tar-request.ts'

const LEVEL = 6
const FAILED = 'Exiting with failure status due to previous errors'
const HOPELESS = 'Error is not recoverable: exiting now'
const PACKED: readonly (readonly [string, readonly number[]])[] = [
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
]

export const tar: CommandBody = (args, context) => {
  return runCommand(TAR_SYNTAX, dashed(args), { context, body: (run) => runTar(run) })
}

/** The old style, `tar czf FILE`: the letters' values follow in the letters' order. */
function dashed(args: readonly string[]): readonly string[] {
  const [first = '', ...rest] = args
  if (first.startsWith('-') || !/^[a-zA-Z]+$/.test(first)) return args
  const words: string[] = []
  for (const letter of first) {
    words.push(`-${letter}`)
    const takes = TAR_SYNTAX.options.some((option) => option.startsWith(`${letter},`) && option.endsWith('='))
    if (takes) words.push(...rest.splice(0, 1))
  }
  return [...words, ...rest]
}

function runTar(run: CommandRun): number {
  const request = readRequest(run)
  try {
    if (request.mode === 'create') create(run, request)
    else if (request.mode === 'append') append(run, request)
    else unpack(run, request)
  } catch (error) {
    if (!(error instanceof TarError)) throw error
    run.warn(error.message)
    throw new CommandError(error.message === 'Unexpected EOF in archive' ? HOPELESS : FAILED, FATAL)
  }
  if (!run.isFailed) return 0
  throw new CommandError(FAILED, FATAL)
}

function create(run: CommandRun, request: TarRequest): void {
  // The archive is there from the start, so that it is found when it lies in what is packed.
  if (request.archive !== '-') run.write(request.archive, new Uint8Array(0))
  const inode = request.archive === '-' ? undefined : run.files.stat(run.path(request.archive)).ino
  const entries = told(run, request, collect(run, { ...request, archiveInode: inode }))
  const bytes = writeTar(entries)
  run.write(request.archive, request.isGzip ? gzip(bytes, LEVEL) : bytes)
}

function append(run: CommandRun, request: TarRequest): void {
  if (request.isGzip) throw new CommandError(`Cannot update compressed archives${TRY}`, FATAL)
  const before = run.exists(request.archive) ? [...readTar(run.read(request.archive))] : []
  const added = [...told(run, request, collect(run, request))]
  run.write(request.archive, writeTar([...before, ...added]))
}

/** Names each entry as it passes. */
function* told(run: CommandRun, request: TarRequest, entries: Iterable<TarEntry>): Generator<TarEntry> {
  const listing = new Listing()
  for (const entry of entries) {
    if (request.verbosity > 0) {
      const line = request.verbosity > 1 ? listing.line(entry) : shown(entry.path)
      if (request.archive === '-') run.err(`${line}\n`)
      else run.out(`${line}\n`)
    }
    yield entry
  }
}

function unpack(run: CommandRun, request: TarRequest): void {
  const bytes = unpacked(run, request)
  if (request.mode === 'extract') checkFolder(run, request.folder)
  const extractor = new Extractor(run, request)
  const listing = new Listing()
  const found = new Set<string>()
  const isDetailed = request.verbosity > (request.mode === 'list' ? 0 : 1)
  try {
    for (const entry of readTar(bytes)) {
      if (!isWanted(entry, request, found) || request.isExcluded(entry.path)) continue
      if (request.mode === 'list' || request.verbosity > 0) {
        const line = isDetailed ? listing.line(entry) : shown(entry.path)
        if (request.toStdout) run.err(`${line}\n`)
        else run.out(`${line}\n`)
      }
      if (request.mode === 'extract') extractor.extract(entry)
    }
  } finally {
    extractor.finish()
  }
  for (const { name } of request.wanted) if (!found.has(name)) run.complain(`${name}: Not found in archive`)
}

/** Adds the request's names that fit the entry to `found`. */
function isWanted(entry: TarEntry, request: TarRequest, found: Set<string>): boolean {
  if (request.wanted.length === 0) return true
  const fitting = request.wanted.filter(({ matches }) => matches(entry.path))
  for (const { name } of fitting) found.add(name)
  return fitting.length > 0
}

function checkFolder(run: CommandRun, folder: string): void {
  try {
    run.files.readdir(run.path(folder))
  } catch {
    run.warn(`${folder.replace(/^\.\//, '')}: Cannot open: No such file or directory`)
    throw new CommandError(HOPELESS, FATAL)
  }
}

function unpacked(run: CommandRun, request: TarRequest): Uint8Array {
  const bytes = readArchive(run, request.archive)
  if (!isGzip(bytes)) {
    const packed = PACKED.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))
    if (packed !== undefined) throw new CommandError(`${packed[0]} is not available here; use gzip`, FATAL)
    if (request.isGzip) {
      run.err('\ngzip: stdin: not in gzip format\n')
      run.warn('Child returned status 1')
      throw new CommandError(HOPELESS, FATAL)
    }
    return bytes
  }
  const { data, problem } = gunzip(bytes)
  if (problem === undefined) return data
  run.err(`\ngzip: stdin: ${problem}\n`)
  if (data.length === 0) throw new TarError('Unexpected EOF in archive')
  return data
}

function readArchive(run: CommandRun, archive: string): Uint8Array {
  try {
    return run.read(archive)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    run.warn(error.message.replace(/: (?=[^:]*$)/, ': Cannot open: '))
    throw new CommandError(HOPELESS, FATAL)
  }
}
