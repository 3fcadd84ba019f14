/**
 * Limits that follow the machine, for tests that run in a browser, too. `scripts/lib/testing/patience.mjs` measures the factor
 * once a run; the runner hands it over.
 */
const SLOWNESS = Number(import.meta.env['TEST_SLOWNESS'] ?? 1)

/** `ms` on an idle two-core machine, in milliseconds of this one. */
export function patience(ms: number): number {
  return Math.round(ms * SLOWNESS)
}
