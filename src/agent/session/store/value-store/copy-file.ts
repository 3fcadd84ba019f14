/**
 * The bytes of a file that has a copy of small values, beside their database:
 *
 *     "VIVVALS" and the version (8 bytes), hash of the rest (16), body (JSON)
 *
 * Each value is a text of `devalue`, which has what IndexedDB has: bytes, dates, maps, `undefined`. Values that are no data
 * (`CryptoKey`, handles of files) are left out, and named.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { DevalueError, parse, stringify } from 'devalue'
import { z } from 'zod'
import { concatenate } from '../../../../sandbox/contract/bytes.ts'

const MAGIC = new TextEncoder().encode('VIVVALS')
const VERSION = 1
const HASH_BYTES = 16
const BODY_AT = MAGIC.length + 1 + HASH_BYTES

const body = z.object({
  /** Scheme, host and port of the app that wrote it. */
  origin: z.string(),
  database: z.string(),
  values: z.array(z.tuple([z.string(), z.string()])),
  /** Keys of values that are not in it, and the names by which the user knows them. */
  named: z.array(z.tuple([z.string(), z.string()])),
})

/** Values by their keys, and the names of others, whose values could not come along. */
export interface CopiedValues {
  readonly values: ReadonlyMap<string, unknown>
  readonly named: ReadonlyMap<string, string>
}

export interface CopyOwner {
  readonly origin: string
  readonly database: string
}

/** `newer` was written by a later version, `foreign` is of another origin or database, or no such file; `torn` is not whole. */
export type CopyProblem = 'newer' | 'foreign' | 'torn'

/** One value, as it stands in a file; undefined for one that is no data. */
export function textOfValue(value: unknown): string | undefined {
  try {
    return stringify(value)
  } catch (error) {
    if (error instanceof DevalueError) return undefined
    throw error
  }
}

export function copyBytes(
  owner: CopyOwner,
  texts: ReadonlyMap<string, string>,
  named: ReadonlyMap<string, string>,
): Uint8Array {
  const written: z.infer<typeof body> = { ...owner, values: [...texts], named: [...named] }
  const bytes = new TextEncoder().encode(JSON.stringify(written))
  return concatenate([MAGIC, Uint8Array.of(VERSION), hashOf(bytes), bytes])
}

export function readCopy(bytes: Uint8Array, owner: CopyOwner): CopiedValues | CopyProblem {
  if (bytes.length <= MAGIC.length) return 'torn'
  if (MAGIC.some((byte, at) => bytes[at] !== byte)) return 'foreign'
  if (Number(bytes[MAGIC.length]) > VERSION) return 'newer'
  const text = bytes.subarray(BODY_AT)
  const hash = hashOf(text)
  if (bytes.length < BODY_AT || hash.some((byte, at) => bytes[MAGIC.length + 1 + at] !== byte)) return 'torn'
  const read = body.parse(JSON.parse(new TextDecoder().decode(text)))
  if (read.origin !== owner.origin || read.database !== owner.database) return 'foreign'
  return {
    values: new Map(read.values.map(([key, value]): [string, unknown] => [key, parse(value)])),
    named: new Map(read.named),
  }
}

function hashOf(bytes: Uint8Array): Uint8Array {
  return sha256(bytes).subarray(0, HASH_BYTES)
}
