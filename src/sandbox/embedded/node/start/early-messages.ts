/**
 * Queues the kernel's messages while the program is still loaded. The program takes the browser's globals
 * away, so the listener uses none of them.
 */

interface EarlyMessages {
  readonly data: unknown[]
  /** Once there is somebody who hears them. */
  hear?: (data: unknown) => void
}

// The one field by which this script and the program after it reach one another: no library of types has it.
const scope = globalThis as { vivariumEarlyMessages?: EarlyMessages }

export function keepEarlyMessages(): void {
  const early: EarlyMessages = { data: [] }
  addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (early.hear) early.hear(data)
    else early.data.push(data)
  })
  scope.vivariumEarlyMessages = early
}

/**
 * Returns a function that sets the listener of the worker's messages; queued ones are delivered first.
 * Must be called before the browser's globals are taken away.
 */
export function takeMessages(): (listener: (data: unknown) => void) => void {
  if (!scope.vivariumEarlyMessages) keepEarlyMessages()
  const early = scope.vivariumEarlyMessages ?? { data: [] }
  delete scope.vivariumEarlyMessages
  const later = setTimeout
  return (listener) => {
    // In a task of its own: a program that starts now may never come back, and the browser keeps the compiled form of a
    // script when it has run.
    later(() => {
      early.hear = listener
      for (const data of early.data.splice(0)) listener(data)
    })
  }
}
