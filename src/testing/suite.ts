/**
 * Suites of others lie beside a developer's checkout, and a user's clone does not have them. What tests an absent one counts as
 * one skipped test, and the summary of the run names the suite. `scripts/lib/testing/suites.mjs` looks for them.
 */
import { describe, it } from 'vitest'
import paths from './suites.json' with { type: 'json' }

export type SuiteName = keyof typeof paths

export interface Suite {
  /** From the project's root. */
  readonly path: string
  readonly isHere: boolean
  /** Defines tests of the suite's data, or one that is skipped. */
  describe(title: string, define: (path: string) => void | Promise<void>): void
}

const ABSENT = String(import.meta.env['TEST_SUITES_ABSENT'] ?? '').split(',')

export function suite(name: SuiteName): Suite {
  const path = `../shared/suites/${paths[name]}`
  const isHere = !ABSENT.includes(name)
  return {
    path,
    isHere,
    describe: (title, define) => {
      if (isHere) describe(title, () => define(path))
      else it.skip(`${title} (the suite "${name}" is not here)`)
    },
  }
}
