/** The search in all files: what is looked for, what was found so far, and what is put in its place. */
import type { EditedFiles, FileReplacements, TextQuery } from '../../../agent/protocol/calls/files.ts'
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import type { FoundInFile, FoundMatch, FoundText } from '../../../sandbox/contract/contract.ts'
import { relativeTo } from '../../../sandbox/contract/path.ts'
import { SEARCH_MATCHES, SEARCH_MS, SEARCH_TYPING_MS } from '../../limits.ts'
import { unexpected, type Problem } from '../../problem.ts'
import { hasSecretValues } from '../editor/mask-env.ts'
import type { WorkspaceModel } from '../workspace.svelte.ts'
import { replacementOf } from './replacement.ts'
import { replacedText } from './search-text.ts'
import { afterReplacing, parseGlobs, searchRows, without, type SearchRow } from './search-rows.ts'
import { search as t } from '../../language/en/search.ts'

type Status =
  | 'idle'
  | 'running'
  | 'done'
  /** By the person, the ceiling of matches, or that of time. */
  | 'cancelled'
  | 'full'
  | 'late'

type Counts = Pick<FoundText, 'searched' | 'binary' | 'tooLarge' | 'tooSlow' | 'longLines'>
const NOTHING: Counts = { searched: 0, binary: 0, tooLarge: 0, tooSlow: 0, longLines: 0 }

export interface Replaced {
  readonly text: string
  /** Undefined where nothing was changed, or it was taken back. */
  readonly edited: EditedFiles | undefined
}

export class SearchModel {
  text = $state('')
  replacement = $state('')
  isRegex = $state(false)
  matchCase = $state(false)
  wholeWord = $state(false)
  include = $state('')
  exclude = $state('')
  /** The field for another text is shown, and with it what each change would be. */
  replacing = $state(false)
  status = $state<Status>('idle')
  files = $state.raw<readonly FoundInFile[]>([])
  counts = $state.raw<Counts>(NOTHING)
  total = $state(0)
  closed = $state.raw<ReadonlySet<string>>(new Set())
  /** Key of the row that the keyboard is on. */
  active = $state<string>()
  problem = $state.raw<Problem>()
  /** Outcome of the last replacement. */
  replaced = $state.raw<Replaced>()
  busy = $state(false)
  /** Counts how often the person was brought to the field. */
  focused = $state(0)

  readonly rows = $derived(searchRows(this.files, this.closed))
  readonly activeRow = $derived(this.rows.find(({ key }) => key === this.active))

  readonly #agent: AgentApi
  readonly #workspace: WorkspaceModel
  readonly #now: () => number
  #generation = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(agent: AgentApi, workspace: WorkspaceModel, now: () => number = () => performance.now()) {
    this.#agent = agent
    this.#workspace = workspace
    this.#now = now
  }

  /** Another session: its files are others. The query stays. */
  reset(): void {
    this.#clear()
    this.replaced = undefined
  }

  /** Starts the search again soon after a change. */
  typed(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.start(), SEARCH_TYPING_MS)
  }

  async start(): Promise<void> {
    const wasRunning = this.status === 'running'
    this.#clear()
    const generation = this.#generation
    if (this.text === '') {
      if (wasRunning) await this.#agent.files.cancelSearch().catch(() => undefined)
      return
    }
    this.status = 'running'
    const until = this.#now() + SEARCH_MS
    try {
      for (let after: string | undefined, first = true; first || after !== undefined; first = false) {
        const part = await this.#agent.files.searchText(this.#query(), SEARCH_MATCHES - this.total, after)
        if (generation !== this.#generation) return
        if (!part.ok) return this.#failed(part.error)
        this.#add(part.value)
        after = part.value.next
        if (this.total >= SEARCH_MATCHES) return this.#end('full')
        if (after !== undefined && this.#now() > until) return this.#end('late')
      }
      this.#end('done')
    } catch (error) {
      if (generation === this.#generation) this.#failed(unexpected(t.theSearch, error))
    }
  }

  /** Ends the search; what was found stays. */
  async cancel(): Promise<void> {
    if (this.status !== 'running') return
    this.#generation += 1
    this.#end('cancelled')
    await this.#agent.files.cancelSearch().catch(() => undefined)
  }

  toggle(path: string): void {
    const closed = new Set(this.closed)
    if (!closed.delete(path)) closed.add(path)
    this.closed = closed
  }

  /** Leaves a match, or all of a file's, out of what is shown and replaced. */
  dismiss(row: SearchRow): void {
    const index = this.rows.indexOf(row)
    this.#drop(row.kind === 'file' ? row.file.matches : [row.match])
    this.active = (this.rows[index] ?? this.rows.at(-1))?.key
  }

  /** The replacement of a match. */
  after(match: FoundMatch): string {
    return replacementOf(this.replacement, match, this.isRegex)
  }

  /** Why matches of this file are not replaced; '' where they are. */
  whyKept(path: string): string {
    if (hasSecretValues(path)) return t.hiddenValues
    if (this.#workspace.isLocked(path)) return t.locked
    const open = this.#workspace.files.files.find((file) => file.path === path)
    return open?.dirty === true ? t.unsaved : ''
  }

  async replaceRow(row: SearchRow): Promise<void> {
    const index = this.rows.indexOf(row)
    await this.#replace([row.kind === 'file' ? row.file : { ...row.file, matches: [row.match] }])
    if (!this.activeRow) this.active = (this.rows[index] ?? this.rows.at(-1))?.key
  }

  replaceAll(): Promise<void> {
    return this.#replace(this.files)
  }

  async undo(): Promise<void> {
    const edited = this.replaced?.edited
    if (!edited) return
    await this.#attempt(t.undoing, async () => {
      const undone = await this.#agent.files.undoEdit(edited)
      if (!undone.ok) return this.#failed(undone.error)
      this.replaced = { text: t.takenBack, edited: undefined }
      await this.start()
    })
  }

  async #replace(files: readonly FoundInFile[]): Promise<void> {
    const kept = files.flatMap((file) => {
      const path = relativeTo(file.path)
      const why = this.whyKept(path)
      return why === '' ? [] : [{ path, why }]
    })
    const wanted = files.filter((file) => this.whyKept(relativeTo(file.path)) === '')
    await this.#attempt(t.theReplacement, async () => {
      const done = await this.#agent.files.replaceText(wanted.map((file) => this.#replacements(file)))
      if (!done.ok) return this.#failed(done.error)
      const { matches, files: changed, refused, edited } = done.value
      const left = [...kept, ...refused.map(({ path, why }) => ({ path: relativeTo(path), why }))]
      this.replaced = { text: replacedText(matches, changed, left), edited }
      const isRefused = new Set(refused.map(({ path }) => path))
      this.#taken(wanted.filter(({ path }) => !isRefused.has(path)))
    })
  }

  /** These matches were replaced; others of the same files may be left. */
  #taken(files: readonly FoundInFile[]): void {
    const matches = files.flatMap((file) => file.matches)
    const [only] = matches
    const [file] = files
    if (matches.length !== 1 || only === undefined || file === undefined) return this.#drop(matches)
    this.#show(afterReplacing(this.files, { path: file.path, replaced: only, by: this.after(only) }))
  }

  #replacements({ path, matches }: FoundInFile): FileReplacements {
    const replacements = matches.map((match) => ({
      line: match.line,
      start: match.start,
      before: match.text,
      after: this.after(match),
    }))
    return { path, replacements }
  }

  #drop(matches: readonly FoundMatch[]): void {
    this.#show(without(this.files, new Set(matches)))
  }

  #show(files: readonly FoundInFile[]): void {
    this.files = files
    this.total = files.reduce((sum, file) => sum + file.matches.length, 0)
  }

  #query(): TextQuery {
    return {
      text: this.text,
      isRegex: this.isRegex,
      matchCase: this.matchCase,
      wholeWord: this.wholeWord,
      include: [...parseGlobs(this.include)],
      exclude: [...parseGlobs(this.exclude)],
    }
  }

  #add(part: FoundText): void {
    if (part.files.length > 0) this.files = [...this.files, ...part.files]
    this.total += part.files.reduce((sum, file) => sum + file.matches.length, 0)
    const { searched, binary, tooLarge, tooSlow, longLines } = this.counts
    this.counts = {
      searched: searched + part.searched,
      binary: binary + part.binary,
      tooLarge: tooLarge + part.tooLarge,
      tooSlow: tooSlow + part.tooSlow,
      longLines: longLines + part.longLines,
    }
  }

  #clear(): void {
    clearTimeout(this.#timer)
    this.#generation += 1
    this.status = 'idle'
    this.files = []
    this.counts = NOTHING
    this.total = 0
    this.closed = new Set()
    this.active = undefined
    this.problem = undefined
  }

  #end(status: Status): void {
    this.status = status
  }

  #failed({ message, hint }: { readonly message: string; readonly hint?: string | undefined }): void {
    if (this.status === 'running') this.status = 'done'
    this.problem = { message, hint }
  }

  async #attempt(what: string, act: () => Promise<void>): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.problem = undefined
    await act().catch((error: unknown) => {
      this.problem = unexpected(what, error)
    })
    this.busy = false
  }
}
