/** The end of a back end, the same for each. */
import type { Sandbox } from './contract.ts'
import { fail } from './errors.ts'

/** Have no failure to give, and are right about a sandbox that is gone, too. */
const CANNOT_FAIL: ReadonlySet<string> = new Set(['describe', 'cancel', 'subscribe'])

/** After `dispose` every call that can fail does so; a second `dispose` does nothing. */
export function failingOnceDisposed(sandbox: Sandbox): Sandbox {
  let disposed = false
  const gone = () =>
    Promise.resolve(fail('disposed', 'The sandbox has been closed.', { hint: 'Boot another one.' }))
  const guarded = Object.entries(sandbox)
    .filter(([name]) => !CANNOT_FAIL.has(name))
    .map(([name, method]) => [
      name,
      (...args: unknown[]) => (disposed ? gone() : Reflect.apply(method, sandbox, args)),
    ])
  return {
    ...sandbox,
    // The same methods with the same results, or a failure, which each of them may give.
    ...(Object.fromEntries(guarded) as Sandbox),
    dispose: async () => {
      if (disposed) return
      disposed = true
      await sandbox.dispose()
    },
  }
}
