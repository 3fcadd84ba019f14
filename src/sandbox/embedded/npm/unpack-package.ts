/** The files of a package's archive, as npm unpacks it: without its first folder, its links, its owners and its times. */
import { concatenate } from '../../contract/bytes.ts'
import { readTar, TarError, type TarEntry } from '../shell/commands/archive/tar-format.ts'

export interface UnpackedFile {
  /** Relative, without `.` or `..`. */
  readonly path: string
  readonly mode: number
  /** A view of the whole archive. */
  readonly data: Uint8Array
}

export interface UnpackedPackage {
  readonly files: readonly UnpackedFile[]
  readonly directories: readonly string[]
}

/** Bytes that may still be unpacked, by all who share it. */
export interface UnpackBudget {
  left: number
}

/** Throws `TarError` for what is no whole archive, would leave its folder, or goes beyond the budget. */
export async function unpackPackage(
  archive: Uint8Array<ArrayBuffer>,
  budget: UnpackBudget,
): Promise<UnpackedPackage> {
  const tar = await gunzip(archive, budget)
  const files = new Map<string, UnpackedFile>()
  const directories = new Set<string>()
  for (const entry of readTar(tar)) {
    const path = placeOf(entry)
    if (path === undefined) continue
    if (entry.kind === 'directory') directories.add(path)
    else if (entry.kind === 'file') addFile(files, path, entry)
  }
  return { files: [...files.values()], directories: [...directories] }
}

/** Undefined for what lies beside the first folder. */
function placeOf({ path, kind }: TarEntry): string | undefined {
  if (kind !== 'file' && kind !== 'directory') return undefined
  const parts = path.split('/').slice(1)
  if (path.split('/').includes('..') || path.includes('\0'))
    throw new TarError(`an entry of the archive would leave its folder: ${path}`)
  const rest = parts.filter((part) => part !== '' && part !== '.').join('/')
  return rest === '' ? undefined : rest
}

/** npm's names: `.gitignore` counts as `.npmignore` where there is none, so that it is not taken for the project's. */
function addFile(files: Map<string, UnpackedFile>, path: string, entry: TarEntry): void {
  const isIgnoreFile = /(^|\/)\.gitignore$/.test(path)
  const place = isIgnoreFile ? path.replace(/\.gitignore$/, '.npmignore') : path
  if (isIgnoreFile && files.has(place)) return
  files.set(place, { path: place, mode: (entry.mode | 0o644) & 0o755, data: entry.data })
}

async function gunzip(archive: Uint8Array<ArrayBuffer>, budget: UnpackBudget): Promise<Uint8Array> {
  const reader = new Blob([archive]).stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  const parts: Uint8Array[] = []
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      budget.left -= value.length
      if (budget.left < 0) {
        await reader.cancel()
        throw new TarError('unpacked, it has more bytes than may be installed at once')
      }
      parts.push(value)
    }
  } catch (error) {
    if (error instanceof TarError) throw error
    // Data that is no gzip, or is cut off: a TypeError in browsers, an error of zlib in Node 20.
    throw new TarError(`the archive cannot be unpacked: ${error instanceof Error ? error.message : error}`)
  }
  return concatenate(parts)
}
