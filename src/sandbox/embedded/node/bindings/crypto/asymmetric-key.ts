/** Public and private keys as values, and the curves that they are on. */
import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { p256, p384, p521 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'

export interface RsaKey {
  readonly type: 'rsa'
  readonly n: bigint
  readonly e: bigint
  /** Only of a private key. */
  readonly secret?: { readonly d: bigint; readonly p: bigint; readonly q: bigint }
}

export interface CurveKey {
  readonly type: 'ec'
  readonly curve: CurveName
  /** Uncompressed. */
  readonly point: Uint8Array
  readonly secret?: Uint8Array
}

export interface EdwardsKey {
  readonly type: 'ed25519' | 'x25519'
  readonly point: Uint8Array
  readonly secret?: Uint8Array
}

export type AsymmetricKey = RsaKey | CurveKey | EdwardsKey

/** OpenSSL's names, with the object identifiers and the names of JSON Web Keys. */
export const CURVES = {
  prime256v1: { curve: p256, id: '1.2.840.10045.3.1.7', jwk: 'P-256' },
  secp384r1: { curve: p384, id: '1.3.132.0.34', jwk: 'P-384' },
  secp521r1: { curve: p521, id: '1.3.132.0.35', jwk: 'P-521' },
  secp256k1: { curve: secp256k1, id: '1.3.132.0.10', jwk: 'secp256k1' },
} as const

export type CurveName = keyof typeof CURVES

/** By any of its names. */
export function findCurve(name: string): CurveName | undefined {
  return (Object.keys(CURVES) as CurveName[]).find(
    (key) => key === name || CURVES[key].jwk === name || CURVES[key].id === name,
  )
}

export const EDWARDS = {
  ed25519: { curve: ed25519, id: '1.3.101.112', jwk: 'Ed25519' },
  x25519: { curve: x25519, id: '1.3.101.110', jwk: 'X25519' },
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

export function bitLength(value: bigint): number {
  return value.toString(2).length
}
