import { expect, it } from 'vitest'
import { skeletonOf } from './skeleton.ts'

const messageOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    return (error as Error).message // only UnavailableError is thrown
  }
  return 'nothing was thrown'
}

it.each([
  [
    'udp_wrap',
    'UDP',
    'UDP (node:dgram) is not available in the browser sandbox. Only HTTP leaves the sandbox, by http, https or fetch; ' +
      'programs in it talk to each other by node:net.',
  ],
  [
    'crypto',
    'parseX509',
    'X509Certificate is not available in the browser sandbox. Read the certificate with a package in JavaScript, such ' +
      'as @peculiar/x509 or node-forge.',
  ],
  [
    'crypto',
    'secureHeapUsed',
    `Node's internal "crypto.secureHeapUsed" is not available in the browser sandbox.`,
  ],
])('%s.%s fails at once and says what to do', (binding, name, message) => {
  const Unavailable = skeletonOf(binding)[name] as new () => object
  expect(messageOf(() => new Unavailable())).toBe(message)
})
