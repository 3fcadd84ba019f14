/** Calls that await the user's answer to a question. */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { UserAnswer } from '../../protocol/questions.ts'

export class PendingQuestions {
  readonly #waiting = new Map<
    string,
    { readonly owner: string; readonly settle: (answer: UserAnswer) => void }
  >()

  /** `owner` is the thread of the agent that asks. Stays open until it is answered; a caller that stops waiting calls `withdraw`. */
  ask(owner: string, toolUseId: string): Promise<UserAnswer> {
    return new Promise((settle) => this.#waiting.set(toolUseId, { owner, settle }))
  }

  answer(toolUseId: string, answer: UserAnswer): Result<void> {
    const waiting = this.#waiting.get(toolUseId)
    if (!waiting) return fail('not_found', 'That question is no longer open; it was answered or cancelled.')
    this.#waiting.delete(toolUseId)
    waiting.settle(answer)
    return ok(undefined)
  }

  /** The agent's run is over: its questions can no longer be answered, those of other agents can. */
  withdraw(owner: string): void {
    for (const [id, waiting] of this.#waiting) if (waiting.owner === owner) this.#waiting.delete(id)
  }
}
