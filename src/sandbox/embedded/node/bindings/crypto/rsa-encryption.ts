/** `publicEncrypt`, `privateDecrypt` and their like. */
import type { NodeContext } from '../../context.ts'
import { bytesOf, toNodeBuffer } from '../buffer.ts'
import type { RsaKey } from './asymmetric-key.ts'
import { createDigest } from './digests.ts'
import { randomBytes } from './jobs.ts'
import { keyFrom } from './key-arguments.ts'
import type { Passphrase } from './key-encryption.ts'
import { unsupportedForKey } from './openssl-error.ts'
import {
  oaepFrame,
  oaepUnframe,
  rsaPrivate,
  rsaPublic,
  sizeOf,
  typeOneFrame,
  typeTwoFrame,
  unframe,
} from './rsa.ts'

const NO_PADDING = 3
const OAEP = 4

type Arguments = readonly [
  data: unknown,
  format: number | undefined,
  type: number | undefined,
  passphrase: Passphrase,
  buffer: Uint8Array,
  padding: number,
  hash: string | undefined,
  label: Uint8Array | undefined,
]

export type RsaEncryption = ReturnType<typeof createRsaEncryption>

export function createRsaEncryption(context: NodeContext) {
  const read = (args: Arguments, isPrivate: boolean) => {
    const [data, format, type, passphrase, buffer, padding, name = 'sha1', label] = args
    const key = keyFrom({ data, format, type, isPrivate, passphrase })
    if (key.type !== 'rsa' || key.pss) throw unsupportedForKey()
    const hash = (bytes: Uint8Array): Uint8Array => {
      const digest = createDigest(name, undefined)
      if (!digest) throw Object.assign(new Error('Invalid digest'), { code: 'ERR_OSSL_EVP_INVALID_DIGEST' })
      return digest.update(bytes).digest()
    }
    const oaep = { hash, label: label ? bytesOf(label) : new Uint8Array(0), size: sizeOf(key) }
    return { key: key satisfies RsaKey, input: bytesOf(buffer), padding, oaep }
  }
  const given = (bytes: Uint8Array) => toNodeBuffer(context, bytes.slice())
  return {
    publicEncrypt: (...args: Arguments) => {
      const { key, input, padding, oaep } = read(args, false)
      if (padding === NO_PADDING) return given(rsaPublic(key, input))
      const frame =
        padding === OAEP
          ? oaepFrame(oaep, input, randomBytes(oaep.hash(new Uint8Array(0)).length))
          : typeTwoFrame(input, oaep.size, randomBytes)
      return given(rsaPublic(key, frame))
    },
    privateDecrypt: (...args: Arguments) => {
      const { key, input, padding, oaep } = read(args, true)
      const frame = rsaPrivate(key, input)
      if (padding === NO_PADDING) return given(frame)
      return given(padding === OAEP ? oaepUnframe(oaep, frame) : unframe(frame, 2))
    },
    privateEncrypt: (...args: Arguments) => {
      const { key, input, padding, oaep } = read(args, true)
      return given(rsaPrivate(key, padding === NO_PADDING ? input : typeOneFrame(input, oaep.size)))
    },
    publicDecrypt: (...args: Arguments) => {
      const { key, input, padding } = read(args, false)
      const frame = rsaPublic(key, input)
      return given(padding === NO_PADDING ? frame : unframe(frame, 1))
    },
  }
}
