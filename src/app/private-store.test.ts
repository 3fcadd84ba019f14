import { expect, it } from 'vitest'
import { isPrivateStore } from './private-store.ts'

it.each([
  ['https://bucket.s3.eu-central-1.amazonaws.com/x.vvs', false],
  ['https://127.0.0.1/x', true],
  ['https://localhost:8443/x', true],
  ['https://192.168.1.1/x', true],
  ['https://0x7f.1/x', true],
  ['https://[::1]/x', true],
  ['https://nas.local/x', true],
  ['https://intranet/x', true],
  ['http://127.0.0.1:8099/private/action?x=1', true],
  ['http://localhost:1/x', true],
  // Refused by the worker without a request.
  ['http://192.168.1.1/x', false],
  ['http://example.org/x', false],
  ['javascript:alert(1)', false],
  ['', false],
])('%s: %j', (address, isAsked) => {
  expect(isPrivateStore(address)).toBe(isAsked)
})
