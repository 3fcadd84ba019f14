/** An expected failure of a script: its message is all that the person needs to see. */
export class Failure extends Error {}

const DISK_FULL =
  'The disk is full. Free some space, here and in the folder of temporary files (TMPDIR), then try again.'

/** Runs `main`; a `Failure` prints its message and exits with 1, a bug prints its stack. */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    console.error(explain(error))
    process.exit(1)
  }
}

/** A sentence for a failure that a user can mend; any other error as it is. */
export function explain(error) {
  if (error instanceof Failure) return `\n${error.message}\n`
  if (error?.code === 'ENOSPC') return `\n${DISK_FULL}\n`
  if (error?.code === 'EADDRINUSE')
    return `\nPort ${error.port} is taken by another program. Free it, then try again.\n`
  return error
}

/** Throws a `Failure` when a program that failed has printed that no space is left. */
export function failOnFullDisk(output) {
  if (/ENOSPC|no space left on device/i.test(output)) throw new Failure(DISK_FULL)
}
