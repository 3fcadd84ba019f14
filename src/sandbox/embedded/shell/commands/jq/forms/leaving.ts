import { Exit } from '../filter.ts'

/** Calls `run` with something that leaves it. */
export function leaving(run: (leave: () => never) => void): void {
  const exit = new Exit()
  try {
    run(() => {
      throw exit
    })
  } catch (error) {
    if (error !== exit) throw error
  }
}
