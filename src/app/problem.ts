/** A failure as the user sees it: the attempt, and what to try. */
import { screen as t } from './language/en/screen.ts'

export interface Problem {
  readonly message: string
  readonly hint: string | undefined
}

/** A failure that nobody expected, as what the screen shows. */
export function unexpected(attempt: string, error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error)
  return { message: t.hasFailed(attempt, message), hint: t.unexpectedHint }
}
