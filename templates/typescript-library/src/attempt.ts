import type { Result } from './result.ts'

/** Calls `work`; what it throws is returned. What is thrown and is no error becomes one. */
export function attempt<T>(work: () => T): Result<T> {
  try {
    return { ok: true, value: work() }
  } catch (thrown) {
    return { ok: false, error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }
}
