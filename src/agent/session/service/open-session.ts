/** Which session the tab has open: how it comes to be, is shown on the page, and is left for another. */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { TAIL_EVENTS, TAIL_FROM_EVENTS } from '../../limits.ts'
import { LOG_VERSION } from '../../protocol/events.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import type { OpenedSession } from '../../protocol/opened-session.ts'
import type { SessionRecord } from '../store/database.ts'
import { outdated } from '../store/database-handle.ts'
import { Session } from '../log/session.ts'
import { createSessionRecord, lastSessionId } from '../store/sessions.ts'
import { storageFailure } from '../store/storage-error.ts'
import { readStoredEvents } from '../log/stored-events.ts'
import type { PageLink } from './page-link.ts'
import type { ServiceOptions } from './options.ts'
import type { ServiceParts } from './parts.ts'

export class OpenSession {
  readonly #options: ServiceOptions
  readonly #parts: ServiceParts
  readonly #page: PageLink
  #session: Session | undefined
  /** A session's first event is stored on a full storage, too: it takes next to nothing, and some session has to be open. */
  #isCreating = false

  constructor(options: ServiceOptions, parts: ServiceParts, page: PageLink) {
    this.#options = options
    this.#parts = parts
    this.#page = page
  }

  get current(): Session | undefined {
    return this.#session
  }

  async create(): Promise<OpenedSession> {
    if (this.#options.database.isOutdated) throw outdated('No session was begun')
    const id = this.#options.newId()
    await this.#options.database.put('sessions', createSessionRecord(id, this.#options.now()))
    const opened = await this.open(id)
    if (!opened.ok)
      throw new Error(`A session that was just made could not be opened: ${opened.error.message}`)
    this.#isCreating = true
    try {
      await this.#session?.append({
        type: 'session_created',
        logVersion: LOG_VERSION,
        appVersion: this.#options.appVersion,
      })
    } finally {
      this.#isCreating = false
    }
    return opened.value
  }

  /** The last one when no id is given, a new one when there is none. */
  async open(id?: string): Promise<Result<OpenedSession>> {
    const wanted = id ?? (await lastSessionId(this.#options.database))
    if (wanted === undefined) {
      if (this.#options.database.isOutdated) return storageFailure(outdated('There is no session to show'))
      return ok(await this.create())
    }
    if (this.#session?.id === wanted) return ok(openedAs(this.#session))
    const record = await this.#options.database.get('sessions', wanted)
    if (record?.deletedAt !== undefined) {
      return fail('not_found', 'This session was deleted.', {
        hint: 'Bring it back first: it is under "Deleted" in the list of sessions.',
      })
    }
    const isLong = record !== undefined && record.lastSeq > TAIL_FROM_EVENTS
    if (isLong) await this.#showTail(record)
    try {
      return await this.#openStored(wanted)
    } catch (error) {
      if (isLong) this.#page.port?.tail(wanted, '', [])
      throw error
    }
  }

  /** A newer version takes the database over: ends all that runs, and writes what is pending. */
  async retire(): Promise<void> {
    void this.#parts.home.keep()
    await this.#session?.retire()
  }

  /** Ends all that runs in the session, stores its changes, and refuses pending requests. */
  async leave(): Promise<void> {
    await this.stopRun()
    await this.#parts.terminals.closeAll()
    await this.#parts.runs.agent.endJobs()
    await this.#parts.files.settled()
    await this.#parts.home.keep()
    this.#parts.pendingPermissions.reset()
    this.#parts.egressRequests.refuseAll()
    this.#parts.runs.forget()
    const previous = this.#session
    this.#session = undefined
    await previous?.close()
    this.#parts.secrets.forget()
    this.#parts.withheld.forget()
  }

  async stopRun(): Promise<void> {
    await this.#parts.replays.stop()
    await this.#parts.runs.stop()
  }

  /** The page starts over with it; events that are `read` already are not read again. */
  show(read: readonly AgentEvent[] = []): void {
    this.#page.notice({ type: 'egress', requests: this.#parts.egressRequests.waiting })
    this.#parts.replays.tell()
    const session = this.#session
    if (session) this.#page.port?.reset(session.id, session.role, session.lastSeq, read)
  }

  /** Shows the last events while the earlier ones are still read. */
  async #showTail({ id, title, lastSeq }: SessionRecord): Promise<void> {
    const events = await readStoredEvents(this.#options.database, id, lastSeq - TAIL_EVENTS + 1)
    this.#page.port?.tail(id, title, events)
  }

  async #openStored(wanted: string): Promise<Result<OpenedSession>> {
    /** Events read while it opens, which are not read again for the page. */
    const read: AgentEvent[] = []
    const next = await Session.open({
      redactor: this.#options.redactor,
      secretsKnown: this.#options.secretsKnown,
      database: this.#options.database,
      id: wanted,
      locks: this.#options.locks,
      secondCopy: this.#options.secondCopy,
      reserve: this.#options.reserve,
      isFinishing: () => this.#isCreating || this.#parts.busy(),
      onBroughtBack: (events) => this.#page.notice({ type: 'brought_back', sessions: 0, events }),
      now: this.#options.now,
      onEvents: (events) => {
        if (this.#session?.id === wanted) this.#page.port?.push(wanted, events)
        else {
          this.#page.port?.ahead(wanted, events)
          for (const event of events) read.push(event)
        }
      },
      onRole: (role) => this.#onRole(wanted, role),
      onHandOver: async () => {
        await this.stopRun()
        await this.#parts.runs.agent.endJobs()
      },
    })
    if (!next) {
      return fail('not_found', `There is no session ${wanted} in this browser.`, {
        hint: 'It may have been deleted, or made in another browser or profile.',
      })
    }
    await this.leave()
    this.#session = next
    // It may have taken the lead just before.
    if (this.#options.database.isOutdated) await next.retire()
    this.show(read.splice(0))
    this.#parts.paths.forget()
    void this.#parts.workspace.show(next.facts.root)
    this.#parts.readAhead()
    this.#parts.learning.note()
    return ok(openedAs(next))
  }

  #onRole(id: string, role: OpenedSession['role']): void {
    if (this.#session?.id !== id) return
    // It waited in line, and the leader before it was quicker to let go.
    if (role === 'leader' && this.#options.database.isOutdated) return void this.#session.retire()
    this.#page.notice({ type: 'role', role })
    if (role === 'follower') this.#parts.egressRequests.refuseAll()
    // The files may have moved on while another tab led.
    if (role !== 'leader') return
    void this.#parts.workspace.show(this.#session.facts.root)
    // The other tab may have been lost before it looked back on its work.
    this.#parts.learning.note()
  }
}

function openedAs({ id, role, lastSeq }: Session): OpenedSession {
  return { id, role, lastSeq }
}
