import { expect, it } from 'vitest'
import { workspace } from '../testing/workspace.ts'

it('lists folders first, then files with their sizes, hidden ones too', async () => {
  const { use, sandbox } = await workspace({ 'b/c': 'x', a: 'four', '.env': '1', big: 'x'.repeat(1_234) })
  await sandbox.symlink('a', '/workspace/link')
  expect((await use('LS', {})).text).toBe('/workspace\nb/\n.env (1)\na (4)\nbig (1,234)\nlink (link)')
  expect((await use('LS', { path: 'b' })).text).toBe('/workspace/b\nc (1)')
})

it('says what to do with an empty, a missing and a wrong place', async () => {
  const { use, sandbox } = await workspace({ 'src/a.js': '' })
  await sandbox.makeDirectory('/workspace/none')
  expect((await use('LS', { path: 'none' })).text).toBe('[/workspace/none is empty.]')
  expect((await use('LS', { path: 'scr' })).text).toBe(
    'ValidationError: /workspace/scr does not exist. Near it: src.',
  )
  expect((await use('LS', { path: 'src/a.js' })).text).toBe(
    'ValidationError: /workspace/src/a.js is a file, not a directory. Use Read to see it.',
  )
})

it('says how to see the rest of a large directory', async () => {
  const files = Object.fromEntries(Array.from({ length: 1_100 }, (_, index) => [`many/f${index}`, '']))
  const { use } = await workspace(files)
  expect((await use('LS', { path: 'many' })).text.split('\n').at(-1)).toBe(
    '[1,000 of 1,100 entries. Narrow them with Glob, e.g. pattern "many/a*".]',
  )
})
