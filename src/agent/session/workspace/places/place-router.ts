/**
 * The router of places: which store answers for a path of a file tool. The path is normalised first, so that `..` and repeated
 * slashes lead nowhere else; then the place whose root it lies in answers, and the sandbox for all others. Names count letter by
 * letter, as in the sandbox: `/Results` is not `/results`.
 *
 * A place hides the files of the sandbox under the same name. Links of the sandbox do not lead into a place, as its programs could
 * not follow them; the failure says so. Places have no links.
 */
import type {
  DirectoryEntry,
  GlobQuery,
  GlobResult,
  GrepQuery,
  GrepResult,
  Sandbox,
  WriteRequest,
} from '../../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../../sandbox/contract/errors.ts'
import type { Result } from '../../../../sandbox/contract/errors.ts'
import { GLOB_DEFAULT_LIMIT, GREP_DEFAULT_LIMIT } from '../../../../sandbox/contract/limits.ts'
import { basename, dirname, isWithin, resolve, WORKSPACE_ROOT } from '../../../../sandbox/contract/path.ts'
import { realPath } from '../../../tools/files/real-path.ts'
import type { SandboxLayer } from '../sandbox-layers.ts'
import type { Place, PlaceFiles } from './place.ts'

/** The layer of these places. Without any, the sandbox answers for all. */
export const placesLayer =
  (places: readonly Place[]): SandboxLayer<'places'> =>
  (below) => {
    if (places.length === 0) return below
    const router = new Router(below, places)
    return {
      stat: (path, options) => router.read(path, (files) => files.stat(path, options)),
      readFile: (path) => router.read(path, (files) => files.readFile(path)),
      readFiles: (paths) => router.readFiles(paths),
      writeFile: (request) => router.read(request.path, (files) => files.writeFile(request)),
      writeFiles: (requests) => router.writeFiles(requests),
      list: (path) => router.list(path),
      makeDirectory: (path) => router.at(path).makeDirectory(path),
      remove: (path, options) => router.at(path).remove(path, options),
      rename: (from, to) => router.rename(from, to),
      symlink: (target, path) => router.at(path).symlink(target, path),
      readLink: (path) => router.at(path).readLink(path),
      setMode: (path, mode) => router.read(path, (files) => files.setMode(path, mode)),
      glob: (query) => router.glob(query),
      grep: (query) => router.grep(query),
      cancel: (id) => router.cancel(id),
    }
  }

class Router {
  readonly #below: Sandbox
  readonly #places: readonly Place[]

  constructor(below: Sandbox, places: readonly Place[]) {
    this.#below = below
    this.#places = places
  }

  at(path: string): PlaceFiles {
    return this.#placeOf(path)?.files ?? this.#below
  }

  /** A call that follows links. */
  async read<T>(path: string, call: (files: PlaceFiles) => Promise<Result<T>>): Promise<Result<T>> {
    const answer = await call(this.at(path))
    if (answer.ok || answer.error.kind !== 'not_found' || this.#placeOf(path)) return answer
    const real = await realPath(this.#below, resolve(path))
    const place = this.#placeOf(real)
    if (!place) return answer
    return fail('not_found', `${resolve(path)} is a link into ${place.root}, where no link leads.`, {
      path: resolve(path),
      hint: `Use the path itself: ${real}.`,
    })
  }

  async readFiles(paths: readonly string[]): Promise<Result<readonly Result<Uint8Array>[]>> {
    if (!paths.some((path) => this.#placeOf(path))) return this.#below.readFiles(paths)
    return ok(await Promise.all(paths.map((path) => this.read(path, (files) => files.readFile(path)))))
  }

  /** All or none holds within the sandbox alone. */
  async writeFiles(requests: readonly WriteRequest[]): Promise<Result<void>> {
    const [inPlace, ...others] = requests.filter(({ path }) => this.#placeOf(path))
    if (!inPlace) return this.#below.writeFiles(requests)
    if (requests.length === 1) return this.at(inPlace.path).writeFile(inPlace)
    const { path } = others[0] ?? inPlace
    return fail(
      'invalid',
      `Several files are written together in the sandbox only, and ${path} is not in it.`,
      {
        path,
        hint: 'Write one file after the other.',
      },
    )
  }

  async list(path: string): Promise<Result<readonly DirectoryEntry[]>> {
    const listed = await this.read(path, (files) => files.list(path))
    const here = this.#places.filter(({ root }) => root !== resolve(path) && dirname(root) === resolve(path))
    if (!listed.ok || here.length === 0) return listed
    const names = new Set(here.map(({ root }) => basename(root)))
    const roots = [...names].map((name) => ({ name, kind: 'directory', size: 0, mode: 0o755 }) as const)
    const others = listed.value.filter(({ name }) => !names.has(name))
    return ok([...others, ...roots].sort((a, b) => (a.name < b.name ? -1 : 1)))
  }

  async rename(from: string, to: string): Promise<Result<void>> {
    const [source, target] = [this.#placeOf(from), this.#placeOf(to)]
    if (source === target) return this.at(from).rename(from, to)
    return fail(
      'not_permitted',
      `${resolve(from)} cannot be moved to ${resolve(to)}: it would change its store.`,
      {
        path: resolve(from),
        hint: 'Write a copy, and remove the original.',
      },
    )
  }

  async cancel(id: string): Promise<void> {
    await Promise.all(
      [this.#below, ...this.#places.map(({ files }) => files)].map((files) => files.cancel(id)),
    )
  }

  async glob(query: GlobQuery): Promise<Result<GlobResult>> {
    const { limit = GLOB_DEFAULT_LIMIT } = query
    const searched = await this.#search(query.path, (files, path, part) =>
      files.glob({ ...query, ...path, ...(part === 'all' ? { limit: ALL } : {}) }),
    )
    if (!searched.ok) return searched
    const parts = searched.value.map(({ answer, isShown }) => {
      const paths = answer.paths.filter(isShown)
      return { paths, total: answer.total - (answer.paths.length - paths.length) }
    })
    return ok({ paths: parts.flatMap(({ paths }) => paths).slice(0, limit), total: sum(parts) })
  }

  async grep(query: GrepQuery): Promise<Result<GrepResult>> {
    const { offset = 0, limit = GREP_DEFAULT_LIMIT } = query
    const pages = { page: {}, first: { offset: 0, limit: offset + limit }, all: { offset: 0, limit: ALL } }
    const searched = await this.#search(query.path, (files, path, part) =>
      files.grep({ ...query, ...path, ...pages[part] }),
    )
    if (!searched.ok) return searched
    const [first, ...others] = searched.value.map(({ answer, isShown }) => shownOf(answer, isShown))
    if (!first || others.length === 0) return ok(first ?? NOTHING)
    const all = [first, ...others]
    const page = <T>(entries: readonly T[]) => entries.slice(offset, offset + limit)
    const withheld = all.flatMap((part) => part.withheld ?? [])
    return ok({
      lines: page(all.flatMap(({ lines }) => lines)),
      files: page(all.flatMap(({ files }) => files)),
      total: sum(all),
      ...(withheld.length === 0 ? {} : { withheld }),
    })
  }

  /** The stores that a search at this path concerns, the sandbox first, each with the answers of it that count. */
  async #search<T>(
    path: string = WORKSPACE_ROOT,
    call: (files: PlaceFiles, path: { readonly path?: string }, part: Part) => Promise<Result<T>>,
  ): Promise<Result<readonly { readonly answer: T; readonly isShown: (path: string) => boolean }[]>> {
    const inside = this.#places.filter(({ root }) => root !== resolve(path) && isWithin(root, path))
    const isOthers = (found: string) => inside.some(({ root }) => isWithin(found, root))
    const hides = await Promise.all(inside.map(({ root }) => this.#below.stat(root, { noFollow: true })))
    const part = inside.length === 0 ? 'page' : hides.some(({ ok }) => ok) ? 'all' : 'first'
    const own = await call(this.at(path), {}, part)
    if (!own.ok) return own
    const answers = [{ answer: own.value, isShown: (found: string) => !isOthers(found) }]
    for (const { root, files } of inside) {
      const found = await call(files, { path: root }, 'first')
      if (!found.ok) return found
      answers.push({ answer: found.value, isShown: () => true })
    }
    return ok(answers)
  }

  #placeOf(path: string): Place | undefined {
    return this.#places.find(({ root }) => isWithin(resolve(path), root))
  }
}

/** Entries of a search that are asked for: the query's own page, all up to its end, or all, as some of them are hidden. */
type Part = 'page' | 'first' | 'all'
const ALL = Number.MAX_SAFE_INTEGER

const NOTHING: GrepResult = { lines: [], files: [], total: 0 }

/** Without the hits in files that a place hides. */
function shownOf(answer: GrepResult, isShown: (path: string) => boolean): GrepResult {
  const lines = answer.lines.filter(({ path }) => isShown(path))
  const files = answer.files.filter(({ path }) => isShown(path))
  const hidden = answer.lines.length - lines.length + answer.files.length - files.length
  return hidden === 0 ? answer : { ...answer, lines, files, total: answer.total - hidden }
}

function sum(parts: readonly { readonly total: number }[]): number {
  return parts.reduce((total, part) => total + part.total, 0)
}
