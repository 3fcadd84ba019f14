/** The files that are open in the editor, which of them is shown, and what of them survives a reload. */
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import { OPEN_FILES, UNSAVED_KEEP_MS } from '../../limits.ts'
import { OpenFile } from './open-file.svelte.ts'
import { readKept, writeKept } from './unsaved-text.ts'

export interface CursorGoal {
  readonly line: number
  readonly column: number
}

export class OpenFilesModel {
  files = $state.raw<readonly OpenFile[]>([])
  current = $state.raw<OpenFile>()
  /** Its unsaved text is asked about before it is closed. */
  closing = $state.raw<OpenFile>()
  readonly #agent: AgentApi
  readonly #locked: () => string
  #session = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `locked` says why nothing can be edited now; '' when it can. */
  constructor(agent: AgentApi, locked: () => string) {
    this.#agent = agent
    this.#locked = locked
  }

  get locked(): string {
    return this.#locked()
  }

  /** Another session, or this one anew: what it had open and unsaved comes back. */
  reset(session: string): void {
    this.keepNow()
    this.#session = session
    this.closing = undefined
    this.files = []
    this.current = undefined
    const { open, active, texts } = readKept(session)
    for (const path of new Set([...open, ...texts.map((text) => text.path)])) {
      const file = this.#add(path)
      const unsaved = texts.find((text) => text.path === path)
      if (unsaved) file.bringBack(unsaved)
    }
    this.current = this.files.find(({ path }) => path === active) ?? this.files[0]
  }

  /** This tab leads now: what the one before had not saved is here. */
  async takeUp(): Promise<void> {
    for (const unsaved of readKept(this.#session).texts) {
      const file = this.#find(unsaved.path) ?? this.#add(unsaved.path)
      if (file.text() !== unsaved.text) file.bringBack(unsaved)
    }
    this.current ??= this.files[0]
    await this.refresh(() => true)
  }

  /** Another tab leads now, and goes on with what is not saved here. */
  handOver(): void {
    if (this.#timer !== undefined) this.#write()
  }

  /** Shows the file, in the place where it was left, or at `goal`. */
  async open(path: string, goal?: CursorGoal): Promise<void> {
    const file = this.#find(path) ?? this.#add(path)
    file.goal = goal ?? file.goal
    this.show(file)
    await file.read()
  }

  /** The file as the editor has it, or would show it; it is not opened. */
  async peek(path: string): Promise<OpenFile> {
    const file = this.#find(path) ?? new OpenFile(this.#agent, path, () => undefined)
    await file.read()
    return file
  }

  show(file: OpenFile): void {
    this.current = file
    this.closing = undefined
    this.#keepSoon()
  }

  /** The next one, or with -1 the one before; the last is followed by the first. */
  showNext(step: 1 | -1): void {
    const index = this.files.findIndex((file) => file === this.current)
    const next = this.files.at((index + step) % this.files.length)
    if (next) this.show(next)
  }

  /** Asks first when there is unsaved text. */
  close(file: OpenFile): void {
    if (file.dirty && this.locked === '') {
      this.show(file)
      this.closing = file
    } else this.discard(file)
  }

  async saveAndClose(file: OpenFile): Promise<void> {
    this.closing = undefined
    if (await file.save()) this.discard(file)
  }

  /** Closes it, with the text that is not saved. */
  discard(file: OpenFile): void {
    const index = this.files.indexOf(file)
    this.files = this.files.filter((other) => other !== file)
    if (this.closing === file) this.closing = undefined
    if (this.current === file) this.current = this.files[Math.min(index, this.files.length - 1)]
    this.#keepSoon()
  }

  /** Another workspace took the place of this one: only what is not saved stays open. */
  closeSaved(): void {
    for (const file of this.files) if (!file.dirty) this.discard(file)
  }

  /** Looks again at those that `isStale` names. */
  async refresh(isStale: (path: string) => boolean): Promise<void> {
    await Promise.all(this.files.filter(({ path }) => isStale(path)).map((file) => file.read()))
  }

  /** A file or a folder has another path now. */
  moved(from: string, to: string): void {
    for (const file of this.files) {
      if (file.path === from || file.path.startsWith(`${from}/`))
        file.moved(to + file.path.slice(from.length))
    }
  }

  /** A file or a folder is gone: what is not saved of it stays open. */
  removed(path: string): void {
    for (const file of this.files)
      if (!file.dirty && (file.path === path || file.path.startsWith(`${path}/`))) this.discard(file)
  }

  /** Writes down at once what is not saved: the page may be about to end. */
  keepNow(): void {
    // A following tab has no edits of its own, and must not overwrite those of the leading tab.
    if (this.locked === '') this.#write()
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#session === '') return
    const unkept = writeKept(this.#session, {
      open: this.files.map(({ path }) => path),
      active: this.current?.path,
      texts: this.files.flatMap((file) => file.unsaved() ?? []),
    })
    for (const file of this.files) file.isUnkept = unkept.includes(file.path)
  }

  #find(path: string): OpenFile | undefined {
    return this.files.find((file) => file.path === path)
  }

  #add(path: string): OpenFile {
    const file = new OpenFile(this.#agent, path, () => this.#keepSoon())
    const full = this.files.length >= OPEN_FILES
    const gone = full ? this.files.find((other) => !other.dirty && other !== this.current) : undefined
    this.files = [...this.files.filter((other) => other !== gone), file]
    return file
  }

  #keepSoon(): void {
    this.#timer ??= setTimeout(() => this.keepNow(), UNSAVED_KEEP_MS)
  }
}
