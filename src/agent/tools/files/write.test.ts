import { describe, expect, it } from 'vitest'
import { workspace } from '../testing/workspace.ts'

const NOT_READ =
  'ValidationError: /workspace/a exists and was not read in this session. Read it first, then change it.'
const STALE =
  'ValidationError: /workspace/a has changed since it was last read, by a command or by the user. Read it again, then change it.'

describe('Write', () => {
  it('creates, updates and leaves alone', async () => {
    const { use, content } = await workspace()
    const write = (text: string) => use('Write', { file_path: 'deep/a.js', content: text })
    const created = await write('one\n')
    expect([created.text, created.result.display]).toEqual([
      'Created /workspace/deep/a.js (1 line).',
      {
        kind: 'diff',
        path: 'deep/a.js',
        patch: expect.stringContaining('@@ -0,0 +1,1 @@\n+one\n'),
        added: 1,
        removed: 0,
      },
    ])
    expect((await write('one\ntwo\n')).text).toBe('Updated /workspace/deep/a.js (2 lines).')
    const same = await write('one\ntwo\n')
    expect([same.text, same.result.display, same.result.root]).toEqual([
      'No change: /workspace/deep/a.js already has this content.',
      { kind: 'summary', text: 'No change' },
      undefined,
    ])
    expect(await content('deep/a.js')).toBe('one\ntwo\n')
  })

  it('overwrites only what was read, and is as it was read', async () => {
    const { use, write, content } = await workspace({ a: 'one' })
    expect((await use('Write', { file_path: 'a', content: 'x' })).text).toBe(NOT_READ)
    await use('Read', { file_path: 'a' })
    await write('a', 'two')
    expect((await use('Write', { file_path: 'a', content: 'x' })).text).toBe(STALE)
    expect(await content('a')).toBe('two')
  })

  it('looks again after the user was asked', async () => {
    const made = await workspace(
      { a: 'one' },
      {
        bench: {
          permission: { mode: 'default' },
          context: {
            ask: async () => {
              await made.write('a', 'meanwhile')
              return { behavior: 'allow', scope: 'once' }
            },
          },
        },
      },
    )
    await made.use('Read', { file_path: 'a' })
    expect((await made.use('Write', { file_path: 'a', content: 'x' })).text).toBe(STALE)
    expect(await made.content('a')).toBe('meanwhile')
  })

  it('refuses directories', async () => {
    const { use } = await workspace({ 'src/a': '' })
    expect((await use('Write', { file_path: 'src', content: 'x' })).text).toBe(
      'ValidationError: /workspace/src is a directory; name a file in it.',
    )
  })
})
