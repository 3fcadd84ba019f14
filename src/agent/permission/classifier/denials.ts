/** How often the classifier has refused: one that refuses on and on must not be all that anybody hears. */

/** In a row, and in a session. */
const CONSECUTIVE = 3
const TOTAL = 20

export type ClassifierDecision = 'allow' | 'deny' | 'ask'

export class Denials {
  #consecutive = 0
  #total = 0

  /** Counts a decision of the classifier. */
  note(decision: ClassifierDecision): void {
    this.#consecutive = decision === 'deny' ? this.#consecutive + 1 : 0
    // The session's total never goes down.
    if (decision === 'deny') this.#total += 1
  }

  /**
   * An approval by the user shows that not everything is to be refused. A refusal by the user is no failure
   * of the classifier.
   */
  noteApproval(): void {
    this.#consecutive = 0
  }

  /** Why the person is asked without it, or undefined. */
  get exhausted(): string | undefined {
    if (this.#total >= TOTAL)
      return `The classifier has refused ${this.#total} calls of this session; you decide now.`
    if (this.#consecutive < CONSECUTIVE) return undefined
    return `The classifier has refused ${this.#consecutive} calls in a row; you decide now.`
  }
}
