/** An expected failure of a script: its message is all that the person needs to see. */
export class Failure extends Error {}

/** Runs `main`; a `Failure` prints its message and exits with 1, a bug prints its stack. */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Failure ? `\n${error.message}\n` : error)
    process.exit(1)
  }
}
