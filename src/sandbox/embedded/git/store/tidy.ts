/** Lists the loose objects and packs of an object directory, and removes unneeded ones. */
import { concatenate } from '../../../contract/bytes.ts'
import { GitFailure } from '../failure.ts'
import type { GitFiles } from '../files.ts'
import { fastDeflate } from './fast-deflate.ts'
import type { GitObject } from './objects.ts'
import { PackIndex } from './pack-index.ts'
import { objectHeader } from './sha1.ts'

export interface LooseObject {
  readonly oid: string
  readonly path: string
  readonly mtimeMs: number
}

export function looseObjects(files: GitFiles, folder: string): LooseObject[] {
  return files.entries(folder).flatMap(({ name: start }) => {
    if (!/^[0-9a-f]{2}$/.test(start)) return []
    return files
      .entriesWithStats(`${folder}/${start}`)
      .flatMap(({ name, stats }): LooseObject[] =>
        /^[0-9a-f]{38}$/.test(name)
          ? [{ oid: start + name, path: `${folder}/${start}/${name}`, mtimeMs: stats.mtimeMs }]
          : [],
      )
  })
}

export function removeLoose(files: GitFiles, { path }: LooseObject): void {
  files.remove(path)
  files.removeEmptyDirectory(path.slice(0, path.lastIndexOf('/')))
}

export interface OwnPack {
  /** Without its ending. */
  readonly path: string
  readonly names: readonly string[]
  readonly mtimeMs: number
  /** A file beside it says that it stays. */
  readonly isKept: boolean
}

export function ownPacks(files: GitFiles, folder: string): OwnPack[] {
  const entries = new Set(files.entries(`${folder}/pack`).map(({ name }) => name))
  return [...entries].flatMap((name): OwnPack[] => {
    if (!name.endsWith('.idx')) return []
    const path = `${folder}/pack/${name.slice(0, -'.idx'.length)}`
    const index = PackIndex.parse(files.read(`${path}.idx`) ?? new Uint8Array(0))
    if (index === undefined) throw new GitFailure(`index file ${path}.idx is damaged or too old`)
    const names = Array.from({ length: index.count }, (_, at) => index.name(at))
    const mtimeMs = files.stat(`${path}.pack`)?.mtimeMs ?? 0
    return [{ path, names, mtimeMs, isKept: entries.has(name.replace(/idx$/, 'keep')) }]
  })
}

/** The index goes first: a pack without one is not looked at. */
export function removePack(files: GitFiles, { path }: OwnPack): void {
  for (const end of ['idx', 'rev', 'bitmap', 'mtimes', 'pack']) files.remove(`${path}.${end}`)
}

/** An object of a pack that goes, as a file of its own. */
export function writeLoose(
  files: GitFiles,
  folder: string,
  { oid, object }: { oid: string; object: GitObject },
): void {
  const bytes = fastDeflate(concatenate([objectHeader(object.type, object.data.length), object.data]))
  files.write(`${folder}/${oid.slice(0, 2)}/${oid.slice(2)}`, bytes, 0o444)
}
