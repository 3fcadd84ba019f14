/** The jobs behind `crypto.subtle` that nothing else of `node:crypto` has: ciphers, HMAC and keys by WebCrypto's forms. */
import { aeskw } from '@noble/ciphers/aes.js'
import { hmac } from '@noble/hashes/hmac.js'
import { concatenate } from '../../../../contract/bytes.ts'
import type { NodeContext } from '../../context.ts'
import { bytesOf } from '../buffer.ts'
import type { AsymmetricKey } from './asymmetric-key.ts'
import type { CipherClass } from './ciphers.ts'
import { fromBigInt, toBigInt } from './der.ts'
import { createJob, digestFor, exactBuffer } from './jobs.ts'
import { keyFrom } from './key-arguments.ts'
import { writeDerKey } from './key-formats.ts'
import { equalBytes, keyBytes } from './secret-keys.ts'
import type { RsaEncryption } from './rsa-encryption.ts'

type Bytes = Uint8Array | ArrayBuffer

const ENCRYPT = 0
const VERIFY = 1
const RAW = 0
const PKCS8 = 1
const OAEP = 4
const BLOCK = 16
/** In the order of the library's variants, three key lengths each. */
const MODES = ['ctr', 'cbc', 'gcm', 'kw'] as const

interface AesRequest {
  readonly isEncrypting: boolean
  readonly key: Uint8Array
  readonly data: Uint8Array
  readonly iv: Uint8Array
}

function createAesJob(context: NodeContext, Cipher: CipherClass) {
  const through = (mode: string, { isEncrypting, key, data, iv }: AesRequest): Uint8Array => {
    const cipher = new Cipher(isEncrypting)
    cipher.initiv(`aes-${key.length * 8}-${mode}`, key, iv, -1)
    return concatenate([cipher.update(data), cipher.final()])
  }
  const authenticated = (request: AesRequest, tag: unknown, extra: Uint8Array): Uint8Array => {
    const { isEncrypting, key, data, iv } = request
    const cipher = new Cipher(isEncrypting)
    const given = isEncrypting ? undefined : bytesOf(tag)
    cipher.initiv(`aes-${key.length * 8}-gcm`, key, iv, given ? given.length : Number(tag))
    if (extra.length > 0) cipher.setAAD(extra)
    if (given) cipher.setAuthTag(given)
    const text = concatenate([cipher.update(data), cipher.final()])
    return isEncrypting ? concatenate([text, cipher.getAuthTag() ?? new Uint8Array(0)]) : text
  }
  /** Only the lowest bits of the counter count; past their end they begin again at 0. */
  const counted = (request: AesRequest, bits: number): Uint8Array => {
    const { data, iv } = request
    const start = toBigInt(iv)
    const size = 1n << BigInt(bits)
    const blocks = Number(size - (start % size))
    const cut = Math.min(data.length, blocks * BLOCK)
    const first = through('ctr', { ...request, data: data.subarray(0, cut) })
    if (cut === data.length) return first
    const again = fromBigInt(start - (start % size), BLOCK)
    return concatenate([first, through('ctr', { ...request, data: data.subarray(cut), iv: again })])
  }
  return createJob(context, (...args: readonly unknown[]) => {
    const [direction, handle, data, variant, iv, detail, extra] = args
    const mode = MODES[Math.floor(Number(variant) / 3)]
    const request = {
      isEncrypting: direction === ENCRYPT,
      key: keyBytes(handle),
      data: bytesOf(data),
      iv: iv === undefined ? new Uint8Array(0) : bytesOf(iv),
    }
    const additional = extra === undefined ? new Uint8Array(0) : bytesOf(extra)
    return () => {
      if (mode === 'ctr') return exactBuffer(counted(request, Number(detail)))
      if (mode === 'cbc') return exactBuffer(through('cbc', request))
      if (mode === 'gcm') return exactBuffer(authenticated(request, detail, additional))
      const wrap = aeskw(request.key)
      return exactBuffer(request.isEncrypting ? wrap.encrypt(request.data) : wrap.decrypt(request.data))
    }
  })
}

function exported(handle: object, format: number): ArrayBuffer {
  const key: AsymmetricKey = keyFrom({ data: handle, isPrivate: format === PKCS8 })
  if (format === RAW && 'point' in key) return exactBuffer(key.point)
  return exactBuffer(writeDerKey(key, format === PKCS8 ? 'pkcs8' : 'spki').bytes)
}

export function createWebCryptoJobs(
  context: NodeContext,
  parts: { readonly CipherBase: CipherClass; readonly rsa: RsaEncryption },
) {
  const { CipherBase, rsa } = parts
  const exportJob = createJob(context, (format: number, handle: object) => () => exported(handle, format))
  return {
    AESCipherJob: createAesJob(context, CipherBase),
    HmacJob: createJob(context, (...args: [number, string, object, Bytes, Bytes | undefined]) => {
      const [mode, name, handle, data, signature] = args
      const hash = digestFor(name)
      return () => {
        const made = hmac(hash, keyBytes(handle), bytesOf(data))
        return mode === VERIFY && signature ? equalBytes(made, bytesOf(signature)) : exactBuffer(made)
      }
    }),
    RSACipherJob: createJob(
      context,
      (...args: [number, object, Bytes, number, string, Bytes | undefined]) => {
        const [direction, handle, data, , hash, label] = args
        const work = direction === ENCRYPT ? rsa.publicEncrypt : rsa.privateDecrypt
        const extra = label === undefined ? undefined : bytesOf(label)
        return () =>
          exactBuffer(work(handle, undefined, undefined, undefined, bytesOf(data), OAEP, hash, extra))
      },
    ),
    RSAKeyExportJob: exportJob,
    ECKeyExportJob: exportJob,
  }
}
