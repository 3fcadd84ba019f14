/** Why a recording is not taken. Thrown within this folder only; its public functions return failures. */
import { fail } from '../../../sandbox/contract/errors.ts'
import type { Result, SandboxErrorKind } from '../../../sandbox/contract/errors.ts'

export class RecordingProblem extends Error {
  readonly kind: SandboxErrorKind
  readonly hint: string

  constructor(kind: SandboxErrorKind, message: string, hint: string) {
    super(message)
    this.kind = kind
    this.hint = hint
  }
}

const ASK_AGAIN = 'Ask whoever sent it to send it once more, as a file if it was a link.'

export function damaged(what: string): RecordingProblem {
  return new RecordingProblem(
    'corrupt',
    `This is no whole recording: ${what}. Nothing was opened.`,
    ASK_AGAIN,
  )
}

export function tooLarge(what: string): RecordingProblem {
  return new RecordingProblem(
    'too_large',
    `This recording was not opened: ${what}.`,
    'A recording of fewer steps, or without large files, can be opened.',
  )
}

/** The value, or what was thrown as a failure. */
export async function refusing<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RecordingProblem) return fail(error.kind, error.message, { hint: error.hint })
    throw error
  }
}
