/** Restrictions on signatures of an RSA-PSS key, as they are encoded in the key. */
import type { PssRestrictions } from './asymmetric-key.ts'
import {
  readDer,
  readInteger,
  readObject,
  readSequence,
  TAG,
  writeDer,
  writeInteger,
  writeObject,
} from './der.ts'
import type { DerValue } from './der.ts'
import { DIGEST_IDS } from './rsa.ts'

export const PSS_ID = '1.2.840.113549.1.1.10'
const MASK_ID = '1.2.840.113549.1.1.8'
const HASH_TAG = 0xa0
const MASK_TAG = 0xa1
const SALT_TAG = 0xa2
/** Defaults for parameters that the key omits. */
const DEFAULTS: PssRestrictions = { hash: 'sha1', maskHash: 'sha1', saltLength: 20 }

function digestName(algorithm: DerValue | undefined): string {
  const id = readObject(readSequence(algorithm)[0])
  return Object.keys(DIGEST_IDS).find((name) => DIGEST_IDS[name] === id) ?? id
}

export function readPss(parameters: DerValue | undefined): PssRestrictions | 'any' {
  if (parameters?.tag !== TAG.sequence) return 'any'
  const parts = readSequence(parameters)
  const part = (wanted: number) => {
    const found = parts.find(({ tag }) => tag === wanted)
    return found && readDer(found.content)[0]
  }
  const [hash, mask, salt] = [part(HASH_TAG), part(MASK_TAG), part(SALT_TAG)]
  return {
    hash: hash ? digestName(hash) : DEFAULTS.hash,
    maskHash: mask ? digestName(readSequence(mask)[1]) : DEFAULTS.maskHash,
    saltLength: salt ? Number(readInteger(salt)) : DEFAULTS.saltLength,
  }
}

export function pssAlgorithm(pss: PssRestrictions | 'any'): Uint8Array {
  if (pss === 'any') return writeDer(TAG.sequence, writeObject(PSS_ID))
  const digest = (name: string) =>
    writeDer(TAG.sequence, writeObject(DIGEST_IDS[name] ?? name), writeDer(TAG.nothing))
  const mask = writeDer(TAG.sequence, writeObject(MASK_ID), digest(pss.maskHash))
  const parameters = writeDer(
    TAG.sequence,
    writeDer(HASH_TAG, digest(pss.hash)),
    writeDer(MASK_TAG, mask),
    writeDer(SALT_TAG, writeInteger(BigInt(pss.saltLength))),
  )
  return writeDer(TAG.sequence, writeObject(PSS_ID), parameters)
}
