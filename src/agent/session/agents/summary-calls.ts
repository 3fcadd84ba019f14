/** The user's calls for summaries of the conversation: of all or a part of it, as a draft or at once, and the way back. */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { COMPACT_KEEP_CHARS } from '../../limits.ts'
import type { CompactOptions, RunEnd } from '../../protocol/calls/runs.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { ModelConversation } from '../log/model-conversation.ts'
import type { Session } from '../log/session.ts'
import type { Inquiries } from '../run/inquiries.ts'
import type { RunOpening } from '../run/run-opening.ts'
import { NO_REQUEST, readCompactOptions } from '../run/run-request.ts'
import type { RunRequest } from '../run/run-request.ts'
import { chosenPart } from '../side-queries/chosen-part.ts'
import type { MainAgent } from './main-agent.ts'
import { followerProblem, workingProblem } from './not-now.ts'

interface SummaryCallsOptions {
  readonly session: () => Session | undefined
  /** A run is under way. */
  readonly busy: () => boolean
  readonly start: (opening: RunOpening, request: RunRequest) => Promise<Result<RunEnd>>
  readonly inquiries: () => Promise<Pick<Inquiries, 'roomWithoutSummary'>>
  readonly told: Pick<MainAgent['memory'], 'forgetSections'>
  /** Throws on a failure that is not the store's. */
  readonly storageFailure: (error: unknown) => Result<never>
}

/** Endings of a refusal. */
const DRAFT_STAYS = 'the draft of the summary stays as it is'
const SUMMARY_STAYS = 'the summary stays'

export class SummaryCalls {
  readonly #options: SummaryCallsOptions

  constructor(options: SummaryCallsOptions) {
    this.#options = options
  }

  /** Has the model summarise the conversation, or a part of it; `keep`: what of it matters in particular. */
  compact(keep: unknown, given: unknown = {}): Promise<Result<RunEnd>> {
    if (typeof keep !== 'string' || keep.length > COMPACT_KEEP_CHARS)
      return Promise.resolve(
        fail('invalid', `"Keep" must be a text of at most ${COMPACT_KEEP_CHARS} characters.`),
      )
    const options = readCompactOptions(given)
    if (!options.ok) return Promise.resolve(options)
    return this.#options.start(({ conversation }) => summarisable(conversation, options.value), {
      ...NO_REQUEST,
      compaction: { ...options.value, keep: keep.trim() },
    })
  }

  /** The open draft of a summary takes its place. */
  async useDraft(): Promise<Result<void>> {
    if (this.#options.busy()) return workingProblem(DRAFT_STAYS)
    const ended = await this.#options.start((session) => openDraft(session), {
      ...NO_REQUEST,
      compaction: 'draft',
    })
    if (!ended.ok) return ended
    return ended.value.terminal === 'completed'
      ? ok(undefined)
      : fail('cancelled', 'The summary was not put in place, as it was stopped; the draft is still open.')
  }

  async dropDraft(): Promise<Result<void>> {
    const session = this.#led(DRAFT_STAYS)
    if (!session.ok) return session
    const draft = openDraft(session.value)
    return draft.ok ? this.#append(session.value, { type: 'compaction_dropped' }) : draft
  }

  /** The last summary is taken back, where the model's window has room for what it stands for. */
  async undo(): Promise<Result<void>> {
    const asked = this.#undoable()
    if (!asked.ok) return asked
    const { edition } = asked.value.conversation
    const room = await (await this.#options.inquiries()).roomWithoutSummary()
    if (!room.ok) return room
    // A run may have begun meanwhile, or another session was opened.
    const session = this.#undoable()
    if (!session.ok) return session
    if (session.value !== asked.value || session.value.conversation.edition !== edition)
      return fail('not_permitted', `The conversation was changed meanwhile; ${SUMMARY_STAYS}.`, {
        hint: 'Look at it, then try again.',
      })
    this.#options.told.forgetSections()
    return this.#append(session.value, { type: 'compaction_undone' })
  }

  #undoable(): Result<Session> {
    const session = this.#led(SUMMARY_STAYS)
    if (!session.ok || session.value.conversation.undone) return session
    return fail('not_found', 'No summary stands in this conversation; nothing was undone.', {
      hint: 'It may have been undone already, or the conversation was put back to before it.',
    })
  }

  /** The open session where it can be changed now. `stays`: what is left as it is where not. */
  #led(stays: string): Result<Session> {
    const { session: open, busy } = this.#options
    const session = open()
    if (busy()) return workingProblem(stays)
    if (!session) return fail('not_found', 'No session is open.')
    return session.role === 'follower' ? followerProblem(stays) : ok(session)
  }

  #append(session: Session, event: EventBody): Promise<Result<void>> {
    return session.append(event).then(
      () => ok(undefined),
      (error: unknown) => this.#options.storageFailure(error),
    )
  }
}

/** The events that open a run for a summary: none. */
function summarisable(conversation: ModelConversation, part: CompactOptions): ReturnType<RunOpening> {
  if (conversation.messages.length < 2)
    return fail('invalid', 'There is nothing to summarise yet.', { hint: 'Send a message first.' })
  const isWhole = part.from === undefined && part.to === undefined && !part.preview
  const chosen = isWhole ? ok(undefined) : chosenPart(conversation, part)
  return chosen.ok ? ok([]) : chosen
}

function openDraft({ facts }: Pick<Session, 'facts'>): ReturnType<RunOpening> {
  if (facts.draft) return ok([])
  return fail('not_found', 'No draft of a summary is open; nothing was changed.', {
    hint: 'It is gone once the conversation was summarised, shortened or put back: have a new one made.',
  })
}
