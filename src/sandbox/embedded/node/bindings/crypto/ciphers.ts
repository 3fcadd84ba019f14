/** AES by blocks, as a stream and authenticated. The package works on whole texts: here they come in parts. */
import { cbc, ctr, ecb, gcm } from '@noble/ciphers/aes.js'
import { concatenate } from '../../../../contract/bytes.ts'
import type { NodeContext } from '../../context.ts'
import { bytesOf, toNodeBuffer } from '../buffer.ts'
import { fromBigInt, toBigInt } from './der.ts'
import { CIPHER_NAMES, findCipher, GCM_IV } from './cipher-names.ts'
import type { CipherAlgorithm } from './cipher-names.ts'
import { inputBytes } from './hashing.ts'
import { equalBytes, keyBytes } from './secret-keys.ts'
import { badDecrypt, wrongFinalBlockLength } from './openssl-error.ts'

const BLOCK = 16
const TAG_BYTES = 16

function failure(message: string, code: string): Error {
  return Object.assign(new Error(message), { code })
}

const TAG_LENGTHS: ReadonlySet<number> = new Set([4, 8, 12, 13, 14, 15, 16])

function invalidTagLength(length: number): Error {
  return Object.assign(new TypeError(`Invalid authentication tag length: ${length}`), {
    code: 'ERR_CRYPTO_INVALID_AUTH_TAG',
  })
}

/** One direction of one text: what comes of a part, and of the end. */
interface Work {
  update(data: Uint8Array): Uint8Array
  final(): Uint8Array
}

/** The key stream goes on where it was. */
function counterWork(key: Uint8Array, start: Uint8Array): Work {
  let done = 0
  return {
    update: (data) => {
      const block = Math.floor(done / BLOCK)
      const offset = done % BLOCK
      const counter = fromBigInt((toBigInt(start) + BigInt(block)) % (1n << 128n), BLOCK)
      const padded = concatenate([new Uint8Array(offset), data])
      done += data.length
      return ctr(key, counter).encrypt(padded).subarray(offset)
    },
    final: () => new Uint8Array(0),
  }
}

interface BlockOptions {
  readonly key: Uint8Array
  readonly iv: Uint8Array
  readonly mode: 'cbc' | 'ecb'
  readonly isEncrypting: boolean
  readonly hasPadding: () => boolean
}

function blockWork({ key, iv, mode, isEncrypting, hasPadding }: BlockOptions): Work {
  let waiting: Uint8Array = new Uint8Array(0)
  let chain = iv
  const run = (data: Uint8Array): Uint8Array => {
    if (data.length === 0) return data
    const cipher =
      mode === 'ecb' ? ecb(key, { disablePadding: true }) : cbc(key, chain, { disablePadding: true })
    const result = isEncrypting ? cipher.encrypt(data) : cipher.decrypt(data)
    chain = (isEncrypting ? result : data).slice(-BLOCK)
    return result
  }
  return {
    update: (data) => {
      const all = concatenate([waiting, data])
      // The last block may hold padding.
      const kept = isEncrypting || !hasPadding() ? all.length % BLOCK : ((all.length + BLOCK - 1) % BLOCK) + 1
      const cut = all.length === 0 ? 0 : all.length - kept
      waiting = all.slice(cut)
      return run(all.subarray(0, cut))
    },
    final: () => {
      if (!hasPadding()) {
        if (waiting.length === 0) return waiting
        throw wrongFinalBlockLength()
      }
      if (isEncrypting) {
        const fill = BLOCK - waiting.length
        return run(concatenate([waiting, new Uint8Array(fill).fill(fill)]))
      }
      if (waiting.length !== BLOCK) throw wrongFinalBlockLength()
      const text = run(waiting)
      const fill = text.at(-1) ?? 0
      if (fill < 1 || fill > BLOCK || text.subarray(-fill).some((byte) => byte !== fill)) throw badDecrypt()
      return text.slice(0, -fill)
    },
  }
}

export type CipherClass = ReturnType<typeof createCipherClasses>['CipherBase']

export function createCipherClasses(context: NodeContext) {
  class CipherBase {
    readonly #isEncrypting: boolean
    #algorithm: CipherAlgorithm | undefined
    #work: Work | undefined
    #key: Uint8Array = new Uint8Array(0)
    #iv: Uint8Array = new Uint8Array(0)
    #hasPadding = true
    #isOver = false
    #extra: Uint8Array[] = []
    #plain: Uint8Array[] = []
    #tag: Uint8Array | undefined
    #tagLength = TAG_BYTES
    /** As the program has asked for. */
    #wantedTagLength: number | undefined

    constructor(isEncrypting: boolean) {
      this.#isEncrypting = isEncrypting
    }

    initiv(name: string, credential: unknown, iv: Uint8Array | null, tagLength: number): void {
      const algorithm = findCipher(name)
      if (!algorithm) throw failure('Unknown cipher', 'ERR_CRYPTO_UNKNOWN_CIPHER')
      const key = keyBytes(credential)
      if (key.length !== algorithm.keyLength)
        throw Object.assign(new RangeError('Invalid key length'), { code: 'ERR_CRYPTO_INVALID_KEYLEN' })
      const start = iv === null ? new Uint8Array(0) : bytesOf(iv).slice()
      const fits = algorithm.mode === 'gcm' ? start.length > 0 : start.length === algorithm.ivLength
      if (!fits)
        throw Object.assign(new TypeError('Invalid initialization vector'), { code: 'ERR_CRYPTO_INVALID_IV' })
      if (algorithm.mode === 'gcm' && tagLength >= 0) {
        if (!TAG_LENGTHS.has(tagLength)) throw invalidTagLength(tagLength)
        this.#tagLength = tagLength
        this.#wantedTagLength = tagLength
      }
      this.#algorithm = algorithm
      this.#key = key.slice()
      this.#iv = start
      this.#work = this.#start(algorithm)
    }

    update(data: unknown, encoding?: unknown): Uint8Array {
      if (!this.#work || this.#isOver) throw failure('Unsupported state', 'ERR_CRYPTO_INVALID_STATE')
      const input = inputBytes(data, encoding)
      const output = this.#work.update(input)
      if (this.#algorithm?.mode === 'gcm')
        this.#plain.push(this.#isEncrypting ? input.slice() : output.slice())
      return toNodeBuffer(context, output.slice())
    }

    final(): Uint8Array {
      if (!this.#work || this.#isOver) throw failure('Unsupported state', 'ERR_CRYPTO_INVALID_STATE')
      const last = this.#work.final()
      this.#isOver = true
      if (this.#algorithm?.mode === 'gcm') this.#authenticate()
      return toNodeBuffer(context, last.slice())
    }

    setAutoPadding(hasPadding: boolean): boolean {
      if (this.#isOver) return false
      this.#hasPadding = hasPadding
      return true
    }

    getAuthTag(): Uint8Array | undefined {
      if (!this.#isOver || !this.#isEncrypting || !this.#tag) return undefined
      return toNodeBuffer(context, this.#tag.slice())
    }

    setAuthTag(tag: Uint8Array): boolean {
      if (this.#isOver || this.#isEncrypting || this.#algorithm?.mode !== 'gcm' || this.#tag) return false
      // Without a length of its own a cipher takes any that there is.
      if (
        tag.byteLength !== this.#wantedTagLength &&
        (this.#wantedTagLength !== undefined || !TAG_LENGTHS.has(tag.byteLength))
      )
        throw invalidTagLength(tag.byteLength)
      this.#tag = bytesOf(tag).slice()
      return true
    }

    setAAD(data: Uint8Array): boolean {
      if (this.#isOver || this.#algorithm?.mode !== 'gcm') return false
      this.#extra.push(bytesOf(data).slice())
      return true
    }

    #start({ mode }: CipherAlgorithm): Work {
      const [key, iv] = [this.#key, this.#iv]
      if (mode === 'ctr') return counterWork(key, iv)
      if (mode === 'gcm') return counterWork(key, firstCounter(key, iv))
      return blockWork({
        key,
        iv,
        mode,
        isEncrypting: this.#isEncrypting,
        hasPadding: () => this.#hasPadding,
      })
    }

    #authenticate(): void {
      const whole = gcm(this.#key, this.#iv, concatenate(this.#extra)).encrypt(concatenate(this.#plain))
      const tag = whole.subarray(-TAG_BYTES)
      if (this.#isEncrypting) {
        this.#tag = tag.slice(0, this.#tagLength)
        return
      }
      const given = this.#tag
      if (!given || !equalBytes(given, tag.subarray(0, given.length)))
        throw new Error('Unsupported state or unable to authenticate data')
    }
  }
  return {
    CipherBase,
    getCiphers: () => [...CIPHER_NAMES],
    getCipherInfo: (target: object, nameOrNid: unknown, keyLength?: number, ivLength?: number) => {
      const found = typeof nameOrNid === 'string' ? findCipher(nameOrNid) : undefined
      if (!found || (keyLength !== undefined && keyLength !== found.keyLength)) return undefined
      if (ivLength !== undefined && ivLength !== found.ivLength && found.mode !== 'gcm') return undefined
      const { name, mode } = found
      const block = mode === 'cbc' ? { blockSize: BLOCK } : {}
      const iv = found.ivLength === 0 ? {} : { ivLength: ivLength ?? found.ivLength }
      return Object.assign(target, { mode, name, ...block, ...iv, keyLength: found.keyLength })
    },
  }
}

/** First counter of the text's key stream: one after that of the tag. */
function firstCounter(key: Uint8Array, iv: Uint8Array): Uint8Array {
  if (iv.length === GCM_IV) return concatenate([iv, Uint8Array.of(0, 0, 0, 2)])
  // Not told by the package, but what it makes of zeros is the stream, and the stream is the counter's block.
  const stream = gcm(key, iv).encrypt(new Uint8Array(BLOCK)).subarray(0, BLOCK)
  return ecb(key, { disablePadding: true }).decrypt(stream)
}
