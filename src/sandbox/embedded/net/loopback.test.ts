import { describe, expect, it } from 'vitest'
import { LISTEN_BACKLOG } from '../../contract/limits.ts'
import type { SocketAddress } from '../syscalls.ts'
import { HostNames, ownAddress } from './addresses.ts'
import { Loopback } from './loopback.ts'

const at = (host: string, port: number): SocketAddress => ({ host, port })

/** The code that it fails with, or what it gives. */
function outcome(run: () => unknown): unknown {
  try {
    run()
    return 'ok'
  } catch (error) {
    return (error as { code?: string }).code
  }
}

describe('the loopback', () => {
  it('has one listener for an address, as Linux counts addresses', () => {
    const cases = [
      ['127.0.0.1', '127.0.0.1', 'EADDRINUSE'],
      ['0.0.0.0', '127.0.0.1', 'EADDRINUSE'],
      ['127.0.0.1', '0.0.0.0', 'EADDRINUSE'],
      ['::', '127.0.0.1', 'EADDRINUSE'],
      ['::ffff:127.0.0.1', '127.0.0.1', 'EADDRINUSE'],
      ['127.0.0.1', '127.0.0.2', 'ok'],
      ['::1', '127.0.0.1', 'ok'],
      ['::1', '0.0.0.0', 'ok'],
      ['127.0.0.1', '10.0.0.1', 'EADDRNOTAVAIL'],
    ] as const
    for (const [first, second, expected] of cases) {
      const loopback = new Loopback()
      loopback.listen(at(first, 80))
      expect(
        outcome(() => loopback.listen(at(second, 80))),
        `${first} ${second}`,
      ).toBe(expected)
    }
  })

  it('is reached by the addresses that a listener stands for', () => {
    const reached = (listening: string, asked: string): unknown => {
      const loopback = new Loopback()
      loopback.listen(at(listening, 80))
      return outcome(() => loopback.connect(at(asked, 80)))
    }
    expect(reached('127.0.0.1', '0.0.0.0')).toBe('ok')
    expect(reached('::', '127.0.0.1')).toBe('ok')
    expect(reached('0.0.0.0', '127.0.0.5')).toBe('ok')
    expect(reached('127.0.0.1', '::1')).toBe('ECONNREFUSED')
    expect(reached('0.0.0.0', '::1')).toBe('ECONNREFUSED')
    const paths = new Loopback()
    paths.listen({ path: '/tmp/a' })
    expect(outcome(() => paths.connect({ path: '/tmp/a' }))).toBe('ok')
    expect(outcome(() => paths.connect({ path: '/tmp/b' }))).toBe('ENOENT')
  })

  it('chooses free ports, tells which are open, and frees them', () => {
    const loopback = new Loopback()
    const told: (readonly number[])[] = []
    loopback.onChange(() => told.push(loopback.ports))
    const [first, second] = [loopback.listen(at('::', 0)), loopback.listen(at('127.0.0.1', 0))]
    const ports = [first, second].map(({ address }) => ('port' in address ? address.port : 0))
    expect(new Set(ports).size).toBe(2)
    expect(Math.min(...ports)).toBeGreaterThan(1024)
    first.close()
    first.close()
    second.close()
    expect(told.map((open) => open.length)).toEqual([1, 2, 1, 0])
  })

  it('takes so many who wait and no more, and lets them go with its listener', () => {
    const loopback = new Loopback()
    const listener = loopback.listen(at('::', 80))
    const waiting = Array.from({ length: LISTEN_BACKLOG }, () => loopback.connect(at('::1', 80)))
    expect(outcome(() => loopback.connect(at('::1', 80)))).toBe('ECONNREFUSED')
    const taken = listener.tryAccept()
    listener.close()
    expect(taken?.source.tryRead(1)).toBeUndefined()
    expect(waiting[1]?.source.tryRead(1)).toEqual(new Uint8Array(0))
    expect(outcome(() => waiting[1]?.sink.tryWrite(new Uint8Array(1)))).toBe('EPIPE')
  })
})

describe('names of hosts', () => {
  it('have made-up addresses by which they are known again', () => {
    const names = new HostNames()
    const [address = ''] = names.lookup('Example.ORG.')
    expect(address).toMatch(/^198\.1[89]\.\d+\.\d+$/)
    expect(names.lookup('example.org')).toEqual([address])
    expect(names.nameOf(address)).toBe('example.org')
    expect(names.lookup('other.example')).not.toEqual([address])
    expect(names.nameOf('203.0.113.1')).toBeUndefined()
  })

  it('of this machine are its loopback; what is no name is not found', () => {
    const names = new HostNames()
    expect(names.lookup('localhost')).toEqual(['127.0.0.1', '::1'])
    expect(names.lookup('app.localhost')).toEqual(['127.0.0.1', '::1'])
    expect(names.lookup('203.0.113.1')).toEqual(['203.0.113.1'])
    for (const host of ['', 'a b', '-a.example', 'a..b', `${'a'.repeat(64)}.example`])
      expect(
        outcome(() => names.lookup(host)),
        host,
      ).toBe('ENOTFOUND')
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1', '198.18.0.1'].map(ownAddress)).toEqual([
      '127.0.0.1',
      '::1',
      '127.0.0.1',
      undefined,
      undefined,
    ])
  })
})
