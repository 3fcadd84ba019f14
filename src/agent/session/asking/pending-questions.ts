/** Calls that await the user's answer to a question. */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { UserAnswer } from '../../protocol/questions.ts'

export class PendingQuestions {
  readonly #waiting = new Map<string, (answer: UserAnswer) => void>()

  /** Stays open until it is answered; a caller that stops waiting calls `withdraw`. */
  ask(toolUseId: string): Promise<UserAnswer> {
    return new Promise((resolve) => this.#waiting.set(toolUseId, resolve))
  }

  answer(toolUseId: string, answer: UserAnswer): Result<void> {
    const settle = this.#waiting.get(toolUseId)
    if (!settle) return fail('not_found', 'That question is no longer open; it was answered or cancelled.')
    this.#waiting.delete(toolUseId)
    settle(answer)
    return ok(undefined)
  }

  /** The run is over. */
  withdraw(): void {
    this.#waiting.clear()
  }
}
