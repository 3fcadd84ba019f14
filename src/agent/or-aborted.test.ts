import { expect, it } from 'vitest'
import { orAborted } from './or-aborted.ts'

it('is the outcome of the work, a failure too', async () => {
  const { signal } = new AbortController()
  expect(await orAborted(Promise.resolve(1), signal, 'stopped')).toBe(1)
  await expect(orAborted(Promise.reject(new Error('broken')), signal, 'stopped')).rejects.toThrow('broken')
})

it('ends when the signal fires, or has fired; the work may fail unheard', async () => {
  const controller = new AbortController()
  const work = Promise.withResolvers<number>()
  const waiting = orAborted(work.promise, controller.signal, 'stopped')
  controller.abort()
  expect(await waiting).toBe('stopped')
  work.reject(new Error('late'))
  expect(await orAborted(Promise.reject(new Error('broken')), controller.signal, 'stopped')).toBe('stopped')
  expect(await orAborted(Promise.resolve(1), controller.signal, 'stopped')).toBe('stopped')
})

it('is at once what stands for no work', async () => {
  expect(await orAborted(undefined, new AbortController().signal, 'none')).toBe('none')
})
