/** The files of a stored tree as a static site: the preview as it was at a step, without a sandbox. */
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import { decodeDirectory } from '../../../sandbox/history/directory-object.ts'
import type { DirectoryObjectEntry } from '../../../sandbox/history/directory-object.ts'
import { dirname, isWithin, normalize, resolve, WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import type { SiteFiles } from '../../../sandbox/page/site-answer.ts'
import { STEP_SITE_DIRECTORIES, SYMLINK_HOPS } from '../../limits.ts'

/** Scripts of a package by which people start a server for their page, the likeliest first. */
const SERVERS = ['dev', 'start', 'serve', 'preview'] as const

type Found = { readonly kind: 'directory'; readonly hash: string } | DirectoryObjectEntry

export class StepSite implements SiteFiles {
  readonly #blobs: BlobStore
  readonly #root: string
  /** Cache of directories: a page asks for many files of few directories. */
  readonly #directories = new Map<string, Promise<readonly DirectoryObjectEntry[]>>()

  constructor(blobs: BlobStore, root: string) {
    this.#blobs = blobs
    this.#root = root
  }

  async kindOf(path: string): Promise<'file' | 'directory' | undefined> {
    const kind = (await this.#find(path))?.kind
    return kind === 'symlink' ? undefined : kind
  }

  async read(path: string): Promise<Uint8Array | undefined> {
    const found = await this.#find(path)
    return found?.kind === 'file' ? this.#content(found.hash) : undefined
  }

  async list(path: string): Promise<readonly DirectoryObjectEntry[]> {
    const found = await this.#find(path)
    return found?.kind === 'directory' ? this.#entries(found.hash) : []
  }

  /** The command by which the project serves its page itself, e.g. `npm run dev`; undefined where there is none. */
  async server(): Promise<string | undefined> {
    const data = await this.read(`${WORKSPACE_ROOT}/package.json`)
    const scripts = data && scriptsIn(new TextDecoder().decode(data))
    const script = scripts && SERVERS.find((name) => typeof scripts[name] === 'string')
    if (script === undefined) return undefined
    return script === 'start' ? 'npm start' : `npm run ${script}`
  }

  /** Links are followed as long as they lead to something in the workspace. */
  async #find(path: string, hops = 0): Promise<Found | undefined> {
    const normal = normalize(path)
    if (!isWithin(normal, WORKSPACE_ROOT) || hops > SYMLINK_HOPS) return undefined
    let found: Found = { kind: 'directory', hash: this.#root }
    let at = WORKSPACE_ROOT
    const names = normal
      .slice(WORKSPACE_ROOT.length + 1)
      .split('/')
      .filter((name) => name !== '')
    for (const [index, name] of names.entries()) {
      if (found.kind !== 'directory') return undefined
      const entry: DirectoryObjectEntry | undefined = (await this.#entries(found.hash)).find(
        (each) => each.name === name,
      )
      if (!entry) return undefined
      at += `/${name}`
      if (entry.kind === 'symlink') {
        const target = await this.#content(entry.hash)
        const to = target && resolve(new TextDecoder().decode(target), dirname(at))
        return to === undefined ? undefined : this.#find([to, ...names.slice(index + 1)].join('/'), hops + 1)
      }
      found = entry
    }
    return found
  }

  #entries(hash: string): Promise<readonly DirectoryObjectEntry[]> {
    const known = this.#directories.get(hash)
    if (known) return known
    const read = this.#content(hash).then((data) => (data && decodeDirectory(data)?.entries) ?? [])
    if (this.#directories.size < STEP_SITE_DIRECTORIES) this.#directories.set(hash, read)
    return read
  }

  /** A copy: the store may return a view of a pack. */
  async #content(hash: string): Promise<Uint8Array | undefined> {
    const [data] = await this.#blobs.get([hash])
    return data?.slice()
  }
}

function scriptsIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null || !('scripts' in parsed)) return undefined
    const { scripts } = parsed
    return typeof scripts === 'object' && scripts !== null ? { ...scripts } : undefined
  } catch {
    return undefined // no package file that any tool would read
  }
}
