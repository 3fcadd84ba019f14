/** Suites of others: data beside a developer's checkout, in `../shared/suites`. A user's clone does not have them. */
import { existsSync, readFileSync } from 'node:fs'

const PATHS = JSON.parse(readFileSync(new URL('../../../src/testing/suites.json', import.meta.url), 'utf8'))

/** Path of a suite, which may be absent, relative to the project's root. */
export function suitePath(name) {
  return `../shared/suites/${PATHS[name]}`
}

/** Names of the suites that are not here. */
export function absentSuites(exists = existsSync) {
  return Object.keys(PATHS).filter((name) => !exists(suitePath(name)))
}
