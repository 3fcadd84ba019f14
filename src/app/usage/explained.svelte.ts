/** Which figure of a table is explained below it. */
import { getContext, setContext } from 'svelte'
import type { usage } from '../language/en/usage.ts'

export type Figure = keyof typeof usage.figures

const KEY = Symbol('explained figure')

export class Explained {
  figure = $state<Figure>()

  toggle(figure: Figure): void {
    this.figure = this.figure === figure ? undefined : figure
  }
}

export function provideExplained(): Explained {
  return setContext(KEY, new Explained())
}

export function getExplained(): Explained {
  // Heads stand in a `UsageScroll` only, which provides it.
  return getContext<Explained>(KEY)
}
