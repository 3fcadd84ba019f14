/** Loads instruction files and what they import, from the versions in force. */
import type { Result } from '../../../sandbox/contract/errors.ts'
import {
  dirname,
  HOME,
  isWithin,
  relativeTo,
  resolve,
  WORKSPACE_ROOT,
} from '../../../sandbox/contract/path.ts'
import type { InstructionFault, InstructionState } from '../../protocol/calls/instructions.ts'
import { INSTRUCTION_FILE_BYTES, INSTRUCTION_HOPS, INSTRUCTION_IMPORTS } from '../../limits.ts'
import { isAddress, isPattern, namedInstructions } from './config-file.ts'
import { importsIn, withoutComments } from './markdown-text.ts'
import type { InstructionPlace } from './places.ts'
import { ruleFile } from './rule-file.ts'

/** A file's version that the user neither imported, set nor accepted. */
export interface HeldVersion {
  /** Against the version in force. */
  readonly change: 'added' | 'changed' | 'removed'
  /** Hash of the file now. */
  readonly version: string
}

export interface FileInForce {
  /** From the workspace's root. */
  readonly path: string
  /** Absent where no version is in force. */
  readonly data?: Uint8Array
  /** The file has another text by now. */
  readonly held?: HeldVersion
  /** Why an address has no text in force. */
  readonly fault?: 'unfetched' | 'refused'
}

/** Tells the user's versions of files from those of programs. */
export interface InstructionSource {
  /** Paths of instruction files of which a version is in force or pending, from the workspace's root. */
  places(): Promise<Result<readonly string[]>>
  /** Files of which a version is in force or pending and that the pattern matches, from the workspace's root. */
  matching(pattern: string): Promise<Result<readonly string[]>>
  /** In the order of `paths`, which may be addresses, too. */
  inForce(paths: readonly string[]): Promise<Result<readonly FileInForce[]>>
}

/** Names of a file of settings are paths from the root, wherever it stands. */
const ROOT_FILE = 'opencode.json'

/** Why a file that is named cannot be told. */
export type LoadFault = Extract<
  InstructionState,
  | 'missing'
  | 'outside'
  | 'withheld'
  | 'too deep'
  | 'too many'
  | 'too large'
  | 'no text'
  | 'unfetched'
  | 'refused'
>

export interface LoadedFile {
  /** Without frontmatter and comments. */
  readonly text: string
  /** Paths that it imports, from the workspace's root, or absolute where they lie outside; and addresses. */
  readonly imports: readonly string[]
  /** Patterns of a rule that is meant for certain files. */
  readonly paths?: readonly string[]
  /** Something is wrong with it. */
  readonly fault?: InstructionFault
  /** It only names others, and its other settings are not instructions. */
  readonly isConfig?: boolean
}

export interface LoadedFiles {
  readonly files: ReadonlyMap<string, LoadedFile | LoadFault>
  readonly held: ReadonlyMap<string, HeldVersion>
}

export interface LoadOptions {
  readonly source: Pick<InstructionSource, 'inForce' | 'matching'>
  /** Whether a file may be imported; by its path from the workspace's root. */
  readonly mayRead: (path: string) => boolean
  /** Undefined for one that is only imported. */
  readonly kindOf: (path: string) => InstructionPlace['kind'] | undefined
}

/** Level by level: all that the files of one level import is asked for at once. Undefined: it cannot be found out. */
export async function loadFiles(
  paths: readonly string[],
  { source, mayRead, kindOf }: LoadOptions,
): Promise<LoadedFiles | undefined> {
  const files = new Map<string, LoadedFile | LoadFault>()
  const held = new Map<string, HeldVersion>()
  let level = paths
  for (let hop = 0; hop <= INSTRUCTION_HOPS && level.length > 0; hop += 1) {
    const read = await source.inForce(level)
    if (!read.ok) return undefined
    const imports = new Set<string>()
    for (const file of read.value) {
      if (file.held) held.set(file.path, file.held)
      const loaded = await withMatches(loadedFile(file, kindOf(file.path)), source)
      files.set(file.path, loaded)
      if (typeof loaded === 'object') for (const path of loaded.imports) imports.add(path)
    }
    const wanted = [...imports].filter((path) => !files.has(path))
    level = wanted.filter((path, index) => {
      const fault = importFault(path, { hop, count: files.size + index, mayRead })
      if (fault) files.set(path, fault)
      return fault === undefined
    })
  }
  return { files, held }
}

interface ImportPlace {
  readonly hop: number
  /** Files that were loaded before. */
  readonly count: number
  readonly mayRead: (path: string) => boolean
}

function importFault(path: string, { hop, count, mayRead }: ImportPlace): LoadFault | undefined {
  if (path.startsWith('/')) return 'outside'
  if (!mayRead(path)) return 'withheld'
  if (hop === INSTRUCTION_HOPS) return 'too deep'
  return count >= INSTRUCTION_IMPORTS ? 'too many' : undefined
}

function loadedFile(
  { path, data, fault }: FileInForce,
  kind: InstructionPlace['kind'] | undefined,
): LoadedFile | LoadFault {
  if (data === undefined) return fault ?? 'missing'
  if (data.length > INSTRUCTION_FILE_BYTES) return 'too large'
  const source = textIn(data)
  if (source === undefined) return 'no text'
  if (kind === 'config') return namedBy(source)
  const { text: body, ...rule } = kind === 'rule' ? ruleFile(source) : { text: source }
  const text = withoutComments(body)
  // Paths of another place mean nothing here.
  if (isAddress(path)) return { text, imports: [] }
  return { text, imports: importsIn(text).map((written) => targetOf(written, path)), ...rule }
}

/** Patterns stand among its imports until `withMatches` has put files in their place. */
function namedBy(config: string): LoadedFile {
  const { names, ...rest } = namedInstructions(config)
  const imports = names.map((name) => (isAddress(name) || isPattern(name) ? name : targetOf(name, ROOT_FILE)))
  return { text: '', imports, isConfig: true, ...rest }
}

async function withMatches(
  loaded: LoadedFile | LoadFault,
  source: LoadOptions['source'],
): Promise<LoadedFile | LoadFault> {
  if (typeof loaded === 'string' || !loaded.isConfig) return loaded
  const found = await Promise.all(
    loaded.imports.map(async (name) => {
      if (!isPattern(name)) return [name]
      const matches = await source.matching(name)
      return matches.ok && matches.value.length > 0 ? matches.value : [name]
    }),
  )
  return { ...loaded, imports: [...new Set(found.flat())] }
}

/** Undefined: it is no text in UTF-8. */
export function textIn(data: Uint8Array): string | undefined {
  if (data.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data)
  } catch {
    return undefined
  }
}

function targetOf(written: string, importer: string): string {
  const path = written.startsWith('~/')
    ? resolve(written.slice(2), HOME)
    : resolve(written, dirname(resolve(importer)))
  return isWithin(path, WORKSPACE_ROOT) ? relativeTo(path) : path
}
