/** Parses a tar command line. */
import { parseDate } from '../date/parse-date.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import type { CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { chooses, excludes } from './tar-names.ts'
import { transformOf } from './tar-transform.ts'
import type { Transform } from './tar-transform.ts'

export type TarMode = 'create' | 'extract' | 'list' | 'append'

export interface TarRequest {
  readonly mode: TarMode
  readonly archive: string
  readonly isGzip: boolean
  /** Names to pack, each with the directory that it is relative to. */
  readonly names: readonly { readonly name: string; readonly folder: string }[]
  /** Folder to unpack into. */
  readonly folder: string
  readonly isExcluded: (path: string) => boolean
  readonly verbosity: number
  readonly strip: number
  readonly transform: Transform
  readonly recurses: boolean
  readonly followsLinks: boolean
  /** Names keep their leading `/`. */
  readonly keepsRoot: boolean
  readonly keepsModes: boolean
  readonly keepsDirectoryModes: boolean
  readonly keepsOld: 'replace' | 'skip' | 'fail'
  /** Files get the present time instead of the archive's. */
  readonly touches: boolean
  readonly toStdout: boolean
  readonly owner: string
  readonly group: string
  readonly mtimeMs: number | undefined
  /** The archive itself, which is not packed into itself. */
  readonly archiveInode: number | undefined
  /** Which members are wanted, by the name that was given; empty: all. */
  readonly wanted: readonly { readonly name: string; readonly matches: (path: string) => boolean }[]
}

const HINT = "'tar --help' or 'tar --usage'"
export const TRY = `\nTry ${HINT} for more information.`

export const TAR_SYNTAX: Syntax = {
  name: 'tar',
  usage: 'tar [-c|-x|-t|-r] [-zvf ARCHIVE] [-C DIR] [OPTION]... [FILE]...',
  misuse: 64,
  hint: HINT,
  options: [
    'c,create',
    'x,extract,get',
    't,list',
    'r,append',
    'f,file=',
    'C,directory=',
    'z,gzip,gunzip,ungzip',
    'a,auto-compress',
    'v,verbose',
    'p,preserve-permissions,same-permissions',
    'm,touch',
    'O,to-stdout',
    'k,keep-old-files',
    'h,dereference',
    'P,absolute-names',
    'T,files-from=',
    'X,exclude-from=',
    'H,format=',
    'b,blocking-factor=',
    'o,no-same-owner',
    'S,sparse',
    'exclude=',
    'exclude-vcs',
    'strip-components=',
    'transform,xform=',
    'skip-old-files',
    'overwrite',
    'no-overwrite-dir',
    'no-recursion',
    'recursion',
    'wildcards',
    'no-wildcards',
    'owner=',
    'group=',
    'mtime=',
    'sort=',
    'numeric-owner',
    'same-owner',
    'no-same-permissions',
    'anchored',
    'no-anchored',
    'warning=',
    'null',
    'j,bzip2',
    'J,xz',
    'Z,compress',
    'zstd',
    'lzma',
    'I,use-compress-program=',
  ],
}

const VERSION_CONTROL = [
  '.git',
  '.gitignore',
  '.gitattributes',
  '.gitmodules',
  '.hg',
  '.hgignore',
  '.svn',
  'CVS',
  '.bzr',
]
export const FATAL = 2
const WHAT = { j: 'bzip2', J: 'xz', Z: 'compress', zstd: 'zstd', lzma: 'lzma', I: 'other programs' } as const

export function readRequest(run: CommandRun): TarRequest {
  const { options } = run
  for (const [name, what] of Object.entries(WHAT)) {
    if (options.has(name))
      throw new CommandError(`compression by ${what} is not available here; use -z`, FATAL)
  }
  const mode = modeOf(run)
  const archive = options.value('f') ?? '-'
  checkFormat(options.value('H'))
  const names = mode === 'create' || mode === 'append' ? namesOf(run) : []
  if (mode === 'create' && names.length === 0 && !options.has('T'))
    throw new CommandError(`Cowardly refusing to create an empty archive${TRY}`, FATAL)
  const mtime = options.value('mtime')
  return {
    mode,
    archive,
    isGzip: options.has('z') || (options.has('a') && /\.(tgz|gz|taz)$/.test(archive)),
    names,
    folder: options
      .values('C')
      .reduce((folder, next) => (next.startsWith('/') ? next : `${folder}/${next}`), '.'),
    isExcluded: exclusion(run),
    verbosity: options.all.filter((argument) => argument.type === 'option' && argument.name === 'v').length,
    transform: transformOf(options.values('transform')),
    strip: Number(options.value('strip-components') ?? 0),
    recurses: !options.has('no-recursion'),
    followsLinks: options.has('h'),
    keepsRoot: options.has('P'),
    keepsModes: options.has('p'),
    keepsDirectoryModes: options.has('no-overwrite-dir'),
    keepsOld: options.has('k') ? 'fail' : options.has('skip-old-files') ? 'skip' : 'replace',
    touches: options.has('m'),
    toStdout: options.has('O'),
    owner: ownerOf(options.value('owner')) ?? (options.has('numeric-owner') ? '1000' : 'user'),
    group: ownerOf(options.value('group')) ?? (options.has('numeric-owner') ? '1000' : 'user'),
    mtimeMs: mtime === undefined ? undefined : timeOf(mtime),
    archiveInode: archive !== '-' && run.exists(archive) ? run.files.stat(run.path(archive)).ino : undefined,
    wanted: wantedOf(run),
  }
}

function modeOf(run: CommandRun): TarMode {
  const modes = [
    ['c', 'create'],
    ['x', 'extract'],
    ['t', 'list'],
    ['r', 'append'],
  ] as const
  const given = modes.filter(([letter]) => run.options.has(letter))
  const [first, second] = given
  if (first === undefined)
    throw new CommandError(
      `You must specify one of the '-Acdtrux', '--delete' or '--test-label' options${TRY}`,
      FATAL,
    )
  if (second !== undefined)
    throw new CommandError(
      `You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option${TRY}`,
      FATAL,
    )
  return first[1]
}

function checkFormat(format: string | undefined): void {
  if (format === undefined || ['gnu', 'oldgnu', 'ustar', 'posix', 'pax', 'v7'].includes(format)) return
  throw new CommandError(`--format: ${format}: invalid archive format`, FATAL)
}

/** Operands in order, each below the `-C` before it; then what `-T` lists. */
function namesOf(run: CommandRun): TarRequest['names'] {
  let folder = run.context.cwd
  const names: { name: string; folder: string }[] = []
  for (const argument of run.options.all) {
    if (argument.type === 'operand') names.push({ name: argument.value, folder })
    else if (argument.name === 'C')
      folder = argument.value?.startsWith('/') ? argument.value : `${folder}/${argument.value ?? ''}`
    else if (argument.name === 'T')
      names.push(...listOf(run, argument.value ?? '').map((name) => ({ name, folder })))
  }
  return names
}

function listOf(run: CommandRun, file: string): readonly string[] {
  const separator = run.options.has('null') ? '\0' : '\n'
  return run
    .readText(file)
    .split(separator)
    .filter((line) => line !== '')
}

function exclusion(run: CommandRun): (path: string) => boolean {
  const { options } = run
  const patterns = [...options.values('exclude'), ...options.values('X').flatMap((file) => listOf(run, file))]
  if (options.has('exclude-vcs')) patterns.push(...VERSION_CONTROL)
  const tests = patterns.map(excludes)
  return (path) => tests.some((test) => test(path))
}

function wantedOf(run: CommandRun): TarRequest['wanted'] {
  const listed = run.options.values('T').flatMap((file) => listOf(run, file))
  const hasWildcards = run.options.lastOf(['wildcards', 'no-wildcards']) === 'wildcards'
  return [...run.operands, ...listed].map((name) => ({ name, matches: chooses(name, hasWildcards) }))
}

/** `NAME`, `NAME:ID` or `ID`. */
function ownerOf(value: string | undefined): string | undefined {
  return value?.split(':')[0]
}

function timeOf(text: string): number {
  const time = parseDate(text)
  if (time === undefined) throw new CommandError(`Invalid time stamp: ${text}`, FATAL)
  return time
}
