/** The review of what has changed: which hunks there are, which of them the person has accepted, and rejecting the others. */
import { SvelteSet } from 'svelte/reactivity'
import type { EditedFiles } from '../../../agent/protocol/calls/files.ts'
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import type { TreeChange } from '../../../sandbox/contract/contract.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { resolve } from '../../../sandbox/contract/path.ts'
import { DIFF_CHARS, REVIEW_FILES } from '../../limits.ts'
import { unexpected, type Problem } from '../../problem.ts'
import { fileContent, type FileVersions } from '../file-content.ts'
import type { FileBytes, FileReview, ReviewItem } from './file-review.ts'
import { readKept, writeKept, type KeptReview } from './kept-review.ts'
import { CommentsModel } from './review-comments.svelte.ts'
import { CommitModel } from './review-commit.svelte.ts'
import { rootOfScope, type ReviewScope } from './scopes.ts'
import { shownPlace } from './shown-place.ts'
import { review as t } from '../../language/en/review.ts'

export interface ReviewOptions {
  readonly agent: AgentApi
  /** Sends a message of the person's; false when none can be sent now. */
  readonly send: (text: string) => boolean
  /** Why nothing of the workspace can be changed now; '' when it can. */
  readonly locked: () => string
}

export interface ReviewNotice {
  readonly text: string
  readonly undo: EditedFiles | undefined
}

interface Found {
  readonly changes: readonly TreeChange[]
  readonly areAll: boolean
}

const NOTHING: Found = { changes: [], areAll: true }

export class ReviewModel {
  scope = $state<ReviewScope>('import')
  found = $state.raw<Found>(NOTHING)
  /** By path; a file that was not looked at yet has none. */
  reviews = $state.raw<ReadonlyMap<string, FileReview>>(new Map())
  readonly accepted = new SvelteSet<string>()
  /** Paths of files whose lines are shown. */
  readonly open = new SvelteSet<string>()
  notice = $state.raw<ReviewNotice>()
  problem = $state.raw<Problem>()
  busy = $state(false)
  /** The browser did not keep all of it. */
  isUnkept = $state(false)
  readonly comments: CommentsModel
  readonly commit: CommitModel

  readonly items = $derived.by(() =>
    this.found.changes.flatMap(({ path }) => this.reviews.get(path)?.items ?? []),
  )
  readonly acceptedCount = $derived(this.items.filter(({ key }) => this.accepted.has(key)).length)
  /** Files whose hunks are not known yet. */
  readonly waiting = $derived(this.found.changes.filter(({ path }) => !this.reviews.has(path)).length)

  readonly #options: ReviewOptions
  #session = ''
  #generation = 0
  /** The newest comparison. */
  #comparing: Promise<void> = Promise.resolve()

  constructor(options: ReviewOptions) {
    this.#options = options
    const keep = () => this.#keep()
    this.comments = new CommentsModel(options.send, keep)
    this.commit = new CommitModel(options.agent, keep)
  }

  get locked(): string {
    return this.#options.locked()
  }

  reset(session: string): void {
    this.#generation += 1
    this.found = NOTHING
    this.reviews = new Map()
    this.notice = undefined
    this.problem = undefined
    if (session === this.#session) return
    this.#session = session
    this.open.clear()
    const kept = readKept(session)
    this.accepted.clear()
    for (const key of kept.accepted) this.accepted.add(key)
    this.comments.restore(kept)
    this.commit.restore(kept)
  }

  setScope(scope: ReviewScope): void {
    this.scope = scope
    this.notice = undefined
    void this.refresh()
  }

  /**
   * Looks again at what has changed, and at each file that is not as it was. A newer call takes the place of one that is
   * under way, so both resolve when the newest has ended.
   */
  async refresh(): Promise<void> {
    const comparing = this.#compare()
    this.#comparing = comparing
    await comparing
    await this.settled()
  }

  /** Resolves when no comparison is under way. Never rejects: a failure is that of its `refresh`. */
  async settled(): Promise<void> {
    let last: Promise<void> | undefined
    while (last !== this.#comparing) {
      last = this.#comparing
      await Promise.allSettled([last])
    }
  }

  async #compare(): Promise<void> {
    const generation = ++this.#generation
    const found = await this.#attempt(t.comparingFiles, () => this.#changes())
    if (!found || generation !== this.#generation) return
    this.found = found
    const { reviewFile } = await import('./file-review.ts')
    const known = this.reviews
    const reviews = new Map<string, FileReview>()
    for (const [index, change] of found.changes.entries()) {
      const before = known.get(change.path)
      const isSame = before !== undefined && version(before.change) === version(change)
      const isWhole = index >= REVIEW_FILES || isLarge(change)
      const review = isSame
        ? before
        : reviewFile(change, isWhole ? 'large' : await this.#bytes(change).catch(() => undefined))
      if (generation !== this.#generation) return
      reviews.set(change.path, review)
      // Shows the reviews so far while the rest is still being read.
      if (!isSame && index % 20 === 0) this.reviews = new Map([...known, ...reviews])
    }
    this.reviews = reviews
  }

  isAccepted(item: ReviewItem): boolean {
    return this.accepted.has(item.key)
  }

  accept(items: readonly ReviewItem[], isAccepted = true): void {
    this.notice = undefined
    for (const { key } of items) {
      this.accepted.delete(key)
      if (isAccepted) this.accepted.add(key)
    }
    this.#keep()
  }

  /** Puts these back to what they were before; refused where the file is no longer what the person has looked at. */
  async reject(path: string, items: readonly ReviewItem[]): Promise<void> {
    await this.#work(t.rejecting, async () => {
      const { rejectEdits } = await import('./file-review.ts')
      const now = await this.#look(path)
      const known = new Set(now?.review.items.map(({ key }) => key))
      if (!now || !items.every(({ key }) => known.has(key))) {
        this.problem = {
          message: t.hasChanged(path),
          hint: t.shownAsNow,
        }
        return
      }
      const keys = new Set(items.map(({ key }) => key))
      const edits = rejectEdits(now.review, now.bytes, keys)
      if (!edits) return void (this.problem = { message: now.review.fixed, hint: undefined })
      if (edits.length === 0) return
      const rejected = items.map(({ what }) => ({ path, what }))
      const done = await this.#options.agent.files.reject(edits, rejected)
      if (!done.ok) return this.#fail(done.error)
      for (const key of keys) this.accepted.delete(key)
      const [only] = items.length === 1 ? items : []
      const what = only ? shownPlace(only, now.review.change) : t.changes(items.length)
      this.notice = { text: t.rejected(what, path), undo: done.value }
      this.#keep()
    })
  }

  async undo(): Promise<void> {
    const edited = this.notice?.undo
    if (!edited) return
    await this.#work(t.undoing, async () => {
      const undone = await this.#options.agent.files.undoEdit(edited)
      if (!undone.ok) return this.#fail(undone.error)
      this.notice = { text: t.undone, undo: undefined }
    })
  }

  /** Commits what is accepted, as the files are at this moment. */
  async commitAccepted(): Promise<void> {
    await this.#work(t.committing, async () => {
      const { acceptedFile } = await import('./file-review.ts')
      await this.refresh()
      const wanted = this.found.changes.filter(({ path }) =>
        this.reviews.get(path)?.items.some((item) => this.isAccepted(item)),
      )
      const paths = wanted
        .filter(({ after }) => after?.kind === 'file' && !isLarge({ after }))
        .map(({ path }) => path)
      const versions = value(await this.#options.agent.files.committedVersions(paths))
      const files = []
      for (const { path } of wanted) {
        const now = await this.#look(path)
        const committed = versions[paths.indexOf(path)]
        const file = now && acceptedFile(now.review, now.bytes, this.accepted, committed)
        if (file) files.push(file)
      }
      const problem = await this.commit.run(files)
      if (problem) this.#fail(problem)
    })
  }

  async makeRepository(): Promise<void> {
    await this.#work(t.makingRepository, async () => {
      const problem = await this.commit.init()
      if (problem) this.#fail(problem)
      else this.notice = { text: t.madeRepository, undo: undefined }
    })
  }

  /** Both contents, for a diff that hides values. */
  async versions(change: TreeChange): Promise<FileVersions> {
    const { before, after } = await this.#bytes(change)
    return {
      before: before && fileContent(change.path, before),
      after: after && fileContent(change.path, after),
    }
  }

  /** A file as it is at this moment. */
  async #look(path: string): Promise<{ review: FileReview; bytes: FileBytes } | undefined> {
    const found = await this.#changes()
    const change = found.changes.find((each) => each.path === path)
    if (!change) return undefined
    const { reviewFile } = await import('./file-review.ts')
    const bytes = await this.#bytes(change)
    const isWhole = found.changes.indexOf(change) >= REVIEW_FILES || isLarge(change)
    return { review: reviewFile(change, isWhole ? 'large' : bytes), bytes }
  }

  async #changes(): Promise<Found> {
    const { agent } = this.#options
    if (this.scope === 'import') return value(await agent.workspace.changes())
    const root = rootOfScope(this.scope, await agent.history.steps())
    return root === undefined ? NOTHING : value(await agent.workspace.changes(root))
  }

  async #bytes({ path, before, after }: TreeChange): Promise<FileBytes> {
    const { agent } = this.#options
    // The stored version of a link is its target.
    const [old, now] = await Promise.all([
      before && agent.history.readVersion(before.hash),
      after &&
        (after.kind === 'file' ? agent.files.read(resolve(path)) : agent.history.readVersion(after.hash)),
    ])
    return { before: old && value(old), after: now && value(now) }
  }

  #keep(): void {
    const kept: KeptReview = {
      accepted: [...this.accepted],
      ...this.comments.kept,
      message: this.commit.typed,
    }
    this.isUnkept = !writeKept(this.#session, kept)
  }

  async #work(what: string, act: () => Promise<void>): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.problem = undefined
    this.notice = undefined
    await this.#attempt(what, act)
    this.busy = false
    await this.refresh()
  }

  async #attempt<T>(what: string, call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await call()
    } catch (error) {
      if (error instanceof Failure) this.#fail(error)
      else this.problem = unexpected(what, error)
      return undefined
    }
  }

  #fail({ message, hint }: { readonly message: string; readonly hint?: string | undefined }): void {
    this.problem = { message, hint }
  }
}

/** An expected failure on its way to where it is told. */
class Failure extends Error {
  readonly hint: string | undefined

  constructor(message: string, hint: string | undefined) {
    super(message)
    this.hint = hint
  }
}

function value<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new Failure(result.error.message, result.error.hint)
}

function isLarge({ before, after }: Pick<TreeChange, 'before' | 'after'>): boolean {
  // A character has at most four bytes.
  return (before?.size ?? 0) + (after?.size ?? 0) > DIFF_CHARS * 4
}

/** Another content or mode is another one. */
function version({ before, after }: TreeChange): string {
  return [before?.hash, before?.mode, after?.hash, after?.mode].join(':')
}
