/** Files by a few letters, among 270,000 of them. */
import { describe, expect, it } from 'vitest'
import { PathIndex } from './path-index.ts'

async function indexOf(...paths: string[]): Promise<PathIndex> {
  const index = new PathIndex()
  await index.add(paths)
  return index
}

/** A large project: as many folders as files have in one. */
function manyPaths(count: number): string[] {
  const paths: string[] = []
  for (let index = 0; index < count; index++) {
    const folder = Math.floor(index / 100)
    paths.push(`packages/p${folder % 60}/src/part-${folder}/component${index}.test.ts`)
  }
  return paths
}

describe('the index of paths', () => {
  it('has the folders on the way, each once', async () => {
    const index = await indexOf('src/a/one.ts', 'src/a/two.ts', 'README.md')
    expect(await index.find('', 10)).toEqual(['src/a/', 'src/', 'src/a/one.ts', 'src/a/two.ts', 'README.md'])
  })

  it('gives the best first, and no more than are wanted', async () => {
    const index = await indexOf('docs/loop.md', 'src/agent/loop/loop.ts', 'src/lo/o/p.ts', 'unrelated.ts')
    const found = await index.find('loop.ts', 2)
    expect(found[0]).toBe('src/agent/loop/loop.ts')
    expect(found).toHaveLength(2)
    expect(found).not.toContain('unrelated.ts')
  })

  it('filters files by a text in either case that ends in their name', async () => {
    const index = await indexOf('src/app/main.ts', 'app/other.ts', 'docs/App.md', 'src/[id].ts', 'README.md')
    const found = async (text: string, limit = 10) => index.containing(text, limit)
    expect(await found('app/Main')).toEqual({ paths: ['src/app/main.ts'], total: 1 })
    expect(await found('app')).toEqual({ paths: ['docs/App.md'], total: 1 })
    expect(await found('[id]')).toEqual({ paths: ['src/[id].ts'], total: 1 })
    expect(await found('.ts', 2)).toEqual({ paths: ['src/app/main.ts', 'app/other.ts'], total: 3 })
    expect(await found('src/')).toEqual({ paths: ['src/[id].ts'], total: 1 })
  })

  it('lets others through while it looks at 270,000, and stops when nobody wants it any more', async () => {
    const index = new PathIndex()
    await index.add(manyPaths(270_000))
    expect(index.size).toBeGreaterThan(270_000)
    let others = 0
    const timer = setInterval(() => (others += 1))
    const found = await index.find('p7componenttest', 5)
    clearInterval(timer)
    expect(found).toHaveLength(5)
    expect(found.every((path) => path.includes('p7'))).toBe(true)
    expect(others).toBeGreaterThan(0)

    const stop = new AbortController()
    stop.abort()
    expect(await index.find('component', 5, stop.signal)).toEqual([])
  })
})
