/** Asks the answerers of a question one after another; each goes on beside the next, and the first answer counts. */
import { lifts } from '../../../permission/rank.ts'
import { untilAborted } from '../../abort.ts'
import type { Answer, Answerer, LeftOpen, Question } from './answerer.ts'

export interface Given extends Answer {
  readonly source: Answerer['source'] | 'nobody'
}

const NOBODY: Given = { source: 'nobody', behavior: 'deny', reason: 'Nobody has answered.' }

/** Rejects with `Aborted` when the signal is; a deny where all leave it open. */
export async function firstAnswer(
  question: Question,
  answerers: readonly Answerer[],
  signal: AbortSignal,
): Promise<Given> {
  const round = new Round(question, signal)
  try {
    return await untilAborted(round.ask(answerers), signal)
  } finally {
    round.end()
  }
}

class Round {
  readonly #signal: AbortSignal
  readonly #first = Promise.withResolvers<Given>()
  /** Answerers that have not answered, with what stops them. */
  readonly #open = new Map<Answerer, AbortController>()
  #question: Question

  constructor(question: Question, signal: AbortSignal) {
    this.#question = question
    this.#signal = signal
  }

  async ask(answerers: readonly Answerer[]): Promise<Given> {
    const all: Promise<unknown>[] = []
    for (const [index, answerer] of answerers.entries()) {
      const asked = this.#askOne(answerer)
      all.push(asked)
      const isLast = index === answerers.length - 1
      const turn = isLast ? asked : Promise.race([asked, later(answerer.aloneMs)])
      if (await Promise.race([this.#first.promise.then(() => true), turn.then(() => false)])) break
    }
    void Promise.all(all).then(() => this.#first.resolve(NOBODY), this.#first.reject)
    return this.#first.promise
  }

  end(): void {
    for (const stop of this.#open.values()) stop.abort()
  }

  async #askOne(answerer: Answerer): Promise<void> {
    const stop = new AbortController()
    const beside = [...this.#open.keys()].map(({ source }) => source)
    this.#open.set(answerer, stop)
    const attend = () => this.#stopOthers(answerer)
    const signal = AbortSignal.any([this.#signal, stop.signal])
    const answer = await answerer.answer(this.#question, { signal, beside, attend })
    this.#open.delete(answerer)
    if (stop.signal.aborted) return
    if ('leftOpen' in answer) this.#question = withReason(this.#question, answer)
    else if (this.#counts(answer, answerer)) this.#first.resolve({ ...answer, source: answerer.source })
  }

  #counts({ behavior, rank }: Answer, answerer: Answerer): boolean {
    return behavior === 'deny' || lifts(rank ?? answerer.rank, this.#question.asked.rank)
  }

  #stopOthers(owner: Answerer): void {
    for (const [answerer, stop] of this.#open) if (answerer !== owner) stop.abort()
  }
}

function withReason(question: Question, { leftOpen }: LeftOpen): Question {
  if (leftOpen === '') return question
  const { request } = question
  return { ...question, request: { ...request, reason: `${request.reason} ${leftOpen}` } }
}

async function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
