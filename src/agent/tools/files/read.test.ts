import { describe, expect, it } from 'vitest'
import { workspace } from '../testing/workspace.ts'

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\tline ${from + index}`).join('\n')
const source = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')

describe('Read', () => {
  it('numbers the lines, by relative and absolute path', async () => {
    const { use } = await workspace({ 'src/a.js': 'one\r\n\ttwo\n' })
    expect((await use('Read', { file_path: 'src/a.js' })).text).toBe('1\tone\n2\t\ttwo')
    expect((await use('Read', { file_path: '/workspace/src/../src/a.js', limit: 1 })).text).toBe(
      '1\tone\n[Lines 1 to 1 of 2. Go on with offset 2.]',
    )
  })

  it('says how to go on in a long file', async () => {
    const { use } = await workspace({ a: source(2_500) })
    expect((await use('Read', { file_path: 'a' })).text).toBe(
      `${lines(1, 2_000)}\n[Lines 1 to 2000 of 2,500. Go on with offset 2001.]`,
    )
    expect((await use('Read', { file_path: 'a', offset: 2_001 })).text).toBe(
      `${lines(2_001, 2_500)}\n[Lines 2001 to 2500 of 2,500.]`,
    )
  })

  it('stops at 256 KiB, also within one line', async () => {
    const { use } = await workspace({ wide: `${'é'.repeat(50_000)}\n`.repeat(4), one: 'x'.repeat(300_000) })
    const { text } = await use('Read', { file_path: 'wide' })
    expect(text.split('\n').slice(-1)).toEqual(['[Lines 1 to 2 of 4. Go on with offset 3.]'])
    expect((await use('Read', { file_path: 'one' })).text).toBe(
      `1\t${'x'.repeat(65_536)}\n[Line 1 of 1 has 300,000 characters and is cut after 65,536; search in it with Grep or cut it with Bash.]`,
    )
  })

  it.each([
    ['empty', '', '[/workspace/empty exists and is empty.]'],
    [
      'logo.png',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1]),
      '[/workspace/logo.png, image/png, 5 bytes]\n[image/png]',
    ],
    [
      'data',
      new Uint8Array([65, 0, 66]),
      '[/workspace/data is a binary file (application/octet-stream, 3 bytes) and not shown. Look into it with a command of Bash that knows the format.]',
    ],
    ['latin1', new Uint8Array([0xe9, 10]), '1\t\ufffd\n[Some bytes are not UTF-8 and shown as \ufffd.]'],
    ['bom', new Uint8Array([0xef, 0xbb, 0xbf, 97]), '1\ta'],
  ])('shows what %s is', async (path, content, text) => {
    const { use } = await workspace({ [path]: content })
    expect((await use('Read', { file_path: path })).text).toBe(text)
  })

  it('shows an image to the model, unless it is too large', async () => {
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1])
    const { use } = await workspace({
      'a.png': png,
      'b.png': new Uint8Array([...png, ...new Uint8Array(4e6)]),
    })
    const { result } = await use('Read', { file_path: 'a.png' })
    expect(result.content.content[1]).toEqual({
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'iVBORwE=' },
    })
    expect((await use('Read', { file_path: 'b.png' })).text).toBe(
      '[/workspace/b.png is an image (image/png) of 4,000,005 bytes; at most 3,750,000 can be shown.]',
    )
  })

  it('offers what is near a missing file', async () => {
    const { use } = await workspace({ 'src/parser.ts': 'a', 'lib/parse.js': 'a', 'src/parsers.js': 'b' })
    expect((await use('Read', { file_path: 'src/parser.js' })).text).toBe(
      'ValidationError: /workspace/src/parser.js does not exist. Near it: src/parser.ts.',
    )
    expect((await use('Read', { file_path: 'test/parse.js' })).text).toBe(
      'ValidationError: /workspace/test/parse.js does not exist, nor does its directory /workspace/test. Find it with Glob, e.g. pattern "**/parse.js".',
    )
    expect((await use('Read', { file_path: 'src/parse.js' })).text).toBe(
      'ValidationError: /workspace/src/parse.js does not exist. Near it: lib/parse.js, src/parser.ts.',
    )
    expect((await use('Read', { file_path: 'src/x' })).text).toBe(
      'ValidationError: /workspace/src/x does not exist. Find it with Glob, e.g. pattern "**/x".',
    )
  })

  it('names the right way for directories and for lines behind the end', async () => {
    const { use } = await workspace({ 'src/a': 'x' })
    expect((await use('Read', { file_path: 'src' })).text).toBe(
      'ValidationError: /workspace/src is a directory. List it with LS, or find files in it with Glob.',
    )
    const { text, result } = await use('Read', { file_path: 'src/a', offset: 2 })
    expect([text, result.outcome]).toEqual([
      'Error: offset 2 is behind the end: /workspace/src/a has 1 line.',
      'failed',
    ])
  })

  it('answers an identical read of an unchanged file with a stub', async () => {
    const { use, write } = await workspace({ a: 'one' })
    const read = async (input = {}) => (await use('Read', { file_path: 'a', ...input })).text
    expect(await read()).toBe('1\tone')
    expect(await read()).toBe(
      '[/workspace/a is unchanged since you read these lines of it; they are further up in this conversation.]',
    )
    expect(await read({ limit: 5 })).toBe('1\tone')
    await write('a', 'two')
    expect(await read()).toBe('1\ttwo')
  })

  it('logs the lines that it has shown whole, and which call shows what it does not say again', async () => {
    const { use } = await workspace({ a: source(2_500), b: 'x'.repeat(300_000), c: '' })
    const logged = async (file_path: string, part = {}) => {
      const { seen, shownBy } = (await use('Read', { file_path, ...part })).result
      return [seen?.map(({ path, lines: shown }) => [path, shown]), shownBy]
    }
    expect(await logged('a')).toEqual([[['/workspace/a', { from: 1, to: 2_000, of: 2_500 }]], undefined])
    expect(await logged('a', { offset: 2_400, limit: 50 })).toEqual([
      [['/workspace/a', { from: 2_400, to: 2_449, of: 2_500 }]],
      undefined,
    ])
    expect(await logged('a', { offset: 2_400, limit: 50 })).toEqual([undefined, 'u2'])
    expect(await logged('b')).toEqual([[['/workspace/b', undefined]], undefined])
    expect(await logged('c')).toEqual([[['/workspace/c', { from: 1, to: 0, of: 0 }]], undefined])
  })

  it('asks before it reads outside the workspace, and not before it reads /tmp', async () => {
    const { use, asked } = await workspace(
      { '/etc/hosts': 'x', '/tmp/a': 'y' },
      { bench: { permission: { mode: 'default' } } },
    )
    expect((await use('Read', { file_path: '/tmp/a' })).text).toBe('1\ty')
    expect(asked).toEqual([])
    await use('Read', { file_path: '/etc/hosts' })
    expect(asked).toMatchObject([
      { reason: '/etc/hosts is outside the workspace.', suggestedRule: 'Read(//etc/hosts)' },
    ])
  })

  it('does not follow a link past a deny rule', async () => {
    const { use, sandbox } = await workspace(
      { '.env': 'KEY' },
      { bench: { permission: { rules: { deny: ['Read(.env)'] } } } },
    )
    await sandbox.symlink('.env', '/workspace/harmless')
    expect((await use('Read', { file_path: 'harmless' })).result.outcome).toBe('denied')
  })
})
