import { expect, it } from 'vitest'
import { workspace } from '../testing/workspace.ts'

const replace = (old_string: string, new_string: string, more = {}) => ({ old_string, new_string, ...more })

async function multiEdit(before: string, edits: readonly unknown[]) {
  const { use, content } = await workspace({ a: before })
  await use('Read', { file_path: 'a' })
  const { text, result } = await use('MultiEdit', { file_path: 'a', edits })
  return { text, result, after: await content('a') }
}

it('makes its changes one after the other, as one change on the screen', async () => {
  const { text, result, after } = await multiEdit('one\ntwo\ntwo\n', [
    replace('one', 'three'),
    replace('three', 'four'),
    replace('two', '2', { replace_all: true }),
  ])
  expect({ text, after }).toEqual({
    text: 'Updated /workspace/a in 4 places, at lines 1, 1, 2, 3.',
    after: 'four\n2\n2\n',
  })
  expect(result.display).toMatchObject({ kind: 'diff', added: 3, removed: 3 })
})

it('changes nothing when one of them cannot be made, and says which', async () => {
  const { text, after } = await multiEdit('one\ntwo\n', [
    replace('one', 'three'),
    replace('nowhere else', 'x'),
  ])
  expect({ text, after }).toEqual({
    text: 'ValidationError: /workspace/a: edits[1]: old_string was not found. Nothing in the file resembles it; Read the file again. None of the edits was made.',
    after: 'one\ntwo\n',
  })
})

it('understands edits that are sent as a string, and flags as words', async () => {
  const { use, content } = await workspace({ a: 'x\nx\n' })
  await use('Read', { file_path: 'a' })
  await use('MultiEdit', {
    file_path: 'a',
    edits: JSON.stringify([{ old_string: 'x', new_string: 'y', replace_all: 'true' }]),
  })
  expect(await content('a')).toBe('y\ny\n')
})
