/** The runs of calls that are drawn as one line, and which of them the person has opened. */
import { getContext, setContext } from 'svelte'
import { SvelteSet } from 'svelte/reactivity'
import type { TranscriptItem } from '../../../agent/protocol/view/screen-state.ts'
import { callRuns, type CallRun } from './call-runs.ts'

const KEY = Symbol('call folds')

export class CallFolds {
  readonly #open = new SvelteSet<string>()
  readonly #items: () => readonly TranscriptItem[]
  /** The call that the person was led to. */
  readonly #goal: () => string | undefined
  readonly #runs = $derived.by(() => callRuns(this.#items()))
  readonly #openByGoal = $derived.by(() => this.#runs.get(this.#goal() ?? '')?.id)
  readonly #foldedItems = $derived.by(
    () => new Set([...this.#runs.values()].flatMap((run) => (this.isOpen(run) ? [] : [...run.items]))),
  )

  constructor(items: () => readonly TranscriptItem[], goal: () => string | undefined) {
    this.#items = items
    this.#goal = goal
  }

  /** The run that a call begins. */
  startingWith(call: string): CallRun | undefined {
    const run = this.#runs.get(call)
    return run?.id === call ? run : undefined
  }

  isOpen({ id }: CallRun): boolean {
    return this.#open.has(id) || this.#openByGoal === id
  }

  toggle({ id }: CallRun): void {
    if (!this.#open.delete(id)) this.#open.add(id)
  }

  /** A call in a run that is closed. */
  hides(call: string): boolean {
    const run = this.#runs.get(call)
    return run !== undefined && !this.isOpen(run)
  }

  /** An item of which nothing is left to be seen. */
  hidesItem(id: string): boolean {
    return this.#foldedItems.has(id)
  }
}

export function provideFolds(folds: CallFolds): void {
  setContext(KEY, folds)
}

/** Undefined where a message is shown outside of a conversation. */
export function getFolds(): CallFolds | undefined {
  return getContext<CallFolds | undefined>(KEY)
}
