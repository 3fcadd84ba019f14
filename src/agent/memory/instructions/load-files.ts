/** Loads instruction files and what they import, from the versions in force. */
import {
  INSTRUCTION_BYTES,
  INSTRUCTION_FILE_BYTES,
  INSTRUCTION_HOPS,
  INSTRUCTION_IMPORTS,
} from '../../limits.ts'
import { isPattern } from './config-file.ts'
import type { FileInForce, HeldVersion, InstructionSource } from './instruction-source.ts'
import { loadedFile } from './loaded-file.ts'
import type { LoadedFile, LoadFault } from './loaded-file.ts'
import { lookingThrough } from './look-through.ts'
import type { InstructionPlace } from './places.ts'
import { readingRules } from './rule-file.ts'

export interface LoadedFiles {
  readonly files: ReadonlyMap<string, LoadedFile | LoadFault>
  readonly held: ReadonlyMap<string, HeldVersion>
}

/** Why a file is not for the model, by its path from the workspace's root: it holds secrets, or a rule denies that it is read. */
export type HeldBack = (path: string) => 'withheld' | 'denied' | undefined

export interface LoadOptions {
  readonly source: Pick<InstructionSource, 'inForce' | 'matching'>
  readonly heldBack: HeldBack
  /** Undefined for one that is only imported. */
  readonly kindOf: (path: string) => InstructionPlace['kind'] | undefined
}

/** Level by level: all that the files of one level import is asked for at once. Undefined: it cannot be found out. */
export async function loadFiles(
  paths: readonly string[],
  { source, heldBack, kindOf }: LoadOptions,
): Promise<LoadedFiles | undefined> {
  const files = new Map<string, LoadedFile | LoadFault>()
  const held = new Map<string, HeldVersion>()
  const readers = { lookThrough: lookingThrough(), readRule: readingRules() }
  for (const path of paths.slice(INSTRUCTION_IMPORTS)) files.set(path, 'too many')
  let level = paths.slice(0, INSTRUCTION_IMPORTS)
  let [count, bytes] = [level.length, 0]
  for (let hop = 0; hop <= INSTRUCTION_HOPS && level.length > 0; hop += 1) {
    const read = await source.inForce(level)
    if (!read.ok) return undefined
    const imports = new Set<string>()
    for (const file of read.value) {
      if (file.held) held.set(file.path, file.held)
      bytes += file.data?.length ?? 0
      const fault = fileFault(file, bytes, heldBack)
      const loaded = fault ?? (await withMatches(loadedFile(file, kindOf(file.path), readers), source))
      files.set(file.path, loaded)
      if (typeof loaded === 'object') for (const path of loaded.imports) imports.add(path)
    }
    const wanted = [...imports].filter((path) => !files.has(path))
    level = wanted.filter((path) => {
      const fault = importFault(path, { hop, count, heldBack })
      if (fault) files.set(path, fault)
      else count += 1
      return fault === undefined
    })
  }
  return { files, held }
}

interface ImportPlace {
  readonly hop: number
  /** Files that were loaded before. */
  readonly count: number
  readonly heldBack: HeldBack
}

function importFault(path: string, { hop, count, heldBack }: ImportPlace): LoadFault | undefined {
  if (path.startsWith('/')) return 'outside'
  const reason = heldBack(path)
  if (reason !== undefined) return reason
  if (hop === INSTRUCTION_HOPS) return 'too deep'
  return count >= INSTRUCTION_IMPORTS ? 'too many' : undefined
}

/** `bytes` are those of all files so far, this one included. */
function fileFault(
  { path, data, target = path }: FileInForce,
  bytes: number,
  heldBack: HeldBack,
): LoadFault | undefined {
  const reason = heldBack(path) ?? heldBack(target)
  if (reason !== undefined) return reason
  const isLarge = data !== undefined && (data.length > INSTRUCTION_FILE_BYTES || bytes > INSTRUCTION_BYTES)
  return isLarge ? 'too large' : undefined
}

/** Files in the place of the patterns among the imports of settings; a pattern that matches none stays. */
async function withMatches(
  loaded: LoadedFile | LoadFault,
  source: LoadOptions['source'],
): Promise<LoadedFile | LoadFault> {
  const patterns = typeof loaded === 'object' && loaded.isConfig ? loaded.imports.filter(isPattern) : []
  if (typeof loaded === 'string' || patterns.length === 0) return loaded
  const found = await source.matching(patterns)
  if (!found.ok) return loaded
  const matches = new Map(patterns.map((pattern, index) => [pattern, found.value[index] ?? []]))
  const imports = loaded.imports.flatMap((name) => {
    const files = matches.get(name) ?? []
    return files.length > 0 ? files : [name]
  })
  return { ...loaded, imports: [...new Set(imports)] }
}
