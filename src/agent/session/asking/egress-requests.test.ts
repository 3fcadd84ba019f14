/** For how long a command has waited for the person's word on its requests. */
import { expect, it } from 'vitest'
import type { EgressQuestion } from '../../protocol/permission-requests.ts'
import { EgressRequests } from './egress-requests.ts'

const question = (id: string): EgressQuestion => ({
  id,
  command: 'curl',
  method: 'GET',
  url: 'https://example.com/',
  host: 'example.com',
  headers: [],
  sizes: { address: 1, headers: 0, body: 0 },
  large: [],
  preview: '',
  publishes: false,
  reason: 'It leaves.',
  suggestedRule: '',
})

it('is told once, and ends with an answer, or when the program has ended', () => {
  let at = 0
  const requests = new EgressRequests(
    () => {},
    () => at,
  )
  const stop = new AbortController()
  void requests.ask(question('a'), new AbortController().signal, 't1/c1')
  void requests.ask(question('b'), stop.signal, 't1/c2')
  at = 40
  requests.answer('a', { behavior: 'deny' })
  at = 100
  stop.abort()
  at = 500
  expect(['t1/c1', 't1/c1', 't1/c2', 't1/c3'].map((id) => requests.waitedFor(id))).toEqual([40, 0, 100, 0])
})
