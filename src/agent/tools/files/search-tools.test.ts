import { describe, expect, it } from 'vitest'
import { workspace } from '../testing/workspace.ts'

const FILES = {
  'src/a.js': 'one\ntwo TODO\nthree\nfour\nfive TODO\n',
  'src/b.ts': 'TODO\n',
  'docs/c.md': 'nothing\n',
}

describe('Glob', () => {
  it('lists what matches, newest first', async () => {
    const { use } = await workspace(FILES)
    const glob = async (input: Record<string, unknown>) => (await use('Glob', input)).text
    expect(await glob({ pattern: 'src/*' })).toBe('src/b.ts\nsrc/a.js')
    expect(await glob({ pattern: '/workspace/src/*.js' })).toBe('src/a.js')
    expect(await glob({ pattern: '*.js', path: 'src' })).toBe('src/a.js')
  })

  it('says what to try when nothing matches or too much', async () => {
    const many = Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`many/${n}.txt`, '']))
    const { use } = await workspace({ ...FILES, ...many })
    expect((await use('Glob', { pattern: '*.py' })).text).toBe(
      'No file matches *.py in /workspace. Ignored files are not searched; a wider pattern is "**/*name*".',
    )
    const { text, result } = await use('Glob', { pattern: '**/*.txt' })
    expect(text.split('\n').slice(-1)).toEqual(['[100 of 120 files. Narrow the pattern or give a path.]'])
    expect(result.display).toEqual({ kind: 'summary', text: '120 files' })
  })

  it.each([
    [{ pattern: '*', path: 'scr' }, '/workspace/scr does not exist. Near it: src.'],
    [
      { pattern: '*', path: 'src/a.js' },
      '/workspace/src/a.js is a file, not a directory. Use Read to see it.',
    ],
    [
      { pattern: '/etc/*' },
      'The pattern /etc/* is absolute and not below /workspace. Give its directory as path and a relative pattern.',
    ],
  ])('refuses %j', async (input, problem) => {
    const { use } = await workspace(FILES)
    expect((await use('Glob', input)).text).toBe(`ValidationError: ${problem}`)
  })
})

describe('Grep', () => {
  async function grep(
    input: Record<string, unknown>,
    options?: Parameters<typeof workspace>[1],
  ): Promise<string> {
    const { use } = await workspace(FILES, options)
    return (await use('Grep', { pattern: 'TODO', ...input })).text
  }

  it('shows paths, lines or counts', async () => {
    expect((await grep({})).split('\n').sort()).toEqual(['src/a.js', 'src/b.ts'])
    expect((await grep({ output_mode: 'count' })).split('\n').sort()).toEqual(['src/a.js:2', 'src/b.ts:1'])
    expect(await grep({ output_mode: 'content', path: 'src/a.js' })).toBe(
      'src/a.js:2:two TODO\nsrc/a.js:5:five TODO',
    )
    expect(await grep({ output_mode: 'content', glob: '*.ts', '-n': false })).toBe('src/b.ts:TODO')
    expect(await grep({ output_mode: 'content', type: 'ts', pattern: 'todo', '-i': true })).toBe(
      'src/b.ts:1:TODO',
    )
  })

  it('shows context, with a mark where lines are left out', async () => {
    expect(await grep({ output_mode: 'content', path: 'src/a.js', '-B': 1 })).toBe(
      'src/a.js-1-one\nsrc/a.js:2:two TODO\n--\nsrc/a.js-4-four\nsrc/a.js:5:five TODO',
    )
  })

  it('goes on from an offset', async () => {
    const input = { output_mode: 'content', path: 'src/a.js', head_limit: 1 }
    expect(await grep(input)).toBe(
      'src/a.js:2:two TODO\n[Results 1 to 1 of 2. Go on with offset 1, or narrow the search.]',
    )
    expect(await grep({ ...input, offset: 1 })).toBe('src/a.js:5:five TODO\n[Results 2 to 2 of 2.]')
    expect(await grep({ ...input, offset: 9 })).toBe('There are 2 results, none from offset 9 on.')
  })

  it('cuts long lines', async () => {
    const { use } = await workspace({ 'min.js': `TODO${'x'.repeat(600)}` })
    expect((await use('Grep', { pattern: 'TODO', output_mode: 'content' })).text).toBe(
      `min.js:1:TODO${'x'.repeat(496)}… [104 more characters]`,
    )
  })

  it('says what to try when nothing matches', async () => {
    expect(await grep({ pattern: 'absent', path: 'src', glob: '*.js' })).toBe(
      'Nothing matches absent in /workspace/src (only *.js). Ignored and binary files are not searched; try "-i", fewer filters or a shorter pattern.',
    )
    expect(await grep({ path: 'source' })).toBe(
      'ValidationError: /workspace/source does not exist. Find it with Glob, e.g. pattern "**/source".',
    )
    expect(await grep({ pattern: '(' })).toMatch(/^Error: the search failed: /)
  })

  it('leaves out files that a rule keeps from being read', async () => {
    const options = { bench: { permission: { rules: { deny: ['Read(*.ts)'] } } } }
    expect(await grep({}, options)).toBe(
      'src/a.js\n[1 results in files that a rule keeps from being read are left out.]',
    )
  })
})
