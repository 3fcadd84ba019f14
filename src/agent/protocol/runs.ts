/** Calls of the page on runs: begin them, speak to them, and end them. */
import type { Terminal } from './events/run-events.ts'
import type { PermissionMode } from './permission-mode.ts'
import type { ImageBlock } from './messages.ts'
import type { RunOptions } from './run-options.ts'
import type { Result } from '../../sandbox/contract/errors.ts'
import type { UserAnswer } from './questions.ts'

export interface RunEnd {
  readonly terminal: Terminal
  /** The result that fits the run's output schema; absent without one, and if the run ended before. */
  readonly output?: Readonly<Record<string, unknown>>
}

/** How a message is read that is sent while the agent works. */
export interface QueueOptions {
  /** Not at the next end of a round, but at once. */
  readonly urgent: boolean
  readonly images?: readonly ImageBlock[]
  /** There is no network: without a run it waits, and begins none. */
  readonly untilOnline?: boolean
}

export interface RunsApi {
  /**
   * Resolves when the run has ended. Refused while one runs, with options that are not `RunOptions`, and with images that
   * the model does not take.
   */
  send(prompt: string, options?: RunOptions, images?: readonly ImageBlock[]): Promise<Result<RunEnd>>
  /**
   * Asks the model again, with what waits to be read but without a new message: after an error that has been dealt
   * with. Refused while a run is under way.
   */
  tryAgain(): Promise<Result<RunEnd>>
  /**
   * Has the model summarise the conversation, which goes on from the summary; the log and the screen keep all of it. `keep`
   * says what of it matters in particular. Refused while a run is under way, and where nothing was said.
   */
  compact(keep: string): Promise<Result<RunEnd>>
  /**
   * For the agent to read while it works: at the next end of a round, or at once when `urgent`. Resolves when it is
   * stored; when no run is under way any more it begins one, and resolves with its end.
   */
  queue(prompt: string, options: QueueOptions): Promise<Result<void>>
  /** Has a run go on that was paused for going in circles. */
  resume(): Promise<Result<void>>
  /** All that waits is read at once. */
  hurryQueued(messageId: string): Promise<Result<void>>
  /** Fails when the agent has read it already. */
  removeQueued(messageId: string): Promise<Result<void>>
  stop(): Promise<void>
  /** Ends a command that goes on in the background, by the id that its call was given. */
  stopJob(id: string): Promise<Result<void>>
  /** Fails when that question is no longer open. */
  answerQuestion(toolUseId: string, answer: UserAnswer): Promise<Result<void>>
  setMode(mode: PermissionMode): Promise<Result<void>>
}
