/**
 * An open session in this tab. As the leader it writes the log; as a follower it shows the leading tab's
 * events. Roles change while it is open; its owner is notified.
 *
 * Shown events are on disk. The program's own state is a moment ahead of that: an event counts from when the
 * log has taken it. If its write fails, everything is read anew.
 */
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { mergeUsage } from '../../protocol/usage.ts'
import type { UsageTotals } from '../../protocol/usage.ts'
import type { SessionRole } from '../../protocol/opened-session.ts'
import type { Redactor } from '../../redact/redactor.ts'
import type { ModelConversation } from './model-conversation.ts'
import type { Database, SessionRecord } from '../store/database.ts'
import { outdated } from '../store/database-handle.ts'
import type { SessionFacts } from './facts.ts'
import type { SecondCopy } from '../journal/second-copy.ts'
import type { SessionCopy } from '../journal/session-copy.ts'
import type { SessionJournal } from '../journal/session-journal.ts'
import { HAND_OVER_MS } from '../../limits.ts'
import { SessionLease } from './lease.ts'
import { LogRedaction } from './log-redaction.ts'
import { SessionLog } from './log.ts'
import { repair, repairJobs } from './repair.ts'
import { noRoom, withReserve } from '../reserve/reserve.ts'
import type { Reserve } from '../reserve/reserve.ts'
import { SessionState } from './session-state.ts'
import type { Thread } from './thread.ts'
import { SessionThreads } from './threads.ts'
import { takeEpoch } from '../store/sessions.ts'
import { StorageError, toStorageError } from '../store/storage-error.ts'
import { readStoredEvents, storedPieces } from './stored-events.ts'

export interface SessionOptions {
  readonly database: Database
  readonly id: string
  readonly locks: LockManager
  /** Absent where there is none. */
  readonly secondCopy?: SecondCopy | undefined
  /** Absent where there is none. */
  readonly reserve?: Pick<Reserve, 'giveUp' | 'isFull'> | undefined
  /** Whether something is under way that may be finished though the storage is full. */
  readonly isFinishing?: () => boolean
  /** So many events were lost by the database, and are there again. */
  readonly onBroughtBack?: (count: number) => void
  readonly now: () => number
  /** Takes secrets out of what is written; absent: nothing is taken for one. */
  readonly redactor?: Redactor
  /** Until it has settled nothing is written: the redactor does not know all yet. */
  readonly secretsKnown?: Promise<void>
  /** Stored events, in order, without gaps, whoever wrote them. */
  readonly onEvents: (events: readonly AgentEvent[]) => void
  readonly onRole: (role: SessionRole) => void
  /** Another tab wants the lead: end the run, then resolve. */
  readonly onHandOver: () => Promise<void>
}

interface CommittedMessage {
  readonly type: 'committed'
  readonly events: readonly AgentEvent[]
}

export class Session implements Thread {
  readonly id: string
  /** Threads of agents that this session's agent has started, as far as this tab writes them. */
  readonly threads: SessionThreads
  readonly #options: SessionOptions
  readonly #channel: BroadcastChannel
  readonly #lease: SessionLease
  #log: SessionLog | undefined
  #copy: SessionCopy | undefined
  #lastSeq = 0
  #state = new SessionState()
  #knowsSecrets: boolean
  /** It knows of events that are not on disk, and never will be. */
  #isStale = false
  /** Reads of what is on disk, one after the other. */
  #catchingUp: Promise<void> = Promise.resolve()

  private constructor(options: SessionOptions) {
    this.id = options.id
    this.#options = options
    this.#knowsSecrets = options.secretsKnown === undefined
    void options.secretsKnown?.then(() => (this.#knowsSecrets = true))
    this.threads = new SessionThreads({
      ...options,
      session: options.id,
      log: () => this.#log,
      admit: () => this.#admit() ?? (this.#knowsSecrets ? undefined : options.secretsKnown),
      keep: async (thread) => options.secondCopy?.keepThread(options.id, thread),
    })
    this.#channel = new BroadcastChannel(`vivarium-session-${options.id}`)
    this.#channel.addEventListener('message', (event: MessageEvent<unknown>) => this.#onMessage(event.data))
    this.#lease = new SessionLease({
      session: options.id,
      locks: options.locks,
      channel: this.#channel,
      onLead: () => this.#lead().then(() => options.onRole('leader')),
      onHandOver: () => this.#handOver(),
      onLost: () => this.#lost(),
    })
  }

  /** Opens a stored session; undefined when there is none of that id. */
  static async open(options: SessionOptions): Promise<Session | undefined> {
    const known = await options.database.get('sessions', options.id)
    if (!known) return undefined
    const session = new Session(options)
    try {
      if (!options.database.isOutdated && (await session.#lease.start()) === 'leader')
        await session.#lead(known)
      else await session.#catchUp()
    } catch (error) {
      await session.close()
      throw error
    }
    return session
  }

  get role(): SessionRole {
    return this.#log ? 'leader' : 'follower'
  }

  get facts(): SessionFacts {
    return this.#state.facts
  }

  get conversation(): ModelConversation {
    return this.#state.conversation
  }

  /** Usage of the session's requests, those of agents that work now included. */
  get usage(): UsageTotals {
    return mergeUsage(this.facts.usage, this.threads.usage)
  }

  get lastSeq(): number {
    return this.#lastSeq
  }

  /** Resolves when it is on disk. Rejects with `StorageError`; a follower's with `not_leader`. */
  append(...bodies: readonly EventBody[]): Promise<readonly AgentEvent[]> {
    return this.#admit() ?? this.#write(bodies, 'now')
  }

  /** As `append`; the write waits a moment for what follows. */
  appendSoon(body: EventBody): Promise<readonly AgentEvent[]> {
    return this.#admit() ?? this.#write([body], 'soon')
  }

  /** Writes events at once that were to be written soon. */
  hurry(): void {
    this.#log?.hurry()
  }

  /** After a failed write: tries again, and completes a run that broke off there. Rejects while nothing can be stored. */
  async mend(): Promise<void> {
    if (this.#isStale) await this.#recall()
    if (this.#log?.reopen()) await this.#complete(await this.events(1))
  }

  events(fromSeq: number): Promise<AgentEvent[]> {
    return readStoredEvents(this.#options.database, this.id, fromSeq)
  }

  /** Resolves when this tab writes the log, and has taken in what the one before has written. */
  async takeOver(): Promise<void> {
    if (this.#options.database.isOutdated) throw outdated('The session was not taken over')
    await this.#lease.takeOver()
  }

  /** A newer version takes the database over: ends the run, writes what is pending, and never leads again. */
  async retire(): Promise<void> {
    if (this.#log) {
      await Promise.race([this.#options.onHandOver(), pause(HAND_OVER_MS)])
      await this.#stepDown(outdated('Nothing was stored'))
    }
    await this.#lease.close()
  }

  async close(): Promise<void> {
    const log = this.#log
    this.#log = undefined
    await log?.close()
    await this.#releaseCopy()
    await this.#lease.close()
    this.#channel.close()
  }

  /** From here on this tab writes: fence earlier leaders off, take in what they wrote, mend what broke off. */
  async #lead(known?: SessionRecord): Promise<void> {
    const { redactor, secondCopy, reserve, onBroughtBack } = this.#options
    const opening = known && secondCopy?.open(known)
    const record = await this.#takeEpoch().catch(async (error: unknown) => {
      await letGo(opening)
      throw error
    })
    if (!record) return letGo(opening)
    const [led, stored] = await Promise.all([secondCopy?.lead(record, opening), this.#catchUp()])
    const broughtBack = led?.broughtBack ? await this.#catchUp() : []
    if (broughtBack.length > 0) onBroughtBack?.(broughtBack.length)
    const caughtUp = [...stored, ...broughtBack]
    this.#copy = led?.copy
    this.#log = new SessionLog({
      ...(redactor === undefined ? {} : { redaction: new LogRedaction(redactor) }),
      database: this.#options.database,
      session: { ...(led?.record ?? record), lastSeq: this.#lastSeq },
      copy: led?.copy,
      reserve,
      now: this.#options.now,
      onAccepted: (events) => this.#state.apply(events),
      onCommitted: (events) => {
        this.#tell(events)
        this.#channel.postMessage({ type: 'committed', events } satisfies CommittedMessage)
      },
    })
    // When it is opened, what was just caught up with is all of it.
    const events = caughtUp.length === this.#lastSeq ? caughtUp : await this.events(1)
    await this.#complete(events, repairJobs(events)).catch((error: unknown) => {
      // It can be read all the same; `mend` does it when there is room.
      if (toStorageError(error, 'completing a run').kind !== 'quota') throw error
    })
  }

  /** Writes what a log lacks that ends in the middle of a run: its agents end first, as they do in a run. */
  async #complete(events: readonly AgentEvent[], more: readonly EventBody[] = []): Promise<void> {
    const ends = await this.threads.endLost(events)
    await this.#write([...ends, ...repair(events), ...more], 'now')
  }

  /** If there is no room even for that, the number of the last event alone fences earlier leaders off. */
  async #takeEpoch(): Promise<SessionRecord | undefined> {
    const { database, reserve } = this.#options
    try {
      return await withReserve(reserve, 0, () => takeEpoch(database, this.id))
    } catch (error) {
      if (toStorageError(error, 'taking the lead').kind !== 'quota') throw error
      return database.get('sessions', this.id)
    }
  }

  /** Rejects where the storage is full, but for what ends something that is under way. */
  #admit(): Promise<never> | undefined {
    const { reserve, isFinishing } = this.#options
    return reserve?.isFull && !isFinishing?.() ? Promise.reject(noRoom()) : undefined
  }

  async #write(bodies: readonly EventBody[], when: 'now' | 'soon'): Promise<readonly AgentEvent[]> {
    if (bodies.length === 0) return []
    // Writers wait in call order: the order stays.
    if (!this.#knowsSecrets) await this.#options.secretsKnown
    if (!this.#log) {
      if (this.#options.database.isOutdated) throw outdated('Nothing was stored')
      throw new StorageError('not_leader', 'Another tab leads this session; nothing was stored.')
    }
    try {
      return await this.#log.appendAll(bodies, when)
    } catch (error) {
      if (!this.#isStale) this.#recall().catch(() => undefined)
      throw error
    }
  }

  async #handOver(): Promise<void> {
    await this.#options.onHandOver()
    await this.#stepDown(new StorageError('not_leader', 'This session was handed over to another tab.'))
  }

  async #stepDown(reason: StorageError): Promise<void> {
    const log = this.#log
    this.#log = undefined
    await log?.close(reason)
    await this.#releaseCopy()
    this.#recall().catch(() => undefined)
    this.#options.onRole('follower')
  }

  #lost(): void {
    const log = this.#log
    this.#log = undefined
    const closed = log?.close(new StorageError('not_leader', 'Another tab has taken this session over.'))
    this.#recall(Promise.resolve(closed).then(() => this.#releaseCopy())).catch(() => undefined)
    this.#options.onRole('follower')
    void this.#options.onHandOver()
  }

  /** Before another may lead: a file is open to one writer alone. */
  async #releaseCopy(): Promise<void> {
    const copy = this.#copy
    this.#copy = undefined
    await copy?.close(true)
  }

  #onMessage(data: unknown): void {
    if (!isCommitted(data) || this.#log) return
    // Events of a newer version may have another shape: they are lifted when they are read.
    const { isOutdated } = this.#options.database
    if (this.#isStale || isOutdated || data.events[0]?.seq !== this.#lastSeq + 1) void this.#catchUp()
    else this.#take(data.events)
  }

  /** Takes in what is on disk and not known here yet; resolves to that. */
  #catchUp(): Promise<readonly AgentEvent[]> {
    const caughtUp = this.#catchingUp.then(async () => {
      const all: AgentEvent[] = []
      for await (const piece of storedPieces(this.#options.database, this.id, this.#lastSeq + 1)) {
        const fresh = piece.filter((event) => event.seq > this.#lastSeq)
        this.#take(fresh)
        for (const event of fresh) all.push(event)
      }
      return all
    })
    this.#catchingUp = caughtUp.then(() => undefined)
    return caughtUp
  }

  /** Forgets what is not on disk, once `settled`. */
  #recall(settled: Promise<void> = Promise.resolve()): Promise<void> {
    this.#isStale = true
    this.#catchingUp = this.#catchingUp
      .catch(() => undefined)
      .then(() => settled)
      .then(async () => {
        const events = await this.events(1)
        this.#state = new SessionState(events)
        this.#isStale = false
        this.#tell(events.filter((event) => event.seq > this.#lastSeq))
      })
    return this.#catchingUp
  }

  #take(events: readonly AgentEvent[]): void {
    this.#state.apply(events)
    this.#tell(events)
  }

  #tell(events: readonly AgentEvent[]): void {
    const last = events.at(-1)
    if (!last) return
    this.#lastSeq = last.seq
    this.#options.onEvents(events)
  }
}

function isCommitted(data: unknown): data is CommittedMessage {
  // Only tabs of this origin can post here, and they run this code: the tag is all that has to be told apart.
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'committed'
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Closes a journal that was opened for nothing. */
async function letGo(opening: Promise<SessionJournal> | undefined): Promise<void> {
  const journal = await opening?.catch(() => undefined)
  await journal?.close(false)
}
