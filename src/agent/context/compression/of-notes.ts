/** Calls on the memory's notes: a recording leaves them out, so that no text beside a summary may quote them. Pure. */
import { isWithin, MEMORY, resolve } from '../../../sandbox/contract/path.ts'

/** Names of the arguments that are paths. */
const PATHS = /path$/i

/** Whether an argument is a path at `/memory`. */
export function isOfNotes(input: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(input).some(
    ([name, value]) => PATHS.test(name) && typeof value === 'string' && isWithin(resolve(value), MEMORY),
  )
}
