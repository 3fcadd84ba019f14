import { createDiffieHellmanGroup } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkParameters, groupNamed, parametersOf } from './diffie-hellman.ts'
import { fromBigInt } from './der.ts'
import { signDsa, newDsaKey, verifyDsa } from './dsa.ts'
import { readPemKey } from './key-formats.ts'
import { exportKey } from './key-arguments.ts'
import { randomBytes } from './jobs.ts'
import { modulo } from './primes.ts'

describe('Diffie-Hellman', () => {
  it.each(['modp1', 'modp2', 'modp5', 'modp14', 'modp15'])('has the group %s as OpenSSL has it', (name) => {
    expect(fromBigInt(groupNamed(name).p)).toEqual(new Uint8Array(createDiffieHellmanGroup(name).getPrime()))
  })

  it('makes a safe prime of the size asked for', () => {
    const parameters = parametersOf(512, 2n)
    expect([parameters.p.toString(2).length, parameters.p % 24n, checkParameters(parameters)]).toEqual([
      512,
      23n,
      0,
    ])
  })

  it('refuses small primes and bad generators as OpenSSL', () => {
    expect(() => parametersOf(256, 2n)).toThrow('modulus too small')
    expect(() => parametersOf(fromBigInt(groupNamed('modp1').p), 1n)).toThrow('bad generator')
    expect(checkParameters({ p: 0xabcdefn, g: 2n })).toBe(129)
  })
})

it('raises to powers as multiplication does', () => {
  expect(modulo.power(7n, 0n, 13n)).toBe(1n)
  for (const exponent of [1n, 15n, 16n, 255n, 4097n])
    expect(modulo.power(7n, exponent, 1_000_003n)).toBe(7n ** exponent % 1_000_003n)
})

describe('keys of DSA', () => {
  const key = newDsaKey(512, 160, randomBytes)
  const digest = randomBytes(20)

  it.each([true, false])('verify what they have signed and nothing else (plain: %s)', (isPlain) => {
    const signature = signDsa(key, digest, isPlain)
    expect(verifyDsa(key, { digest, signature }, isPlain)).toBe(true)
    expect(verifyDsa(key, { digest: randomBytes(20), signature }, isPlain)).toBe(false)
  })

  it('are read again from what is written, with a passphrase and without', () => {
    const open = exportKey(key, { format: 1, type: 1 })
    const closed = exportKey(key, { format: 1, type: 1, cipher: 'aes-256-cbc', passphrase: 'secret' })
    expect(closed).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----/)
    expect(readPemKey(String(open))).toEqual(key)
    expect(readPemKey(String(closed), 'secret')).toEqual(key)
    expect(() => readPemKey(String(closed), 'wrong')).toThrow('bad decrypt')
    expect(() => readPemKey(String(closed))).toThrow('interrupted or cancelled')
  })
})
