import { describe, expect, it } from 'vitest'
import { workspace } from '../testing/workspace.ts'

/** One edit of a file that was read before. */
async function edit(before: string | Uint8Array, input: Record<string, unknown>) {
  const { use, content } = await workspace({ a: before })
  await use('Read', { file_path: 'a' })
  const { text, result } = await use('Edit', { file_path: 'a', ...input })
  return { text, result, after: await content('a') }
}

describe('Edit', () => {
  it('replaces a unique text and shows the change', async () => {
    const { text, after, result } = await edit('one\ntwo\nthree\n', { old_string: 'two', new_string: '$&' })
    expect({ text, after }).toEqual({ text: 'Updated /workspace/a at line 2.', after: 'one\n$&\nthree\n' })
    expect(result.display).toEqual({
      kind: 'diff',
      path: 'a',
      patch: '--- a\n+++ a\n@@ -1,3 +1,3 @@\n one\n-two\n+$&\n three\n',
      added: 1,
      removed: 1,
    })
  })

  it('refuses what is not unique, with the lines, and changes nothing', async () => {
    const { text, after } = await edit('x\ny\nx\n', { old_string: 'x', new_string: 'z' })
    expect({ text, after }).toEqual({
      text: 'ValidationError: /workspace/a: old_string occurs 2 times, at lines 1, 3. Add surrounding lines until it is unique, or set replace_all to change every place.',
      after: 'x\ny\nx\n',
    })
  })

  it('replaces every place when told so', async () => {
    const { text, after } = await edit('x\ny x\n', { old_string: 'x', new_string: 'xx', replace_all: true })
    expect({ text, after }).toEqual({
      text: 'Updated /workspace/a in 2 places, at lines 1, 2.',
      after: 'xx\ny xx\n',
    })
  })

  it('takes off the line numbers that Read had put there', async () => {
    const { after } = await edit('a\n  b\nc\n', { old_string: '1\ta\n2\t  b', new_string: '1\tA\n2\t  B' })
    expect(after).toBe('A\n  B\nc\n')
  })

  it('keeps CRLF', async () => {
    expect((await edit('a\r\nb\r\nc\r\n', { old_string: 'a\nb', new_string: 'x\ny' })).after).toBe(
      'x\r\ny\r\nc\r\n',
    )
    expect((await edit('a\r\nb\r\n', { old_string: 'a', new_string: 'x\ny' })).after).toBe('x\r\ny\r\nb\r\n')
    expect((await edit('a\nb\n', { old_string: 'a', new_string: 'x\ny' })).after).toBe('x\ny\nb\n')
  })

  it('keeps a byte order mark', async () => {
    expect((await edit('\ufeffa\n', { old_string: 'a', new_string: 'b' })).after).toBe('\ufeffb\n')
  })

  it.each([
    [
      'differs in white space within a line',
      'const one  =  1\n',
      'const one = 1',
      'old_string was not found. The nearest text is at line 1:\n1\tconst one  =  1\nIt differs only in white space. Copy old_string exactly from the file, without line numbers.',
    ],
    [
      'is wrong in one line',
      'a\nconst one = 1\nconst two = 2\nz\n',
      'const one = 1\nconst two = 3',
      'old_string was not found. The nearest text is at line 2:\n2\tconst one = 1\n3\tconst two = 2\nCopy old_string exactly from the file, without line numbers.',
    ],
    [
      'is only similar',
      'a\nexport function parseDate(text) {\nz\n',
      'function parseDate(input) {',
      'old_string was not found. The nearest text is at line 2:\n2\texport function parseDate(text) {\nCopy old_string exactly from the file, without line numbers.',
    ],
    [
      'is nowhere',
      'a\nb\n',
      'completely different',
      'old_string was not found. Nothing in the file resembles it; Read the file again.',
    ],
    [
      'is empty',
      'a\n',
      '',
      'old_string is empty. Give the text to replace; to fill an empty or new file use Write.',
    ],
    ['is the same', 'a\n', 'new', 'old_string and new_string are the same: nothing would change.'],
  ])('says what to do when old_string %s', async (_, before, oldString, problem) => {
    const { text, after } = await edit(before, { old_string: oldString, new_string: 'new' })
    expect({ text, after }).toEqual({ text: `ValidationError: /workspace/a: ${problem}`, after: before })
  })

  it('needs a read before, notices a change since, and needs none between edits', async () => {
    const { use, write, content } = await workspace({ a: 'one\n' })
    const change = async (from: string, to: string) =>
      (await use('Edit', { file_path: 'a', old_string: from, new_string: to })).text
    expect(await change('one', 'two')).toBe(
      'ValidationError: /workspace/a exists and was not read in this session. Read it first, then change it.',
    )
    await use('Read', { file_path: 'a' })
    expect([await change('one', 'two'), await change('two', 'three')]).toEqual([
      'Updated /workspace/a at line 1.',
      'Updated /workspace/a at line 1.',
    ])
    await write('a', 'four\n')
    expect(await change('four', 'five')).toBe(
      'ValidationError: /workspace/a has changed since it was last read, by a command or by the user. Read it again, then change it.',
    )
    expect(await content('a')).toBe('four\n')
  })

  it('does not damage what is not text', async () => {
    const { text } = await edit(new Uint8Array([0xe9, 10]), { old_string: 'a', new_string: 'b' })
    expect(text).toBe(
      'ValidationError: /workspace/a is not UTF-8 text; an edit would damage it. Change it with a command of Bash.',
    )
  })

  it('names what is near a missing file', async () => {
    const { use } = await workspace({ 'parser.js': 'x' })
    expect((await use('Edit', { file_path: 'parser.ts', old_string: 'a', new_string: 'b' })).text).toBe(
      'ValidationError: /workspace/parser.ts does not exist. Near it: parser.js. To create it use Write.',
    )
  })

  it('keeps the file mode and stores the workspace', async () => {
    const { use, sandbox } = await workspace({ a: 'x' })
    await sandbox.setMode('/workspace/a', 0o755)
    await use('Read', { file_path: 'a' })
    const { result } = await use('Edit', { file_path: 'a', old_string: 'x', new_string: 'y' })
    expect(result.root).toMatch(/^[0-9a-f]{64}$/)
    expect(await sandbox.stat('/workspace/a')).toMatchObject({ ok: true, value: { mode: 0o755 } })
  })
})
