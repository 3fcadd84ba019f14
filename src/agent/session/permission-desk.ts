/** Where calls wait for the user's answer, and the rules that those answers granted for this session. */
import { fail, ok } from '../../sandbox/errors.ts'
import type { Result } from '../../sandbox/errors.ts'
import type { PermissionAnswer } from '../protocol/rpc.ts'
import type { PermissionRules } from '../protocol/settings.ts'

export interface PermissionDeskOptions {
  /** Keeps an "always" rule in the settings. */
  readonly saveRule: (rule: string) => Promise<Result<unknown>>
}

export class PermissionDesk {
  readonly #options: PermissionDeskOptions
  readonly #waiting = new Map<string, (answer: PermissionAnswer) => void>()
  #granted: string[] = []

  constructor(options: PermissionDeskOptions) {
    this.#options = options
  }

  /** Rules granted "for this session"; they end with it. */
  get grants(): PermissionRules {
    return { allow: [...this.#granted], ask: [], deny: [] }
  }

  /** Resolves with the user's answer. Stays open until then; who stops waiting calls `withdraw`. */
  ask(toolUseId: string): Promise<PermissionAnswer> {
    return new Promise((resolve) => this.#waiting.set(toolUseId, resolve))
  }

  /** Fails when nothing waits under that id: it was answered already, or its call was cancelled. */
  answer(toolUseId: string, answer: PermissionAnswer): Result<void> {
    const settle = this.#waiting.get(toolUseId)
    if (!settle) return fail('not_found', 'That question is no longer open; it was answered or cancelled.')
    this.#waiting.delete(toolUseId)
    settle(answer)
    return ok(undefined)
  }

  async grant(rule: string, scope: 'session' | 'always'): Promise<void> {
    this.#granted.push(rule)
    // A rule that cannot be kept still holds for this session; the next session asks again.
    if (scope === 'always') await this.#options.saveRule(rule)
  }

  /** The run is over: open questions can no longer be answered. */
  withdraw(): void {
    this.#waiting.clear()
  }

  /** Another session: grants do not carry over. */
  reset(): void {
    this.withdraw()
    this.#granted = []
  }
}
