/** A place whose files are contents of the blob store. Nothing in it can be changed; it has no folders. */
import type { BlobStore, FileStat, GrepQuery, ResultFile } from '../../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../../sandbox/contract/errors.ts'
import type { Result } from '../../../../sandbox/contract/errors.ts'
import { Jobs } from '../../../../sandbox/contract/jobs.ts'
import { relativeTo, resolve } from '../../../../sandbox/contract/path.ts'
import type { Place } from './place.ts'

export interface StoredFiles {
  /** Absolute, with one name. */
  readonly root: string
  readonly files: () => readonly ResultFile[]
  readonly blobs: Pick<BlobStore, 'get'>
}

const MODE = 0o444
const DIRECTORY_MODE = 0o555

export function storedFilesPlace({ root, files, blobs }: StoredFiles): Place {
  const jobs = new Jobs()
  const find = (path: string) => files().find(({ name }) => name === relativeTo(path, root))
  const missing = (path: string) =>
    fail('not_found', `There is no ${resolve(path)}.`, { path: resolve(path) })
  const refuse = (path: string): Promise<Result<never>> =>
    Promise.resolve(
      fail('not_permitted', `${resolve(path)} cannot be changed: ${root} is read-only.`, {
        path: resolve(path),
        hint: 'Write a copy in the workspace.',
      }),
    )
  const read = async (path: string): Promise<Result<Uint8Array>> => {
    if (resolve(path) === root) return fail('is_directory', `${root} is a directory.`, { path: root })
    const file = find(path)
    if (!file) return missing(path)
    const [data] = await blobs.get([file.hash])
    if (data?.length === file.size) return ok(data.slice())
    return fail('corrupt', `The content of ${resolve(path)} is not stored in this browser.`, {
      path: resolve(path),
    })
  }
  const search = async () => {
    const { searchOf } = await import('./search-files.ts')
    const named = files()
    const contents = await blobs.get(named.map(({ hash }) => hash))
    return searchOf(
      root,
      named.flatMap(({ name }, at) => (contents[at] ? [{ name, data: contents[at] }] : [])),
    )
  }
  return {
    root,
    files: {
      stat: async (path) => {
        if (resolve(path) === root)
          return ok<FileStat>({ kind: 'directory', size: 0, mode: DIRECTORY_MODE, mtimeMs: 0 })
        const file = find(path)
        return file ? ok<FileStat>({ kind: 'file', size: file.size, mode: MODE, mtimeMs: 0 }) : missing(path)
      },
      readFile: read,
      list: async (path) => {
        if (resolve(path) !== root)
          return find(path)
            ? fail('not_directory', `${resolve(path)} is no directory.`, { path: resolve(path) })
            : missing(path)
        const entries = files().map(({ name, size }) => ({ name, kind: 'file', size, mode: MODE }) as const)
        return ok(entries.sort((a, b) => (a.name < b.name ? -1 : 1)))
      },
      readLink: async (path) =>
        find(path) ? fail('invalid', `${resolve(path)} is no link.`, { path: resolve(path) }) : missing(path),
      writeFile: ({ path }) => refuse(path),
      makeDirectory: (path) => (resolve(path) === root ? Promise.resolve(ok(undefined)) : refuse(path)),
      remove: refuse,
      rename: refuse,
      symlink: (_target, path) => refuse(path),
      setMode: refuse,
      glob: (query) => jobs.run(query.id, async (signal) => (await search()).glob(query, signal)),
      grep: (query: GrepQuery) => jobs.run(query.id, async (signal) => (await search()).grep(query, signal)),
      cancel: async (id) => jobs.cancel(id),
    },
  }
}
