import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('the manifest names icons that are there, in the sizes that it says', () => {
  const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8'))
  expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' })
  const sizes = manifest.icons.map(({ src, type, sizes: said }: Record<string, string>) => {
    const data = readFileSync(`public${src}`)
    if (type === 'image/svg+xml') return said === 'any' && data.includes('<svg')
    // Width and height stand first in a PNG's first part.
    return (
      data.subarray(1, 4).toString() === 'PNG' && said === `${data.readUInt32BE(16)}x${data.readUInt32BE(20)}`
    )
  })
  expect(sizes).toEqual([true, true, true, true])
})
