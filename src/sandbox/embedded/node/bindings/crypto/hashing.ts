import { hmac } from '@noble/hashes/hmac.js'
import type { NodeContext } from '../../context.ts'
import { bytesOf, toNodeBuffer } from '../buffer.ts'
import { decode, encode, normaliseEncoding } from '../text-codec.ts'
import { createDigest, findDigest, hashOf } from './digests.ts'
import type { RunningDigest } from './digests.ts'
import { keyBytes } from './secret-keys.ts'

export function inputBytes(data: unknown, encoding?: unknown): Uint8Array {
  if (typeof data !== 'string') return bytesOf(data)
  const name = typeof encoding === 'string' && encoding !== 'buffer' ? encoding : 'utf8'
  return encode(data, normaliseEncoding(name))
}

function output(context: NodeContext, bytes: Uint8Array, encoding: unknown): unknown {
  if (typeof encoding !== 'string' || encoding === 'buffer') return toNodeBuffer(context, bytes)
  return decode(bytes, normaliseEncoding(encoding))
}

function unsupported(): Error {
  return Object.assign(new Error('Digest method not supported'), { code: 'ERR_CRYPTO_INVALID_DIGEST' })
}

/** The classes behind `crypto.createHash` and `createHmac`. */
export function createHashClasses(context: NodeContext) {
  class Hash {
    readonly #digest: RunningDigest
    #result: Uint8Array | undefined

    constructor(algorithm: string | Hash, length?: number) {
      if (typeof algorithm === 'object') {
        this.#digest = algorithm.#digest.clone()
        return
      }
      const digest = createDigest(algorithm, length)
      if (!digest) throw unsupported()
      this.#digest = digest
    }

    update(data: unknown, encoding?: unknown): boolean {
      this.#digest.update(inputBytes(data, encoding))
      return true
    }

    digest(encoding?: unknown): unknown {
      this.#result ??= this.#digest.digest()
      return output(context, this.#result, encoding)
    }
  }

  class Hmac {
    #mac: RunningDigest | undefined

    init(algorithm: string, key: unknown): void {
      const found = findDigest(algorithm)
      if (!found || found.extendable) {
        throw Object.assign(new Error(`Invalid digest: ${algorithm}`), { code: 'ERR_CRYPTO_INVALID_DIGEST' })
      }
      this.#mac = hmac.create(hashOf(found), keyBytes(key))
    }

    update(data: unknown, encoding?: unknown): boolean {
      this.#mac?.update(inputBytes(data, encoding))
      return true
    }

    digest(encoding?: unknown): unknown {
      return output(context, this.#mac?.digest() ?? new Uint8Array(0), encoding)
    }
  }

  const oneShotDigest = (algorithm: string, ...rest: unknown[]): unknown => {
    const digest = createDigest(algorithm, undefined)
    if (!digest) throw unsupported()
    return output(context, digest.update(inputBytes(rest[2])).digest(), rest[3])
  }
  return { Hash, Hmac, oneShotDigest }
}
