/** What went wrong, for the person: what was attempted, and what to try. */
export interface Problem {
  readonly message: string
  readonly hint: string | undefined
}

/** A failure that nobody expected, as what the screen shows. */
export function unexpected(attempt: string, error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error)
  return { message: `${attempt} failed: ${message}`, hint: 'Reload the page; nothing that is saved is lost.' }
}
