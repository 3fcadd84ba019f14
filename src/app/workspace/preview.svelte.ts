/** The preview as the panel shows it: which page, of the workspace or of a program, and when it is loaded again. */
import type { PreviewSize } from '../../agent/protocol/browser.ts'
import type { TabNotice } from '../../agent/protocol/tab-notice.ts'
import { isWithin, normalize, WORKSPACE_ROOT } from '../../sandbox/contract/path.ts'
import { safeName } from '../../sandbox/contract/attachment.ts'
import type { PageReport } from '../../sandbox/page/page-report.ts'
import { PAGE_ADDRESS_CHARS, PAGE_DOWNLOADS_MAX, PREVIEW_RELOAD_MS, PREVIEW_STAGE_MS } from '../limits.ts'
import type { PageBridge } from './browser/page-bridge.ts'
import { readKeptPreview, type KeptPreview } from './kept-preview.ts'
import { PreviewConsole } from './preview-console.svelte.ts'
import { preview as t } from '../language/en/preview.ts'

/** State of the sandbox's frame: the base of its pages, the frame that inlines them, or a failure. */
export type PreviewOrigin =
  | { readonly ok: true; readonly kind: 'served'; readonly base: string }
  | {
      readonly ok: true
      readonly kind: 'inlined'
      /** Address of the frame that shows them. */
      readonly address: string
      readonly reason: string
      /** A port on which that frame gets files. */
      readonly connect: () => MessagePort
    }
  | {
      readonly ok: true
      /** Each program's pages have an address of their own, elsewhere; files have none. */
      readonly kind: 'hosted'
      /** By port, with a slash at the end. */
      readonly addresses: ReadonlyMap<number, string>
      /** Why there are no pages of files. */
      readonly message: string
    }
  | { readonly ok: false; readonly message: string }

/** Place that the page reports: links, forms and its own scripts lead it on. */
interface PagePlace {
  readonly port: number | undefined
  /** As `PreviewModel.path`. */
  readonly path: string
  readonly canGoBack: boolean
  readonly canGoForward: boolean
}

interface PageDownload {
  readonly name: string
  readonly content: Blob
}

interface PreviewHealth {
  readonly state: 'good' | 'warn' | 'bad' | 'unknown'
  readonly text: string
}

export class PreviewModel {
  readonly console = new PreviewConsole()
  origin = $state.raw<PreviewOrigin>()
  /** Below its root, '' is the root itself: of the workspace an index.html or a list of the files. */
  path = $state('')
  /** Port of the program in the sandbox that serves the page; undefined: it is a file of the workspace. */
  port = $state<number>()
  /** Ports that programs listen at. */
  ports = $state.raw<readonly number[]>([])
  /** Files that its pages want to be saved, and about which the person has not decided. */
  downloads = $state.raw<readonly PageDownload[]>([])
  /** Counts loads: a new number is a new document. */
  load = $state(0)
  /** Undefined until a page that can say so is there. */
  place = $state.raw<PagePlace>()
  /** Why there is no page any more, until it is loaded again. */
  closed = $state<string>()
  /** Once looked at, the page stays loaded behind the other tabs and keeps its state. */
  opened = $state(false)
  /** The agent looks at the page: it stays laid out though nobody sees it. */
  staged = $state(false)
  size = $state<PreviewSize>('panel')
  /** The page's frame, while there is one. */
  frame = $state.raw<HTMLIFrameElement>()
  /** When the frame's document was there, by `performance.now`; undefined until it is. */
  loadedAt: number | undefined
  /** The same for people. */
  loadedTime = $state.raw<Date>()
  /** There is nothing to be seen on it; undefined until it has said so. */
  isEmpty = $state<boolean>()
  /** Reports of lines that have come from this document. */
  reports = 0
  /** The person is about to point at an element; ends it. */
  picking = $state.raw<AbortController>()

  /** Address of the frame's document. */
  readonly address = $derived.by(() => this.#addressOf({ port: this.port, path: this.path }))
  /** Address that its links have led it to meanwhile. */
  readonly addressNow = $derived.by(() => this.#addressOf(this.place ?? { port: this.port, path: this.path }))
  /** Path of the page in the workspace, percent-encoded. */
  readonly encodedPath = $derived.by(() => encoded(this.path))
  /** As the person reads and types it. */
  readonly shown: string = $derived.by(() => {
    const { port, path } = this.place ?? { port: this.port, path: this.path }
    return port === undefined ? `/${path}` : `localhost:${port}/${path}`
  })
  /** Why a page is one document without a server behind it, where it is. */
  readonly inlined = $derived(this.origin?.ok && this.origin.kind === 'inlined' ? this.origin : undefined)

  /** Why pages do not speak to the app, where they do not: nobody can look into them from here. */
  readonly deaf = $derived(this.origin?.ok && this.origin.kind === 'hosted' ? NOT_OURS : undefined)
  /** Why there is no page. */
  readonly absent = $derived.by(() => {
    if (!this.origin) return t.startsWithSandbox
    if (!this.origin.ok) return this.origin.message
    if (this.origin.kind !== 'hosted' || this.port === undefined)
      return this.origin.kind === 'hosted' ? this.origin.message : ''
    return t.nobodyListens(this.port)
  })

  /** How it is with the page, in a few words. */
  readonly health = $derived.by((): PreviewHealth => {
    const what = this.port === undefined ? t.page : t.port(this.port)
    if (this.closed !== undefined) return { state: 'bad', text: t.closed }
    if (this.port !== undefined && !this.ports.includes(this.port))
      return { state: 'bad', text: t.isClosed(what) }
    if (this.loadedTime === undefined) return { state: 'unknown', text: t.loading }
    if (this.isEmpty === true) return { state: 'warn', text: t.upButEmpty(what) }
    if (this.console.errors > 0) return { state: 'warn', text: t.upWithErrors(what) }
    return { state: 'good', text: t.isUp(what) }
  })

  #bridge: Promise<PageBridge> | undefined
  #reload: ReturnType<typeof setTimeout> | undefined
  #unstage: ReturnType<typeof setTimeout> | undefined

  /** Another session is shown, or the same one anew: its preview is where it was in this tab. */
  reset(session: string): void {
    this.downloads = []
    Object.assign(this, readKeptPreview(session))
    this.#load()
  }

  /** The page's current place, links included. */
  get kept(): KeptPreview {
    const { port, path } = this.place ?? this
    return { port, path, size: this.size }
  }

  /**
   * Shows the page at that path, absolute or relative to the workspace root, with or without a query; or at an address of
   * a program of the sandbox, as it prints it: `http://localhost:3000/a`, `localhost:3000`, `:3000`.
   */
  show(address: string): void {
    const [, port, rest = ''] = SERVED.exec(address.trim()) ?? []
    this.port = port === undefined ? undefined : Number(port)
    if (this.port !== undefined) {
      this.path = rest.replace(/^\//, '')
      this.opened = true
      return this.#load()
    }
    const [path = '', query = ''] = parts(address.trim())
    const normal = normalize(path)
    const inside = (isWithin(normal, WORKSPACE_ROOT) ? normal.slice(WORKSPACE_ROOT.length) : normal).slice(1)
    this.path = inside + (inside && path.endsWith('/') ? '/' : '') + query
    this.opened = true
    this.#load()
  }

  /** A link to another page of the workspace was followed, percent-encoded as it stood there. */
  follow(address: string): void {
    this.show(decoded(address))
  }

  /** The page where it is now, as a new document. */
  reload(): void {
    if (this.place) {
      this.port = this.place.port
      this.path = this.place.path
    }
    this.#load()
  }

  /** Its document is there. */
  loaded(): void {
    this.loadedAt = performance.now()
    this.loadedTime = new Date()
  }

  /** One for all who ask the page: refs are counted in one place. Rejects when it cannot be fetched. */
  bridge(): Promise<PageBridge> {
    this.#bridge ??= import('./browser/create-bridge.ts').then(({ createBridge }) => createBridge(this))
    this.#bridge.catch(() => (this.#bridge = undefined))
    return this.#bridge
  }

  /** A reload that was put off, because more changes may follow, happens at once. */
  reloadNow(): void {
    if (this.#reload !== undefined) this.reload()
  }

  /** The agent needs the page now, and probably for a while. */
  stage(): void {
    this.staged = true
    clearTimeout(this.#unstage)
    this.#unstage = setTimeout(() => (this.staged = false), PREVIEW_STAGE_MS)
  }

  /** Takes a report of the page, which may claim anything. */
  report(report: PageReport): void {
    switch (report.type) {
      case 'vivarium-page-health':
        this.isEmpty = report.isEmpty
        return
      case 'vivarium-page-started':
        this.reports = 0
        return this.console.clear()
      case 'vivarium-page-download':
        // The first ones stay, so that nothing changes under the pointer.
        if (this.downloads.length < PAGE_DOWNLOADS_MAX)
          this.downloads = [...this.downloads, { name: safeName(report.name), content: report.content }]
        return
      case 'vivarium-page-lines':
        this.reports += 1
        return this.console.add(report.lines, report.dropped)
      case 'vivarium-page-place': {
        const { port, address, canGoBack, canGoForward } = report
        if (address.length > PAGE_ADDRESS_CHARS) return
        this.place = { port, path: decoded(address).replace(/^\//, ''), canGoBack, canGoForward }
      }
    }
  }

  /** The person has decided about that file. */
  answered(download: PageDownload): void {
    this.downloads = this.downloads.filter((other) => other !== download)
  }

  /** The page must not keep the screen busy. */
  flooded(): void {
    this.closed = t.wasClosed
  }

  #addressOf({ port, path }: Pick<PagePlace, 'port' | 'path'>): string | undefined {
    if (!this.origin?.ok) return undefined
    if (this.origin.kind === 'hosted') {
      const base = port === undefined ? undefined : this.origin.addresses.get(port)
      return base === undefined ? undefined : base + encoded(path)
    }
    if (this.origin.kind !== 'served') return this.origin.address
    const base = port === undefined ? this.origin.base : `${this.origin.base.slice(0, -1)}:${port}/`
    return base + encoded(path)
  }

  #load(): void {
    this.closed = undefined
    clearTimeout(this.#reload)
    this.#reload = undefined
    this.place = undefined
    this.loadedAt = undefined
    this.loadedTime = undefined
    this.isEmpty = undefined
    this.reports = 0
    this.console.clear()
    this.load += 1
  }

  /** The workspace has other files. A program tells its pages itself, or shows them once restarted. */
  rootChanged(): void {
    if (this.port === undefined) this.#reloadSoon()
  }

  notice(notice: TabNotice): void {
    if (notice.type === 'ports_changed') return this.#portsChanged(notice.ports)
    // With the sandbox its programs have ended.
    if (notice.type === 'sandbox' && notice.state.status !== 'ready') this.ports = []
    if (notice.type !== 'files_changed' || this.port !== undefined) return
    if (!notice.overflow && [...notice.paths, ...notice.ignored].every(isNoPartOfPages)) return
    this.#reloadSoon()
  }

  /** A page whose program was started again is asked for again; a first program is shown where nothing else was asked for. */
  #portsChanged(ports: readonly number[]): void {
    const opened = ports.filter((port) => !this.ports.includes(port))
    this.ports = ports
    const [first] = opened
    if (first === undefined) return
    if (this.port !== undefined && opened.includes(this.port)) this.#reloadSoon()
    else if (this.port === undefined && this.path === '' && !this.inlined) {
      this.port = first
      this.#load()
    }
  }

  /** Once for many changes in a row. */
  #reloadSoon(): void {
    if (!this.opened || this.closed !== undefined) return
    this.#reload ??= setTimeout(() => this.reload(), PREVIEW_RELOAD_MS)
  }
}

const NOT_OURS =
  'The page comes from WebContainer, so that the app can show it and hears of its errors, but cannot look into it.'

/** An address of this machine, with a port. */
const SERVED = /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])?:(\d{1,5})([/?#].*)?$/s

/** The path, and what follows it from the first `?` or `#` on. */
function parts(address: string): string[] {
  return /^([^?#]*)(.*)$/s.exec(address)?.slice(1) ?? []
}

/** Encodes the path; the rest stays. */
function encoded(address: string): string {
  const [path = '', query = ''] = parts(address)
  return path.split('/').map(encodeURIComponent).join('/') + query
}

/** With its path as the person reads it. */
function decoded(address: string): string {
  const [path = '', query = ''] = parts(address)
  try {
    return decodeURIComponent(path) + query
  } catch {
    return address // a stray percent sign: part of a name
  }
}

/** Caches of tools and git's own files change all the time, and no page shows them. */
function isNoPartOfPages(path: string): boolean {
  return /(^|\/)(\.git|node_modules\/\.[^/]+)(\/|$)/.test(path)
}
