/** Agreement on a secret: `DiffieHellman`, `ECDH`, and between two key objects. */
import type { NodeContext } from '../../context.ts'
import { bytesOf, toNodeBuffer } from '../buffer.ts'
import { curveNamed, CURVES, EDWARDS } from './asymmetric-key.ts'
import type { AsymmetricKey, CurveName } from './asymmetric-key.ts'
import { fromBigInt, toBigInt } from './der.ts'
import { checkParameters, groupNamed, newDhSecret, parametersOf } from './diffie-hellman.ts'
import type { DhParameters } from './diffie-hellman.ts'
import { createJob } from './jobs.ts'
import { asymmetricKeys } from './key-arguments.ts'
import { failedDerivation, mismatchingParameters } from './openssl-error.ts'
import { modulo } from './primes.ts'
import { equalBytes } from './secret-keys.ts'

type Bytes = Uint8Array | ArrayBuffer

const COMPRESSED = 2
const HYBRID = 6

function failure(code: string, message: string, Kind: typeof Error | typeof RangeError = Error): Error {
  return Object.assign(new Kind(message), { code })
}

function byteLength(value: bigint): number {
  return fromBigInt(value).length
}

function powerSecret({ p }: DhParameters, own: bigint, other: bigint): Uint8Array {
  return fromBigInt(modulo.power(other, own, p), byteLength(p))
}

/** The secret of a private key and a public one. */
function sharedSecret(own: AsymmetricKey, other: AsymmetricKey): Uint8Array {
  if (own.type === 'dh' && other.type === 'dh' && own.secret) {
    if (own.p !== other.p || own.g !== other.g) throw mismatchingParameters()
    return powerSecret(own, own.secret.x, other.y)
  }
  if (own.type === 'ec' && other.type === 'ec' && own.secret) {
    if (own.curve !== other.curve) throw mismatchingParameters()
    return CURVES[own.curve].curve.getSharedSecret(own.secret, other.point).slice(1)
  }
  const isAgreement = own.type === 'x25519' || own.type === 'x448'
  if (!isAgreement || own.type !== other.type || !own.secret) throw mismatchingParameters()
  try {
    return EDWARDS[own.type].curve.getSharedSecret(own.secret, other.point)
  } catch {
    // A point of small order, by which the secret would be zero.
    throw failedDerivation()
  }
}

export function createAgreementClasses(context: NodeContext) {
  const given = (bytes: Uint8Array) => toNodeBuffer(context, bytes.slice())
  const keyOf = (handle: object): AsymmetricKey => {
    const key = asymmetricKeys.get(handle)
    if (!key) throw new Error('The key is a secret, not one of a pair.')
    return key
  }

  class DiffieHellman {
    protected parameters: DhParameters
    readonly verifyError: number
    #secret: bigint | undefined
    #public: bigint | undefined

    constructor(sizeOrPrime: number | Bytes, generator: number | Bytes) {
      const g = typeof generator === 'number' ? BigInt(generator) : toBigInt(bytesOf(generator))
      this.parameters = parametersOf(sizeOrPrime, g)
      this.verifyError = typeof sizeOrPrime === 'number' ? 0 : checkParameters(this.parameters)
    }

    generateKeys(): Uint8Array {
      this.#secret ??= newDhSecret(this.parameters)
      this.#public = modulo.power(this.parameters.g, this.#secret, this.parameters.p)
      return given(fromBigInt(this.#public))
    }

    computeSecret(key: Bytes): Uint8Array {
      const other = toBigInt(bytesOf(key))
      const { p } = this.parameters
      if (other <= 1n) throw failure('ERR_CRYPTO_INVALID_KEYLEN', 'Supplied key is too small', RangeError)
      if (other >= p - 1n) throw failure('ERR_CRYPTO_INVALID_KEYLEN', 'Supplied key is too large', RangeError)
      return given(
        this.#secret === undefined ? new Uint8Array(0) : powerSecret(this.parameters, this.#secret, other),
      )
    }

    getPrime(): Uint8Array {
      return given(fromBigInt(this.parameters.p))
    }

    getGenerator(): Uint8Array {
      return given(fromBigInt(this.parameters.g))
    }

    getPublicKey(): Uint8Array {
      return given(fromBigInt(present(this.#public, 'public')))
    }

    getPrivateKey(): Uint8Array {
      return given(fromBigInt(present(this.#secret, 'private')))
    }

    setPublicKey(key: Bytes): void {
      this.#public = toBigInt(bytesOf(key))
    }

    setPrivateKey(key: Bytes): void {
      this.#secret = toBigInt(bytesOf(key))
    }
  }

  class DiffieHellmanGroup extends DiffieHellman {
    constructor(name: string) {
      const { p, g } = groupNamed(name)
      super(fromBigInt(p), fromBigInt(g))
    }
  }

  class ECDH {
    readonly #curve: CurveName
    #secret: Uint8Array | undefined
    #public: Uint8Array | undefined

    constructor(name: string) {
      this.#curve = curveNamed(name)
    }

    generateKeys(): void {
      this.#secret = CURVES[this.#curve].curve.utils.randomSecretKey()
      this.#public = this.#publicOf(this.#secret)
    }

    /** A text when the key is not on the curve: the library says so. */
    computeSecret(key: Bytes): Uint8Array | string {
      const { curve } = CURVES[this.#curve]
      const secret = this.#secret
      if (!secret || (this.#public && !equalBytes(this.#public, this.#publicOf(secret))))
        throw failure('ERR_CRYPTO_INVALID_KEYPAIR', 'Invalid key pair')
      try {
        return given(curve.getSharedSecret(secret, bytesOf(key)).slice(1))
      } catch {
        return 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY'
      }
    }

    getPublicKey(form: number): Uint8Array {
      if (!this.#public) throw failure('ERR_CRYPTO_OPERATION_FAILED', 'Failed to get ECDH public key')
      return given(inForm(this.#curve, this.#public, form))
    }

    getPrivateKey(): Uint8Array {
      if (!this.#secret) throw failure('ERR_CRYPTO_OPERATION_FAILED', 'Failed to get ECDH private key')
      return given(this.#secret)
    }

    setPublicKey(key: Bytes): void {
      this.#public = pointFrom(this.#curve, bytesOf(key)).toBytes(false)
    }

    setPrivateKey(key: Bytes): void {
      const { curve } = CURVES[this.#curve]
      const secret = fromBigInt(toBigInt(bytesOf(key)), curve.lengths.secretKey)
      if (!curve.utils.isValidSecretKey(secret))
        throw failure('ERR_CRYPTO_INVALID_KEYTYPE', 'Private key is not valid for specified curve.')
      this.#secret = secret
      this.#public = this.#publicOf(secret)
    }

    #publicOf(secret: Uint8Array): Uint8Array {
      return CURVES[this.#curve].curve.getPublicKey(secret, false)
    }
  }

  return {
    DiffieHellman,
    DiffieHellmanGroup,
    ECDH,
    ECDHConvertKey: (key: Bytes, name: string, form: number) => {
      const curve = curveNamed(name)
      return given(inForm(curve, pointFrom(curve, bytesOf(key)).toBytes(false), form))
    },
    statelessDH: (own: object, other: object) => given(sharedSecret(keyOf(own), keyOf(other))),
    ECDHBitsJob: createJob(
      context,
      (other: object, own: object) => () => sharedSecret(keyOf(own), keyOf(other)).slice().buffer,
    ),
  }
}

function present(value: bigint | undefined, which: 'public' | 'private'): bigint {
  if (value !== undefined) return value
  throw failure('ERR_CRYPTO_INVALID_STATE', `No ${which} key - did you forget to generate one?`)
}

/** Hybrid points carry both coordinates and the sign. */
function pointFrom(curve: CurveName, bytes: Uint8Array) {
  const plain = (bytes[0] ?? 0) >= HYBRID ? Uint8Array.of(4, ...bytes.subarray(1)) : bytes
  try {
    return CURVES[curve].curve.Point.fromBytes(plain)
  } catch {
    throw failure('ERR_CRYPTO_OPERATION_FAILED', 'Failed to convert Buffer to EC_POINT')
  }
}

function inForm(curve: CurveName, point: Uint8Array, form: number): Uint8Array {
  if (form === COMPRESSED) return pointFrom(curve, point).toBytes(true)
  if (form !== HYBRID) return point
  const isOdd = ((point.at(-1) ?? 0) & 1) === 1
  return Uint8Array.of(isOdd ? HYBRID + 1 : HYBRID, ...point.subarray(1))
}
