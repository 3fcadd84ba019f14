import { expect, it } from 'vitest'
import { bytes, kindOf, value, type ContractContext } from './contract-test-support.ts'
import type { Sandbox } from './contract.ts'

/** Search in a back end; what patterns mean is tested with `search/`. */
export function searchTests(context: () => ContractContext): void {
  it('finds lines by pattern, with context, in path order', async () => {
    const { sandbox } = context()
    await fill(sandbox)
    const found = await value(sandbox.grep({ id: 'g', pattern: 'needle', mode: 'content', before: 1 }))
    expect(found).toEqual({
      lines: [
        { path: '/workspace/a.ts', line: 1, text: 'first', isMatch: false },
        { path: '/workspace/a.ts', line: 2, text: 'const needle = 1', isMatch: true },
        { path: '/workspace/src/b.js', line: 1, text: 'needle needle', isMatch: true },
      ],
      files: [],
      total: 3,
    })
    const counted = await value(sandbox.grep({ id: 'g', pattern: 'needle', mode: 'count', glob: '*.js' }))
    expect(counted).toEqual({ lines: [], files: [{ path: '/workspace/src/b.js', matches: 1 }], total: 1 })
    const all = await value(
      sandbox.grep({ id: 'g', pattern: 'needle', mode: 'files', includeIgnored: true, limit: 1 }),
    )
    expect([all.files.length, all.total]).toEqual([1, 4])
  })

  it('finds files by name, newest first, without ignored ones', async () => {
    const { sandbox } = context()
    await fill(sandbox)
    expect(await value(sandbox.glob({ id: 'g', pattern: '**/*.{js,ts}' }))).toEqual({
      paths: expect.arrayContaining(['/workspace/a.ts', '/workspace/src/b.js']),
      total: 2,
    })
    expect((await value(sandbox.glob({ id: 'g', pattern: '*.js', path: 'src' }))).paths).toEqual([
      '/workspace/src/b.js',
    ])
    expect((await value(sandbox.glob({ id: 'g', pattern: '*.js', includeIgnored: true }))).total).toBe(2)
  })

  it('sees files as they are now', async () => {
    const { sandbox } = context()
    await fill(sandbox)
    const count = async () => (await value(sandbox.grep({ id: 'g', pattern: 'needle', mode: 'files' }))).total
    expect(await count()).toBe(2)
    await value(sandbox.writeFile({ path: 'a.ts', data: bytes('nothing') }))
    await value(sandbox.writeFile({ path: 'new', data: bytes('needle') }))
    await value(sandbox.rename('src/b.js', 'src/b.log'))
    expect(await count()).toBe(1)
  })

  it('says what is wrong with a query', async () => {
    const { sandbox } = context()
    const grep = (pattern: string, path?: string) =>
      kindOf(sandbox.grep({ id: 'g', pattern, mode: 'files', path }))
    expect(await grep('a(b')).toBe('invalid')
    expect(await grep('a', 'none')).toBe('not_found')
    expect(await kindOf(sandbox.grep({ id: 'g', pattern: 'a', mode: 'files', type: 'klingon' }))).toBe(
      'invalid',
    )
    expect(await kindOf(sandbox.glob({ id: 'g', pattern: '*', path: 'none' }))).toBe('not_found')
  })
}

async function fill(sandbox: Sandbox): Promise<void> {
  const files = {
    'a.ts': 'first\nconst needle = 1\nlast\n',
    'src/b.js': 'needle needle\n',
    'dist/out.js': 'needle\n',
    'x.log': 'needle\n',
    binary: 'needle\0',
    '.gitignore': 'dist/\n*.log\n',
    '.git/HEAD': 'no match here',
  }
  for (const [path, content] of Object.entries(files))
    await value(sandbox.writeFile({ path, data: bytes(content) }))
}
