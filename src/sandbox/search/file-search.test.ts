import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { GlobQuery, GrepQuery } from '../contract/contract.ts'
import { createStandardVfs } from '../embedded/vfs/standard-tree.ts'
import { FileSearch } from './file-search.ts'

const FILES: Readonly<Record<string, string>> = {
  'readme.md': '# Title\n\nSome needle here\nand more\n',
  'src/a.ts': 'const needle = 1\nconst other = 2\n// needle again\n',
  'src/deep/b.tsx': 'export const Needle = () => null\n',
  'src/deep/c.js': 'no match\nfoo(bar)\nneedle\nneedle\nend\n',
  'src/.hidden': 'needle\n',
  'dist/out.js': 'needle\n',
  'dist/keep/me.js': 'needle\n',
  'node_modules/x/index.js': 'needle\n',
  '.git/config': 'needle\n',
  '.gitignore': 'node_modules/\n/dist/*\n!/dist/keep\n*.log\n',
  'src/.gitignore': '!important.log\n',
  'src/important.log': 'needle\n',
  'src/other.log': 'needle\n',
  'binary.bin': 'needle\0needle\n',
  'windows.txt': 'first\r\nneedle\r\nlast\r\n',
  'many lines.txt': Array.from({ length: 30 }, (_, n) => (n % 10 === 5 ? `needle ${n}` : `line ${n}`)).join(
    '\n',
  ),
}

function setUp(files: Readonly<Record<string, string>> = FILES) {
  let now = 1_000_000
  const vfs = createStandardVfs({ now: () => (now += 1000) })
  for (const [path, text] of Object.entries(files)) {
    vfs.mkdir(dirname(`/workspace/${path}`), 0o755, true)
    vfs.writeFile(`/workspace/${path}`, new TextEncoder().encode(text))
  }
  const search = new FileSearch({
    find: (path) => {
      try {
        const { node } = vfs.locate(path, 'target')
        return node?.kind === 'character' ? undefined : node
      } catch {
        return undefined // the tests look only at places that are there, but one that asks for a missing one
      }
    },
    mtimeMs: (file) => ('times' in file ? (file.times as { mtimeMs: number }).mtimeMs : 0),
  })
  const signal = new AbortController().signal
  const grep = async (query: Partial<GrepQuery> & { pattern: string }) => {
    const result = await search.grep({ id: 'g', mode: 'content', ...query }, signal)
    if (!result.ok) throw new Error(`${result.error.kind}: ${result.error.message}`)
    return result.value
  }
  const glob = async (query: Partial<GlobQuery> & { pattern: string }) => {
    const result = await search.glob({ id: 'g', ...query }, signal)
    if (!result.ok) throw new Error(result.error.message)
    return result.value.paths.map((path) => path.replace('/workspace/', ''))
  }
  const shown = async (query: Partial<GrepQuery> & { pattern: string }) =>
    (await grep({ limit: 10_000, ...query })).lines.map(
      ({ path, line, text, isMatch }) =>
        `${path.replace('/workspace/', '')}${isMatch ? ':' : '-'}${line}${isMatch ? ':' : '-'}${text}`,
    )
  return { vfs, search, grep, glob, shown }
}

describe('grep', () => {
  it('finds lines in path order, without ignored, git’s own and binary files', async () => {
    const { shown } = setUp()
    expect(await shown({ pattern: 'needle', glob: '*.{ts,js,log,md}' })).toEqual([
      'dist/keep/me.js:1:needle',
      'readme.md:3:Some needle here',
      'src/a.ts:1:const needle = 1',
      'src/a.ts:3:// needle again',
      'src/deep/c.js:3:needle',
      'src/deep/c.js:4:needle',
      'src/important.log:1:needle',
    ])
    expect((await shown({ pattern: 'needle', includeIgnored: true })).join('\n')).toContain(
      'node_modules/x/index.js',
    )
  })

  it('joins the context of matches that lie close, and counts every line that it would give', async () => {
    const { shown, grep } = setUp()
    expect(await shown({ pattern: 'needle', path: 'src/deep/c.js', before: 1, after: 1 })).toEqual([
      'src/deep/c.js-2-foo(bar)',
      'src/deep/c.js:3:needle',
      'src/deep/c.js:4:needle',
      'src/deep/c.js-5-end',
    ])
    const page = await grep({ pattern: 'needle', path: 'many lines.txt', before: 1, offset: 1, limit: 2 })
    expect([page.total, page.lines.map(({ line }) => line)]).toEqual([6, [6, 15]])
  })

  it('counts and lists files', async () => {
    const { grep } = setUp()
    const counted = await grep({ pattern: 'needle', mode: 'count', glob: 'src/**' })
    expect(counted.files.map(({ path, matches }) => [path, matches])).toEqual([
      ['/workspace/src/.hidden', 1],
      ['/workspace/src/a.ts', 2],
      ['/workspace/src/deep/c.js', 2],
      ['/workspace/src/important.log', 1],
    ])
    expect((await grep({ pattern: 'needle', mode: 'files', limit: 1 })).total).toBeGreaterThan(3)
  })

  it('takes types, globs turned round, case and lines across', async () => {
    const { shown } = setUp()
    expect(await shown({ pattern: 'needle', type: 'ts', caseInsensitive: true })).toEqual([
      'src/a.ts:1:const needle = 1',
      'src/a.ts:3:// needle again',
      'src/deep/b.tsx:1:export const Needle = () => null',
    ])
    expect(await shown({ pattern: 'needle', path: 'src', glob: '!*.{ts,log}' })).not.toContain(
      'src/a.ts:1:const needle = 1',
    )
    expect(await shown({ pattern: 'other = 2\\n// needle', multiline: true, type: 'ts' })).toEqual([
      'src/a.ts:2:const other = 2',
      'src/a.ts:3:// needle again',
    ])
    expect(await shown({ pattern: '^needle$', path: 'windows.txt' })).toEqual(['windows.txt:2:needle'])
  })

  it('says what is wrong with a pattern, a type or a place', async () => {
    const { grep } = setUp()
    await expect(grep({ pattern: 'a(b' })).rejects.toThrow(/invalid: The pattern "a\(b" is not a valid/)
    await expect(grep({ pattern: 'a', type: 'klingon' })).rejects.toThrow('not a known file type')
    await expect(grep({ pattern: 'a', path: 'nowhere' })).rejects.toThrow('nothing at "nowhere"')
  })

  it('reads Rust’s ways of writing, and lines whose pattern would keep a backtracking engine for years', async () => {
    const { shown, vfs } = setUp()
    expect(await shown({ pattern: '(?i)NEEDLE', path: 'src/a.ts' })).toHaveLength(2)
    expect(await shown({ pattern: '[[:alpha:]]+\\(bar\\)', path: 'src' })).toEqual([
      'src/deep/c.js:2:foo(bar)',
    ])
    vfs.writeFile('/workspace/evil.txt', new TextEncoder().encode(`${'a'.repeat(60)}b\n`))
    expect(await shown({ pattern: '(a+)+$', path: 'evil.txt' })).toEqual([])
    expect(await shown({ pattern: '(a|a)*c', path: 'evil.txt' })).toEqual([])
  })

  it('sees a file that was changed since the last search', async () => {
    const { shown, vfs } = setUp()
    await shown({ pattern: 'needle' })
    vfs.writeFile('/workspace/readme.md', new TextEncoder().encode('new text\n'))
    expect(await shown({ pattern: 'new text' })).toEqual(['readme.md:1:new text'])
  })

  it('stops when it is cancelled', async () => {
    const { search } = setUp()
    const controller = new AbortController()
    controller.abort()
    const result = await search.grep({ id: 'g', pattern: 'a', mode: 'files' }, controller.signal)
    expect(result).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
  })
})

describe('glob', () => {
  it('matches names at any depth without a slash and paths with one, newest first', async () => {
    const { glob } = setUp()
    expect(await glob({ pattern: '*.js' })).toEqual(['dist/keep/me.js', 'src/deep/c.js'])
    expect(await glob({ pattern: 'src/**/*.{ts,tsx}' })).toEqual(['src/deep/b.tsx', 'src/a.ts'])
    expect(await glob({ pattern: 'src/*.ts' })).toEqual(['src/a.ts'])
    expect(await glob({ pattern: '**/*.tsx', path: 'src' })).toEqual(['src/deep/b.tsx'])
    expect(await glob({ pattern: '*.js', limit: 1 })).toEqual(['dist/keep/me.js'])
  })
})

describe.skipIf(!hasRipgrep())('against ripgrep', () => {
  it('finds the same lines and files', async () => {
    const { shown, glob } = setUp()
    const folder = mkdtempSync(join(tmpdir(), 'vivarium-rg-'))
    try {
      for (const [path, text] of Object.entries(FILES)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), text)
      }
      const rg = (...args: string[]) => {
        try {
          return execFileSync(
            'rg',
            [
              '--hidden',
              '--glob',
              '!.git',
              '--no-require-git',
              '--no-heading',
              '--crlf',
              '--sort',
              'path',
              ...args,
            ],
            { cwd: folder },
          )
            .toString()
            .split('\n')
            .map((line) => line.replace(/^\.\//, '').replace(/\r$/, ''))
            .filter((line) => line !== '' && line !== '--' && !line.startsWith('binary file matches'))
        } catch {
          return [] // exit code 1: nothing found
        }
      }
      for (const pattern of [
        'needle',
        '^needle$',
        'n[e]+dle \\d',
        '\\bother\\b',
        '(foo|end)',
        'NEEDLE',
        'line 1.',
      ]) {
        const theirs = rg('-n', '-e', pattern, '.').filter((line) => !/binary\.bin/.test(line))
        expect((await shown({ pattern })).sort(), pattern).toEqual(theirs.sort())
        const context = rg('-n', '-C', '2', '-e', pattern, '.').filter((line) => !/binary\.bin/.test(line))
        expect((await shown({ pattern, before: 2, after: 2 })).sort(), pattern).toEqual(context.sort())
      }
      // There a glob brings ignored files back; here ignored stays ignored unless it is asked for.
      const visible = new Set(rg('--files'))
      for (const pattern of ['*.js', 'src/*.ts', '**/*.log', 'src/**', '*.{md,txt}', 'deep/*']) {
        const theirs = rg('--files', '--glob', pattern).filter((path) => visible.has(path))
        expect((await glob({ pattern })).sort(), pattern).toEqual(theirs.sort())
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

function hasRipgrep(): boolean {
  try {
    execFileSync('rg', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
