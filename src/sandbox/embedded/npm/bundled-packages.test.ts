import { ZstdInit } from '@oneidentity/zstd-js/wasm'
import { expect, test } from 'vitest'
import { BundledPackages, unpackGroup } from './bundled-packages.ts'
import type { PlacedPackage } from './place-packages-request.ts'
import { placePackages } from './place-packages.ts'
import { createStandardVfs } from '../vfs/standard-tree.ts'

const { ZstdSimple: zstd } = await ZstdInit()
const encoder = new TextEncoder()
const text = new TextDecoder()
const [ONE, OTHER, UNKNOWN] = ['sha512-one==', 'sha512-other==', 'sha512-unknown==']

/** As scripts/templates/build.mjs makes them. */
function packed(
  packages: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Uint8Array<ArrayBuffer> {
  const list = Object.entries(packages).map(([integrity, files]) => ({
    integrity,
    files: Object.entries(files).map(([path, content]) => [path, 0o644, encoder.encode(content).length]),
  }))
  const head = encoder.encode(JSON.stringify(list))
  const contents = Object.values(packages).flatMap((files) => Object.values(files))
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, head.length, true)
  const parts = [length, head, ...contents.map((content) => encoder.encode(content))]
  return new Uint8Array(zstd.compress(new Uint8Array(parts.flatMap((part) => [...part])), 3))
}

const GROUP = packed({ [ONE]: { 'package.json': '{}', 'lib/ü.js': 'ü' }, [OTHER]: { 'index.js': '2' } })
const GROUPS = [
  { url: '/a.zst', packages: [ONE, OTHER] },
  { url: '/b.zst', packages: ['sha512-b=='] },
]

function serving(answer: () => Promise<Response>) {
  const asked: string[] = []
  const fetcher: typeof fetch = (input) => {
    asked.push(input instanceof Request ? input.url : String(input))
    return answer()
  }
  return { asked, packages: new BundledPackages(GROUPS, fetcher) }
}

test('packages that come along are found by their hashes, and a group is loaded once and only when wanted', async () => {
  const { asked, packages } = serving(async () => new Response(GROUP))
  expect(await packages.find(UNKNOWN)).toBeUndefined()
  expect(asked).toEqual([])
  const [one, other] = await Promise.all([packages.find(ONE), packages.find(OTHER)])
  expect(one?.files.map(({ path, mode, data }) => [path, mode, text.decode(data)])).toEqual([
    ['package.json', 0o644, '{}'],
    ['lib/ü.js', 0o644, 'ü'],
  ])
  expect(other?.files.map(({ path }) => path)).toEqual(['index.js'])
  expect(asked).toEqual(['/a.zst'])
})

test('a group that cannot be loaded is as if it did not come along', async () => {
  const offline = serving(() => Promise.reject(new TypeError('Failed to fetch')))
  const gone = serving(async () => new Response('', { status: 404 }))
  expect([await offline.packages.find(ONE), await gone.packages.find(ONE)]).toEqual([undefined, undefined])
})

test('what is no group of the build is an error', async () => {
  await expect(unpackGroup(encoder.encode('not compressed'))).rejects.toThrow()
  await expect(unpackGroup(GROUP.subarray(0, GROUP.length - 4))).rejects.toThrow()
  const wrong = new Uint8Array(zstd.compress(encoder.encode(`\x02\0\0\0{}${' '.repeat(100)}`), 3))
  await expect(unpackGroup(wrong)).rejects.toThrow(/expected array/)
})

test('an installation asks nobody for what comes along, and the registry for the rest', async () => {
  const vfs = createStandardVfs()
  const asked: string[] = []
  const wanted = (name: string, integrity: string): PlacedPackage => ({
    url: `https://registry.example/${name}/-/${name}-1.0.0.tgz`,
    integrity,
    path: `/workspace/node_modules/${name}`,
  })
  const place = (packages: readonly PlacedPackage[]) =>
    placePackages(
      {
        vfs,
        bundled: serving(async () => new Response(GROUP)).packages,
        send: async ({ url }) => {
          asked.push(url)
          return { type: 'failed', reason: 'unreachable', message: 'Nobody is there.' }
        },
      },
      { packages, remove: [], command: 'npm ci', offline: false },
      new AbortController().signal,
    )
  expect(await place([wanted('one', ONE), wanted('other', OTHER)])).toEqual({ type: 'placed', files: 3 })
  expect(asked).toEqual([])
  expect(text.decode(vfs.readFile('/workspace/node_modules/one/lib/ü.js'))).toBe('ü')
  const unknown = wanted('unknown', UNKNOWN)
  expect(await place([unknown])).toEqual({ type: 'failed', url: unknown.url, message: 'Nobody is there.' })
  expect(asked).toEqual([unknown.url])
})
