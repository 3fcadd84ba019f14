/** Work that Node gives to its thread pool: here it runs at once, and an asynchronous job answers in the loop. */
import { hkdf } from '@noble/hashes/hkdf.js'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { scrypt } from '@noble/hashes/scrypt.js'
import type { NodeContext } from '../../context.ts'
import { bytesOf } from '../buffer.ts'
import { createDigest, findDigest, hashOf } from './digests.ts'
import { keyBytes } from './secret-keys.ts'

const ASYNC = 0
/** Largest chunk that `getRandomValues` takes. */
const RANDOM_CHUNK = 65_536
const getRandomValues = globalThis.crypto.getRandomValues.bind(globalThis.crypto)

type Bytes = Uint8Array | ArrayBuffer

export function randomBytes(size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  fillRandom(bytes, 0, size)
  return bytes
}

function fillRandom(buffer: Bytes, offset: number, size: number): void {
  const target = bytesOf(buffer).subarray(offset, offset + size)
  for (let at = 0; at < target.length; at += RANDOM_CHUNK) {
    // Shared memory is refused by the browser's source.
    const part = new Uint8Array(Math.min(RANDOM_CHUNK, target.length - at))
    target.set(getRandomValues(part), at)
  }
}

/** Throws for a name that is no hash of a fixed length. */
export function digestFor(name: string): ReturnType<typeof hashOf> {
  const found = findDigest(name)
  if (!found || found.extendable) {
    throw Object.assign(new TypeError(`Invalid digest: ${name}`), { code: 'ERR_CRYPTO_INVALID_DIGEST' })
  }
  return hashOf(found)
}

export function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer
}

const scryptJob = (
  ...[password, salt, N, r, p, maxmem, length]: [Bytes, Bytes, number, number, number, number, number]
) => {
  if (N <= 1 || (N & (N - 1)) !== 0 || 128 * N * r > maxmem) {
    throw Object.assign(new RangeError('Invalid scrypt params: memory limit exceeded'), {
      code: 'ERR_CRYPTO_INVALID_SCRYPT_PARAMS',
    })
  }
  return () =>
    exactBuffer(
      scrypt(keyBytes(password), bytesOf(salt), { N, r, p, dkLen: length, maxmem: maxmem + 2 ** 20 }),
    )
}

const randomBytesJob = (buffer: Bytes, offset: number, size: number) => () => {
  fillRandom(buffer, offset, size)
  return undefined
}

const pbkdf2Job = (
  ...[password, salt, iterations, length, digest]: [Bytes, Bytes, number, number, string]
) => {
  const hash = digestFor(digest)
  return () =>
    exactBuffer(
      length === 0
        ? new Uint8Array(0)
        : pbkdf2(hash, keyBytes(password), bytesOf(salt), { c: iterations, dkLen: length }),
    )
}

const hkdfJob = (...[digest, key, salt, info, length]: [string, unknown, Bytes, Bytes, number]) => {
  const hash = digestFor(digest)
  return () =>
    exactBuffer(
      length === 0 ? new Uint8Array(0) : hkdf(hash, keyBytes(key), bytesOf(salt), bytesOf(info), length),
    )
}

const hashJob = (algorithm: string, data: Bytes) => {
  const digest = createDigest(algorithm, undefined)
  return () => exactBuffer(digest?.update(bytesOf(data)).digest() ?? new Uint8Array(0))
}

/** The classes behind random data, `pbkdf2`, `scrypt`, `hkdf` and the hashes of WebCrypto. */
export function createJobClasses(context: NodeContext) {
  return {
    RandomBytesJob: createJob(context, randomBytesJob),
    PBKDF2Job: createJob(context, pbkdf2Job),
    ScryptJob: createJob(context, scryptJob),
    HKDFJob: createJob(context, hkdfJob),
    HashJob: createJob(context, hashJob),
  }
}

/** `prepare` validates while constructing, as the native jobs do; its result runs when the job is run. */
export function createJob<Args extends readonly unknown[]>(
  context: NodeContext,
  prepare: (...args: Args) => () => unknown,
): unknown {
  return class Job {
    ondone: ((error: unknown, result?: unknown) => void) | undefined
    readonly #async: boolean
    readonly #compute: () => unknown

    constructor(mode: number, ...args: Args) {
      this.#async = mode === ASYNC
      this.#compute = prepare(...args)
    }

    run(): readonly unknown[] | undefined {
      if (!this.#async) return outcomeOf(this.#compute)
      context.loop.complete(() => {
        const [error, result] = outcomeOf(this.#compute)
        this.ondone?.(error, result)
      })
      return undefined
    }
  }
}

function outcomeOf(compute: () => unknown): readonly unknown[] {
  try {
    return [undefined, compute()]
  } catch (error) {
    return [error]
  }
}
