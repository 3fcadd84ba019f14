/** Calls that await the user's answer, and the rules that those answers granted for this session. */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { PermissionAnswer, RulePlace } from '../../protocol/permission-requests.ts'
import type { PermissionRules } from '../../protocol/settings.ts'
import type { RuleJudgement } from '../../protocol/calls/permissions.ts'
import type { Asking } from '../../tools/deps.ts'

interface Waiting {
  /** Thread of the agent that asks. */
  readonly owner: string
  readonly settle: (answer: PermissionAnswer) => void
  readonly asking: Asking
}

export interface PendingPermissionsOptions {
  /** Keeps an "always" rule in the settings, or with the workspace. */
  readonly saveRule: (rule: string, place: RulePlace) => Promise<Result<unknown>>
  /** A rule was granted. Resolves when it holds. */
  readonly onGranted: () => Promise<void>
}

export class PendingPermissions {
  readonly #options: PendingPermissionsOptions
  readonly #waiting = new Map<string, Waiting>()
  #granted: string[] = []

  constructor(options: PendingPermissionsOptions) {
    this.#options = options
  }

  /** Rules granted "for this session"; they end with it. */
  get grants(): PermissionRules {
    return { allow: [...this.#granted], ask: [], deny: [] }
  }

  /** Resolves with the user's answer; `owner` is the thread of the agent that asks. Stays open until then; a caller that stops waiting calls `withdraw`. */
  ask(owner: string, toolUseId: string, asking: Asking): Promise<PermissionAnswer> {
    asking.signal?.addEventListener('abort', () => this.#waiting.delete(toolUseId), { once: true })
    return new Promise((settle) => this.#waiting.set(toolUseId, { owner, settle, asking }))
  }

  /** The person has turned to it: a classifier decides it no more. */
  attend(toolUseId: string): void {
    this.#waiting.get(toolUseId)?.asking.attended?.()
  }

  /** Judges a rule that the user would save with the answer. */
  judge(toolUseId: string, rule: string): RuleJudgement {
    const waiting = this.#waiting.get(toolUseId)
    return waiting?.asking.judge(rule) ?? { problem: 'That question is no longer open.', warnings: [] }
  }

  /** Fails when nothing waits under that id: it was answered already, or its call was cancelled. */
  answer(toolUseId: string, answer: PermissionAnswer): Result<void> {
    const waiting = this.#waiting.get(toolUseId)
    if (!waiting) return fail('not_found', 'That question is no longer open; it was answered or cancelled.')
    // A rule that cannot be kept is told before anything runs.
    if (answer.behavior === 'allow' && answer.scope !== 'once' && answer.rule !== undefined) {
      const { problem } = waiting.asking.judge(answer.rule)
      if (problem !== undefined) return fail('invalid', problem)
    }
    this.#waiting.delete(toolUseId)
    waiting.settle(answer)
    return ok(undefined)
  }

  async grant(rule: string, scope: 'session' | 'always', place: RulePlace = 'everywhere'): Promise<void> {
    this.#granted.push(rule)
    // A rule that cannot be kept still holds for this session; the next session asks again.
    if (scope === 'always') await this.#options.saveRule(rule, place)
    await this.#options.onGranted()
  }

  /** The agent's run is over: its open questions can no longer be answered, those of other agents can. */
  withdraw(owner: string): void {
    for (const [id, waiting] of this.#waiting) if (waiting.owner === owner) this.#waiting.delete(id)
  }

  /** Another session: grants do not carry over. */
  reset(): void {
    this.#waiting.clear()
    this.#granted = []
  }
}
