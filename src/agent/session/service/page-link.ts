/** The page that this tab's service answers: the port that events go out by, and what it is told besides. */
import type { TabNotice } from '../../protocol/tab-notice.ts'
import type { Database } from '../store/database.ts'
import { EventPort } from './event-port.ts'
import { readStoredEvents } from '../log/stored-events.ts'

export class PageLink {
  readonly #database: Database
  #port: EventPort | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /** Absent until a page has connected. */
  get port(): EventPort | undefined {
    return this.#port
  }

  /** A page that comes later takes the place of the one before. */
  connect(port: MessagePort): void {
    this.#port?.close()
    this.#port = new EventPort(port, (session, fromSeq, limit) =>
      readStoredEvents(this.#database, session, fromSeq, limit),
    )
  }

  notice(notice: TabNotice): void {
    this.#port?.notice(notice)
  }
}
