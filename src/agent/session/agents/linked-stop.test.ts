import { expect, it } from 'vitest'
import { linkedStop } from './linked-stop.ts'

it('a stop follows its signal, and not the other way round', () => {
  const signal = new AbortController()
  const [stop, other] = [linkedStop(signal.signal), linkedStop(signal.signal)]
  other.abort()
  expect([stop.signal.aborted, signal.signal.aborted]).toEqual([false, false])
  signal.abort()
  expect([stop.signal.aborted, stop.signal.reason]).toEqual([true, 'stop'])
})

it('a signal that fired before anybody listened stops, too', () => {
  expect(linkedStop(AbortSignal.abort()).signal.reason).toBe('stop')
  expect(linkedStop(undefined).signal.aborted).toBe(false)
})
