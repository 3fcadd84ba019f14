import type { NodeContext } from '../../context.ts'
import { UnavailableError } from '../binding.ts'
import { bytesOf, toNodeBuffer } from '../buffer.ts'
import { encode, decode } from '../text-codec.ts'
import { equalBytes, keyBytes, secrets } from './secret-keys.ts'
import { bitLength, edwardsKeyFrom, edwardsTypeOf, publicPart } from './asymmetric-key.ts'
import type { AsymmetricKey } from './asymmetric-key.ts'
import { fromBigInt } from './der.ts'
import { asymmetricKeys, exportKey, keyFrom } from './key-arguments.ts'
import type { Passphrase } from './key-encryption.ts'
import { readJwk, writeDerKey, writeJwk } from './key-formats.ts'

const SECRET = 0
const PUBLIC = 1
const PRIVATE = 2

type KeyInput = [type: number, data: unknown, format?: number, encoding?: number, passphrase?: Passphrase]

function wholeKey(key: AsymmetricKey): Uint8Array {
  return writeDerKey(key, key.secret ? 'pkcs8' : 'spki').bytes
}

/** Keys of programs: secrets and pairs. */
export function createKeyClasses(context: NodeContext) {
  class KeyObjectHandle {
    init(...[type, data, format, encoding, passphrase]: KeyInput): void {
      if (type === SECRET) {
        secrets.set(this, bytesOf(data).slice())
        return
      }
      const key = keyFrom({ data, format, type: encoding, isPrivate: type === PRIVATE, passphrase })
      asymmetricKeys.set(this, type === PRIVATE ? key : publicPart(key))
    }

    getSymmetricKeySize(): number {
      return keyBytes(this).length
    }

    getAsymmetricKeyType(): string {
      const key = this.#key()
      return key.type === 'rsa' && key.pss ? 'rsa-pss' : key.type
    }

    keyDetail(target: object): object {
      if (secrets.has(this)) return Object.assign(target, { length: keyBytes(this).length * 8 })
      const key = this.#key()
      if (key.type === 'ec') return Object.assign(target, { namedCurve: key.curve })
      if (key.type === 'dsa')
        return Object.assign(target, { modulusLength: bitLength(key.p), divisorLength: bitLength(key.q) })
      if (key.type !== 'rsa') return target
      const publicExponent = fromBigInt(key.e).buffer
      Object.assign(target, { modulusLength: bitLength(key.n), publicExponent })
      if (!key.pss || key.pss === 'any') return target
      const { hash, maskHash, saltLength } = key.pss
      return Object.assign(target, { hashAlgorithm: hash, mgf1HashAlgorithm: maskHash, saltLength })
    }

    export(format?: number, type?: number, cipher?: string, passphrase?: Passphrase): unknown {
      const key = asymmetricKeys.get(this)
      if (!key) return toNodeBuffer(context, keyBytes(this).slice())
      const data = exportKey(key, { format: format ?? 1, type, cipher, passphrase })
      return typeof data === 'string' ? data : toNodeBuffer(context, data)
    }

    exportJwk(target: object): object {
      const key = asymmetricKeys.get(this)
      if (key) return Object.assign(target, writeJwk(key))
      return Object.assign(target, { kty: 'oct', k: decode(keyBytes(this), 'base64url') })
    }

    initJwk(jwk: Record<string, string>): number {
      if (jwk['kty'] === 'oct') {
        secrets.set(this, encode(jwk['k'] ?? '', 'base64url'))
        return SECRET
      }
      const key = readJwk(jwk)
      asymmetricKeys.set(this, key)
      return key.secret ? PRIVATE : PUBLIC
    }

    initEDRaw(name: string, data: Uint8Array, type: number): boolean {
      const kind = edwardsTypeOf(name)
      if (!kind) throw new UnavailableError(`A key on the curve ${name}`)
      const bytes = bytesOf(data).slice()
      asymmetricKeys.set(this, type === PRIVATE ? edwardsKeyFrom(kind, bytes) : { type: kind, point: bytes })
      return true
    }

    checkEcKeyData(): boolean {
      return this.#key().type === 'ec'
    }

    equals(other: KeyObjectHandle): boolean {
      const [own, its] = [asymmetricKeys.get(this), asymmetricKeys.get(other)]
      if (own && its) return equalBytes(wholeKey(own), wholeKey(its))
      return own === its && equalBytes(keyBytes(this), keyBytes(other))
    }

    #key(): AsymmetricKey {
      const key = asymmetricKeys.get(this)
      if (!key) throw new Error('The key is a secret, not one of a pair.')
      return key
    }
  }
  class NativeKeyObject {
    readonly handle: KeyObjectHandle

    constructor(handle: KeyObjectHandle) {
      this.handle = handle
      Object.defineProperty(this, 'handle', { enumerable: false })
    }
  }
  return {
    KeyObjectHandle,
    createNativeKeyObjectClass: (extend: (base: typeof NativeKeyObject) => unknown) =>
      extend(NativeKeyObject),
  }
}
