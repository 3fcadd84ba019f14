import { expect, it } from 'vitest'
import { bytes, kindOf, value, type ContractContext } from './contract-test-support.ts'
import type { Sandbox } from '../contract.ts'

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

  it('passes over withheld files where it is told to, and names them; one that is named is searched', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: '.env', data: bytes('PIN=4711\n') }))
    await value(sandbox.writeFile({ path: 'conf/id_rsa', data: bytes('PIN=4711\n') }))
    await value(sandbox.writeFile({ path: 'a.ts', data: bytes('const PIN = 0\n') }))
    const query = { id: 'g', pattern: 'PIN', mode: 'files', skipsWithheld: true } as const
    const found = await value(sandbox.grep(query))
    expect(found.files.map(({ path }) => path)).toEqual(['/workspace/a.ts'])
    expect(found.withheld).toEqual(['/workspace/.env', '/workspace/conf/id_rsa'])
    expect((await value(sandbox.grep({ ...query, glob: '*.ts' }))).withheld).toBeUndefined()
    expect((await value(sandbox.grep({ ...query, path: '.env' }))).total).toBe(1)
    expect((await value(sandbox.grep({ ...query, skipsWithheld: false }))).total).toBe(3)
  })

  it('finds the files that may hold secrets', async () => {
    const { sandbox } = context()
    for (const path of ['.env', '.npmrc', 'src/a.ts', 'node_modules/a/.env', '.gitignore'])
      await value(sandbox.writeFile({ path, data: bytes('node_modules\n.env\n') }))
    const found = await value(
      sandbox.glob({ id: 'g', pattern: '**', includeIgnored: true, onlySecrets: true }),
    )
    expect(found.paths.toSorted()).toEqual(['/workspace/.env', '/workspace/.npmrc'])
  })

  it('finds every match by its place, part by part', async () => {
    const { sandbox } = context()
    await fill(sandbox)
    const query = { id: 'f', pattern: '(need)(le|x)', include: ['src', '*.ts'], limit: 2 }
    const whole = await value(sandbox.findText({ ...query, limit: 100 }))
    const around = { text: 'needle', groups: ['need', 'le'] }
    expect(whole.files).toEqual([
      {
        path: '/workspace/a.ts',
        matches: [{ line: 2, start: 6, end: 12, before: 'const ', after: ' = 1', ...around }],
      },
      {
        path: '/workspace/src/b.js',
        matches: [
          { line: 1, start: 0, end: 6, before: '', after: ' needle', ...around },
          { line: 1, start: 7, end: 13, before: 'needle ', after: '', ...around },
        ],
      },
    ])
    expect(whole.next).toBeUndefined()
    const cut = await value(sandbox.findText(query))
    expect(cut.files.map(({ matches }) => matches.length)).toEqual([1, 1])
    const rest = await value(sandbox.findText({ ...query, after: '/workspace/a.ts' }))
    expect(rest.files.map(({ path }) => path)).toEqual(['/workspace/src/b.js'])
    expect(await kindOf(sandbox.findText({ ...query, pattern: '(' }))).toBe('invalid')
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
