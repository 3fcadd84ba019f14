/**
 * The rows of one session's log as a backup has them: each event in its order, and with the hash that follows
 * from those before.
 */
import { BACKUP_LOG_CHARS, RECORDING_WORK } from '../../limits.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import type { ChainHead } from '../store/database.ts'
import { readBody } from '../shapes/lift-event.ts'
import { hashIn, linkAfter } from '../log/log-chain.ts'
import { WorkCount } from '../recording/check-work.ts'
import { rootsOf } from '../recording/recording.ts'
import { Damage } from './problem.ts'
import { decodeJson, decodeText } from './shapes.ts'

/** The latest time that a date can have. */
const LATEST = 8.64e15

/** An event whose number and time are checked, and whose body is for its readers to look at. */
export type RawEvent = Readonly<Record<string, unknown>> & { readonly seq: number; readonly at: number }
export type RawRow = readonly RawEvent[]

export class LogCheck {
  readonly #from: number
  readonly #watched: number
  readonly #work = new WorkCount()
  #seq = 0
  #chain = ''
  #digest = ''
  #chars = 0
  #watchedDigest: string | undefined
  /** Hashes of the trees that its events name. */
  readonly trees = new Set<string>()
  /** Texts of messages that wait to be sent where the log ends, by their ids. */
  readonly waiting = new Map<string, string>()
  /** Names of repositories that were imported, by their roots. */
  readonly imports = new Map<string, string>()

  /** `from`: number of the first event that has a hash. The digest behind the event `watched` is noted. */
  constructor(from: number | undefined, watched = 0) {
    this.#from = from ?? Infinity
    this.#watched = watched
  }

  /** Number of the last event. */
  get lastSeq(): number {
    return this.#seq
  }

  /** As the session's row has it, were it to end here. */
  get chain(): ChainHead | undefined {
    return this.#seq >= this.#from ? { hash: this.#chain, from: this.#from } : undefined
  }

  /** Tells logs apart from their first event on, whether the events have hashes or not. */
  get digest(): string {
    return this.#from === 1 ? this.#chain : this.#digest
  }

  get watchedDigest(): string | undefined {
    return this.#watchedDigest
  }

  get chars(): number {
    return this.#chars
  }

  /** Throws `Damage`; then nothing of the row counts. */
  take(line: string): RawRow {
    if (this.#chars + line.length > BACKUP_LOG_CHARS) throw new Damage('its log is longer than can be stored')
    const value = decodeJson(line)
    if (!Array.isArray(value) || value.length === 0) throw new Damage('a row of its log is none')
    const before = { seq: this.#seq, chain: this.#chain, digest: this.#digest }
    try {
      const row = value.map((event: unknown) => this.#takeEvent(event))
      this.#chars += line.length
      return row
    } catch (error) {
      this.#seq = before.seq
      this.#chain = before.chain
      this.#digest = before.digest
      throw error
    }
  }

  #takeEvent(value: unknown): RawEvent {
    const seq = this.#seq + 1
    if (!isStamped(value) || value.seq !== seq) throw new Damage(`event ${seq} of its log is none`)
    const { seq: _, at, chain: __, ...body } = value
    if (!(at >= 0 && at <= LATEST)) throw new Damage(`event ${seq} of its log has no time`)
    if (seq >= this.#from) {
      this.#chain = linkAfter(this.#chain, value)
      if (hashIn(value) !== this.#chain) throw new Damage(`event ${seq} of its log is not as it was written`)
    } else if (hashIn(value) !== undefined) throw new Damage(`event ${seq} of its log has a hash too early`)
    if (this.#from !== 1) this.#digest = linkAfter(this.#digest, value)
    this.#seq = seq
    if (seq === this.#watched) this.#watchedDigest = this.digest
    this.#look(body, seq, at)
    return value
  }

  /**
   * An event that cannot be read stays as it is: its reader shows a notice in its place, and a newer version
   * may know it.
   */
  #look(body: unknown, seq: number, at: number): void {
    const event = readBody(body)
    if (event === undefined) return
    if (event.type === 'workspace_imported') this.imports.set(event.root, event.name)
    const known = { ...event, seq, at }
    this.#noteWaiting(known)
    for (const root of rootsOf([known])) this.trees.add(root)
    this.#work.add(known)
    if (this.#work.steps > RECORDING_WORK) throw new Damage('its log takes too long to be shown')
  }

  #noteWaiting(event: AgentEvent): void {
    if (event.type === 'message_queued') this.waiting.set(event.messageId, event.text)
    if (event.type === 'message_unqueued' || event.type === 'user_message')
      this.waiting.delete(event.messageId)
    if (event.type === 'recording_opened' || event.type === 'session_forked') this.waiting.clear()
  }
}

/** Rows of a log, a line each. Throws `Damage`. */
export function linesOf(plain: Uint8Array): string[] {
  const lines = decodeText(plain).split('\n')
  if (lines.pop() !== '') throw new Damage('its log ends in the middle of a row')
  return lines
}

function isStamped(value: unknown): value is RawEvent {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return 'seq' in value && typeof value.seq === 'number' && 'at' in value && typeof value.at === 'number'
}
