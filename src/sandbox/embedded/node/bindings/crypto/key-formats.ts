/** Keys as text and bytes: PEM and DER of PKCS#1, PKCS#8, SPKI and SEC1, encrypted or not, and JSON Web Keys. */
import { UnavailableError } from '../binding.ts'
import { decode, encode } from '../text-codec.ts'
import {
  curveNames,
  CURVES,
  curveKeyFrom,
  EDWARDS,
  edwardsKeyFrom,
  edwardsTypeOf,
  edwardsWithId,
  isPowerKey,
  findCurve,
} from './asymmetric-key.ts'
import type { AsymmetricKey, CurveKey, EdwardsKey, RsaKey } from './asymmetric-key.ts'
import {
  contentOf,
  fromBigInt,
  readDer,
  readInteger,
  readObject,
  readSequence,
  TAG,
  toBigInt,
  writeDer,
  writeInteger,
  writeObject,
} from './der.ts'
import type { DerValue } from './der.ts'
import { decryptPem, decryptPkcs8, derPassphrase, pemPassphrase } from './key-encryption.ts'
import type { Passphrase } from './key-encryption.ts'
import { powerAlgorithm, readPower } from './power-keys.ts'
import { modulo } from './primes.ts'
import { PSS_ID, pssAlgorithm, readPss } from './pss-parameters.ts'

const RSA_ID = '1.2.840.113549.1.1.1'
const EC_ID = '1.2.840.10045.2.1'
/** Tags of SEC1: the curve, and the public key. */
const CURVE_TAG = 0xa0
const POINT_TAG = 0xa1
const LINE = 64

export type KeyEncoding = 'pkcs1' | 'pkcs8' | 'spki' | 'sec1'

interface PemBlock {
  readonly label: string
  readonly bytes: Uint8Array
  /** Cipher and start, when the block is encrypted in the older way. */
  readonly encryption: string | undefined
}

function readPem(text: string): PemBlock | undefined {
  const match = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/.exec(text)
  if (!match) return undefined
  const [, label = '', body = ''] = match
  const encryption = /^DEK-Info:\s*(.+)$/m.exec(body)?.[1]
  const data = body.replace(/^[\w-]+:.*$/gm, '').replace(/\s+/g, '')
  return { label, encryption, bytes: encode(data, 'base64') }
}

export function writePem(label: string, bytes: Uint8Array, head = ''): string {
  const text = decode(bytes, 'base64')
  const lines = text.match(new RegExp(`.{1,${LINE}}`, 'g')) ?? []
  return `-----BEGIN ${label}-----\n${head}${lines.join('\n')}\n-----END ${label}-----\n`
}

const ENCODINGS: Readonly<Record<string, KeyEncoding>> = {
  'RSA PRIVATE KEY': 'pkcs1',
  'RSA PUBLIC KEY': 'pkcs1',
  'EC PRIVATE KEY': 'sec1',
  'PRIVATE KEY': 'pkcs8',
  'ENCRYPTED PRIVATE KEY': 'pkcs8',
  'DSA PRIVATE KEY': 'pkcs1',
  'PUBLIC KEY': 'spki',
}

/** Throws when it is none of them. */
export function readPemKey(text: string, passphrase?: Passphrase): AsymmetricKey {
  const block = readPem(text)
  if (block?.label === 'CERTIFICATE') return keyOfCertificate(block.bytes)
  const encoding = block && ENCODINGS[block.label]
  if (!block || !encoding) throw new Error('The text has no key in PEM format.')
  const isPrivate = block.label.includes('PRIVATE')
  if (block.label.startsWith('ENCRYPTED'))
    return readDerKey(decryptPkcs8(block.bytes, pemPassphrase(passphrase)), encoding, { isPrivate })
  const { encryption } = block
  const bytes =
    encryption === undefined ? block.bytes : decryptPem(encryption, block.bytes, pemPassphrase(passphrase))
  return readDerKey(bytes, encoding, { isPrivate })
}

interface Reading {
  readonly isPrivate: boolean
  readonly passphrase?: Passphrase
}

export function readDerKey(
  bytes: Uint8Array,
  encoding: KeyEncoding,
  { isPrivate, passphrase }: Reading,
): AsymmetricKey {
  const parts = readSequence(readDer(bytes)[0])
  switch (encoding) {
    case 'pkcs1':
      return isPrivate ? readRsaPrivate(parts) : readRsaPublic(parts)
    case 'sec1':
      return readCurvePrivate(parts, undefined)
    case 'pkcs8': {
      // An encrypted one has no version in front.
      const isEncrypted = parts[0]?.tag === TAG.sequence
      return isEncrypted
        ? readDerKey(decryptPkcs8(bytes, derPassphrase(passphrase)), encoding, { isPrivate })
        : readPkcs8(parts)
    }
    case 'spki':
      return readSpki(parts)
    default:
      return encoding satisfies never
  }
}

function readRsaPublic([n, e]: readonly DerValue[]): RsaKey {
  return { type: 'rsa', n: readInteger(n), e: readInteger(e) }
}

function readRsaPrivate([, n, e, d, p, q]: readonly DerValue[]): RsaKey {
  const secret = { d: readInteger(d), p: readInteger(p), q: readInteger(q) }
  return { ...readRsaPublic([n, e].flatMap((value) => value ?? [])), secret }
}

function readCurvePrivate(parts: readonly DerValue[], given: DerValue | undefined): CurveKey {
  const own = parts.find(({ tag }) => tag === CURVE_TAG)
  const parameters = given ?? (own && readDer(own.content)[0])
  return {
    ...curveKeyFrom(readCurve(parameters), contentOf(parts[1], TAG.octets).slice()),
    ...formOf(parameters),
  }
}

/** By its name, or by its parameters where they are those of a curve that has one. */
function readCurve(parameters: DerValue | undefined): CurveKey['curve'] {
  if (parameters?.tag !== TAG.sequence) return curveOf(parameters && readObject(parameters))
  const [, field, , , order] = readSequence(parameters)
  const [, prime] = readSequence(field)
  const curve = curveNames().find((name) => {
    const { p, n } = CURVES[name].curve.Point.CURVE()
    return p === readInteger(prime) && n === readInteger(order)
  })
  return curve ?? curveOf(undefined)
}

function formOf(parameters: DerValue | undefined): { isExplicit?: true } {
  return parameters?.tag === TAG.sequence ? { isExplicit: true } : {}
}

function curveOf(id: string | undefined): CurveKey['curve'] {
  const curve = id === undefined ? undefined : findCurve(id)
  if (!curve) throw new UnavailableError(`A key on the curve ${id ?? 'without a name'}`)
  return curve
}

function readPkcs8([, algorithm, secret]: readonly DerValue[]): AsymmetricKey {
  const [id, parameter] = readSequence(algorithm)
  const inner = contentOf(secret, TAG.octets)
  const name = readObject(id)
  if (name === RSA_ID) return readRsaPrivate(readSequence(readDer(inner)[0]))
  if (name === PSS_ID) return { ...readRsaPrivate(readSequence(readDer(inner)[0])), pss: readPss(parameter) }
  if (name === EC_ID) return readCurvePrivate(readSequence(readDer(inner)[0]), parameter)
  const power = readPower(name, parameter)
  if (power) {
    const x = readInteger(readDer(inner)[0])
    return { ...power, y: modulo.power(power.g, x, power.p), secret: { x } }
  }
  return edwardsKeyFrom(edwardsOf(name), contentOf(readDer(inner)[0], TAG.octets).slice())
}

function readSpki([algorithm, bits]: readonly DerValue[]): AsymmetricKey {
  const [id, parameter] = readSequence(algorithm)
  // The first byte counts the bits that are left over: none.
  const inner = contentOf(bits, TAG.bits).slice(1)
  const name = readObject(id)
  if (name === RSA_ID) return readRsaPublic(readSequence(readDer(inner)[0]))
  if (name === PSS_ID) return { ...readRsaPublic(readSequence(readDer(inner)[0])), pss: readPss(parameter) }
  if (name === EC_ID) {
    const curve = readCurve(parameter)
    const point = CURVES[curve].curve.Point.fromBytes(inner).toBytes(false)
    return { type: 'ec', curve, point, ...formOf(parameter) }
  }
  const power = readPower(name, parameter)
  if (power) return { ...power, y: readInteger(readDer(inner)[0]) }
  return { type: edwardsOf(name), point: inner }
}

function edwardsOf(id: string): EdwardsKey['type'] {
  const type = edwardsWithId(id)
  if (type) return type
  throw new UnavailableError(`A key of the algorithm ${id}`)
}

function keyOfCertificate(bytes: Uint8Array): AsymmetricKey {
  const [body] = readSequence(readDer(bytes)[0])
  // Behind version, number, algorithm, issuer, validity and subject.
  const spki = readSequence(body).filter(({ tag }) => tag === TAG.sequence)[4]
  return readSpki(readSequence(spki))
}

/** Throws when that key cannot be written so. */
export function writeDerKey(key: AsymmetricKey, encoding: KeyEncoding): { label: string; bytes: Uint8Array } {
  switch (encoding) {
    case 'pkcs1':
      if (key.type !== 'rsa') throw new Error('PKCS#1 is for RSA keys.')
      return key.secret
        ? { label: 'RSA PRIVATE KEY', bytes: rsaPrivate(key, key.secret) }
        : { label: 'RSA PUBLIC KEY', bytes: rsaPublic(key) }
    case 'sec1':
      if (key.type !== 'ec' || !key.secret) throw new Error('SEC1 is for private EC keys.')
      return { label: 'EC PRIVATE KEY', bytes: curvePrivate(key, key.secret, true) }
    case 'pkcs8':
      return { label: 'PRIVATE KEY', bytes: pkcs8(key) }
    case 'spki':
      return { label: 'PUBLIC KEY', bytes: spki(key) }
    default:
      return encoding satisfies never
  }
}

function rsaPublic({ n, e }: RsaKey): Uint8Array {
  return writeDer(TAG.sequence, writeInteger(n), writeInteger(e))
}

function rsaPrivate({ n, e }: RsaKey, secret: NonNullable<RsaKey['secret']>): Uint8Array {
  const { d, p, q } = secret
  const { dp, dq, qi } = rsaExponents(secret)
  return writeDer(TAG.sequence, ...[0n, n, e, d, p, q, dp, dq, qi].map(writeInteger))
}

function rsaExponents({ d, p, q }: NonNullable<RsaKey['secret']>) {
  return { dp: d % (p - 1n), dq: d % (q - 1n), qi: modulo.inverse(q, p) }
}

function curvePrivate(key: CurveKey, secret: Uint8Array, isNamed: boolean): Uint8Array {
  const { point } = key
  const name = isNamed ? [writeDer(CURVE_TAG, curveParameters(key))] : []
  const bits = writeDer(POINT_TAG, writeDer(TAG.bits, Uint8Array.of(0), point))
  return writeDer(TAG.sequence, writeInteger(1n), writeDer(TAG.octets, secret), ...name, bits)
}

const PRIME_FIELD = '1.2.840.10045.1.1'

function curveParameters({ curve, isExplicit }: CurveKey): Uint8Array {
  if (isExplicit !== true) return writeObject(CURVES[curve].id)
  const { Point } = CURVES[curve].curve
  const { p, n, h, a, b } = Point.CURVE()
  const octets = (value: bigint) => writeDer(TAG.octets, fromBigInt(value, Point.Fp.BYTES))
  return writeDer(
    TAG.sequence,
    writeInteger(1n),
    writeDer(TAG.sequence, writeObject(PRIME_FIELD), writeInteger(p)),
    writeDer(TAG.sequence, octets(a), octets(b)),
    writeDer(TAG.octets, Point.BASE.toBytes(false)),
    writeInteger(n),
    writeInteger(h),
  )
}

function algorithmOf(key: AsymmetricKey): Uint8Array {
  if (isPowerKey(key)) return powerAlgorithm(key)
  if (key.type === 'rsa' && key.pss) return pssAlgorithm(key.pss)
  if (key.type === 'rsa') return writeDer(TAG.sequence, writeObject(RSA_ID), writeDer(TAG.nothing))
  if (key.type === 'ec') return writeDer(TAG.sequence, writeObject(EC_ID), curveParameters(key))
  return writeDer(TAG.sequence, writeObject(EDWARDS[key.type].id))
}

function pkcs8(key: AsymmetricKey): Uint8Array {
  const inner = privateContent(key)
  return writeDer(TAG.sequence, writeInteger(0n), algorithmOf(key), writeDer(TAG.octets, inner))
}

function privateContent(key: AsymmetricKey): Uint8Array {
  if (!key.secret) throw new Error('PKCS#8 is for private keys.')
  switch (key.type) {
    case 'rsa':
      return rsaPrivate(key, key.secret)
    case 'ec':
      return curvePrivate(key, key.secret, false)
    case 'dsa':
    case 'dh':
      return writeInteger(key.secret.x)
    default:
      return writeDer(TAG.octets, key.secret)
  }
}

function spki(key: AsymmetricKey): Uint8Array {
  const inner = key.type === 'rsa' ? rsaPublic(key) : isPowerKey(key) ? writeInteger(key.y) : key.point
  return writeDer(TAG.sequence, algorithmOf(key), writeDer(TAG.bits, Uint8Array.of(0), inner))
}

type Jwk = Readonly<Record<string, string | undefined>>

const url = (bytes: Uint8Array): string => decode(bytes, 'base64url')
const fromUrl = (text: string | undefined): Uint8Array => {
  if (text === undefined)
    throw Object.assign(new Error('Invalid JWK data'), { code: 'ERR_CRYPTO_INVALID_JWK' })
  return encode(text, 'base64url')
}

function unsupportedJwk(): Error {
  return Object.assign(new Error('Unsupported JWK Key Type.'), {
    code: 'ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE',
  })
}

export function writeJwk(key: AsymmetricKey): Jwk {
  if (key.type === 'rsa') {
    if (key.pss) throw unsupportedJwk()
    const { n, e, secret } = key
    const own = secret && { ...secret, ...rsaExponents(secret) }
    const numbers = Object.entries({ n, e, ...own }).map(
      ([name, value]) => [name, url(fromBigInt(value))] as const,
    )
    return { kty: 'RSA', ...Object.fromEntries(numbers) }
  }
  if (isPowerKey(key)) throw unsupportedJwk()
  const secret = key.secret ? { d: url(key.secret) } : {}
  if (key.type !== 'ec') return { crv: EDWARDS[key.type].jwk, ...secret, x: url(key.point), kty: 'OKP' }
  const half = (key.point.length - 1) / 2
  const [x, y] = [key.point.subarray(1, half + 1), key.point.subarray(half + 1)]
  return { kty: 'EC', x: url(x), y: url(y), crv: CURVES[key.curve].jwk, ...secret }
}

export function readJwk(jwk: Jwk): AsymmetricKey {
  const number = (name: string) => toBigInt(fromUrl(jwk[name]))
  const { crv = '' } = jwk
  switch (jwk['kty']) {
    case 'RSA': {
      const base = { type: 'rsa', n: number('n'), e: number('e') } as const
      return jwk['d'] === undefined
        ? base
        : { ...base, secret: { d: number('d'), p: number('p'), q: number('q') } }
    }
    case 'EC': {
      const curve = curveOf(crv)
      if (jwk['d'] !== undefined) return curveKeyFrom(curve, fromUrl(jwk['d']))
      const point = Uint8Array.of(4, ...fromUrl(jwk['x']), ...fromUrl(jwk['y']))
      return { type: 'ec', curve, point }
    }
    default: {
      const type = edwardsTypeOf(crv)
      if (!type || EDWARDS[type].jwk !== crv) throw new UnavailableError(`A key on the curve ${crv}`)
      return jwk['d'] === undefined
        ? { type, point: fromUrl(jwk['x']) }
        : edwardsKeyFrom(type, fromUrl(jwk['d']))
    }
  }
}
