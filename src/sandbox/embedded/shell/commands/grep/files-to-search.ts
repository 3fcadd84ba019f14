/** Which files grep looks into: its operands, and what lies below them. */
import { readAhead } from '../frame/read-ahead.ts'
import { Errno, type NamedStats, type Syscalls } from '../../../syscalls.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import { fnmatchRegex } from '../regex/fnmatch.ts'
import type { WithheldFiles } from '../../files/withheld-files.ts'
import type { GrepOptions } from './grep-options.ts'

export interface FileToSearch {
  /** As it is shown. */
  readonly name: string
  /** The kernel's. */
  readonly path: string
}

interface Walk {
  readonly options: GrepOptions
  readonly syscalls: Syscalls
  readonly pathOf: (operand: string) => string
  readonly complain: (message: string) => void
  readonly withheld: WithheldFiles
}

type NameFilter = (name: string) => boolean

/** With what is next told to `willRead`. */
export function filesToSearch(
  walk: Walk,
  willRead: ((paths: readonly string[]) => void) | undefined,
): Iterable<FileToSearch> {
  return readAhead(eachFile(walk), willRead)
}

function* eachFile(walk: Walk): Generator<FileToSearch> {
  const { options } = walk
  const isRecursive = options.directories === 'recurse'
  const filter = fileFilter(options)
  const folderFilter = folderFilterOf(options)
  if (options.files.length === 0 && isRecursive) {
    yield* below(walk, { shown: '', path: walk.pathOf('.') }, { filter, folderFilter, ancestors: [] })
    return
  }
  for (const name of options.files) {
    if (name === '-') {
      yield { name, path: '-' }
      continue
    }
    const path = walk.pathOf(name)
    const kind = kindOf(walk, { name, path })
    if (kind === undefined) continue
    if (kind === 'directory') {
      if (isRecursive && folderFilter(name.replace(/(.)\/+$/, '$1'), true))
        yield* below(
          walk,
          { shown: `${name.replace(/(.)\/+$/, '$1')}/`, path },
          { filter, folderFilter, ancestors: [] },
        )
      else if (!isRecursive && options.directories === 'read') walk.complain(`${name}: Is a directory`)
    } else if (filter(name)) yield { name, path }
  }
}

/** Undefined when it has been said why not. */
function kindOf({ syscalls, complain }: Walk, { name, path }: FileToSearch): string | undefined {
  try {
    return syscalls.stat(path).kind
  } catch (error) {
    if (!(error instanceof Errno)) throw error
    complain(`${name}: ${errnoSentence(error)}`)
    return undefined
  }
}

function* below(
  walk: Walk,
  folder: { readonly shown: string; readonly path: string },
  rules: {
    readonly filter: NameFilter
    readonly folderFilter: (name: string, isOperand: boolean) => boolean
    /** Inodes of the folders above it, to detect links to one of them. */
    readonly ancestors: readonly number[]
  },
): Generator<FileToSearch> {
  const { syscalls, options, complain } = walk
  let entries: readonly NamedStats[]
  try {
    entries = syscalls.scandir(folder.path)
  } catch (error) {
    if (!(error instanceof Errno)) throw error
    complain(`${folder.shown.replace(/\/$/, '')}: ${errnoSentence(error)}`)
    return
  }
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const name = `${folder.shown}${entry.name}`
    const path = `${folder.path === '/' ? '' : folder.path}/${entry.name}`
    let { kind, ino } = entry
    if (kind === 'symlink') {
      if (!options.followsLinks) continue
      const target = kindOf(walk, { name, path })
      if (target === undefined) continue
      ;({ kind, ino } = syscalls.stat(path))
    }
    if (kind === 'directory') {
      if (!rules.folderFilter(entry.name, false)) continue
      if (rules.ancestors.includes(ino)) {
        complain(`${name}: warning: recursive directory loop`)
        continue
      }
      yield* below(walk, { shown: `${name}/`, path }, { ...rules, ancestors: [...rules.ancestors, ino] })
    } else if (kind === 'file' && rules.filter(entry.name) && !walk.withheld.skips(path, name))
      yield { name, path }
  }
}

function fileFilter({ include, exclude }: GrepOptions): NameFilter {
  const [including, excluding] = [include, exclude].map((globs) => globs.map((glob) => fnmatchRegex(glob)))
  return (name) => {
    const base = name.slice(name.lastIndexOf('/') + 1)
    const fits = (regex: RegExp): boolean => regex.test(base) || regex.test(name)
    if (excluding?.some(fits)) return false
    return include.length === 0 || including?.some(fits) === true
  }
}

function folderFilterOf({ excludeDir }: GrepOptions): (name: string, isOperand: boolean) => boolean {
  const excluding = excludeDir.map((glob) => fnmatchRegex(glob))
  return (name, isOperand) => {
    const base = name.slice(name.lastIndexOf('/') + 1)
    return !excluding.some((regex) => (isOperand ? regex.test(name) || regex.test(base) : regex.test(base)))
  }
}
