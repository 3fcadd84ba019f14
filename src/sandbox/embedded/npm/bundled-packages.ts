/**
 * Packages that come along with the program, so that what the templates need is installed without a network. They are
 * found by the hash that the registry's archive has: when the program was built, npm compared it with the archive whose
 * files these are. See docs/decisions/2026-11-24-templates.md.
 */
import { Decompress } from 'fzstd'
import { z } from 'zod'
import { concatenate } from '../../contract/bytes.ts'
import { BUNDLED_GROUP_BYTES } from '../../contract/limits.ts'
import { Pause } from '../../contract/pause.ts'
import type { UnpackedPackage } from './unpack-package.ts'

export interface BundledGroup {
  readonly url: string
  /** Hashes, as lock files have them. */
  readonly packages: readonly string[]
}

type Packages = ReadonlyMap<string, UnpackedPackage>

/** Compressed bytes that are unpacked at a time. */
const PIECE_BYTES = 32 * 1024
const LENGTH_BYTES = 4

const LIST = z.array(
  z.object({
    integrity: z.string(),
    files: z.array(z.tuple([z.string(), z.number(), z.number()])),
  }),
)

/** For one installation: a group is loaded with the first package of it, and is forgotten with this. */
export class BundledPackages {
  readonly #groups: readonly BundledGroup[]
  readonly #fetch: typeof fetch
  readonly #loaded = new Map<BundledGroup, Promise<Packages>>()

  constructor(groups: readonly BundledGroup[], fetcher: typeof fetch = (input, init) => fetch(input, init)) {
    this.#groups = groups
    this.#fetch = fetcher
  }

  /** Undefined for what does not come along, or cannot be loaded: then the registry is asked as ever. */
  async find(integrity: string): Promise<UnpackedPackage | undefined> {
    const group = this.#groups.find(({ packages }) => packages.includes(integrity))
    if (group === undefined) return undefined
    const loading = this.#loaded.get(group) ?? this.#load(group)
    this.#loaded.set(group, loading)
    return (await loading).get(integrity)
  }

  async #load({ url }: BundledGroup): Promise<Packages> {
    const compressed = await this.#bytes(url)
    return compressed === undefined ? new Map() : unpackGroup(compressed)
  }

  async #bytes(url: string): Promise<Uint8Array | undefined> {
    try {
      const response = await this.#fetch(url)
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
    } catch (error) {
      // No network, and nothing kept.
      if (error instanceof TypeError) return undefined
      throw error
    }
  }
}

/** In pieces: the kernel has others to answer meanwhile. Rejects for what the build has not made. */
export async function unpackGroup(compressed: Uint8Array): Promise<Packages> {
  const parts: Uint8Array[] = []
  let bytes = 0
  const stream = new Decompress((part) => {
    bytes += part.length
    if (bytes > BUNDLED_GROUP_BYTES)
      throw new RangeError(`A group of packages has more than ${BUNDLED_GROUP_BYTES} bytes.`)
    parts.push(part)
  })
  const pause = new Pause()
  for (let at = 0; at < compressed.length; at += PIECE_BYTES) {
    stream.push(compressed.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= compressed.length)
    if (pause.due()) await pause.take()
  }
  return readGroup(concatenate(parts))
}

/** The list's length, the list, and the files' contents in its order. */
function readGroup(data: Uint8Array): Packages {
  const length = new DataView(data.buffer, data.byteOffset).getUint32(0, true)
  let at = LENGTH_BYTES + length
  const list = LIST.parse(JSON.parse(new TextDecoder().decode(data.subarray(LENGTH_BYTES, at))))
  const read = ([path, mode, size]: readonly [string, number, number]) => {
    const start = at
    at += size
    return { path, mode, data: data.subarray(start, at) }
  }
  return new Map(
    list.map(({ integrity, files }) => [integrity, { files: files.map(read), directories: [] }] as const),
  )
}
