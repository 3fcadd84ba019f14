import { CLASSIFIER_SAID, CLASSIFIER_SAID_CHARS } from '../../limits.ts'
import { Denials } from '../../permission/classifier/denials.ts'
import type { EventBody, ReadBody } from '../../protocol/events.ts'
import type { Session } from '../log/session.ts'

/** The classifier's memory of the session; kept from one run to the next. */
export class ClassifierMemory {
  #denials = new Denials()
  #said: string[] = []
  /** The session whose log it has been told of. */
  #of: string | undefined

  /** Counts the log's refusals, before the first question in a session. */
  async begin(session: Pick<Session, 'id' | 'events'>): Promise<void> {
    if (this.#of === session.id) return
    this.#denials = new Denials()
    this.#of = session.id
    for (const event of await session.events(1)) this.#count(event)
  }

  /**
   * Takes events as they happen in this tab. Earlier messages in the log may have come with a recording or a
   * transcript, from somebody else.
   */
  note(event: EventBody): void {
    if (this.#of !== undefined) this.#count(event)
    if (event.type !== 'user_message' || event.origin !== 'human') return
    const text = event.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
    this.#said = [...this.#said, text.slice(0, CLASSIFIER_SAID_CHARS)].slice(-CLASSIFIER_SAID)
  }

  /** Another session is opened. */
  forget(): void {
    this.#denials = new Denials()
    this.#said = []
    this.#of = undefined
  }

  get exhausted(): string | undefined {
    return this.#denials.exhausted
  }

  /** The person's own messages, the last few. */
  get said(): readonly string[] {
    return this.#said
  }

  #count(event: ReadBody): void {
    if (event.type === 'call_classified') this.#denials.note(event.decision)
    if (event.type !== 'permission_decided' || event.about === 'output') return
    if (event.source === 'person' && event.behavior === 'allow') this.#denials.noteApproval()
  }
}
