/**
 * The bundler's checks that are off, each for a reason; all others warn. How long plugins take is a report and no fault, and
 * `npm run build` says how long each part took.
 */
export const BUILD_CHECKS = { bundlerTimings: false }
