/** Public and private keys as values, and the curves that they are on. */
import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { ed448, x448 } from '@noble/curves/ed448.js'
import { p256, p384, p521 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'

/** Restrictions that a key for RSA-PSS puts on its signatures. */
export interface PssRestrictions {
  readonly hash: string
  readonly maskHash: string
  readonly saltLength: number
}

export interface RsaKey {
  readonly type: 'rsa'
  /** Only of a key for RSA-PSS alone; `'any'` when it demands nothing more. */
  readonly pss?: PssRestrictions | 'any'
  readonly n: bigint
  readonly e: bigint
  /** Only of a private key. */
  readonly secret?: { readonly d: bigint; readonly p: bigint; readonly q: bigint }
}

export interface CurveKey {
  readonly type: 'ec'
  readonly curve: CurveName
  /** The curve is written with all its parameters instead of its name. */
  readonly isExplicit?: boolean
  /** Uncompressed. */
  readonly point: Uint8Array
  readonly secret?: Uint8Array
}

export interface EdwardsKey {
  readonly type: 'ed25519' | 'x25519' | 'ed448' | 'x448'
  readonly point: Uint8Array
  readonly secret?: Uint8Array
}

/** Key of DSA (`q` divides `p` less one) or of Diffie-Hellman: a power of `g` modulo `p`. */
export interface PowerKey {
  readonly type: 'dsa' | 'dh'
  readonly p: bigint
  /** 0 for Diffie-Hellman. */
  readonly q: bigint
  readonly g: bigint
  readonly y: bigint
  readonly secret?: { readonly x: bigint }
}

export type AsymmetricKey = RsaKey | CurveKey | EdwardsKey | PowerKey

export function isPowerKey(key: AsymmetricKey): key is PowerKey {
  return key.type === 'dsa' || key.type === 'dh'
}

/** OpenSSL's names, with the object identifiers and the names of JSON Web Keys. */
export const CURVES = {
  prime256v1: { curve: p256, id: '1.2.840.10045.3.1.7', jwk: 'P-256' },
  secp384r1: { curve: p384, id: '1.3.132.0.34', jwk: 'P-384' },
  secp521r1: { curve: p521, id: '1.3.132.0.35', jwk: 'P-521' },
  secp256k1: { curve: secp256k1, id: '1.3.132.0.10', jwk: 'secp256k1' },
} as const

export type CurveName = keyof typeof CURVES

function isCurveName(name: string): name is CurveName {
  return Object.hasOwn(CURVES, name)
}

export function curveNames(): CurveName[] {
  return Object.keys(CURVES).filter(isCurveName)
}

/** By any of its names. */
export function findCurve(name: string): CurveName | undefined {
  return curveNames().find((key) => key === name || CURVES[key].jwk === name || CURVES[key].id === name)
}

/** Throws as natively for a name that is none. */
export function curveNamed(name: string): CurveName {
  const curve = findCurve(name)
  if (curve) return curve
  throw Object.assign(new TypeError('Invalid EC curve name'), { code: 'ERR_CRYPTO_INVALID_CURVE' })
}

export const EDWARDS = {
  ed25519: { curve: ed25519, id: '1.3.101.112', jwk: 'Ed25519' },
  x25519: { curve: x25519, id: '1.3.101.110', jwk: 'X25519' },
  ed448: { curve: ed448, id: '1.3.101.113', jwk: 'Ed448' },
  x448: { curve: x448, id: '1.3.101.111', jwk: 'X448' },
} as const

/** The same key without what is secret in it. */
export function publicPart({ secret: _secret, ...key }: AsymmetricKey): AsymmetricKey {
  return key as AsymmetricKey
}

export function curveKeyFrom(curve: CurveName, secret: Uint8Array): CurveKey {
  return { type: 'ec', curve, secret, point: CURVES[curve].curve.getPublicKey(secret, false) }
}

export function edwardsKeyFrom(type: EdwardsKey['type'], secret: Uint8Array): EdwardsKey {
  return { type, secret, point: EDWARDS[type].curve.getPublicKey(secret) }
}

/** By its object identifier. */
export function edwardsWithId(id: string): EdwardsKey['type'] | undefined {
  return Object.keys(EDWARDS)
    .filter(isEdwardsType)
    .find((type) => EDWARDS[type].id === id)
}

export function edwardsTypeOf(name: string): EdwardsKey['type'] | undefined {
  const lower = name.toLowerCase()
  return isEdwardsType(lower) ? lower : undefined
}

function isEdwardsType(name: string): name is EdwardsKey['type'] {
  return Object.hasOwn(EDWARDS, name)
}

export function bitLength(value: bigint): number {
  return value.toString(2).length
}
