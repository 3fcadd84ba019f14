import { expect, it } from 'vitest'
import { ok } from './errors.ts'
import { Jobs } from './jobs.ts'

/** Ends when it is cancelled. */
const untilCancelled = (signal: AbortSignal) =>
  new Promise<ReturnType<typeof ok<string>>>((resolve) =>
    signal.addEventListener('abort', () => resolve(ok('cancelled')), { once: true }),
  )

it('runs one operation under an id at a time, and cancels it by that', async () => {
  const jobs = new Jobs()
  const first = jobs.run('a', untilCancelled)
  const other = jobs.run('b', untilCancelled)
  expect(await jobs.run('a', untilCancelled)).toMatchObject({ ok: false, error: { kind: 'exists' } })
  jobs.cancel('a')
  expect(await first).toEqual(ok('cancelled'))
  // Free again, also after one that threw.
  await expect(jobs.run('a', () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug')
  expect(await jobs.run('a', async () => ok('again'))).toEqual(ok('again'))
  jobs.cancelAll()
  expect(await other).toEqual(ok('cancelled'))
})
