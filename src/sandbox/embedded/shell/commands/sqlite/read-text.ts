import { decodeLoosely } from '../frame/loose-text.ts'
import { retell } from '../../../../contract/command-error.ts'
import type { CommandRun } from '../frame/command-run.ts'

/** A script or a table from a file. Throws `CommandError` with a whole message. */
export function readText(run: CommandRun, name: string): string {
  try {
    return decodeLoosely(run.read(name)).text
  } catch (error) {
    retell(error, () => `Error: cannot open "${name}"`)
  }
}
