/** Waiting that ends with the signal, whatever the other side does. */

export class Aborted extends Error {
  override readonly name = 'Aborted'
}

/** The reason on a signal that a failing sibling call aborted. */
export class SiblingFailed {
  constructor(readonly label: string) {}
}

/** Settles with `work`, or rejects with `Aborted` as soon as the signal fires. `work` itself goes on. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined) // It may fail after nobody waits any more.
  if (signal.aborted) throw new Aborted()
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new Aborted())
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Resolves after `ms` or when `work` has settled, whichever comes first. Never rejects. */
export async function settledWithin(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([
    work.then(
      () => undefined,
      () => undefined,
    ),
    late,
  ])
  clearTimeout(timer)
}
