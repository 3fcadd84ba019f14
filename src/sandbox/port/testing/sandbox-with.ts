/** Parts of both sides of a port, for tests. */
import type { BlobStore, Sandbox } from '../../contract/contract.ts'
import { ok } from '../../contract/errors.ts'
import { METHOD_RESULTS } from '../port-schema.ts'

/** A sandbox in which every method fails as unsupported, but those given. */
export function sandboxWith(methods: Partial<Sandbox>): Sandbox {
  const unsupported = { ok: false, error: { kind: 'unsupported', message: 'not in this test' } } as const
  const names = Object.keys(METHOD_RESULTS).map((name) => [name, () => Promise.resolve(unsupported)])
  return {
    ...(Object.fromEntries(names) as Sandbox),
    fork: () => Promise.resolve(unsupported),
    subscribe: () => () => undefined,
    dispose: () => Promise.resolve(),
    ...methods,
  }
}

export function memoryBlobs(): BlobStore & { readonly stored: Map<string, Uint8Array> } {
  const stored = new Map<string, Uint8Array>()
  return {
    stored,
    missing: (hashes) => Promise.resolve(hashes.filter((hash) => !stored.has(hash))),
    get: (hashes) => Promise.resolve(hashes.map((hash) => stored.get(hash))),
    put: (blobs) => {
      for (const { hash, data } of blobs) stored.set(hash, data.slice())
      return Promise.resolve(ok(undefined))
    },
  }
}
