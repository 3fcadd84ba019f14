import { describe, expect, it } from 'vitest'
import { lazyProblem } from './lazy-text.ts'
import { workspace } from '../testing/workspace.ts'

const LINES = Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n')

describe('a text that stands for another', () => {
  it.each([
    '// ... rest of the code unchanged ...',
    '  // ... existing code ...',
    '# rest of the file remains the same',
    '/* … remaining methods … */',
    '<!-- ... keep existing content ... -->',
    '{/* ...existing imports... */}',
    '-- (rest of the function is unchanged)',
    '// ... other tests omitted for brevity ...',
    ' * ... same as before ...',
  ])('is noticed: %s', (line) => {
    expect(lazyProblem('', `start\n${line}\nend`)).toContain(
      `line 2 of the new text, ${JSON.stringify(line.trim())}, stands for text that is not written out`,
    )
  })

  it.each([
    'const rest = [...existing]',
    '// the rest of the arguments are passed on',
    '// keeps existing files where they are',
    '# TODO: remaining work',
    '// other code paths end here',
    'print("... existing code ...")',
    '// nothing else',
  ])('is not seen where there is none: %s', (line) => {
    expect(lazyProblem('', line)).toBeUndefined()
  })

  it('may stay where it was', () => {
    const text = '// ... rest of the code unchanged ...'
    expect(lazyProblem(`a\n  ${text}`, `b\n${text}`)).toBeUndefined()
  })
})

describe('a text that comes back much shorter', () => {
  it('is refused, with the ways to do it on purpose', () => {
    expect(lazyProblem(LINES, LINES.slice(0, 100))).toMatch(
      /^it would shrink from 100 to \d+ lines\. If lines were left out by mistake, write all of them\. If they are to go, take them out with Edit .* or delete the file with Bash \(rm\)/,
    )
  })

  it.each([
    ['a third is left', LINES, LINES.split('\n').slice(0, 33).join('\n')],
    ['it was short', 'a\nb\nc', 'a'],
  ])('is fine when %s', (_, before, after) => {
    expect(lazyProblem(before, after)).toBeUndefined()
  })

  it('is stopped in Write, and deleting with Edit is not', async () => {
    const { use, content } = await workspace({ a: LINES })
    await use('Read', { file_path: 'a' })
    expect((await use('Write', { file_path: 'a', content: 'line 0\n' })).text).toMatch(
      /^ValidationError: \/workspace\/a was not written: it would shrink from 100 to 1 lines/,
    )
    expect((await use('Write', { file_path: 'new', content: '// ... existing code ...' })).text).toMatch(
      /^ValidationError: \/workspace\/new was not written: line 1 of the new text/,
    )
    expect((await use('Edit', { file_path: 'a', old_string: LINES.slice(7), new_string: '' })).text).toBe(
      'Updated /workspace/a at line 2.',
    )
    expect(await content('a')).toBe('line 0\n')
  })
})
