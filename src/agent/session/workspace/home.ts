/**
 * The home directory of the sandbox's user: files set up there (`git config --global`, `.npmrc`, `.bashrc`)
 * belong to the session that created them. It is no part of the workspace: no step, recording or export has
 * it.
 */
import { z } from 'zod'
import type { Sandbox, WriteRequest } from '../../../sandbox/contract/contract.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { dirname, HOME, join, relativeTo } from '../../../sandbox/contract/path.ts'
import { HOME_BYTES, HOME_FILE_BYTES, HOME_FILES, HOME_SETTLE_MS } from '../../limits.ts'
import type { Session } from '../log/session.ts'
import type { ValueCopies } from '../store/value-store/value-copies.ts'
import { ValueStore } from '../store/value-store/value-store.ts'

const kept = z.object({
  files: z.array(z.object({ path: z.string(), data: z.instanceof(Uint8Array), mode: z.number() })),
  links: z.array(z.object({ path: z.string(), target: z.string() })),
})
const unknownFields = z.looseObject({
  files: z.array(z.looseObject({ path: z.string() })),
  links: z.array(z.looseObject({ path: z.string() })),
})
/** Paths are from the home directory, sorted. */
export type KeptHome = z.infer<typeof kept>

const EMPTY: KeptHome = { files: [], links: [] }

/** Directories that programs recreate, or that are stored elsewhere (`.npm` holds archives of packages). */
const CACHES: readonly string[] = ['.cache', '.npm']

export interface HomeOptions {
  readonly session: () => Session | undefined
  readonly copies?: ValueCopies | undefined
}

export class Home {
  readonly #options: HomeOptions
  readonly #store: ValueStore
  /** The session whose home directory this sandbox has, and what of it is stored. */
  #shown: { readonly session: string; readonly sandbox: Sandbox; stored: KeptHome } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Settles when nothing is being kept: one after the other. */
  #idle: Promise<void> = Promise.resolve()

  constructor(options: HomeOptions) {
    this.#options = options
    const { copies } = options
    this.#store = new ValueStore({
      database: 'vivarium-homes',
      store: 'sessions',
      copies,
      isCopiedByKey: true,
    })
  }

  /** A command has ended, and may have changed it. Looks when nothing follows at once. */
  touched(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.keep(), HOME_SETTLE_MS)
  }

  /**
   * Stores the home directory if it has changed. Never rejects: after a failure it tries again with the next
   * command.
   */
  keep(): Promise<void> {
    clearTimeout(this.#timer)
    this.#idle = this.#idle.then(() => this.#keep())
    return this.#idle
  }

  /** Makes the sandbox's home directory that of the open session. */
  async show(sandbox: Sandbox): Promise<Result<void>> {
    const session = this.#options.session()?.id
    this.#shown = undefined
    const [stored, emptied] = await Promise.all([this.#read(session), emptyHome(sandbox)])
    const put = emptied.ok ? await putHome(sandbox, stored ?? EMPTY) : emptied
    if (put.ok && session !== undefined && stored) this.#shown = { session, sandbox, stored }
    return put
  }

  forget(session: string): Promise<void> {
    return this.#store.delete(session)
  }

  async #keep(): Promise<void> {
    const shown = this.#shown
    if (shown === undefined || this.#options.session()?.role !== 'leader') return
    const read = await readHome(shown.sandbox)
    // Another sandbox, or another session's home directory, is there by now.
    if (!read.ok || this.#shown !== shown || isSame(read.value, shown.stored)) return
    try {
      await this.#store.update(shown.session, (known) => withUnknown(known, read.value))
      shown.stored = read.value
    } catch (error) {
      console.warn('The home directory of the sandbox was not stored:', error)
    }
  }

  /** Undefined for a stored value that cannot be read: it stays, and nothing is stored over it. */
  async #read(session: string | undefined): Promise<KeptHome | undefined> {
    const stored = session === undefined ? undefined : await this.#store.get(session)
    return stored === undefined ? EMPTY : kept.safeParse(stored).data
  }
}

/** With the fields that only a later version knows: those of the whole, and of each file and link that is still there. */
function withUnknown(stored: unknown, home: KeptHome): object {
  const known = unknownFields.safeParse(stored).data
  const lists = { files: known?.files ?? [], links: known?.links ?? [] }
  return {
    ...known,
    files: home.files.map((file) => ({ ...lists.files.find(({ path }) => path === file.path), ...file })),
    links: home.links.map((link) => ({ ...lists.links.find(({ path }) => path === link.path), ...link })),
  }
}

/** All but caches, and what is over the ceilings: a home directory is no place for projects. */
async function readHome(sandbox: Sandbox): Promise<Result<KeptHome>> {
  const found: Found = { files: [], links: [], bytes: 0 }
  const walked = await walk(sandbox, HOME, found)
  const contents = walked.ok ? await sandbox.readFiles(found.files) : walked
  if (!contents.ok) return contents
  const files: KeptHome['files'] = []
  for (const [index, path] of found.files.entries()) {
    const content = contents.value[index]
    const stat = await sandbox.stat(path)
    // It has gone since it was listed.
    if (content?.ok !== true || !stat.ok) continue
    files.push({ path: relativeTo(path, HOME), data: content.value.slice(), mode: stat.value.mode })
  }
  const links: KeptHome['links'] = []
  for (const path of found.links) {
    const target = await sandbox.readLink(path)
    if (target.ok) links.push({ path: relativeTo(path, HOME), target: target.value })
  }
  return ok({ files, links })
}

interface Found {
  readonly files: string[]
  readonly links: string[]
  bytes: number
}

/** Skips files that exceed the limits, and goes on with the rest. */
async function walk(sandbox: Sandbox, directory: string, found: Found): Promise<Result<void>> {
  const listed = await sandbox.list(directory)
  if (!listed.ok) return listed
  for (const { name, kind, size } of listed.value) {
    if (directory === HOME && CACHES.includes(name)) continue
    const path = join(directory, name)
    if (kind === 'directory') {
      const inside = await walk(sandbox, path, found)
      if (!inside.ok) return inside
      continue
    }
    if (found.files.length + found.links.length >= HOME_FILES) return ok(undefined)
    if (size > HOME_FILE_BYTES || found.bytes + size > HOME_BYTES) continue
    found.bytes += size
    const list = kind === 'file' ? found.files : found.links
    list.push(path)
  }
  return ok(undefined)
}

async function emptyHome(sandbox: Sandbox): Promise<Result<void>> {
  const listed = await sandbox.list(HOME)
  // Another back end has its home elsewhere, or none that can be seen.
  if (!listed.ok) return ok(undefined)
  for (const { name } of listed.value) {
    if (CACHES.includes(name)) continue
    const removed = await sandbox.remove(join(HOME, name), { recursive: true })
    if (!removed.ok) return removed
  }
  return ok(undefined)
}

async function putHome(sandbox: Sandbox, { files, links }: KeptHome): Promise<Result<void>> {
  const requests: WriteRequest[] = files.map(({ path, data, mode }) => ({
    path: join(HOME, path),
    data,
    mode,
  }))
  const written = requests.length > 0 ? await sandbox.writeFiles(requests) : ok(undefined)
  if (!written.ok) return written
  for (const { path, target } of links) {
    const place = join(HOME, path)
    const parent = await sandbox.makeDirectory(dirname(place))
    const linked = parent.ok ? await sandbox.symlink(target, place) : parent
    if (!linked.ok) return linked
  }
  return ok(undefined)
}

function isSame(a: KeptHome, b: KeptHome): boolean {
  return (
    a.files.length === b.files.length &&
    a.links.length === b.links.length &&
    a.links.every(({ path, target }, at) => b.links[at]?.path === path && b.links[at]?.target === target) &&
    a.files.every(({ path, data, mode }, at) => {
      const other = b.files[at]
      return other?.path === path && other.mode === mode && isSameBytes(data, other.data)
    })
  )
}

function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}
