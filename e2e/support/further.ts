/** Tests that play a story once more in a further configuration. They run with `npm test -- --all`. */
interface Details {
  readonly tag?: string
}

/** The details of a test that is one of them when `isFurther`. The tag is the one that `playwright.config.ts` leaves out. */
export function further(isFurther = true): Details {
  return isFurther ? { tag: '@further' } : {}
}
