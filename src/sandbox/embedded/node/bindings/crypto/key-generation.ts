/** New keys: secrets, and pairs of every kind. */
import type { NodeContext } from '../../context.ts'
import { UnavailableError } from '../binding.ts'
import { toNodeBuffer } from '../buffer.ts'
import { curveKeyFrom, curveNamed, CURVES, EDWARDS, edwardsKeyFrom, publicPart } from './asymmetric-key.ts'
import type { AsymmetricKey, EdwardsKey, PssRestrictions } from './asymmetric-key.ts'
import { createJob, randomBytes } from './jobs.ts'
import { groupNamed, newDhKey, parametersOf } from './diffie-hellman.ts'
import { createDigest } from './digests.ts'
import { newDsaKey } from './dsa.ts'
import { asymmetricKeys, exportAs } from './key-arguments.ts'
import type { KeyForm } from './key-arguments.ts'
import type { Passphrase } from './key-encryption.ts'
import { newRsaKey } from './rsa.ts'

const SECRET = 0
const PSS_VARIANT = 1
const NAMED_CURVE = 1
const KINDS: Readonly<Record<number, EdwardsKey['type']>> = {
  1087: 'ed25519',
  1034: 'x25519',
  1088: 'ed448',
  1035: 'x448',
}
/** Bits of the divisor in a key of DSA, where the program does not say. */
const DIVISOR_BITS = { small: 160, large: 256 }

interface Handle {
  init(type: number, data: unknown): void
}

type Encoding = readonly [
  publicFormat?: number,
  publicType?: number,
  privateFormat?: number,
  privateType?: number,
  cipher?: string,
  passphrase?: Passphrase,
]

type RsaArguments =
  | readonly [variant: 0 | 2, bits: number, exponent: number, ...Encoding]
  | readonly [
      variant: typeof PSS_VARIANT,
      bits: number,
      exponent: number,
      digest: unknown,
      maskDigest: unknown,
      saltLength: unknown,
      ...Encoding,
    ]

type GroupArguments = readonly [group: string, ...Encoding]
type PrimeArguments = readonly [
  sizeOrPrime: number | Uint8Array | ArrayBuffer,
  generator: number | undefined,
  ...Encoding,
]

export function createKeyGenerationJobs(context: NodeContext, KeyObjectHandle: new () => Handle) {
  const present = (key: AsymmetricKey, { format, ...form }: Partial<KeyForm>): unknown => {
    if (format !== undefined) {
      const data = exportAs(key, { type: undefined, ...form, format })
      return data instanceof Uint8Array ? toNodeBuffer(context, data) : data
    }
    const handle = new KeyObjectHandle()
    asymmetricKeys.set(handle, key)
    return handle
  }
  const pair = (make: () => AsymmetricKey, encoding: Encoding) => {
    const [publicFormat, publicType, privateFormat, privateType, cipher, passphrase] = encoding
    return () => {
      const key = make()
      const open = present(publicPart(key), { format: publicFormat, type: publicType })
      return [open, present(key, { format: privateFormat, type: privateType, cipher, passphrase })]
    }
  }
  return {
    SecretKeyGenJob: createJob(context, (bits: number) => () => {
      const handle = new KeyObjectHandle()
      handle.init(SECRET, randomBytes(Math.floor(bits / 8)))
      return handle
    }),
    RsaKeyPairGenJob: createJob(context, (...args: RsaArguments) => {
      const [, bits, exponent] = args
      const { pss, encoding } = rsaParts(args)
      const [size, e] = [Number(bits), BigInt(Number(exponent))]
      if (size < 512) throw new Error('error:02000078:rsa routines::key size too small')
      return pair(() => ({ ...newRsaKey(size, e, randomBytes), ...(pss && { pss }) }), encoding)
    }),
    DsaKeyPairGenJob: createJob(context, (bits: number, divisor: number, ...encoding: Encoding) => {
      const fallback = bits < 2048 ? DIVISOR_BITS.small : DIVISOR_BITS.large
      const make = () => newDsaKey(bits, divisor < 0 ? fallback : divisor, randomBytes)
      return pair(make, encoding)
    }),
    DhKeyPairGenJob: createJob(context, (...args: GroupArguments | PrimeArguments) => {
      if (namesGroup(args)) {
        const [name, ...encoding] = args
        const parameters = groupNamed(name)
        return pair(() => newDhKey(parameters), encoding)
      }
      const [sizeOrPrime, generator, ...encoding] = args
      const g = BigInt(Number(generator ?? 2))
      return pair(() => newDhKey(parametersOf(sizeOrPrime, g)), encoding)
    }),
    EcKeyPairGenJob: createJob(context, (name: string, form: number, ...encoding: Encoding) => {
      const curve = curveNamed(name)
      const explicit = form === NAMED_CURVE ? {} : { isExplicit: true }
      const make = () => ({
        ...curveKeyFrom(curve, CURVES[curve].curve.utils.randomSecretKey()),
        ...explicit,
      })
      return pair(make, encoding)
    }),
    NidKeyPairGenJob: createJob(context, (id: number, ...encoding: Encoding) => {
      const kind = KINDS[id]
      if (!kind) throw new UnavailableError(`A key of the kind ${id}`)
      const make = () => edwardsKeyFrom(kind, EDWARDS[kind].curve.utils.randomSecretKey())
      return pair(make, encoding)
    }),
  }
}

function rsaParts(args: RsaArguments): { pss?: PssRestrictions | 'any'; encoding: Encoding } {
  if (args[0] === PSS_VARIANT) {
    const [, , , digest, maskDigest, saltLength, ...encoding] = args
    return { pss: restrictionsOf([digest, maskDigest, saltLength]), encoding }
  }
  const [, , , ...encoding] = args
  return { encoding }
}

function namesGroup(args: GroupArguments | PrimeArguments): args is GroupArguments {
  return typeof args[0] === 'string'
}

/** The program's restrictions on signatures of an RSA-PSS key; the digest gives the defaults. */
function restrictionsOf([digest, maskDigest, salt]: readonly unknown[]): PssRestrictions | 'any' {
  if (digest === undefined && maskDigest === undefined && salt === undefined) return 'any'
  const hash = typeof digest === 'string' ? digest.toLowerCase() : 'sha1'
  const made = createDigest(hash, undefined)
  if (!made)
    throw Object.assign(new TypeError(`Invalid digest: ${hash}`), { code: 'ERR_CRYPTO_INVALID_DIGEST' })
  const maskHash = typeof maskDigest === 'string' ? maskDigest.toLowerCase() : hash
  return { hash, maskHash, saltLength: typeof salt === 'number' ? salt : made.outputLen }
}
