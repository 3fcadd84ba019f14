/** Source of answers: a list of turns used up one by one, or a brain that reads each request. */
import type { Conversation } from './conversation.ts'
import { text, type Turn } from './turn.ts'

export type ScriptedTurn = Turn | ((conversation: Conversation) => Turn)

/** Stateless where it can be: what it answers follows from the conversation, so a retry gets the same answer. */
export type Brain = (conversation: Conversation) => Turn

export type Script = readonly ScriptedTurn[] | Brain

/** A cursor over a script. `peek` does not move it, so that a fault laid over a turn can be retried. */
export class ScriptReader {
  readonly #script: Script
  #next = 0

  constructor(script: Script) {
    this.#script = script
  }

  get used(): number {
    return this.#next
  }

  peek(conversation: Conversation): Turn {
    if (typeof this.#script === 'function') return this.#script(conversation)
    const turn = this.#script[this.#next]
    if (turn === undefined) {
      return { content: [text(`The script has no turn ${this.#next + 1}.`)] }
    }
    return typeof turn === 'function' ? turn(conversation) : turn
  }

  advance(): void {
    this.#next++
  }

  get exhausted(): boolean {
    return typeof this.#script !== 'function' && this.#next >= this.#script.length
  }
}
