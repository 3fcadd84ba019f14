import { expect, it } from 'vitest'
import { Vfs } from '../../vfs/vfs.ts'
import { keptRewrite, keptTransform } from './kept-transforms.ts'
import { transformModule } from './transform.ts'

const SOURCE = `import a from 'a'\nexport const b = a\n// ${'long '.repeat(4000)}`
const URL = 'file:///workspace/node_modules/p/index.js'
const PLACE = '/home/user/.cache/vivarium/modules'

function files() {
  const vfs = new Vfs()
  vfs.mkdir('/workspace/node_modules/p', 0o755, true)
  const kept = () => {
    try {
      return vfs.readdir(PLACE).map(({ name }) => name)
    } catch {
      return []
    }
  }
  return { vfs, kept }
}

it('makes anew what a program has written over with other JSON', () => {
  const { vfs, kept } = files()
  const made = keptTransform(vfs, URL, SOURCE)
  const script = `import('a')\n// ${'long '.repeat(4000)}`
  const rewritten = keptRewrite(vfs, '/workspace/node_modules/p/a.cjs', script)
  const { imports: _, ...half } = made
  for (const other of [null, 7, [], {}, half, { ...made, code: 1 }, { ...made, requests: {} }]) {
    for (const name of kept())
      vfs.writeFile(`${PLACE}/${name}`, new TextEncoder().encode(JSON.stringify(other)))
    expect(keptTransform(vfs, URL, SOURCE)).toEqual(made)
    expect(keptRewrite(vfs, '/workspace/node_modules/p/a.cjs', script)).toBe(rewritten)
  }
})

it('keeps what is made of large modules of packages, and nothing else', () => {
  const { vfs, kept } = files()
  keptTransform(vfs, URL, 'export {}')
  keptTransform(vfs, 'file:///workspace/index.js', SOURCE)
  expect(kept()).toEqual([])
  const made = keptTransform(vfs, URL, SOURCE)
  expect(made).toEqual(transformModule(SOURCE))
  const [name = ''] = kept()
  // As it is read again, and made anew where that cannot be.
  expect(keptTransform(vfs, URL, SOURCE)).toEqual(made)
  vfs.writeFile(`${PLACE}/${name}`, new TextEncoder().encode(JSON.stringify({ ...made, prefix: 77 })))
  expect(keptTransform(vfs, URL, SOURCE).prefix).toBe(77)
  vfs.writeFile(`${PLACE}/${name}`, new TextEncoder().encode('{'))
  expect(keptTransform(vfs, URL, SOURCE)).toEqual(made)
  expect(keptTransform(vfs, URL, `${SOURCE}.`).code).toContain('long .')
  expect(kept()).toHaveLength(2)
  const script = `import('a')\n// ${'long '.repeat(4000)}`
  expect(keptRewrite(vfs, '/workspace/node_modules/p/a.cjs', script)).toMatch(/^__vivarium_import\('a'\)/)
  expect(keptRewrite(vfs, '/workspace/node_modules/p/a.cjs', script)).toMatch(/^__vivarium_import\('a'\)/)
  expect(kept()).toHaveLength(3)
  // The workspace leaves as it came.
  expect(vfs.walk('/workspace').map(({ path }) => path)).toEqual([
    '/workspace/node_modules',
    '/workspace/node_modules/p',
  ])
})
