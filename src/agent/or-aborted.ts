/** The work's outcome; `otherwise` when there is no work, or when the signal fires first. The work itself goes on, and its failure is nobody's then. */
export async function orAborted<Done, Otherwise>(
  work: Promise<Done> | undefined,
  signal: AbortSignal,
  otherwise: Otherwise,
): Promise<Done | Otherwise> {
  if (!work) return otherwise
  const aborted = Promise.withResolvers<Otherwise>()
  const leave = () => aborted.resolve(otherwise)
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  try {
    // The first that is settled wins, and a signal that has fired already comes before the work.
    return await Promise.race([aborted.promise, work])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
