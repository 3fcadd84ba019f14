/** Going back in the open session, and from any moment of it into another one. */
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { PreviewAnswer, PreviewRequest } from '../../../sandbox/page/preview-messages.ts'
import { answerPreview } from '../../../sandbox/page/site-answer.ts'
import { CHANGES_SHOWN } from '../../limits.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import type { OpenedSession, ShownChanges } from '../../protocol/opened-session.ts'
import { conversationEnd, stepsOf } from '../../protocol/steps.ts'
import type { RestoreChoice, Step } from '../../protocol/calls/history.ts'
import { CONVERSATION_EVENTS } from '../log/model-conversation.ts'
import { cutLogs, readThreads } from '../recording/cut-logs.ts'
import { storeSession } from '../recording/store-session.ts'
import type { SessionStore } from '../recording/store-session.ts'
import type { Session } from '../log/session.ts'
import { StepSite } from './step-site.ts'
import { storageFailure } from '../store/storage-error.ts'
import type { UserFiles } from '../workspace/user-files.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Something that the model was told once, or has told itself. */
const TOLD_EVENTS: ReadonlySet<AgentEvent['type']> = new Set([
  'instructions_read',
  'memory_read',
  'memory_recalled',
  'memory_changed',
  'style_told',
] as const)

/** The event that restores the conversation as of event `toSeq` of this log. */
export function conversationRestored(
  events: readonly AgentEvent[],
  toSeq: number,
): Extract<EventBody, { type: 'conversation_restored' }> {
  return {
    type: 'conversation_restored',
    toSeq,
    events: events.filter(({ seq, type }) => seq <= toSeq && CONVERSATION_EVENTS.has(type)).length,
    isUntold: events.some(({ seq, type }) => seq > toSeq && TOLD_EVENTS.has(type)),
  }
}

export interface TimelineOptions extends SessionStore {
  readonly blobs: BlobStore
  readonly workspace: Workspace
  readonly files: UserFiles
  readonly session: () => Session | undefined
  /** A run or a replay is under way. */
  readonly busy: () => boolean
  readonly open: (id: string) => Promise<Result<OpenedSession>>
  /** Clears the tools' memory of files, which is no longer true. */
  readonly forgetFiles: () => void
  readonly newId: () => string
  readonly now: () => number
}

export class Timeline {
  readonly #options: TimelineOptions
  #lastSite: { readonly root: string; readonly site: StepSite } | undefined

  constructor(options: TimelineOptions) {
    this.#options = options
  }

  async steps(): Promise<readonly Step[]> {
    return stepsOf((await this.#options.session()?.events(1)) ?? [])
  }

  /** `''` is the empty workspace. */
  async compare(from: string, to: string): Promise<Result<ShownChanges>> {
    const { files, workspace } = this.#options
    const empty = workspace.emptyRoot
    const [before, after] = [from || empty, to || empty]
    if (before === undefined || after === undefined || before === after)
      return ok({ changes: [], areAll: true })
    const enough = CHANGES_SHOWN + 1
    const found = await files.read((sandbox) => sandbox.diff(before, after, { withoutIgnored: true, enough }))
    if (!found.ok) return found
    return ok({ changes: found.value.slice(0, CHANGES_SHOWN), areAll: found.value.length <= CHANGES_SHOWN })
  }

  /** How the project of a tree serves its page itself; null: by nothing that could be told. */
  async server(root: string): Promise<string | null> {
    return (await this.#site(root).server()) ?? null
  }

  page(root: string, request: PreviewRequest): Promise<PreviewAnswer> {
    return answerPreview(this.#site(root), request)
  }

  /** One after the other is looked at: the last is remembered. */
  #site(root: string): StepSite {
    if (this.#lastSite?.root !== root)
      this.#lastSite = { root, site: new StepSite(this.#options.blobs, root) }
    return this.#lastSite.site
  }

  async readVersion(hash: string): Promise<Result<Uint8Array>> {
    const [data] = await this.#options.blobs.get([hash])
    return data ? ok(data.slice()) : fail('corrupt', 'This version of the file is no longer stored.')
  }

  /** Appends to the log, never takes away: an undone step stays. */
  async restore(seq: number, what: RestoreChoice): Promise<Result<void>> {
    const found = await this.#find(seq)
    if (!found.ok) return found
    const { session, step, events } = found.value
    if (session.role !== 'leader')
      return fail('not_permitted', 'This session is led by another tab; nothing was restored.', {
        hint: 'Take the session over first.',
      })
    if (what.files) {
      const root = step.root ?? this.#options.workspace.emptyRoot
      if (root === undefined) return fail('not_found', 'The sandbox is not there yet; nothing was restored.')
      const restored = await this.#options.files.restore(root)
      if (!restored.ok) return restored
    }
    if (what.conversation) await session.append(conversationRestored(events, conversationEnd(events, step)))
    this.#options.forgetFiles()
    return ok(undefined)
  }

  /** The new session has a copy of the log up to there, of each thread that had ended by then, and shares the content. */
  async fork(seq: number): Promise<Result<OpenedSession>> {
    const found = await this.#find(seq)
    if (!found.ok) return found
    const { session, events } = found.value
    const { database, newId, now, open } = this.#options
    const parent = await database.get('sessions', session.id)
    const parentTitle = parent?.title ?? ''
    const copied = cutLogs({ events, threads: await readThreads(database, session.id) }, seq)
    const id = newId()
    try {
      await storeSession(this.#options, {
        id,
        title: `${parentTitle} (fork)`,
        ...copied,
        then: { type: 'session_forked', parent: session.id, parentTitle, parentSeq: seq },
        now: now(),
        parent: session.id,
      })
    } catch (error) {
      return storageFailure(error)
    }
    return open(id)
  }

  async #find(seq: number) {
    const session = this.#options.session()
    if (!session) return fail('not_found', 'No session is open.')
    if (this.#options.busy()) {
      return fail('not_permitted', 'The agent is still working; nothing was changed.', {
        hint: 'Stop it first, then choose the step again.',
      })
    }
    const events = await session.events(1)
    const step = stepsOf(events).find((known) => known.seq === seq)
    if (!step) return fail('not_found', `There is no step ${seq} in this session.`)
    return ok({ session, step, events })
  }
}
