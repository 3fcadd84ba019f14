/** New keys: secrets, and pairs of RSA and of curves. */
import type { NodeContext } from '../../context.ts'
import { UnavailableError } from '../binding.ts'
import { toNodeBuffer } from '../buffer.ts'
import { CURVES, curveKeyFrom, EDWARDS, edwardsKeyFrom, findCurve, publicPart } from './asymmetric-key.ts'
import type { AsymmetricKey } from './asymmetric-key.ts'
import { createJob, randomBytes } from './jobs.ts'
import { asymmetricKeys, exportAs } from './key-arguments.ts'
import { newRsaKey } from './rsa.ts'

const SECRET = 0
const PSS_VARIANT = 1
const NAMED_CURVE = 1
const KINDS: Readonly<Record<number, 'ed25519' | 'x25519'>> = { 1087: 'ed25519', 1034: 'x25519' }

interface Handle {
  init(type: number, data: unknown): void
}

type Encoding = readonly [
  publicFormat?: number,
  publicType?: number,
  privateFormat?: number,
  privateType?: number,
  cipher?: string,
  passphrase?: unknown,
]

export function createKeyGenerationJobs(context: NodeContext, KeyObjectHandle: new () => Handle) {
  const present = (key: AsymmetricKey, format: number | undefined, type: number | undefined): unknown => {
    if (format !== undefined) {
      const data = exportAs(key, format, type)
      return data instanceof Uint8Array ? toNodeBuffer(context, data) : data
    }
    const handle = new KeyObjectHandle()
    asymmetricKeys.set(handle, key)
    return handle
  }
  const pair = (make: () => AsymmetricKey, encoding: Encoding) => {
    const [publicFormat, publicType, privateFormat, privateType, cipher] = encoding
    if (cipher !== undefined && cipher !== null) throw new UnavailableError('An encrypted key of node:crypto')
    return () => {
      const key = make()
      return [present(publicPart(key), publicFormat, publicType), present(key, privateFormat, privateType)]
    }
  }
  return {
    SecretKeyGenJob: createJob(context, (bits: number) => () => {
      const handle = new KeyObjectHandle()
      handle.init(SECRET, randomBytes(Math.floor(bits / 8)))
      return handle
    }),
    RsaKeyPairGenJob: createJob(context, (...args: readonly unknown[]) => {
      const [variant, bits, exponent, ...encoding] = args
      if (variant === PSS_VARIANT)
        throw new UnavailableError('A key for RSA-PSS alone', 'Make one of type rsa.')
      const [size, e] = [Number(bits), BigInt(Number(exponent))]
      if (size < 512) throw new Error('error:02000078:rsa routines::key size too small')
      return pair(() => newRsaKey(size, e, randomBytes), encoding as unknown as Encoding)
    }),
    EcKeyPairGenJob: createJob(context, (name: string, form: number, ...encoding: readonly unknown[]) => {
      const curve = findCurve(name)
      if (!curve) {
        const error = new TypeError('Invalid EC curve name')
        throw Object.assign(error, { code: 'ERR_CRYPTO_INVALID_CURVE' })
      }
      if (form !== NAMED_CURVE) throw new UnavailableError('A key with the parameters of its curve')
      const make = () => curveKeyFrom(curve, CURVES[curve].curve.utils.randomSecretKey())
      return pair(make, encoding as unknown as Encoding)
    }),
    NidKeyPairGenJob: createJob(context, (id: number, ...encoding: readonly unknown[]) => {
      const kind = KINDS[id]
      if (!kind) throw new UnavailableError('A key on the curves of 448 bits')
      const make = () => edwardsKeyFrom(kind, EDWARDS[kind].curve.utils.randomSecretKey())
      return pair(make, encoding as unknown as Encoding)
    }),
  }
}
