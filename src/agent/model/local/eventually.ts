/**
 * Turns values pushed by a job into an async generator; reports silences and leaves the time limit to its
 * reader.
 */
interface EventuallyOptions {
  /** Aborted: the waiting ends, and values that are there by then are dropped. */
  readonly signal: AbortSignal
  /** Milliseconds without a word after which `'silent'` is given, once for each silence. */
  readonly silentMs: number
}

export async function* eventually<T>(
  job: (push: (value: T) => void) => Promise<void>,
  { signal, silentMs }: EventuallyOptions,
): AsyncGenerator<T | 'silent'> {
  const waiting: T[] = []
  let end: { readonly error?: unknown } | undefined
  let wake = (): void => undefined
  const push = (value: T): void => {
    waiting.push(value)
    wake()
  }
  job(push).then(
    () => {
      end = {}
      wake()
    },
    (error: unknown) => {
      end = { error }
      wake()
    },
  )
  const onAbort = (): void => wake()
  signal.addEventListener('abort', onAbort)
  try {
    let isSilent = false
    while (!signal.aborted) {
      const value = waiting.shift()
      if (value !== undefined) {
        isSilent = false
        yield value
      } else if (end) {
        if ('error' in end) throw end.error
        return
      } else {
        let timer: ReturnType<typeof setTimeout> | undefined
        const woken = await new Promise<boolean>((resolve) => {
          wake = () => resolve(true)
          if (!isSilent) timer = setTimeout(() => resolve(false), silentMs)
        })
        clearTimeout(timer)
        if (woken) continue
        isSilent = true
        yield 'silent'
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
