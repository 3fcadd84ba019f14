/** Hash functions by OpenSSL's names, from an audited package: they must be synchronous, which the browser's own are not. */
import { blake2b, blake2s } from '@noble/hashes/blake2.js'
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js'
import { sha3_224, sha3_256, sha3_384, sha3_512, shake128, shake256 } from '@noble/hashes/sha3.js'

/** The package's types name each function's own class; only what all have is used here. */
export interface RunningDigest {
  readonly outputLen: number
  update(data: Uint8Array): this
  digest(): Uint8Array
  clone(): RunningDigest
}

interface Digest {
  create(options?: { dkLen?: number }): RunningDigest
}

interface Algorithm {
  readonly make: Digest
  /** Output of any length; the number is the default. */
  readonly extendable?: (length: number) => RunningDigest
}

const extendable = (hash: Digest, length: number): Algorithm => ({
  make: hash,
  extendable: (wanted) => hash.create({ dkLen: wanted || length }),
})

const ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  md5: { make: md5 },
  sha1: { make: sha1 },
  sha224: { make: sha224 },
  sha256: { make: sha256 },
  sha384: { make: sha384 },
  sha512: { make: sha512 },
  'sha512-224': { make: sha512_224 },
  'sha512-256': { make: sha512_256 },
  'sha3-224': { make: sha3_224 },
  'sha3-256': { make: sha3_256 },
  'sha3-384': { make: sha3_384 },
  'sha3-512': { make: sha3_512 },
  shake128: extendable(shake128, 16),
  shake256: extendable(shake256, 32),
  blake2b512: { make: blake2b },
  blake2s256: { make: blake2s },
  ripemd160: { make: ripemd160 },
}

/** Names that `getHashes` lists. */
export const HASH_NAMES: readonly string[] = Object.keys(ALGORITHMS)

const ALIASES: Readonly<Record<string, string>> = {
  'sha-1': 'sha1',
  'sha-224': 'sha224',
  'sha-256': 'sha256',
  'sha-384': 'sha384',
  'sha-512': 'sha512',
  'sha2-224': 'sha224',
  'sha2-256': 'sha256',
  'sha2-384': 'sha384',
  'sha2-512': 'sha512',
  'sha-512/256': 'sha512-256',
  'sha-512/224': 'sha512-224',
  'sha512/256': 'sha512-256',
  'sha512/224': 'sha512-224',
  'shake-128': 'shake128',
  'shake-256': 'shake256',
  'ripemd-160': 'ripemd160',
  rmd160: 'ripemd160',
  ripemd: 'ripemd160',
  'blake2b-512': 'blake2b512',
  'blake2s-256': 'blake2s256',
}

/** Undefined for a name that nobody knows. */
export function findDigest(name: string): Algorithm | undefined {
  const lower = name.toLowerCase().replace(/^rsa-/, '')
  const known = ALIASES[lower] ?? lower
  return Object.hasOwn(ALGORITHMS, known) ? ALGORITHMS[known] : undefined
}

/** The package's own form of it, for what is built upon a hash. Its types name each function's own class. */
export function hashOf({ make }: Pick<Algorithm, 'make'>): typeof sha256 {
  return make as unknown as typeof sha256
}

export function createDigest(name: string, length: number | undefined): RunningDigest | undefined {
  const algorithm = findDigest(name)
  if (!algorithm) return undefined
  if (algorithm.extendable) return algorithm.extendable(length ?? 0)
  const hash = algorithm.make.create()
  if (length !== undefined && length !== hash.outputLen) {
    throw Object.assign(new Error('Unsupported state or unable to set the output length'), {
      code: 'ERR_OSSL_EVP_NOT_XOF_OR_INVALID_LENGTH',
    })
  }
  return hash
}
