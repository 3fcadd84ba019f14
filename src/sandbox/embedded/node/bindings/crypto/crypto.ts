/** `crypto`: hashes, key derivation, random data, keys, signatures, agreement and AES. Everything else throws, saying so. */
import type { NodeContext } from '../../context.ts'
import type { Binding } from '../binding.ts'
import { bytesOf } from '../buffer.ts'
import { CURVES } from './asymmetric-key.ts'
import { createAgreementClasses } from './agreement.ts'
import { createCipherClasses } from './ciphers.ts'
import { HASH_NAMES } from './digests.ts'
import { createHashClasses } from './hashing.ts'
import { createJobClasses } from './jobs.ts'
import { createKeyGenerationJobs } from './key-generation.ts'
import { createKeyClasses } from './keys.ts'
import { equalBytes } from './secret-keys.ts'
import { createRsaEncryption } from './rsa-encryption.ts'
import { secureContext } from './secure-context.ts'
import { createSignatureClasses } from './signing.ts'
import { createWebCryptoJobs } from './web-crypto.ts'

type Bytes = Uint8Array | ArrayBuffer

function isBytes(value: unknown): value is Bytes {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer
}

function timingSafeEqual(left: unknown, right: unknown): boolean {
  for (const [name, value] of [
    ['buf1', left],
    ['buf2', right],
  ] as const) {
    if (isBytes(value)) continue
    throw Object.assign(
      new TypeError(
        `The "${name}" argument must be an instance of ArrayBuffer, Buffer, TypedArray, or DataView.`,
      ),
      { code: 'ERR_INVALID_ARG_TYPE' },
    )
  }
  const [first, second] = [bytesOf(left), bytesOf(right)]
  if (first.length !== second.length) {
    throw Object.assign(new RangeError('Input buffers must have the same byte length'), {
      code: 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH',
    })
  }
  return equalBytes(first, second)
}

export function crypto(context: NodeContext, binding: Binding): void {
  const keys = createKeyClasses(context)
  const ciphers = createCipherClasses(context)
  const rsa = createRsaEncryption(context)
  Object.assign(
    binding,
    createHashClasses(context),
    keys,
    createJobClasses(context),
    createKeyGenerationJobs(context, keys.KeyObjectHandle),
    createSignatureClasses(context),
    ciphers,
    rsa,
    createWebCryptoJobs(context, { CipherBase: ciphers.CipherBase, rsa }),
    createAgreementClasses(context),
  )
  Object.assign(binding, {
    timingSafeEqual,
    getHashes: () => [...HASH_NAMES],
    getCachedAliases: () => ({}),
    getSSLCiphers: () => [],
    getCurves: () => Object.keys(CURVES),
    getFipsCrypto: () => 0,
    testFipsCrypto: () => false,
    secureHeapUsed: () => undefined,
    secureBuffer: (size: number) => new Uint8Array(size),
    getOpenSSLSecLevelCrypto: () => 1,
    ...secureContext,
  })
}
