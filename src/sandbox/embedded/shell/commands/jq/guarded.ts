/** `try`, where results are handed on instead of returned. */
import { JqError } from './jq-error.ts'

/** An error behind what is tried: it is not for the handler. */
class Behind extends Error {
  readonly error: unknown
  constructor(error: unknown) {
    super('an error behind a try')
    this.error = error
  }
}

/** Runs `body`; the errors of what it emits to are not its own. */
export function guarded<T>(
  body: (emit: (result: T) => void) => void,
  emit: (result: T) => void,
  handle: (error: JqError) => void,
): void {
  let behind: Behind | undefined
  try {
    body((result) => {
      try {
        emit(result)
      } catch (error) {
        behind = new Behind(error)
        throw behind
      }
    })
  } catch (error) {
    if (behind !== undefined && error === behind) throw behind.error
    if (!(error instanceof JqError)) throw error
    handle(error)
  }
}
