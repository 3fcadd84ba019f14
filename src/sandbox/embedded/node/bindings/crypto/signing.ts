/** Signatures: RSA by PKCS#1 and PSS, ECDSA, Ed25519. The package's curves are audited; RSA is `rsa.ts`. */
import { concatenate } from '../../../../contract/bytes.ts'
import type { NodeContext } from '../../context.ts'
import { UnavailableError } from '../binding.ts'
import { bytesOf, toNodeBuffer } from '../buffer.ts'
import { bitLength, CURVES, EDWARDS } from './asymmetric-key.ts'
import type { AsymmetricKey, RsaKey } from './asymmetric-key.ts'
import { createDigest, findDigest } from './digests.ts'
import { inputBytes } from './hashing.ts'
import { createJob, randomBytes } from './jobs.ts'
import { signDsa, verifyDsa } from './dsa.ts'
import { keyFrom } from './key-arguments.ts'
import type { Passphrase } from './key-encryption.ts'
import { digestNotAllowed, unsupportedForKey, wrongPaddingMode } from './openssl-error.ts'
import { equalBytes } from './secret-keys.ts'
import { pkcs1Frame, pssFits, pssFrame, rsaPrivate, rsaPublic, sizeOf } from './rsa.ts'

const PSS_PADDING = 6
const P1363 = 1
const VERIFY = 1
/** Special salt lengths: as long as the digest, or as long as possible. */
const AS_DIGEST = -1
const LONGEST = -2

interface SignatureOptions {
  /** Undefined where the kind of key has its own. */
  readonly digest: string | undefined
  readonly padding?: number | undefined
  readonly saltLength?: number | undefined
  readonly format?: number | undefined
}

function digestOf(name: string, data: Uint8Array): Uint8Array {
  const digest = createDigest(name, undefined)
  if (!digest) throw invalidDigest(name)
  return digest.update(data).digest()
}

function invalidDigest(name: string): Error {
  return Object.assign(new Error(`Invalid digest: ${name}`), { code: 'ERR_CRYPTO_INVALID_DIGEST' })
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/^rsa-/, '').replace(/^sha-/, 'sha')
}

function saltLengthOf({ saltLength }: SignatureOptions, longest: number, digest: Uint8Array): number {
  if (saltLength === undefined || saltLength === LONGEST) return longest
  return saltLength === AS_DIGEST ? digest.length : saltLength
}

export function sign(key: AsymmetricKey, data: Uint8Array, options: SignatureOptions): Uint8Array {
  if (!key.secret) throw new Error('The key is public: it does not sign.')
  switch (key.type) {
    case 'ed25519':
    case 'ed448':
      return EDWARDS[key.type].curve.sign(data, key.secret)
    case 'x25519':
    case 'x448':
    case 'dh':
      throw unsupportedForKey()
    case 'dsa':
      return signDsa(key, digestOf(options.digest ?? 'sha256', data), options.format === P1363)
    case 'ec': {
      const digest = digestOf(options.digest ?? 'sha256', data)
      const format = options.format === P1363 ? 'compact' : 'der'
      return CURVES[key.curve].curve.sign(digest, key.secret, { prehash: false, lowS: false, format })
    }
    case 'rsa': {
      const name = options.digest ?? 'sha256'
      const digest = digestOf(name, data)
      if (paddingOf(key, options) !== PSS_PADDING)
        return rsaPrivate(key, pkcs1Frame(digest, plainName(name), sizeOf(key)))
      const parts = { hash: (bytes: Uint8Array) => digestOf(name, bytes), digest, bits: pssBits(key) }
      const longest = Math.ceil(parts.bits / 8) - digest.length - 2
      const wanted = { ...options, saltLength: options.saltLength ?? demandsOf(key, name)?.saltLength }
      return rsaPrivate(key, pssFrame(parts, randomBytes(saltLengthOf(wanted, longest, digest))))
    }
    default:
      return key satisfies never
  }
}

/** A key for RSA-PSS alone has no other. */
function paddingOf(key: RsaKey, { padding }: SignatureOptions): number | undefined {
  if (!key.pss) return padding
  if (padding !== undefined && padding !== PSS_PADDING) throw wrongPaddingMode()
  return PSS_PADDING
}

/** The key's restrictions, if it has any. Throws when the digest is another one. */
function demandsOf({ pss }: RsaKey, digest: string) {
  if (!pss || pss === 'any') return undefined
  if (pss.hash !== plainName(digest)) throw digestNotAllowed()
  return pss
}

function pssBits({ n }: RsaKey): number {
  return bitLength(n) - 1
}

export interface Signed {
  readonly data: Uint8Array
  readonly signature: Uint8Array
}

export function verify(key: AsymmetricKey, { data, signature }: Signed, options: SignatureOptions): boolean {
  try {
    switch (key.type) {
      case 'ed25519':
      case 'ed448':
        return EDWARDS[key.type].curve.verify(signature, data, key.point, { zip215: false })
      case 'x25519':
      case 'x448':
      case 'dh':
        return false
      case 'dsa': {
        const digest = digestOf(options.digest ?? 'sha256', data)
        return verifyDsa(key, { digest, signature }, options.format === P1363)
      }
      case 'ec': {
        const digest = digestOf(options.digest ?? 'sha256', data)
        const format = options.format === P1363 ? 'compact' : 'der'
        const how = { prehash: false, lowS: false, format } as const
        return CURVES[key.curve].curve.verify(signature, digest, key.point, how)
      }
      case 'rsa':
        return verifyRsa(key, { data, signature }, options)
      default:
        return key satisfies never
    }
  } catch (error) {
    // A malformed signature does not verify; an unknown digest is the program's error.
    if ((error as { code?: unknown }).code !== undefined) throw error
    return false
  }
}

function verifyRsa(key: RsaKey, { data, signature }: Signed, options: SignatureOptions): boolean {
  if (signature.length !== sizeOf(key)) return false
  const name = options.digest ?? 'sha256'
  const digest = digestOf(name, data)
  const block = rsaPublic(key, signature)
  if (paddingOf(key, options) === PSS_PADDING) {
    demandsOf(key, name)
    const parts = { hash: (bytes: Uint8Array) => digestOf(name, bytes), digest, bits: pssBits(key) }
    const { saltLength } = options
    const wanted = saltLength === undefined || saltLength === LONGEST ? undefined : saltLength
    return pssFits(parts, block, wanted === AS_DIGEST ? digest.length : wanted)
  }
  const expected = pkcs1Frame(digest, plainName(name), sizeOf(key))
  return equalBytes(expected, block)
}

type KeyParts = readonly [
  data: unknown,
  format: number | undefined,
  type: number | undefined,
  passphrase: Passphrase,
]

type JobArguments = readonly [
  mode: number,
  ...KeyParts,
  data: unknown,
  algorithm: unknown,
  saltLength?: number,
  padding?: number,
  encoding?: number,
  signature?: unknown,
]

function privateKey([data, format, type, passphrase]: KeyParts): AsymmetricKey {
  return keyFrom({ data, format, type, passphrase, isPrivate: true })
}

function anyKey([data, format, type, passphrase]: KeyParts): AsymmetricKey {
  return keyFrom({ data, format, type, passphrase, isPrivate: false })
}

/** The classes behind `createSign`, `createVerify`, `sign` and `verify`. */
export function createSignatureClasses(context: NodeContext) {
  class Collecting {
    readonly parts: Uint8Array[] = []
    algorithm = ''

    init(algorithm: string): void {
      if (!findDigest(algorithm)) throw invalidDigest(algorithm)
      this.algorithm = algorithm
    }

    update(data: unknown, encoding?: unknown): void {
      this.parts.push(inputBytes(data, encoding).slice())
    }
  }
  class Sign extends Collecting {
    sign(...args: [...KeyParts, number | undefined, number | undefined, number | undefined]): Uint8Array {
      const [data, type, format, passphrase, padding, saltLength, encoding] = args
      const key = privateKey([data, type, format, passphrase])
      const options = { digest: this.algorithm, padding, saltLength, format: encoding }
      return toNodeBuffer(context, sign(key, concatenate(this.parts), options))
    }
  }
  class Verify extends Collecting {
    verify(
      ...args: [...KeyParts, Uint8Array, number | undefined, number | undefined, number | undefined]
    ): boolean {
      const [data, type, format, passphrase, signature, padding, saltLength, encoding] = args
      const options = { digest: this.algorithm, padding, saltLength, format: encoding }
      const signed = { data: concatenate(this.parts), signature: bytesOf(signature) }
      return verify(anyKey([data, type, format, passphrase]), signed, options)
    }
  }
  const SignJob = createJob(context, (...args: JobArguments) => {
    const [mode, keyData, keyFormat, keyType, passphrase, data, algorithm, ...rest] = args
    const [saltLength, padding, encoding, signature] = rest
    const parts: KeyParts = [keyData, keyFormat, keyType, passphrase]
    const digest = typeof algorithm === 'string' ? algorithm : undefined
    if (digest !== undefined && !findDigest(digest)) throw invalidDigest(digest)
    const options = { digest, padding, saltLength, format: encoding }
    const bytes = bytesOf(data)
    if (mode === VERIFY) {
      const key = anyKey(parts)
      return () => verify(key, { data: bytes, signature: bytesOf(signature) }, options)
    }
    const key = privateKey(parts)
    return () => sign(key, bytes, options).slice().buffer
  })
  const unavailable = (what: string) => () => {
    throw new UnavailableError(what)
  }
  return { Sign, Verify, SignJob, certVerifySpkac: unavailable('A signed public key and challenge') }
}
