/** The preview as the panel shows it: which page of the workspace, and when it is loaded again. */
import type { TabNotice } from '../../agent/protocol/rpc.ts'
import { isWithin, normalize, WORKSPACE_ROOT } from '../../sandbox/path.ts'
import { PREVIEW_RELOAD_MS } from '../limits.ts'

/** What the sandbox's frame says: where its pages begin, who puts them into one document, or why there are none. */
export type PreviewOrigin =
  | { readonly ok: true; readonly kind: 'served'; readonly base: string }
  | {
      readonly ok: true
      readonly kind: 'inlined'
      /** Of the frame that shows them. */
      readonly address: string
      readonly reason: string
      /** A port on which that frame gets files. */
      readonly connect: () => MessagePort
    }
  | { readonly ok: false; readonly message: string }

export class PreviewModel {
  origin = $state.raw<PreviewOrigin>()
  /** In the workspace; '' is its root, where an index.html or a list of the files is shown. */
  path = $state('')
  /** Counts loads: a new number is a new document. */
  load = $state(0)
  /** Once looked at, the page stays loaded behind the other tabs and keeps its state. */
  opened = $state(false)

  /** Of the page, percent-encoded: in the workspace. */
  readonly encodedPath = $derived.by(() => {
    const [path = '', query = ''] = parts(this.path)
    return path.split('/').map(encodeURIComponent).join('/') + query
  })
  /** Of the frame's document. */
  readonly address = $derived.by(() => {
    if (!this.origin?.ok) return undefined
    return this.origin.kind === 'served' ? this.origin.base + this.encodedPath : this.origin.address
  })
  /** Why a page is one document without a server behind it, where it is. */
  readonly inlined = $derived(this.origin?.ok && this.origin.kind === 'inlined' ? this.origin : undefined)

  #reload: ReturnType<typeof setTimeout> | undefined

  reset(): void {
    this.path = ''
    this.reload()
  }

  /** Shows the page at that path, absolute or relative to the workspace root, with or without a query. */
  show(address: string): void {
    const [path = '', query = ''] = parts(address.trim())
    const normal = normalize(path)
    const inside = (isWithin(normal, WORKSPACE_ROOT) ? normal.slice(WORKSPACE_ROOT.length) : normal).slice(1)
    this.path = inside + (inside && path.endsWith('/') ? '/' : '') + query
    this.opened = true
    this.reload()
  }

  /** A link to another page of the workspace was followed, percent-encoded as it stood there. */
  follow(address: string): void {
    const [path = '', query = ''] = parts(address)
    try {
      this.show(decodeURIComponent(path) + query)
    } catch {
      this.show(address) // a stray percent sign: part of a name
    }
  }

  reload(): void {
    clearTimeout(this.#reload)
    this.#reload = undefined
    this.load += 1
  }

  /** Other files are in the workspace. */
  rootChanged(): void {
    this.#reloadSoon()
  }

  notice(notice: TabNotice): void {
    if (notice.type !== 'files_changed') return
    if (!notice.overflow && notice.paths.every(isNoPartOfPages)) return
    this.#reloadSoon()
  }

  /** Once for many changes in a row. */
  #reloadSoon(): void {
    if (!this.opened) return
    this.#reload ??= setTimeout(() => this.reload(), PREVIEW_RELOAD_MS)
  }
}

/** The path, and what follows it from the first `?` or `#` on. */
function parts(address: string): string[] {
  return /^([^?#]*)(.*)$/s.exec(address)?.slice(1) ?? []
}

/** Caches of tools and git's own files change all the time, and no page shows them. */
function isNoPartOfPages(path: string): boolean {
  return /(^|\/)(\.git|node_modules\/\.[^/]+)(\/|$)/.test(path)
}
