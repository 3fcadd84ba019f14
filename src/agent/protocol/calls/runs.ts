/** Calls of the page on runs: begin them, speak to them, and end them. */
import type { Terminal } from '../events/run-events.ts'
import type { ImageBlock } from '../messages.ts'
import type { RunOptions } from '../run-options.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { UserAnswer } from '../questions.ts'

export interface RunEnd {
  readonly terminal: Terminal
  /** The result that fits the run's output schema; absent without one, and if the run ended before. */
  readonly output?: Readonly<Record<string, unknown>>
}

/** How a message is delivered. */
export interface SayOptions {
  /** A run under way is interrupted and reads it at once, instead of at the end of its round. */
  readonly urgent?: boolean
  readonly images?: readonly ImageBlock[]
  /** There is no network: without a run the message is queued and begins none. */
  readonly untilOnline?: boolean
}

/** Which part of the conversation is summarised; without any of them all of it. Ids are those of the user's messages. */
export interface CompactOptions {
  /** The message with which the part begins; absent: the beginning. */
  readonly from?: string
  /** The message before which it ends; absent: the end. */
  readonly to?: string
  /** The summary is only drafted: `useDraft` puts it in place. */
  readonly preview?: boolean
}

export interface RunsApi {
  /**
   * A message of the user. The agent's worker alone decides: a run under way reads it at the end of its round, or at once when
   * it is `urgent`, and the call resolves when it is stored; without a run it begins one, and resolves with that one's end.
   * Refused with images that the model does not take.
   */
  say(prompt: string, options?: SayOptions): Promise<Result<void>>
  /** For scripts: begins a run and resolves when it has ended. Refused while one is under way, and with options that are not `RunOptions`. */
  run(prompt: string, options?: RunOptions): Promise<Result<RunEnd>>
  /**
   * Asks the model again, with what waits to be read but without a new message: after an error that has been dealt
   * with. Refused while a run is under way.
   */
  tryAgain(): Promise<Result<RunEnd>>
  /**
   * Has the model summarise the conversation, or a part of it, and go on from the summary; the log and the screen keep all of it.
   * `keep` says what of it matters in particular. Refused while a run is under way, where nothing was said, and with a part that is
   * not there or too short.
   */
  compact(keep: string, options?: CompactOptions): Promise<Result<RunEnd>>
  /** The open draft of a summary takes its place. Refused while a run is under way, by a follower, and where none is open. */
  useDraft(): Promise<Result<void>>
  /** The same draft is given up. */
  dropDraft(): Promise<Result<void>>
  /**
   * The last summary is taken back: the model is again sent the messages that it stood for, with all that has come since. Refused
   * while a run is under way, by a follower, where there is none, and where the messages do not fit the model's window.
   */
  undoCompaction(): Promise<Result<void>>
  /** Has a run go on that was paused for going in circles. */
  resume(): Promise<Result<void>>
  /** All queued messages are read at once: by the run under way, or by a new one. */
  hurry(messageId: string): Promise<Result<void>>
  /** Fails when the agent has read it already. */
  removeQueued(messageId: string): Promise<Result<void>>
  stop(): Promise<void>
  /** Ends a command that goes on in the background, by the id that its call was given. */
  stopJob(id: string): Promise<Result<void>>
  /** Fails when that question is no longer open. */
  answerQuestion(toolUseId: string, answer: UserAnswer): Promise<Result<void>>
}
