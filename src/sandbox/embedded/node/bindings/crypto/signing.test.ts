// @vitest-environment node
/** Against the crypto of the Node that runs the tests. */
import * as native from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readJwk, readPemKey, writeDerKey, writeJwk, writePem } from './key-formats.ts'
import type { KeyEncoding } from './key-formats.ts'
import { sign, verify } from './signing.ts'

const data = new TextEncoder().encode('what is signed')

const KINDS = [
  ['rsa', () => native.generateKeyPairSync('rsa', { modulusLength: 1024 })],
  ['prime256v1', () => native.generateKeyPairSync('ec', { namedCurve: 'prime256v1' })],
  ['secp384r1', () => native.generateKeyPairSync('ec', { namedCurve: 'secp384r1' })],
  ['secp521r1', () => native.generateKeyPairSync('ec', { namedCurve: 'secp521r1' })],
  ['secp256k1', () => native.generateKeyPairSync('ec', { namedCurve: 'secp256k1' })],
  ['ed25519', () => native.generateKeyPairSync('ed25519')],
] as const

describe.each(KINDS)('a key of %s', (name, make) => {
  const { publicKey, privateKey } = make()
  const digest = name === 'ed25519' ? undefined : 'sha256'
  const priv = readPemKey(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  const pub = readPemKey(publicKey.export({ type: 'spki', format: 'pem' }).toString())

  it('is written as it was read', () => {
    const encodings: [KeyEncoding, native.KeyObject][] = [
      ['pkcs8', privateKey],
      ['spki', publicKey],
      ...(name === 'rsa' ? [['pkcs1', privateKey] as [KeyEncoding, native.KeyObject]] : []),
      ...(priv.type === 'ec' ? [['sec1', privateKey] as [KeyEncoding, native.KeyObject]] : []),
    ]
    for (const [type, key] of encodings) {
      const text = key.export({ type, format: 'pem' } as native.KeyExportOptions<'pem'>).toString()
      const { label, bytes } = writeDerKey(readPemKey(text), type)
      expect(writePem(label, bytes)).toBe(text)
    }
    expect(writeJwk(priv)).toEqual(privateKey.export({ format: 'jwk' }))
    expect(readJwk(writeJwk(priv))).toEqual(priv)
  })

  it('signs what the other accepts, and accepts what the other signs, but nothing else', () => {
    const signature = sign(priv, data, { digest })
    expect(native.verify(digest, data, publicKey, signature)).toBe(true)
    const other = native.sign(digest, data, privateKey)
    expect(verify(pub, { data, signature: other }, { digest })).toBe(true)
    expect(verify(pub, { data: data.subarray(1), signature: other }, { digest })).toBe(false)
    expect(verify(pub, { data, signature: other.subarray(1) }, { digest })).toBe(false)
  })
})

it('signs by PSS with a salt of any length', () => {
  const { publicKey, privateKey } = native.generateKeyPairSync('rsa', { modulusLength: 1024 })
  const priv = readPemKey(privateKey.export({ type: 'pkcs1', format: 'pem' }).toString())
  const padding = native.constants.RSA_PKCS1_PSS_PADDING
  for (const saltLength of [-2, -1, 10]) {
    const signature = sign(priv, data, { digest: 'sha256', padding, saltLength })
    expect(native.verify('sha256', data, { key: publicKey, padding, saltLength }, signature)).toBe(true)
    const other = native.sign('sha256', data, { key: privateKey, padding, saltLength })
    expect(verify(priv, { data, signature: other }, { digest: 'sha256', padding, saltLength })).toBe(true)
  }
})
