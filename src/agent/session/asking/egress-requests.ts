/** Requests that want to leave the sandbox: those that wait for the user, and what the user has seen already. */
import { EGRESS_QUESTIONS, EGRESS_REMEMBERED } from '../../limits.ts'
import type { EgressQuestion, PermissionAnswer } from '../../protocol/permission-requests.ts'
import { Waits } from './waits.ts'

interface Question {
  readonly request: EgressQuestion
  readonly settle: (answer: PermissionAnswer) => void
  readonly execId: string
}

export class EgressRequests {
  readonly #onChange: (requests: readonly EgressQuestion[]) => void
  readonly #waiting = new Map<string, Question>()
  /** Addresses in commands that the user has allowed while the run goes on. */
  readonly #seen: URL[] = []
  /** Repositories that one run of a program may read. */
  readonly #once = new Set<string>()

  readonly #waits: Waits

  /** `now`: milliseconds. */
  constructor(onChange: (requests: readonly EgressQuestion[]) => void, now: () => number = Date.now) {
    this.#onChange = onChange
    this.#waits = new Waits(now)
  }

  get waiting(): readonly EgressQuestion[] {
    return [...this.#waiting.values()].map(({ request }) => request)
  }

  /** Resolves with the user's answer; never, once the signal has taken the question back. */
  ask(request: EgressQuestion, signal: AbortSignal, execId: string): Promise<PermissionAnswer> {
    if (this.#waiting.size >= EGRESS_QUESTIONS) return Promise.resolve({ behavior: 'deny' })
    return new Promise((settle) => {
      this.#waiting.set(request.id, { request, settle, execId })
      this.#waits.begin(execId)
      this.#onChange(this.waiting)
      signal.addEventListener('abort', () => this.#remove(request.id), { once: true })
    })
  }

  /** False when no such question is open. */
  answer(id: string, answer: PermissionAnswer): boolean {
    const question = this.#waiting.get(id)
    if (!question) return false
    this.#remove(id)
    question.settle(answer)
    return true
  }

  /** The user has allowed a command, and seen these addresses in it. */
  allowed(addresses: readonly URL[]): void {
    this.#seen.push(...addresses)
    this.#seen.splice(0, this.#seen.length - EGRESS_REMEMBERED)
  }

  /** Milliseconds for which this command or call has waited for answers; counted anew from here on. */
  waitedFor(execId: string): number {
    return this.#waits.take(execId)
  }

  /** The run is over, and with it what was allowed in it. */
  forget(): void {
    this.#waits.forget()
    this.#seen.length = 0
    this.#once.clear()
  }

  allowOnce(reading: string): void {
    const [oldest] = this.#once
    if (oldest !== undefined && this.#once.size >= EGRESS_REMEMBERED) this.#once.delete(oldest)
    this.#once.add(reading)
  }

  isAllowedOnce(reading: string): boolean {
    return this.#once.has(reading)
  }

  /** An address that the user has allowed as it is, or a repository to be read that was named so. */
  seen(url: URL): boolean {
    return this.#seen.some((known) => known.href === url.href || isRepository(known, url))
  }

  /** Nobody can answer any more. */
  refuseAll(): void {
    for (const { id } of this.waiting) this.answer(id, { behavior: 'deny' })
  }

  #remove(id: string): void {
    const question = this.#waiting.get(id)
    if (!question) return
    this.#waiting.delete(id)
    this.#waits.end(question.execId)
    this.#onChange(this.waiting)
  }
}

/** Requests that read the repository of that name, as a clone of it or a push to it sends them. */
function isRepository(repository: URL, url: URL): boolean {
  const base = repository.pathname.replace(/\/+$/, '')
  if (repository.origin !== url.origin || base === '') return false
  return (
    (url.pathname === `${base}/info/refs` && /^\?service=git-(upload|receive)-pack$/.test(url.search)) ||
    (url.pathname === `${base}/git-upload-pack` && url.search === '')
  )
}
