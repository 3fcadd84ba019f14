/** The two tools of small models. */
import { describe, expect, it } from 'vitest'
import { MINIMAL_NAMES, MINIMAL_TOOLS } from './minimal.ts'
import { createRegistry } from '../pipeline/registry.ts'
import { workspace } from '../testing/workspace.ts'

const place = (files: Record<string, string>) => workspace(files, { bench: { tools: MINIMAL_TOOLS } })
const edit = (old_string: string, new_string: string, file_path = 'a.js') => ({
  file_path,
  old_string,
  new_string,
})

describe('the minimal tools', () => {
  it('are a shell and a replacement, of few fields', () => {
    const specs = createRegistry(MINIMAL_TOOLS).specs([])
    expect(specs.map(({ name, inputSchema }) => [name, inputSchema['required']])).toEqual([
      ['Bash', ['command']],
      ['Edit', ['file_path', 'old_string', 'new_string']],
    ])
    expect(Object.keys(MINIMAL_NAMES)).toEqual(specs.map(({ name }) => name))
    // All that the model is told of them: under 400 tokens.
    expect(JSON.stringify(specs).length).toBeLessThan(1_600)
  })

  it('replace text in a file that was not read, when it is there once', async () => {
    const { use, content } = await place({ 'a.js': 'let a = 1\nlet b = 1\n' })
    expect((await use('Edit', edit('let a = 1', 'let a = 2'))).result.outcome).toBe('done')
    expect(await content('a.js')).toBe('let a = 2\nlet b = 1\n')
  })

  it('refuse what is not there, or twice, in the words that the model knows', async () => {
    const { use, content } = await place({ 'a.js': 'x = 1\nx = 1\n' })
    const twice = await use('Edit', edit('x = 1', 'x = 2'))
    expect(twice.text).toContain(
      'old occurs 2 times, at lines 1, 2. Add surrounding lines until it is unique.',
    )
    const never = await use('Edit', edit('y = 5', 'y = 6'))
    expect(never.text).toContain('old was not found')
    const none = await use('Edit', { file_path: 'a.js', old_string: 'x' })
    expect(none.text).toContain('`new` is required')
    expect(`${twice.text}${never.text}${none.text}`).not.toMatch(/old_string|new_string|replace_all/)
    expect(await content('a.js')).toBe('x = 1\nx = 1\n')
  })

  it('create a file, and never overwrite one', async () => {
    const { use, content } = await place({ 'a.js': 'old' })
    expect((await use('Edit', edit('', 'new', 'src/b.js'))).result.outcome).toBe('done')
    expect(await content('src/b.js')).toBe('new')
    const there = await use('Edit', edit('', 'new'))
    expect([there.result.outcome, await content('a.js')]).toEqual(['failed', 'old'])
    expect(there.text).toContain('exists, so old must not be empty')
    expect((await use('Edit', edit('x', 'y', 'missing.js'))).text).toContain('To create it leave old empty.')
  })

  it('run a command to its end and show stdout, stderr and the exit code', async () => {
    const { use } = await workspace(
      {},
      {
        bench: { tools: MINIMAL_TOOLS },
        commands: {
          fails: async ({ stdout, stderr }) => {
            await stdout('said\n')
            await stderr('complained\n')
            return 3
          },
        },
      },
    )
    const { text, result } = await use('Bash', { command: 'fails' })
    expect(text).toMatch(/^said\n+\[stderr\]\ncomplained\n/)
    expect(text).toContain('3')
    expect(result.display).toMatchObject({ kind: 'process', exitCode: 3, timedOut: false })
  })
})
